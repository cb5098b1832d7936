package dev.safemcp.safety.redact;

/** JSON web tokens (RFC 7519) wherever they stand: in a URL, after an underscore, in a cookie. */
final class JsonWebTokens {
  private static final int SHORTEST_PART = 8;

  private JsonWebTokens() {}

  static void register(Keywords keywords) {
    keywords.add("eyJ", JsonWebTokens::look); // {"
    keywords.add("eyAi", JsonWebTokens::look); // { "
    keywords.add("ewog", JsonWebTokens::look); // {, line break
  }

  private static int look(Scan scan, int at, int length) {
    if (at < scan.noTokenBefore) {
      return Rule.NOTHING;
    }
    Subject text = scan.text;
    int header = text.skip(at, CharClass.BASE64URL);
    if (text.cutAt(header)) {
      scan.found.add(at, header, "jwt");
      return header;
    }
    int payload = text.skip(header + 1, CharClass.BASE64URL);
    boolean whole =
        text.at(header) == '.'
            && header - at >= SHORTEST_PART
            && (payload - header > SHORTEST_PART || text.cutAt(payload));
    if (!whole) {
      scan.noTokenBefore = header;
      return Rule.NOTHING;
    }
    int end = payload;
    while (text.at(end) == '.' && CharClass.BASE64URL.has(text.at(end + 1))) {
      end = text.skip(end + 1, CharClass.BASE64URL);
    }
    while (text.at(end) == '=') {
      end++;
    }
    scan.found.add(at, end, "jwt");
    return end;
  }
}
