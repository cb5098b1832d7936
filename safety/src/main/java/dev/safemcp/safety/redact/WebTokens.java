package dev.safemcp.safety.redact;

import java.util.Optional;

/**
 * JSON web tokens (RFC 7519): three parts of base64url, the first two of them JSON objects.
 * Stateless.
 */
final class WebTokens {
  private static final int LONGEST_HEADER = 1024;
  private static final int LONGEST = 16 * 1024;

  private WebTokens() {}

  static Optional<Span> at(String text, int index, boolean more) {
    if (!text.startsWith("eyJ", index)) {
      return Optional.empty();
    }
    int header = CharSet.WORD.end(text, index, LONGEST_HEADER);
    if (header == text.length() && more) {
      return Optional.of(new Span(index, header, "jwt"));
    }
    if (header - index < 12 || header >= text.length() || text.charAt(header) != '.') {
      return Optional.empty();
    }
    int payload = CharSet.WORD.end(text, header + 1, LONGEST);
    boolean cut = more && payload == text.length();
    if (!cut && (payload - header < 8 || !text.startsWith("ey", header + 1))) {
      return Optional.empty();
    }
    int end = payload;
    if (end < text.length() && text.charAt(end) == '.') {
      end = CharSet.WORD.end(text, end + 1, LONGEST);
    }
    return Optional.of(new Span(index, end, "jwt"));
  }
}
