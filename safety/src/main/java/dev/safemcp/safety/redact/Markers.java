package dev.safemcp.safety.redact;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What stands in the place of a secret: {@code [REDACTED:<kind>]}.
 *
 * <p>Within one answer equal secrets get equal markers and different ones of a kind are numbered
 * from the second on ({@code [REDACTED:password-2]}), so that a reader can still compare. One
 * instance for each answer; not thread-safe.
 */
final class Markers {
  static final String OPENING = "[REDACTED:";
  private static final int LONGEST = 96;
  private static final CharClass KIND = CharClass.of("a-z0-9-");

  private final Map<String, Map<String, String>> byKind = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  /** Notes the markers that stand in the text already: their numbers mean other secrets. */
  Markers(String text) {
    int at = text.indexOf(OPENING);
    while (at >= 0) {
      int end = endOf(text, at);
      if (end > 0) {
        taken.add(text.substring(at, end));
      }
      at = text.indexOf(OPENING, at + OPENING.length());
    }
  }

  /** Returns the marker for a secret. */
  String of(String kind, String secret) {
    Map<String, String> known = byKind.computeIfAbsent(kind, k -> new HashMap<>());
    String marker = known.get(secret);
    if (marker == null) {
      int number = known.size() + 1;
      do {
        marker = OPENING + kind + (number == 1 ? "" : "-" + number) + "]";
        number++;
      } while (!taken.add(marker));
      known.put(secret, marker);
    }
    return marker;
  }

  /** Returns where the marker that begins here ends, or -1 where none does. */
  static int endOf(CharSequence text, int at) {
    if (!startsWith(text, at)) {
      return -1;
    }
    int i = at + OPENING.length();
    int limit = Math.min(text.length(), at + LONGEST);
    while (i < limit && KIND.has(text.charAt(i))) {
      i++;
    }
    return i > at + OPENING.length() && i < text.length() && text.charAt(i) == ']' ? i + 1 : -1;
  }

  /** Returns where a marker begins that this place would cut in two, or the place itself. */
  static int startBefore(CharSequence text, int cut) {
    for (int i = cut - 1; i >= Math.max(0, cut - LONGEST); i--) {
      char c = text.charAt(i);
      if (c == '[') {
        return endOf(text, i) > cut ? i : cut;
      }
      if (c == ']' || c == '\n') {
        return cut;
      }
    }
    return cut;
  }

  private static boolean startsWith(CharSequence text, int at) {
    if (at + OPENING.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < OPENING.length(); i++) {
      if (text.charAt(at + i) != OPENING.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
