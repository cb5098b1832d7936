#!/usr/bin/env bash
# Fuzzes, guided by coverage, for so many seconds (default 60). Needs Maven and a JDK 25. What it finds
# it leaves here as a crash-* file; give that to the test as a new file of its corpus.
#   fuzz/run.sh [SECONDS] [framing|redactor]
#
# Jazzer's own driver runs the targets: its JUnit binding is built for JUnit 5 and fails on 6.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
case ${2:-framing} in
  framing) module=mcp-stdio target=dev.safemcp.stdio.FramingFuzz corpus=mcp-stdio/src/test/resources/framing ;;
  redactor) module=safety target=dev.safemcp.safety.redact.RedactorFuzz corpus=safety/src/test/resources/dev/safemcp/safety/redact ;;
  *) echo "usage: $0 [SECONDS] [framing|redactor]" >&2; exit 2 ;;
esac
work=$PWD/fuzz/target
mkdir -p "$work/jazzer" "$work/corpus"

mvn -q -pl "$module" -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/class.path" -Dmdep.includeScope=runtime
for artifact in jazzer jazzer-api; do
  mvn -q dependency:copy -Dartifact="com.code-intelligence:$artifact:0.30.0" -DoutputDirectory="$work/jazzer"
done

home=$PWD
. cli/src/main/launcher/find-java.sh
find_java || { echo "fatal: $java_problem" >&2; exit 2; }

classes=$PWD/$module/target/test-classes:$PWD/$module/target/classes:$(cat "$work/class.path")
cd "$work"
# New inputs go to the first folder; the repository's corpus is read alone.
"$java" -cp "$classes:jazzer/*" com.code_intelligence.jazzer.Jazzer \
  --target_class="$target" \
  --instrumentation_includes='dev.safemcp.**:com.fasterxml.jackson.core.**' \
  -max_total_time="$seconds" -max_len=4096 -print_final_stats=1 \
  corpus "$OLDPWD/$corpus"
