#!/bin/sh
# Seeds what policy.example.toml starts on: sandbox/terminal, sandbox/files and state/, in the repository or in the
# folder that is given. What stands in the two sandboxes is replaced; state/ keeps its log.
set -eu
base=${1:-$(cd "$(dirname "$0")/.." && pwd)}

rm -rf "$base/sandbox/terminal" "$base/sandbox/files"
mkdir -p "$base/sandbox/terminal" "$base/sandbox/files" "$base/state"

printf 'demo file\n' >"$base/sandbox/terminal/notes.txt"

cd "$base/sandbox/files"
printf 'not a photo, but forty-one bytes of it...' >photo.png
printf 'sixteen bytes...' >report.pdf
printf "alias ll='ls -l'\n" >.bashrc
printf 'MZ' >setup.exe
ln -s report.pdf link.pdf
