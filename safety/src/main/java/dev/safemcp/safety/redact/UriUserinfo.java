package dev.safemcp.safety.redact;

import java.util.Optional;

/**
 * Credentials before the host of a URI (RFC 3986, 3.2.1): {@code scheme://user:secret@}, {@code
 * https://secret@}. Stateless.
 */
final class UriUserinfo {
  private static final int LONGEST = 1024;

  private UriUserinfo() {}

  /**
   * Looks for credentials behind {@code ://}.
   *
   * @param colon the index of the colon
   */
  static Optional<Span> after(String text, int colon) {
    int start = colon + 3;
    int most = (int) Math.min(text.length(), (long) start + LONGEST);
    int password = -1;
    int at = -1;
    for (int i = start; i < most; i++) {
      char c = text.charAt(i);
      if (c == '@') {
        at = i;
      } else if (c == ':' && password < 0) {
        password = i + 1;
      } else if (c <= ' ' || "/?#\"'<>`\\".indexOf(c) >= 0) {
        break;
      }
    }
    if (at < 0) {
      return Optional.empty();
    }
    boolean hasPassword = password > 0 && password <= at;
    int from = hasPassword ? password : start;
    String said = text.substring(from, at);
    // git@host and user@host name somebody; a token in that place is long.
    boolean none = Placeholders.matches(said) || !hasPassword && said.length() < 16;
    return none
        ? Optional.empty()
        : Optional.of(new Span(from, at, hasPassword ? "password" : "token"));
  }
}
