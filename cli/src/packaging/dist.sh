#!/bin/sh
# Packs the finished folder: dist.sh FOLDER VERSION makes safe-mcp-VERSION-linux-ARCH.tar.gz beside it and, where
# dpkg-deb is there, safe-mcp_VERSION_ARCH.deb.
set -eu
folder=$1
version=$(printf '%s' "$2" | sed 's/-SNAPSHOT/~snapshot/')
repository=$(cd "$(dirname "$0")/../../.." && pwd -P)
out=$(dirname "$folder")
case $(uname -m) in
  x86_64) arch=amd64 ;;
  aarch64) arch=arm64 ;;
  *) arch=$(uname -m) ;;
esac
when=${SOURCE_DATE_EPOCH:-$(date +%s)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The start-up archive is checked against the times of nothing, so all times may be one.
pack() {
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$when" -C "$1" -czf "$2" "$3"
}

tarball=safe-mcp-$2-linux-$arch
mkdir "$scratch/$tarball"
cp -R "$folder/." "$scratch/$tarball/"
cp "$repository/scripts/install.sh" "$repository/LICENSE" "$repository/policy.toml" "$scratch/$tarball/"
pack "$scratch" "$out/$tarball.tar.gz" "$tarball"

command -v dpkg-deb >/dev/null || exit 0
root=$scratch/deb
mkdir -p "$root/DEBIAN" "$root/usr/lib/safe-mcp" "$root/usr/bin" "$root/usr/share/doc/safe-mcp"
cp -R "$folder/." "$root/usr/lib/safe-mcp/"
ln -s ../lib/safe-mcp/bin/safe-mcp "$root/usr/bin/safe-mcp"
cp "$repository/LICENSE" "$root/usr/share/doc/safe-mcp/copyright"
cp "$repository/policy.toml" "$root/usr/share/doc/safe-mcp/policy.toml"
cat >"$root/DEBIAN/control" <<CONTROL
Package: safe-mcp
Version: $version
Architecture: $arch
Maintainer: safe-mcp developers <safe-mcp@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= 2.34)
Section: utils
Priority: optional
Description: terminal and file organizer for AI models
 Two MCP servers over stdio, a terminal and a file organizer, under one policy
 that the operator writes: what is allowed, where the border is, what is
 recorded and what is hidden. Brings its own Java runtime.
CONTROL
find "$root" -exec touch -h -d "@$when" {} +
SOURCE_DATE_EPOCH=$when dpkg-deb --root-owner-group -Zgzip --build "$root" "$out/safe-mcp_${version}_$arch.deb" >/dev/null
