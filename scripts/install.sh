#!/bin/sh
# Puts safe-mcp in place and takes it away again:
#   install.sh [--prefix DIR]              into DIR/lib/safe-mcp and DIR/bin/safe-mcp; default /usr/local,
#                                          or ~/.local for an ordinary user
#   install.sh --uninstall [--prefix DIR]  removes those two and nothing else
# Installs the folder that it lies in where that is an unpacked release, else what the build left in
# cli/target/safe-mcp.
set -eu

fail() {
  printf 'fatal: %s\n' "$1" >&2
  exit 2
}

prefix=/usr/local
[ "$(id -u)" = 0 ] || prefix=${HOME:-/nonexistent}/.local
action=install
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ $# -gt 1 ] || fail "--prefix needs a folder"
      prefix=$2
      shift
      ;;
    --prefix=*) prefix=${1#*=} ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      sed -n '2,7s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) fail "'$1' is not known: see install.sh --help" ;;
  esac
  shift
done
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
place=$prefix/lib/safe-mcp
link=$prefix/bin/safe-mcp

# Nothing is removed or replaced that is not ours.
if [ -e "$place" ] && ! [ -f "$place/lib/safe-mcp.jar" ]; then
  fail "'$place' is there and is no safe-mcp: move it away"
fi
if { [ -e "$link" ] || [ -L "$link" ]; } && [ "$(readlink "$link" 2>/dev/null)" != ../lib/safe-mcp/bin/safe-mcp ]; then
  fail "'$link' is there and is not ours: move it away"
fi

if [ "$action" = uninstall ]; then
  rm -f "$link"
  rm -rf "$place"
  echo "removed $place and $link; policies, audit logs and journals stay where they are"
  exit 0
fi

source=$(cd "$(dirname "$0")" && pwd -P)
[ -x "$source/bin/safe-mcp" ] || source=$source/../cli/target/safe-mcp
[ -f "$source/lib/safe-mcp.jar" ] || fail "there is nothing to install: run 'mvn package' first"
mkdir -p "$prefix/lib" "$prefix/bin"
rm -rf "$place.new"
mkdir "$place.new"
for part in bin lib runtime share; do
  [ ! -e "$source/$part" ] || cp -R "$source/$part" "$place.new/"
done
chmod -R u+rwX,go+rX,go-w "$place.new"
rm -rf "$place"
mv "$place.new" "$place"
ln -sfn ../lib/safe-mcp/bin/safe-mcp "$link"
echo "installed $("$link" --version) as $link"
case :${PATH:-}: in
  *":$prefix/bin:"*) ;;
  *) echo "note: $prefix/bin is not on your PATH" ;;
esac
echo "next: write a policy (policy.toml is the template), then register the servers: safe-mcp client-config --help"
