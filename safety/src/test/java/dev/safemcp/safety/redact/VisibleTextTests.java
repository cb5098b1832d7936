package dev.safemcp.safety.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

@SuppressWarnings("StringConcatToTextBlock") // the formatter breaks rows of cases
class VisibleTextTests {
  private final Redactor redactor = Redactor.of(RedactionPolicy.standard());

  private String output(String text) {
    return redactor.output(text.getBytes(StandardCharsets.UTF_8), false, 1 << 20).text();
  }

  @Test
  void escapeSequencesAreWrittenOut() {
    assertThat(output("a\u001b[2J\u001b]52;c;aGk=\u0007b"))
        .isEqualTo("a\\u{1b}[2J\\u{1b}]52;c;aGk=\\u{7}b");
    assertThat(output("\u009b31mx\u009d0;t\u009c")).isEqualTo("\\u{9b}31mx\\u{9d}0;t\\u{9c}");
  }

  @Test
  void whatIsInvisibleIsWrittenOut() {
    assertThat(output("a\u202eb\u200bc\u2066d\udb40\udc41e\u2028f\ufffag\u00adh"))
        .isEqualTo("a\\u{202e}b\\u{200b}c\\u{2066}d\\u{e0041}e\\u{2028}f\\u{fffa}g\\u{ad}h");
    assertThat(redactor.line("x\ud800y").text()).isEqualTo("x\\u{d800}y");
  }

  @Test
  void textStays() {
    String text = "é\tÄ\r\n漢字 \u2764\ufe0f \ud83d\ude00 C:\\users\\u{x} \\u{41}\n";
    assertThat(output(text)).isEqualTo(text);
  }

  @Test
  void aLoneCarriageReturnIsWrittenOut() {
    assertThat(output("50%\r60%\r\n")).isEqualTo("50%\\u{d}60%\r\n");
  }

  @Test
  void aLineStaysOne() {
    assertThat(redactor.line("a\nb\tc\r\nd").text()).isEqualTo("a\\u{a}b\\u{9}c\\u{d}\\u{a}d");
  }

  @Test
  void bytesThatAreNoTextBecomeReplacementCharacters() {
    byte[] bytes = {'a', (byte) 0xff, 'b', (byte) 0xc3};
    assertThat(redactor.output(bytes, false, 100).text()).isEqualTo("a\ufffdb\ufffd");
    assertThat(redactor.output(bytes, true, 100).text()).startsWith("a\ufffdb\n[truncated:");
  }

  @Test
  void noCodePointThatActsIsLeft() {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c <= 0x10ffff; c++) {
      if (c < 0xd800 || c > 0xdfff) {
        all.append("x").appendCodePoint(c);
      }
    }
    assertThat(
            redactor.output(all.toString().getBytes(StandardCharsets.UTF_8), false, 1 << 25).text())
        .doesNotContainPattern(
            "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n"
                + "\\t\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\x{110bd}\\x{110cd}\\x{13430}-\\x{1343f}]]");
  }
}
