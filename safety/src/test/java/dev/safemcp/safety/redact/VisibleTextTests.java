package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTests {
  @Test
  void whatActsOrHidesIsWrittenOut() {
    String[][] table = {
      {"plain caf\u00e9 \uD83D\uDE00 \u2764\ufe0f", "plain caf\u00e9 \uD83D\uDE00 \u2764\ufe0f"},
      {"a\u001b[2Jb", "a\\u{1b}[2Jb"},
      {"a\u001b]52;c;aGk=\u0007b", "a\\u{1b}]52;c;aGk=\\u{7}b"},
      {"a\u001b]0;t\u001b\\b", "a\\u{1b}]0;t\\u{1b}\\b"},
      {"\u009b31mx", "\\u{9b}31mx"},
      {"a\u202etxt", "a\\u{202e}txt"},
      {"a\u200bb\ufeffc", "a\\u{200b}b\\u{feff}c"},
      {"\udb40\udc41x", "\\u{e0041}x"},
      {"\ud800x", "\\u{d800}x"},
      {"x\u001b", "x\\u{1b}"},
      {"a\rb", "a\\u{d}b"},
    };
    for (String[] row : table) {
      for (boolean lines : new boolean[] {true, false}) {
        assertThat(VisibleText.of(row[0], lines).text()).isEqualTo(row[1]);
      }
    }
  }

  @Test
  void linesAreKeptInOutputAndWrittenOutInALine() {
    assertThat(VisibleText.of("a\r\nb\n\tc", true).text()).isEqualTo("a\r\nb\n\tc");
    assertThat(VisibleText.of("a\r\nb\tc", false).text()).isEqualTo("a\\u{d}\\u{a}b\\u{9}c");
  }

  @Test
  void theSkeletonLacksWhatWasWrittenOutAndLeadsBack() {
    VisibleText text = VisibleText.of("ab\u001b[0mcd", true);
    assertThat(text.skeleton()).isEqualTo("abcd");
    assertThat(text.text().substring(text.start(1), text.end(3))).isEqualTo("b\\u{1b}[0mc");
  }

  @Test
  void aStringThatIsNeverClosedEatsNothing() {
    VisibleText text = VisibleText.of("\u001b]0;" + "x".repeat(10_000), true);
    assertThat(text.skeleton()).hasSizeGreaterThan(9_000);
  }
}
