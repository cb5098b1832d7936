#!/bin/sh
# Seeds the folders that policy.example.toml starts on: sandbox/terminal, sandbox/files and state.
#
#     scripts/make_demo_sandbox.sh [FOLDER]      FOLDER: where they go; the repository if it is not given
#
# Run again it restores the seeded state: what else is in the two sandboxes goes, and so does the organizer's journal,
# which speaks of files that are back in their places. The audit log stays.
set -eu
CDPATH=''

if [ $# -gt 0 ]; then
  target=$1
else
  target=$(cd -- "$(dirname -- "$0")/.." && pwd)
fi
mkdir -p -- "$target"
cd -- "$target"

rm -rf sandbox/terminal sandbox/files state/organizer-journal.json
mkdir -p sandbox/terminal sandbox/files state

printf 'demo file\n' >sandbox/terminal/notes.txt

printf 'not really a photo, but exactly 41 bytes\n' >sandbox/files/photo.png
printf 'a report, again\n' >sandbox/files/report.pdf
printf "alias ll='ls -l'\n" >sandbox/files/.bashrc
printf 'MZ, so to speak\n' >sandbox/files/setup.exe
ln -s report.pdf sandbox/files/link.pdf
