package dev.safemcp.safety.policy;

import java.util.OptionalInt;

/**
 * Finds the line on which a key stands. The TOML parser knows positions of syntax errors alone; a
 * wrong value of a well-formed file deserves one too.
 *
 * <p>It reads headers and {@code key = value} lines as plainly as people write them. Where a file
 * is written in another way (inline tables, quoted or dotted keys, multi-line strings), it says
 * nothing rather than something wrong.
 */
final class KeyLocator {
  private KeyLocator() {}

  /**
   * Returns the line of a key.
   *
   * @param text the file
   * @param key dotted, with {@code [n]} behind the name of an array of tables: {@code
   *     files.skip[2].layer}
   * @return the 1-based line, or nothing where it is not certain
   */
  static OptionalInt line(String text, String key) {
    int dot = key.lastIndexOf('.');
    String table = dot < 0 ? "" : key.substring(0, dot);
    String name = key.substring(dot + 1);
    if (text.contains("\"\"\"") || text.contains("'''")) {
      return OptionalInt.empty();
    }
    String current = "";
    java.util.Map<String, Integer> seen = new java.util.HashMap<>();
    int number = 0;
    for (String raw : text.split("\n", -1)) {
      number++;
      String line = raw.strip();
      if (line.startsWith("[[")) {
        int end = line.indexOf("]]");
        String header = end < 0 ? "" : line.substring(2, end).strip();
        int index = seen.merge(header, 1, Integer::sum) - 1;
        current = header + "[" + index + "]";
      } else if (line.startsWith("[")) {
        int end = line.indexOf(']');
        current = end < 0 ? "" : line.substring(1, end).strip();
      } else {
        int equals = line.indexOf('=');
        if (equals > 0 && current.equals(table) && line.substring(0, equals).strip().equals(name)) {
          return OptionalInt.of(number);
        }
        continue;
      }
      if (current.equals(key)) {
        return OptionalInt.of(number);
      }
    }
    return OptionalInt.empty();
  }
}
