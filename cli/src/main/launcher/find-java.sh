# shellcheck shell=sh disable=SC2154,SC2034
# Sourced by the launcher and by the scripts of the repository: find_java sets java to the program of a Java 25
# and java_version to its full version, or java_problem to what is wrong. $home is the folder of the installation.
# Only shell built-ins run before Java does, as a client starts a server anew every time.

# Whether $1 is the home of a Java 25: told from its release file, since starting one to ask takes longer
# than all the rest.
is_java_25() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  java_version=
  java_fits=1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=\"25\"* | JAVA_VERSION=\"25.*)
        java_fits=0
        java_version=${java_version:-${line#*=}} # a linked runtime names no other
        ;;
      JAVA_RUNTIME_VERSION=*) java_version=${line#*=} ;;
    esac
  done <"$1/release"
  return $java_fits
}

find_java() {
  if [ -n "${SAFE_MCP_JAVA:-}" ]; then
    java_home=${SAFE_MCP_JAVA%/bin/java}
    java=$java_home/bin/java
    is_java_25 "$java_home" && return 0
    java_problem="SAFE_MCP_JAVA is '$SAFE_MCP_JAVA', which is no Java 25: set it to the home of one, or unset it"
    return 1
  fi
  # A runtime that came with the installation, JAVA_HOME, the one on the PATH, the usual places.
  java=$home/runtime/bin/java
  is_java_25 "$home/runtime" && return 0
  java=$(command -v java 2>/dev/null) && java=$(readlink -f "$java" 2>/dev/null) || java=
  for java_home in "${JAVA_HOME:-/nonexistent}" "${java%/bin/java}" \
    /usr/lib/jvm/*25* /usr/lib/jvm/default-java /usr/java/*25* /opt/java/*25* /opt/*jdk*25* \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/25* "${HOME:-/nonexistent}"/.jdks/*25* \
    /Library/Java/JavaVirtualMachines/*25*/Contents/Home; do
    java=$java_home/bin/java
    is_java_25 "$java_home" && return 0
  done
  java_problem="no Java 25 was found: install one (Debian: openjdk-25-jre-headless or temurin-25-jdk) or set SAFE_MCP_JAVA to its home"
  return 1
}
