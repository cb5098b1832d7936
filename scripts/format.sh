#!/bin/sh
# Formats every Java source in place, with the formatter that the build enforces.
set -eu
cd "$(dirname "$0")/.."
exec mvn -q -pl cli -am test -Dtest=FormatTests -Dsurefire.failIfNoSpecifiedTests=false -Dformat.write=true
