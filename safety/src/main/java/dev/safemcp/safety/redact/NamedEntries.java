package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.ValuePlace.Style;
import org.jspecify.annotations.Nullable;

/**
 * Where a name and its value are two entries: {@code name: X, value: Y}, the two elements of a
 * property list, a block of Terraform with a default.
 */
final class NamedEntries {
  private static final int GAP = 64;
  private static final int BLOCK = 256;
  private static final CharClass BETWEEN = CharClass.of(",/><\\\"'` \t\n\r");

  private NamedEntries() {}

  /**
   * Finds the value of a name.
   *
   * @param at what stands behind the name and its quote
   * @return where the value begins, or null where the next entry is no value
   */
  static @Nullable ValuePlace valueAfter(Subject text, int at) {
    ValuePlace listed = propertyList(text, at);
    if (listed != null) {
      return listed;
    }
    ValuePlace block = block(text, at);
    return block != null ? block : nextEntry(text, at);
  }

  private static @Nullable ValuePlace nextEntry(Subject text, int at) {
    int i = text.skip(at, BETWEEN, at + GAP);
    return text.hasIgnoringCase(i, "value") ? assigned(text, i + "value".length()) : null;
  }

  /** {@code "value": X} behind its word. */
  private static @Nullable ValuePlace assigned(Subject text, int at) {
    int i = text.at(at) == '\\' ? at + 1 : at;
    if (Subject.isQuote(text.at(i))) {
      i++;
    }
    i = text.blanks(i);
    if (text.at(i) != ':' && text.at(i) != '=' && text.at(i) != '>') {
      return null;
    }
    return ValuePlace.of(text, text.blanks(i + 1), Style.SETTING);
  }

  /** Apple's property lists: {@code <key>X</key><string>Y</string>}. */
  private static @Nullable ValuePlace propertyList(Subject text, int at) {
    if (!text.has(at, "</key>")) {
      return null;
    }
    int i = text.skip(at + "</key>".length(), CharClass.of(" \t\n\r"), at + GAP);
    return text.has(i, "<string>")
        ? ValuePlace.of(text, i + "<string>".length(), Style.SETTING)
        : null;
  }

  /** An object or a block behind the name, with a value or a default among its first entries. */
  private static @Nullable ValuePlace block(Subject text, int at) {
    int i = text.blanks(at);
    if (text.at(i) == ':' || text.at(i) == '=') {
      i = text.blanks(i + 1);
    }
    if (text.at(i) != '{') {
      return null;
    }
    int limit = Math.min(text.length(), i + BLOCK);
    for (i++; i < limit && text.at(i) != '{' && text.at(i) != '}'; i++) {
      boolean begins = !CharClass.NAME.has(text.at(i - 1));
      if (begins && text.has(i, "value")) {
        return assigned(text, i + "value".length());
      }
      if (begins && text.has(i, "default")) {
        return assigned(text, i + "default".length());
      }
    }
    return null;
  }
}
