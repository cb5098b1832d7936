package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way to read a visible text: with what hides left out, or with escapes decoded. Knows for each
 * of its characters where it stands in the visible text.
 *
 * <p>Immutable.
 */
final class View {
  private final char[] chars;
  private final int @Nullable [] offsets;

  /** How long each character is where it stands, if not one. */
  private final byte @Nullable [] widths;

  private View(char[] chars, int @Nullable [] offsets, byte @Nullable [] widths) {
    this.chars = chars;
    this.offsets = offsets;
    this.widths = widths;
  }

  /** Returns the view that is the text itself. */
  static View identity(String text) {
    return new View(text.toCharArray(), null, null);
  }

  Subject subject(boolean more) {
    return new Subject(chars, more);
  }

  /** Returns the stretches of the visible text that these findings cover. */
  List<Span> inVisibleText(List<Span> spans) {
    if (offsets == null) {
      return spans;
    }
    List<Span> mapped = new ArrayList<>();
    for (Span span : spans) {
      int start = span.start();
      int end = span.end();
      // A break that is written out is longer than one character: it never ends a stretch.
      while (end > start && Subject.isSpace(chars[end - 1])) {
        end--;
      }
      while (start < end && Subject.isSpace(chars[start])) {
        start++;
      }
      if (end > start) {
        mapped.add(new Span(offsets[start], lastOffset(end - 1) + 1, span.kind()));
      }
    }
    return mapped;
  }

  /** A decoded character covers the whole of its escape. */
  private int lastOffset(int index) {
    int @Nullable [] known = offsets;
    if (known == null) {
      return index;
    }
    byte @Nullable [] wide = widths;
    return known[index] + (wide == null ? 0 : wide[index] - 1);
  }

  /**
   * Returns this view with {@code %41}, {@code \x41}, <code>\&#117;0041</code> and the entities of
   * HTML decoded, or null where there are none.
   */
  @Nullable View decoded() {
    if (!mayHoldEscapes()) {
      return null;
    }
    char[] out = new char[chars.length];
    int[] offs = new int[chars.length];
    byte[] wide = new byte[chars.length];
    int n = 0;
    boolean any = false;
    int i = 0;
    while (i < chars.length) {
      int length = escapeLength(i);
      int value = length == 0 ? -1 : escapeValue(i, length);
      boolean shown = (value >= 0x20 && value < 0x7f) || value == '\n' || value == '\r';
      if (!shown) {
        length = 1;
        value = chars[i];
      }
      any |= length > 1;
      out[n] = (char) value;
      offs[n] = offsets == null ? i : offsets[i];
      wide[n] = (byte) length;
      n++;
      i += length;
    }
    if (!any) {
      return null;
    }
    return new View(Arrays.copyOf(out, n), offs, wide);
  }

  private boolean mayHoldEscapes() {
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      if ((c == '%' || c == '\\' || c == '&') && escapeLength(i) > 0) {
        return true;
      }
    }
    return false;
  }

  private static int digits(int length) {
    return length == 6 ? 4 : 2;
  }

  private int escapeValue(int at, int length) {
    if (chars[at] == '&') {
      return Entities.value(chars, at, length);
    }
    return hex(at + length - digits(length), digits(length));
  }

  private int escapeLength(int at) {
    char c = chars[at];
    if (c == '&') {
      return Entities.length(chars, at);
    }
    if (c == '%') {
      return hex(at + 1, 2) < 0 ? 0 : 3;
    }
    if (c != '\\' || at + 1 >= chars.length) {
      return 0;
    }
    char next = chars[at + 1];
    if (next == 'u') {
      return hex(at + 2, 4) < 0 ? 0 : 6;
    }
    return next == 'x' && hex(at + 2, 2) >= 0 ? 4 : 0;
  }

  private int hex(int at, int count) {
    if (at + count > chars.length) {
      return -1;
    }
    int value = 0;
    for (int i = at; i < at + count; i++) {
      int digit = chars[i] < 128 ? Character.digit(chars[i], 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }

  /** Collects the characters of a view. Not thread-safe. */
  static final class Builder {
    private char[] chars;
    private int[] offsets;
    private int length;

    Builder(int capacity) {
      chars = new char[Math.max(16, capacity)];
      offsets = new int[chars.length];
    }

    void add(char c, int offset) {
      if (length == chars.length) {
        chars = Arrays.copyOf(chars, length * 2);
        offsets = Arrays.copyOf(offsets, length * 2);
      }
      chars[length] = c;
      offsets[length] = offset;
      length++;
    }

    /** Takes the last character back, as a backspace does on a screen. */
    void backspace() {
      if (length > 0 && chars[length - 1] != '\n') {
        boolean pair = length > 1 && Character.isLowSurrogate(chars[length - 1]);
        length -= pair ? 2 : 1;
      }
    }

    View build() {
      return new View(Arrays.copyOf(chars, length), offsets, null);
    }
  }
}
