#!/bin/sh
# Measures the redactor and puts the tables into docs/redaction.md, between its markers.
#   scripts/measure-redaction.sh                        the generated sets and the real texts of this machine
#   scripts/measure-redaction.sh --rules gitleaks.toml  also what the published rules of gitleaks find on the same
#   ... --alarms FILE                                   also writes down every redaction in real text, to judge it
# Real texts: the JDK's src.zip, this repository's history (without the redactor's own tests), ls -lR /usr, and a
# build log. Needs Maven and a JDK 25; takes some minutes.
set -eu
cd "$(dirname "$0")/.."

rules= alarms=
while [ $# -gt 0 ]; do
  case $1 in
    --rules) rules=--rules=$(realpath "$2"); shift 2 ;;
    --alarms) alarms=--alarms=$2; shift 2 ;;
    *) echo "usage: $0 [--rules FILE] [--alarms FILE]" >&2; exit 2 ;;
  esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -B -ntp -pl safety test-compile dependency:build-classpath -Dmdep.outputFile="$work/class.path" >"$work/build.log"
mvn -B -ntp -X -pl safety validate >>"$work/build.log"

home=$PWD
. cli/src/main/launcher/find-java.sh
find_java || { echo "fatal: $java_problem" >&2; exit 2; }

git log -p -- . ':!*/redact/*' ':!docs/redaction.md' >"$work/history"
ls -lR /usr >"$work/listing" 2>/dev/null || true
sources=$(dirname "$(dirname "$(realpath "$java")")")/lib/src.zip
set -- "this repository's history=$work/history" "ls -lR /usr=$work/listing" "a build log=$work/build.log"
[ ! -f "$sources" ] || set -- "the JDK's sources=$sources" "$@"

"$java" -cp "safety/target/test-classes:safety/target/classes:$(cat "$work/class.path")" \
  dev.safemcp.safety.redact.RedactionReport ${rules:+"$rules"} ${alarms:+"$alarms"} "$@" >"$work/tables"
awk -v tables="$work/tables" '
  /^<!-- measured:end -->/ { skipping = 0 }
  !skipping { print }
  /^<!-- measured:begin/ { while ((getline line < tables) > 0) print line; skipping = 1 }
' docs/redaction.md >"$work/page"
cat "$work/page" >docs/redaction.md
cat "$work/tables"
