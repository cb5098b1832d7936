# Splits lines as POSIX sh does: each line's words, each ended by a NUL, each line by a byte 1; a byte 2 where sh finds no end.
# Lines hold nothing that sh would expand.
set -f
while IFS= read -r line; do
  (eval "printf '%s\0' $line") 2>/dev/null || printf '\2'
  printf '\1'
done
