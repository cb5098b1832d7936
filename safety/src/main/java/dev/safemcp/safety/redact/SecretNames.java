package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names stand for secrets: {@code DB_PASSWORD}, {@code stripeApiKey}, {@code client-secret};
 * and which only sound like it: {@code keyboard}, {@code token_type}, {@code csrf_token}, {@code
 * publicKey}, {@code apiKeyHeaderName}.
 *
 * <p>A name is read as words; the last ones decide, behind those that only say which one or in what
 * form.
 */
final class SecretNames {
  /** How much a name says about its value. */
  enum Trust {
    /** Whatever is assigned is secret: people choose short and plain passwords. */
    ANY_VALUE,
    /** A secret where it is written as a setting; in code also a common name of variables. */
    SETTING,
    /** A secret where the value looks made by a machine. */
    RANDOM_VALUE
  }

  /**
   * What a name stands for.
   *
   * @param kind the kind in the marker
   * @param trust how much the name says
   */
  record Meaning(String kind, Trust trust) {}

  static final Meaning PASSWORD = new Meaning("password", Trust.ANY_VALUE);
  private static final Meaning SECRET = new Meaning("secret", Trust.SETTING);
  private static final Meaning TOKEN = new Meaning("token", Trust.RANDOM_VALUE);
  private static final Meaning KEY = new Meaning("key", Trust.RANDOM_VALUE);
  private static final Meaning API_KEY = new Meaning("api-key", Trust.RANDOM_VALUE);
  private static final Meaning PRIVATE_KEY = new Meaning("private-key", Trust.RANDOM_VALUE);
  private static final Meaning AWS_KEY = new Meaning("aws-secret-access-key", Trust.RANDOM_VALUE);
  private static final Meaning CREDENTIAL = new Meaning("credential", Trust.RANDOM_VALUE);

  private static final Set<String> WHICH_ONE =
      Set.of(
          "value",
          "val",
          "str",
          "string",
          "text",
          "plain",
          "plaintext",
          "raw",
          "b64",
          "base64",
          "data",
          "prod",
          "production",
          "dev",
          "development",
          "test",
          "testing",
          "staging",
          "stage",
          "qa",
          "uat",
          "live",
          "sandbox",
          "old",
          "new",
          "current",
          "previous",
          "prev",
          "primary",
          "secondary",
          "env",
          "base",
          "main",
          "local",
          "remote",
          "hash",
          "ro",
          "rw",
          "read",
          "write",
          "admin",
          "user",
          "id1",
          "param",
          "literal");

  private static final Set<String> PASS_WORDS =
      Set.of(
          "pass",
          "pw",
          "pwd",
          "psw",
          "dbpass",
          "dbpwd",
          "userpass",
          "rootpass",
          "rootpw",
          "adminpass",
          "mypass",
          "sshpass",
          "mysqlpass",
          "storepass",
          "keypass",
          "authpass",
          "ftppass",
          "smtppass",
          "mailpass",
          "userpwd",
          "passin",
          "pgpass",
          "psk",
          "wpapsk",
          "senha",
          "kennwort",
          "contrasena",
          "wachtwoord",
          "motdepasse",
          "mypwd",
          "requirepass",
          "masterauth",
          "bindpw",
          "rootpwd");

  private static final Set<String> QUALIFIERS_OF_KEY =
      Set.of(
          "api",
          "access",
          "secret",
          "private",
          "encryption",
          "encrypt",
          "encrypted",
          "signing",
          "sign",
          "account",
          "shared",
          "preshared",
          "master",
          "storage",
          "auth",
          "authentication",
          "service",
          "deploy",
          "session",
          "subscription",
          "consumer",
          "app",
          "application",
          "admin",
          "jwt",
          "hmac",
          "aes",
          "cipher",
          "webhook",
          "client",
          "server",
          "functions",
          "license",
          "integration",
          "ingest",
          "write",
          "management",
          "root",
          "user",
          "personal",
          "security",
          "crypto",
          "vault",
          "unseal",
          "recovery",
          "rest",
          "psk",
          "wpa",
          "automation",
          "host",
          "function");

  private static final Set<String> KEY_WORDS =
      Set.of(
          "accesskey",
          "secretkey",
          "authkey",
          "encryptionkey",
          "signingkey",
          "accountkey",
          "sharedkey",
          "masterkey",
          "presharedkey",
          "sharedaccesskey",
          "sharedaccesssignature",
          "storagekey",
          "sessionkey",
          "accesskeyid",
          "secretaccesskey",
          "subscriptionkey",
          "licensekey",
          "privkey",
          "pvtkey");

  private static final Set<String> NO_TOKENS =
      Set.of(
          "csrf",
          "xsrf",
          "csrfmiddleware",
          "page",
          "next",
          "continuation",
          "cancellation",
          "cancel",
          "pagination",
          "resume",
          "antiforgery",
          "verification",
          "stop",
          "eos",
          "bos",
          "pad",
          "unk",
          "mask",
          "sep",
          "cls",
          "special",
          "max",
          "min",
          "num",
          "parse",
          "lookahead",
          "scroll",
          "sync",
          "first",
          "last",
          "prev",
          "previous",
          "javac",
          "parser",
          "lexer",
          "keyword",
          "string",
          "comment",
          "marker",
          "per",
          "total");

  private SecretNames() {}

  /** Returns what a name stands for, or null where it names no secret. */
  static @Nullable Meaning meaningOf(String name) {
    if (name.equals("PWD") || name.equals("OLDPWD") || name.equals("$PWD")) {
      return null;
    }
    List<String> words = words(name);
    int last = words.size() - 1;
    Meaning meaning = last < 0 ? null : meaningAt(words, last);
    for (int cut = 0; meaning == null && cut < 3 && last > 0; cut++) {
      String word = words.get(last);
      if (!WHICH_ONE.contains(word) && !isNumber(word)) {
        return null;
      }
      last--;
      meaning = meaningAt(words, last);
    }
    return meaning;
  }

  private static @Nullable Meaning meaningAt(List<String> words, int last) {
    String word = words.get(last);
    String before = last > 0 ? words.get(last - 1) : "";
    if (word.endsWith("password")
        || word.endsWith("passwd")
        || word.endsWith("passphrase")
        || word.endsWith("passcode")
        || word.endsWith("passwort")
        || (word.equals("passe") && before.equals("de"))
        || PASS_WORDS.contains(word)) {
      return before.equals("no") || before.equals("by") ? null : PASSWORD;
    }
    if (word.endsWith("secret")) {
      return SECRET;
    }
    if (word.endsWith("token") || word.equals("pat")) {
      return word.contains("csrf") || word.contains("xsrf") || NO_TOKENS.contains(before)
          ? null
          : TOKEN;
    }
    if (word.endsWith("apikey")) {
      return API_KEY;
    }
    if (word.endsWith("privatekey")) {
      return PRIVATE_KEY;
    }
    if (KEY_WORDS.contains(word)) {
      return KEY;
    }
    if (word.equals("key") && QUALIFIERS_OF_KEY.contains(before)) {
      String first = last > 1 ? words.get(last - 2) : "";
      if (before.equals("access") && first.equals("secret")) {
        return AWS_KEY;
      }
      return switch (before) {
        case "api" -> API_KEY;
        case "private" -> PRIVATE_KEY;
        default -> KEY;
      };
    }
    if (word.equals("auth")
        || word.equals("credential")
        || word.equals("credentials")
        || word.equals("creds")
        || word.equals("cred")) {
      return CREDENTIAL;
    }
    if (word.equals("signature") && before.equals("amz")) {
      return CREDENTIAL;
    }
    return null;
  }

  /** Splits at punctuation and where the case says that a word begins. */
  private static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean joint = !CharClass.ALNUM.has(c);
      boolean upper = isUpper(c);
      boolean begins =
          upper
              && i > 0
              && (!isUpper(name.charAt(i - 1))
                  || (i + 1 < name.length()
                      && isLower(name.charAt(i + 1))
                      && isUpper(name.charAt(i - 1))));
      if ((joint || begins) && !word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
      if (!joint) {
        word.append(Subject.lower(c));
      }
    }
    if (!word.isEmpty()) {
      words.add(word.toString());
    }
    return withoutTrailingDigits(words);
  }

  /** {@code password2} is the second password. */
  private static List<String> withoutTrailingDigits(List<String> words) {
    int last = words.size() - 1;
    if (last >= 0) {
      String word = words.get(last);
      int end = word.length();
      while (end > 0 && CharClass.DIGIT.has(word.charAt(end - 1))) {
        end--;
      }
      if (end > 0 && end < word.length() && !WHICH_ONE.contains(word)) {
        words.set(last, word.substring(0, end));
      }
    }
    return words;
  }

  private static boolean isNumber(String word) {
    return word.length() <= 3 && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }
}
