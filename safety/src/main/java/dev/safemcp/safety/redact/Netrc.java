package dev.safemcp.safety.redact;

import java.util.Set;

/**
 * Entries of {@code .netrc} (inetutils, netrc(5)): words without operators, on one line or many.
 */
final class Netrc {
  private static final int WORDS = 10;
  private static final int LONGEST_WORD = 256;
  private static final Set<String> FIELDS =
      Set.of("login", "user", "account", "password", "passwd");

  private Netrc() {}

  static void register(Keywords keywords) {
    keywords.add("machine ", Netrc::look);
    keywords.add("login ", Netrc::look);
    keywords.add("default login", (scan, at, length) -> look(scan, at, "default ".length()));
  }

  private static int look(Scan scan, int at, int length) {
    Subject text = scan.text;
    if (CharClass.NAME.has(text.at(at - 1))) {
      return Rule.NOTHING;
    }
    int i = at;
    boolean host = false;
    if (text.has(at, "machine ") || text.has(at, "default ")) {
      i = skipSpace(text, at + length);
      if (text.has(at, "machine ")) {
        int end = wordEnd(text, i);
        host = text.slice(i, end).indexOf('.') > 0;
        i = skipSpace(text, end);
      }
    }
    int resume = Rule.NOTHING;
    boolean login = false;
    for (int word = 0; word < WORDS; word++) {
      int nameEnd = wordEnd(text, i);
      String name = text.slice(i, nameEnd);
      if (!FIELDS.contains(name)) {
        break;
      }
      int start = skipSpace(text, nameEnd);
      int end = wordEnd(text, start);
      if (name.startsWith("pass") && (login || host)) {
        while (end > start && Subject.isQuote(text.at(end - 1))) {
          end--;
        }
        String value = text.slice(start, end);
        if (end > start && !Placeholders.isPlaceholder(value)) {
          end = Subject.isQuote(text.at(end)) ? end : text.skip(end, CharClass.of("!-~"));
          scan.found.add(start, end, "password");
          resume = end;
        }
      }
      login |= name.equals("login") || name.equals("user");
      i = skipSpace(text, end);
    }
    return resume;
  }

  private static int skipSpace(Subject text, int start) {
    int i = start;
    while (i < start + 64 && i < text.length() && Subject.isSpace(text.at(i)) && text.at(i) != 0) {
      i++;
    }
    return i;
  }

  private static int wordEnd(Subject text, int start) {
    int i = start;
    while (i < start + LONGEST_WORD && !Subject.isSpace(text.at(i))) {
      i++;
    }
    return i;
  }
}
