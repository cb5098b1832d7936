package dev.safemcp.safety.redact;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** HTTP headers that carry credentials (RFC 9110, 11; RFC 6265). Stateless. */
final class Headers {
  private static final Map<String, String> KINDS =
      Map.of(
          "authorization", "authorization",
          "proxy-authorization", "authorization",
          "cookie", "cookie",
          "set-cookie", "cookie",
          "x-api-key", "key",
          "x-auth-token", "token",
          "x-access-token", "token",
          "x-gitlab-token", "token",
          "private-token", "token",
          "apikey", "key");

  private static final String[] SCHEMES = {
    "Bearer", "Basic", "Token", "Digest", "ApiKey", "Negotiate"
  };
  private static final int LONGEST = 8192;

  private Headers() {}

  static boolean named(String name) {
    return KINDS.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Looks for the credentials behind a header's colon: all of its value, the scheme's name left
   * standing.
   */
  static Optional<Span> after(String text, int colon, String name) {
    int start = colon + 1;
    while (start < text.length() && (text.charAt(start) == ' ' || text.charAt(start) == '\t')) {
      start++;
    }
    // In JSON or code the value is a string: {"Authorization": "Bearer x"}
    while (start < text.length() && "\\\"'`".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    for (String scheme : SCHEMES) {
      if (text.regionMatches(true, start, scheme + " ", 0, scheme.length() + 1)) {
        start += scheme.length() + 1;
        break;
      }
    }
    int end = start;
    int most = (int) Math.min(text.length(), (long) start + LONGEST);
    while (end < most && "\r\n\"'`\\".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String said = text.substring(start, end).strip();
    String kind = KINDS.getOrDefault(name.toLowerCase(Locale.ROOT), "authorization");
    boolean none = Placeholders.matches(said) || call(said) || said.length() < 4;
    return none ? Optional.empty() : Optional.of(new Span(start, end, kind));
  }

  /** Code that only asks for the value: {@code Authorization: getToken(x)}. */
  private static boolean call(String said) {
    int open = said.indexOf('(');
    int space = said.indexOf(' ');
    return open >= 0 && (space < 0 || open < space);
  }
}
