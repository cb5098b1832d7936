#!/bin/sh
# The README's demonstration: builds if needed, seeds the example folders, starts each server through the MCP
# SDK's own client, and prints every call with the envelope that came back.
#   scripts/demo.sh            prints it
#   scripts/demo.sh --readme   also puts it into README.md, between its markers
set -eu
cd "$(dirname "$0")/.."

if [ ! -f cli/target/safe-mcp/lib/safe-mcp.jar ]; then
  echo "building (once, a minute or two) ..." >&2
  mvn -q -B -ntp package -DskipTests
fi
scripts/make_demo_sandbox.sh >&2

out=$(mktemp)
trap 'rm -f "$out"' EXIT
home=$PWD/cli/target/safe-mcp
. "$home/lib/find-java.sh"
find_java || { echo "$java_problem" >&2; exit 2; }
"$java" -cp "$home/lib/*" scripts/Demo.java >"$out"
cat "$out"

if [ "${1:-}" = "--readme" ]; then
  awk -v demo="$out" '
    /^<!-- demo:end -->/ { skipping = 0 }
    !skipping { print }
    /^<!-- demo:begin/ {
      print "```"
      while ((getline line < demo) > 0) print line
      print "```"
      skipping = 1
    }' README.md >"$out.new" && cat "$out.new" >README.md && rm -f "$out.new"
fi
