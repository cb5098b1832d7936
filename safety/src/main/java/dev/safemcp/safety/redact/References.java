package dev.safemcp.safety.redact;

/** Values that say where a secret is, or what it is called, and are none. */
final class References {
  private static final CharClass PART = CharClass.of("A-Za-z_$.");

  private References() {}

  /** A URI, a digest, a path: says where something is or what it hashes to. */
  static boolean isReference(String value) {
    return value.contains("://")
        || value.startsWith("arn:")
        || value.startsWith("sha512-")
        || value.startsWith("sha256-")
        || value.startsWith("sha256:")
        || value.startsWith("sha384-")
        || isConstant(value)
        || isVersion(value)
        || isRegex(value)
        || isPath(value);
  }

  /** {@code config.password}, {@code this->secret2}: names joined by dots or arrows. */
  static boolean isMember(String value) {
    String dotted = value.replace("->", ".").replace("?.", ".");
    if (dotted.indexOf('.') <= 0) {
      return false;
    }
    boolean begins = true;
    int part = 0;
    for (int i = 0; i < dotted.length(); i++) {
      char c = dotted.charAt(i);
      if (c == '.') {
        if (begins) {
          return false;
        }
        begins = true;
        part = 0;
        continue;
      }
      boolean letter = PART.has(c);
      if (begins ? !letter : !letter && !CharClass.DIGIT.has(c)) {
        return false;
      }
      begins = false;
      part++;
      if (part > 32) {
        return false;
      }
    }
    return !begins;
  }

  /** The value is itself a name of secrets: {@code password = userPassword}. */
  static boolean namesASecret(String value) {
    if (value.length() > 64 || Prose.hasDigit(value)) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!CharClass.NAME.has(c) && c != '$' && c != ' ' && c != ':' && c != '>' && c != '*') {
        return false;
      }
    }
    String lower = Subject.lower(value);
    return lower.contains("password")
        || lower.contains("passwd")
        || lower.contains("passphrase")
        || lower.contains("secret")
        || lower.contains("token")
        || lower.contains("api-key")
        || lower.contains("api_key")
        || lower.contains("apikey")
        || lower.contains("credential")
        || value.endsWith("Pass")
        || value.endsWith("Pwd")
        || value.endsWith("Key")
        || lower.equals("pass")
        || lower.equals("pwd")
        || lower.endsWith("_pass")
        || lower.endsWith(".pass")
        || lower.endsWith("_key")
        || lower.endsWith("-key")
        || lower.startsWith("auth");
  }

  /** Numbers with dots between them. */
  private static boolean isVersion(String value) {
    boolean dot = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      dot |= c == '.';
      if (c != '.' && !CharClass.DIGIT.has(c)) {
        return false;
      }
    }
    return dot;
  }

  private static boolean isRegex(String value) {
    return value.contains("(?:")
        || value.contains("[a-z")
        || value.contains("[0-9")
        || value.contains("[\\x");
  }

  /** {@code 0x00000040L}: a number of a program, too short for a key. */
  private static boolean isConstant(String value) {
    boolean suffixed = value.endsWith("L") || value.endsWith("l") || value.endsWith("U");
    int end = value.length() - (suffixed ? 1 : 0);
    if (!value.startsWith("0x") || end > 18) {
      return false;
    }
    for (int i = 2; i < end; i++) {
      if (!CharClass.HEX.has(value.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPath(String value) {
    if (value.startsWith("./") || value.startsWith("../") || value.startsWith("~/")) {
      return true;
    }
    if (value.charAt(0) != '/') {
      return false;
    }
    int slashes = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      slashes += c == '/' ? 1 : 0;
      if (c == '+' || c == '=' || c == '$' || c == '!') {
        return false;
      }
    }
    return (slashes >= 2 && value.length() / slashes <= 16 && !Prose.hasDigit(value))
        || value.startsWith("/etc/")
        || value.startsWith("/run/")
        || value.startsWith("/var/")
        || value.startsWith("/home/")
        || value.startsWith("/usr/")
        || value.startsWith("/tmp/")
        || value.startsWith("/opt/");
  }
}
