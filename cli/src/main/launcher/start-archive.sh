# shellcheck shell=sh disable=SC2154,SC2034
# Sourced by the launcher and by make-start-archive: name_archive sets archive to the file for the classes as they
# stand after a start (an AOT cache, JEP 483) of the jars in $home/lib and the Java of $java_version, whether it is
# there or not; empty where that cannot be told.
#
# The name carries a checksum of the jars and the version, so that no other archive is ever taken: JDK 25.0.3 runs
# the old code of an archive whose jars were replaced (JDK-8377932). cksum(1) reads all jars in 3 ms.

# stdout belongs to JSON-RPC: the JVM's own messages go to stderr, errors alone. An archive serves only a JVM that
# collects garbage as the one did that made it.
java_options="-Xlog:disable -Xlog:all=error:stderr -XX:+DisplayVMOutputToStderr \
  -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xms16m -Xmn6m -Xmx256m"

name_archive() {
  archive=
  version=${java_version#\"}
  version=${version%\"}
  case $version in
    '' | *[!0-9A-Za-z.+_-]*) return 0 ;;
  esac
  sums=$(PATH=/usr/bin:/bin cksum "$home"/lib/*.jar 2>/dev/null) || return 0
  # Each line is "checksum size path"; the order is that of the names.
  sum=0
  total=0
  while read -r crc size rest; do
    sum=$(((sum * 1000003 + crc) % 4294967291))
    total=$((total + size))
  done <<SUMS
$sums
SUMS
  archive=$home/lib/start-$sum-$total-$version.aot
}
