package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secret that is known by how it is written.
 *
 * <p>The notation is a small part of regular expressions: literals, {@code [a-z]}, {@code \w},
 * counts ({@code {n}}, {@code {n,}}, {@code {n,m}}), {@code (a|b)} of literals, and {@code \b} at
 * the ends; a dot is a dot. Every part takes as much as it can and gives nothing back, so a look
 * costs at most the sum of the counts. Parts before the first literal are matched backwards from
 * it. Immutable.
 */
final class Shape {
  private static final int UNBOUNDED = Integer.MAX_VALUE;

  private record Part(@Nullable String literal, CharClass set, int min, int max) {}

  private static final CharClass NOTHING = new CharClass(0, 0);

  private final String kind;
  private final String keyword;
  private final boolean mixed;
  private final boolean startsWord;
  private final boolean endsWord;
  private final List<Part> before;
  private final List<Part> after;

  private Shape(
      String kind,
      String keyword,
      boolean mixed,
      boolean startsWord,
      boolean endsWord,
      List<Part> before,
      List<Part> after) {
    this.kind = kind;
    this.keyword = keyword;
    this.mixed = mixed;
    this.startsWord = startsWord;
    this.endsWord = endsWord;
    this.before = before;
    this.after = after;
  }

  /** Returns the literal at which to look. */
  String keyword() {
    return keyword;
  }

  /**
   * Reads a row of the table: kind, shape, and {@code mixed} where the body must have digits and
   * letters of both cases to count.
   */
  static List<Shape> parse(String row) {
    int first = row.indexOf(' ');
    int start = first;
    while (row.charAt(start) == ' ') {
      start++;
    }
    int end = row.indexOf(' ', start);
    String notation = end < 0 ? row.substring(start) : row.substring(start, end);
    boolean mixed = end >= 0 && row.endsWith("mixed");
    List<Shape> shapes = new ArrayList<>();
    for (String one : alternatives(notation)) {
      shapes.add(compile(row.substring(0, first), one, mixed));
    }
    return shapes;
  }

  private static List<String> alternatives(String notation) {
    List<String> done = new ArrayList<>();
    List<String> open = new ArrayList<>(List.of(notation));
    while (!open.isEmpty()) {
      String one = open.removeLast();
      int from = one.indexOf('(');
      int to = one.indexOf(')');
      if (from < 0) {
        done.add(one);
        continue;
      }
      int wordStart = from + 1;
      for (int i = from + 1; i <= to; i++) {
        if (i == to || one.charAt(i) == '|') {
          open.add(one.substring(0, from) + one.substring(wordStart, i) + one.substring(to + 1));
          wordStart = i + 1;
        }
      }
    }
    return done;
  }

  private static Shape compile(String kind, String notation, boolean mixed) {
    boolean startsWord = notation.startsWith("\\b");
    boolean endsWord = notation.endsWith("\\b");
    String core = notation.substring(startsWord ? 2 : 0, notation.length() - (endsWord ? 2 : 0));
    List<Part> before = new ArrayList<>();
    List<Part> after = new ArrayList<>();
    String keyword = "";
    int i = 0;
    while (i < core.length()) {
      int setEnd = setEnd(core, i);
      if (setEnd < 0) {
        int from = i;
        while (i < core.length() && setEnd(core, i) < 0) {
          i++;
        }
        String literal = core.substring(from, i);
        if (keyword.isEmpty()) {
          keyword = literal;
        } else {
          after.add(new Part(literal, NOTHING, 0, 0));
        }
        continue;
      }
      CharClass set =
          core.charAt(i) == '[' ? CharClass.of(core.substring(i + 1, setEnd - 1)) : CharClass.WORD;
      int min = 1;
      int max = 1;
      i = setEnd;
      if (i < core.length() && core.charAt(i) == '{') {
        int close = core.indexOf('}', i);
        int comma = core.substring(i, close).indexOf(',');
        min = Integer.parseInt(core.substring(i + 1, comma < 0 ? close : i + comma));
        max = comma < 0 ? min : UNBOUNDED;
        if (comma >= 0 && i + comma + 1 < close) {
          max = Integer.parseInt(core.substring(i + comma + 1, close));
        }
        i = close + 1;
      }
      (keyword.isEmpty() ? before : after).add(new Part(null, set, min, max));
    }
    return new Shape(
        kind,
        keyword,
        mixed,
        startsWord,
        endsWord,
        List.copyOf(before.reversed()),
        List.copyOf(after));
  }

  /** Returns where the set that begins here ends, or -1 where a literal stands. */
  private static int setEnd(String core, int at) {
    if (core.charAt(at) == '[') {
      return core.indexOf(']', at) + 1;
    }
    return core.startsWith("\\w", at) ? at + 2 : -1;
  }

  /**
   * Looks for this shape around its keyword.
   *
   * @return the secret, or null
   */
  @Nullable Span match(Subject text, int at) {
    int start = at;
    for (Part part : before) {
      long limit = (long) start - part.max;
      int from = text.skipBack(start, part.set, (int) Math.max(0, limit));
      if (start - from < part.min) {
        return null;
      }
      start = from;
    }
    if (startsWord && CharClass.WORD.has(text.at(start - 1))) {
      return null;
    }
    if (mixed && (text.at(start - 1) == '+' || text.at(start - 1) == '/')) {
      return null; // the middle of a run of base64
    }
    int body = at + keyword.length();
    int end = body;
    CharClass last = NOTHING;
    for (Part part : after) {
      if (part.literal != null) {
        if (!text.has(end, part.literal)) {
          return text.cutAt(end + part.literal.length()) && end > body
              ? new Span(start, text.length(), kind)
              : null;
        }
        end += part.literal.length();
        continue;
      }
      int limit = (int) Math.min(text.length(), (long) end + part.max);
      int to = text.skip(end, part.set, limit);
      if (text.cutAt(to)) {
        return new Span(start, to, kind);
      }
      if (to - end < part.min) {
        return null;
      }
      end = to;
      last = part.set;
    }
    if (endsWord && last.has(text.at(end))) {
      return null;
    }
    while (end > body && text.at(end - 1) == '.') {
      end--;
    }
    if (Placeholders.inBody(text, body, end) || (mixed && !Placeholders.isMixed(text, body, end))) {
      return null;
    }
    return new Span(start, end, kind);
  }
}
