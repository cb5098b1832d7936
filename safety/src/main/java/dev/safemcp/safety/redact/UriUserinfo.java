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
   * @param more whether the text goes on behind its end: what reaches it may be cut before its
   *     {@code @}
   */
  static Optional<Span> after(String text, int colon, boolean more) {
    int start = colon + 3;
    if (text.startsWith(Cut.TAG, start)) {
      return Optional.empty();
    }
    int most = (int) Math.min(text.length(), (long) start + LONGEST);
    int password = -1;
    int at = -1;
    int end = start;
    for (int i = start; i < most; i++) {
      char c = text.charAt(i);
      end = i + 1;
      if (c == '@') {
        at = i;
      } else if (c == ':' && password < 0) {
        password = i + 1;
      } else if (c <= ' ' || "/?#\"'<>`\\".indexOf(c) >= 0) {
        end = i;
        break;
      }
    }
    if (at < 0 && more && end == text.length()) {
      int from = password > 0 ? password : start;
      return from < end ? Optional.of(new Span(from, end, "password")) : Optional.empty();
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
