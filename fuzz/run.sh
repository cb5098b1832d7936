#!/usr/bin/env bash
# Fuzzes, guided by coverage: fuzz/run.sh [SECONDS] [TARGET...], for so many seconds each (default 60), all
# targets where none is named. Needs Maven and a JDK 25. What it finds it leaves in fuzz/target/TARGET as a
# crash-* file; mend the cause and add that file to the target's corpus, which the tests replay.
#
# Jazzer's own driver runs the targets: its JUnit binding is built for JUnit 5 and fails on 6.
set -euo pipefail
cd "$(dirname "$0")/.."
home=$PWD

seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- framing arguments command policy redactor

work=$home/fuzz/target
mkdir -p "$work/jazzer"
mvn -q -pl mcp-stdio -am test-compile dependency:build-classpath -Dmdep.outputFile="$work/class.path" -Dmdep.includeScope=runtime
for artifact in jazzer jazzer-api; do
  mvn -q dependency:copy -Dartifact="com.code-intelligence:$artifact:0.30.0" -DoutputDirectory="$work/jazzer"
done

. cli/src/main/launcher/find-java.sh
find_java || { echo "fatal: $java_problem" >&2; exit 2; }

classes=$(cat "$work/class.path")
for module in safety mcp-stdio; do
  classes=$home/$module/target/test-classes:$home/$module/target/classes:$classes
done

for target in "$@"; do
  case $target in
    framing) class=dev.safemcp.stdio.FramingFuzz module=mcp-stdio ;;
    arguments) class=dev.safemcp.stdio.ArgumentsFuzz module=mcp-stdio ;;
    command) class=dev.safemcp.safety.command.CommandLineFuzz module=safety ;;
    policy) class=dev.safemcp.safety.policy.PolicyFuzz module=safety ;;
    redactor) class=dev.safemcp.safety.redact.RedactorFuzz module=safety ;;
    *) echo "fatal: no target '$target': framing, arguments, command, policy or redactor" >&2; exit 2 ;;
  esac
  mkdir -p "$work/$target/corpus"
  cd "$work/$target"
  echo "== $target"
  # New inputs go to the first folder; the repository's corpus is read alone.
  "$java" -Xmx1g -cp "$classes:$work/jazzer/*" com.code_intelligence.jazzer.Jazzer \
    --target_class="$class" \
    --instrumentation_includes='dev.safemcp.**:com.fasterxml.jackson.core.**:com.fasterxml.jackson.dataformat.toml.**:com.google.re2j.**' \
    --disabled_hooks='com.code_intelligence.jazzer.sanitizers.*' \
    -max_total_time="$seconds" -max_len=4096 -timeout=60 -print_final_stats=1 \
    corpus "$home/$module/src/test/resources/fuzz/$target"
done
