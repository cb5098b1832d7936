package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.InvisibleCharacters.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text in which nothing acts on a screen and nothing hides: escape sequences, controls and
 * invisible characters are written out.
 *
 * <p>Comes with the ways to read it that the search for secrets needs. A reader of a terminal sees
 * the text without escape sequences, and so does the first view; the second keeps what stands
 * inside the sequences, where a title or a link can carry a secret too.
 *
 * @param text the visible text
 * @param views the ways to read it
 * @param shownTo where the visible text of the first characters asked for ends
 * @param stopped whether the text was longer than the limit
 */
record VisibleText(String text, List<View> views, int shownTo, boolean stopped) {
  /** What stands as it is. */
  enum Mode {
    /** Line feeds, tabs, and carriage returns before a line feed. */
    OUTPUT,
    /** Nothing that leaves the line. */
    LINE
  }

  /**
   * Makes a text visible.
   *
   * @param raw any text, lone surrogates included
   * @param mode what stands as it is
   * @param shown an index in the raw text, to be found again as {@link #shownTo()}
   * @param limit where to stop, in characters of the visible text
   */
  static VisibleText of(String raw, Mode mode, int shown, int limit) {
    if (isVisible(raw, mode) && raw.length() <= limit) {
      return new VisibleText(raw, List.of(View.identity(raw)), shown, false);
    }
    return new Writer(raw, mode).write(shown, limit);
  }

  private static boolean isVisible(String raw, Mode mode) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c >= 0x20 && c < 0x7f && c != '\\') {
        continue;
      }
      if (!standsAsItIs(raw, i, c, mode)) {
        return false;
      }
    }
    return true;
  }

  private static boolean standsAsItIs(String raw, int at, char c, Mode mode) {
    if (c == '\\') {
      return InvisibleCharacters.rendered(raw, at) == null;
    }
    if (c == '\n' || c == '\t') {
      return mode == Mode.OUTPUT;
    }
    if (c == '\r') {
      return mode == Mode.OUTPUT && at + 1 < raw.length() && raw.charAt(at + 1) == '\n';
    }
    return !InvisibleCharacters.isInvisible(c) && !InvisibleCharacters.isKeptSelector(c);
  }

  private static final class Writer {
    private final String raw;
    private final Mode mode;
    private final StringBuilder out;
    private final View.Builder screen;
    private final View.Builder inside;
    private boolean controls;

    Writer(String raw, Mode mode) {
      this.raw = raw;
      this.mode = mode;
      this.out = new StringBuilder(raw.length() + 64);
      this.screen = new View.Builder(raw.length());
      this.inside = new View.Builder(raw.length());
    }

    VisibleText write(int shown, int limit) {
      int shownTo = -1;
      int sequenceEnd = 0;
      int i = 0;
      while (i < raw.length() && out.length() <= limit) {
        if (i >= shown && shownTo < 0) {
          shownTo = out.length();
        }
        Unit unit = InvisibleCharacters.unit(raw, i);
        if (i >= sequenceEnd && EscapeSequences.begins(unit.codePoint())) {
          sequenceEnd = EscapeSequences.end(raw, i);
        }
        write(i, unit, i < sequenceEnd ? null : screen);
        i += unit.length();
      }
      List<View> views =
          controls ? List.of(screen.build(), inside.build()) : List.of(screen.build());
      return new VisibleText(
          out.toString(), views, shownTo < 0 ? out.length() : shownTo, i < raw.length());
    }

    /** Writes one character; within a sequence the screen shows nothing of it. */
    private void write(int at, Unit unit, View.@Nullable Builder screenOrNone) {
      int c = unit.codePoint();
      int offset = out.length();
      if (unit.rendered()) {
        out.append(raw, at, at + unit.length());
      } else if (mustBeRendered(at, c)) {
        InvisibleCharacters.render(out, c);
      } else {
        out.appendCodePoint(c);
      }
      if (c == '\b') {
        controls = true;
        screen.backspace();
        return;
      }
      if (InvisibleCharacters.isLineBreak(c)) {
        add('\n', offset, screenOrNone);
      } else if (c == '\t') {
        add('\t', offset, screenOrNone);
      } else if (InvisibleCharacters.isControl(c)) {
        controls = true;
        inside.add('\0', offset);
      } else if (!InvisibleCharacters.isInvisible(c) && !InvisibleCharacters.isKeptSelector(c)) {
        for (int k = 0; k < unit.length(); k++) {
          add(out.charAt(offset + k), offset + k, screenOrNone);
        }
      }
    }

    private void add(char c, int offset, View.@Nullable Builder screenOrNone) {
      inside.add(c, offset);
      if (screenOrNone != null) {
        screenOrNone.add(c, offset);
      }
    }

    private boolean mustBeRendered(int at, int c) {
      if (c == '\n' || c == '\t') {
        return mode == Mode.LINE;
      }
      if (c == '\r' && mode == Mode.OUTPUT) {
        return at + 1 >= raw.length() || raw.charAt(at + 1) != '\n';
      }
      return InvisibleCharacters.isInvisible(c);
    }
  }
}
