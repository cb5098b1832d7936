package dev.safemcp.safety.redact;

import java.util.Locale;
import java.util.Set;

/**
 * Names whose value is a secret, whatever their spelling: {@code DB_PASSWORD}, {@code apiKey}.
 * Stateless.
 */
final class SecretNames {
  /** How strong a name speaks. */
  enum Weight {
    /** It names no secret. */
    NONE,
    /** Whatever stands there is one: a password. */
    STRONG,
    /** What looks random there is one: a token, a key. */
    WEAK
  }

  private static final Set<String> STRONG =
      Set.of("password", "passwd", "passphrase", "pwd", "pass", "secret", "passwort", "pgpassword");

  private static final String[] STRONG_ENDS = {
    "password", "passwd", "passphrase", "secret", "secretkey"
  };

  private static final String[] WEAK_ENDS = {
    "token", "apikey", "accesskey", "privatekey", "credential", "credentials", "authkey",
        "signingkey",
    "encryptionkey", "accountkey", "sharedaccesskey", "sessionkey", "clientkeydata", "keydata",
        "auth", "bearer",
    "cookie", "sessionid", "masterkey", "licensekey", "webhook", "sig", "signature", "dsn"
  };

  /** Names that end so hold something about a secret. */
  private static final String[] NOT_ENDS = {
    "file",
    "path",
    "name",
    "header",
    "url",
    "uri",
    "id",
    "type",
    "length",
    "len",
    "size",
    "expiry",
    "expires",
    "ttl",
    "policy",
    "count",
    "hash",
    "field",
    "label",
    "hint",
    "prompt",
    "class",
    "format",
    "regex",
    "pattern",
    "index",
    "publickey",
    "csrftoken",
    "nexttoken",
    "pagetoken",
    "nextpagetoken",
    "continuationtoken",
    "monkey",
    "author",
    "oauth",
    "baseauth"
  };

  private SecretNames() {}

  static Weight of(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    if (plain.isEmpty()) {
      return Weight.NONE;
    }
    for (String end : NOT_ENDS) {
      if (plain.endsWith(end)) {
        return Weight.NONE;
      }
    }
    if (STRONG.contains(plain)) {
      return Weight.STRONG;
    }
    for (String end : STRONG_ENDS) {
      if (plain.endsWith(end)) {
        return Weight.STRONG;
      }
    }
    if (plain.endsWith("pwd") || name.toLowerCase(Locale.ROOT).matches(".*[_.-]pass")) {
      return Weight.STRONG;
    }
    for (String end : WEAK_ENDS) {
      if (plain.endsWith(end)) {
        return Weight.WEAK;
      }
    }
    return Weight.NONE;
  }
}
