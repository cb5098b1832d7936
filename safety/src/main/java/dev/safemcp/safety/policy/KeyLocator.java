package dev.safemcp.safety.policy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the line of a key in TOML text, which the parser does not tell once a text is well-formed.
 *
 * <p>Knows tables, arrays of tables, dotted and quoted keys, inline tables and the elements of
 * arrays. Where it cannot be sure (an escape in a quoted key, text that is not TOML) it stops
 * looking: what it has not seen has no place, and no message names a wrong one. Immutable; time is
 * linear in the text.
 */
final class KeyLocator {
  /** Deeper than any key of a policy; keeps the recursion bounded on text that is not TOML. */
  private static final int DEEPEST = 32;

  private final String text;
  private final Map<KeyPath, Integer> offsets = new HashMap<>();
  private final Map<KeyPath, Integer> tablesSeen = new HashMap<>();
  private final Set<KeyPath> assigned = new HashSet<>();
  private Optional<Repeated> repeated = Optional.empty();
  private int at;
  private boolean sure = true;

  /**
   * A key that is set a second time.
   *
   * @param path the key
   * @param position where the second one stands
   */
  record Repeated(KeyPath path, Position position) {}

  private KeyLocator(String text) {
    this.text = text;
  }

  /** Looks through a text once. */
  static KeyLocator of(String text) {
    KeyLocator locator = new KeyLocator(text);
    locator.scan();
    return locator;
  }

  /** Returns where the key or list element stands, if it is written in the text. */
  Optional<Position> find(KeyPath path) {
    return offset(path).map(this::position);
  }

  /** Returns the same place as an index into the text. */
  Optional<Integer> offset(KeyPath path) {
    return Optional.ofNullable(offsets.get(path));
  }

  /** Returns the first key that is set twice. */
  Optional<Repeated> repeated() {
    return repeated;
  }

  /** Returns the line and column of an index into the text. */
  Position position(int offset) {
    int line = 1;
    int start = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) {
      line++;
      start = i + 1;
    }
    return new Position(line, text.codePointCount(start, offset) + 1);
  }

  private void scan() {
    KeyPath table = KeyPath.ROOT;
    while (sure) {
      skipBlank(true);
      if (at >= text.length()) {
        return;
      }
      if (text.charAt(at) == '[') {
        table = header();
      } else {
        assignment(table, 0);
      }
      if (sure) {
        skipBlank(false);
        sure = at >= text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
      }
    }
  }

  private KeyPath header() {
    int start = at;
    boolean array = text.startsWith("[[", at);
    at += array ? 2 : 1;
    KeyPath path = key(KeyPath.ROOT);
    String close = array ? "]]" : "]";
    if (!sure || !text.startsWith(close, at)) {
      sure = false;
      return path;
    }
    at += close.length();
    if (!array) {
      return path;
    }
    int index = tablesSeen.merge(path, 1, Integer::sum) - 1;
    KeyPath entry = path.item(index);
    offsets.put(entry, start);
    return entry;
  }

  private void assignment(KeyPath table, int depth) {
    int start = at;
    KeyPath path = key(table);
    if (!sure || at >= text.length() || text.charAt(at) != '=') {
      sure = false;
      return;
    }
    if (!assigned.add(path) && repeated.isEmpty()) {
      repeated = Optional.of(new Repeated(path, position(start)));
    }
    at++;
    value(path, depth);
  }

  /** Reads a dotted key and the space after it; notes where each of its parts stands. */
  private KeyPath key(KeyPath outer) {
    KeyPath path = outer;
    while (true) {
      skipSpace();
      int start = at;
      String name = keyPart();
      if (!sure) {
        return path;
      }
      path = path.child(name);
      offsets.putIfAbsent(path, start);
      skipSpace();
      if (at >= text.length() || text.charAt(at) != '.') {
        return path;
      }
      at++;
      // A name on the way that is an array of tables means its latest entry.
      Integer seen = tablesSeen.get(path);
      if (seen != null) {
        path = path.item(seen - 1);
      }
    }
  }

  private String keyPart() {
    char quote = at < text.length() ? text.charAt(at) : '\n';
    int start = at;
    if (quote == '"' || quote == '\'') {
      int end = text.indexOf(quote, at + 1);
      String name = end < 0 ? "\n" : text.substring(at + 1, end);
      sure = name.indexOf('\n') < 0 && (quote == '\'' || name.indexOf('\\') < 0);
      at = end + 1;
      return name;
    }
    while (at < text.length() && KeyPath.isBare(text.charAt(at))) {
      at++;
    }
    sure = at > start;
    return text.substring(start, at);
  }

  private void value(KeyPath path, int depth) {
    skipSpace();
    if (depth > DEEPEST || at >= text.length()) {
      sure = false;
      return;
    }
    switch (text.charAt(at)) {
      case '"', '\'' -> string();
      case '[' -> array(path, depth);
      case '{' -> inlineTable(path, depth);
      default -> {
        while (at < text.length() && ",]}#\n\r".indexOf(text.charAt(at)) < 0) {
          at++;
        }
      }
    }
  }

  private void array(KeyPath path, int depth) {
    at++;
    for (int index = 0; sure; index++) {
      skipBlank(true);
      if (take(']')) {
        return;
      }
      offsets.putIfAbsent(path.item(index), at);
      value(path.item(index), depth + 1);
      skipBlank(true);
      sure = sure && (take(',') || stands(']'));
    }
  }

  private void inlineTable(KeyPath path, int depth) {
    at++;
    while (sure) {
      skipSpace();
      if (take('}')) {
        return;
      }
      assignment(path, depth + 1);
      skipSpace();
      sure = sure && (take(',') || stands('}'));
    }
  }

  private void string() {
    String quote = text.substring(at, at + 1);
    boolean escapes = quote.equals("\"");
    boolean lines = text.startsWith(quote.repeat(3), at);
    String close = lines ? quote.repeat(3) : quote;
    at += close.length();
    while (at < text.length() && !text.startsWith(close, at)) {
      at += escapes && text.charAt(at) == '\\' ? 2 : 1;
    }
    at += close.length();
    // Up to two quotes may stand right before the closing three.
    while (lines && at < text.length() && text.charAt(at) == quote.charAt(0)) {
      at++;
    }
    sure = at <= text.length();
  }

  private boolean stands(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private boolean take(char c) {
    if (stands(c)) {
      at++;
      return true;
    }
    return false;
  }

  private void skipSpace() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  /** Skips space and comments, and line breaks where they mean nothing. */
  private void skipBlank(boolean lines) {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == ' ' || c == '\t' || (lines && (c == '\n' || c == '\r'))) {
        at++;
      } else {
        return;
      }
    }
  }
}
