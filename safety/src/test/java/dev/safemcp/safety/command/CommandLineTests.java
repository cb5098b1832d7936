package dev.safemcp.safety.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests {
  static Stream<Arguments> lines() {
    return Stream.of(
        line("ls", "ls"),
        line("  ls   -la  ", "ls", "-la"),
        line("echo 'a  b' \"c d\" e\\ f''g", "echo", "a  b", "c d", "e f" + "g"),
        line("echo ''", "echo", ""),
        line("echo '' \"\"", "echo", "", ""),
        line("echo a''b", "echo", "ab"),
        line("''", ""),
        line("s'u'do id", "sudo", "id"),
        line("s\\udo id", "sudo", "id"),
        line("\"su\"do", "sudo"),
        line("echo '\\'", "echo", "\\"),
        line("echo \"\\$HOME \\\" \\\\ \\a \\'\"", "echo", "$HOME \" \\ \\a \\'"),
        line("echo '\"' \"'\"", "echo", "\"", "'"),
        line(
            "echo $HOME ${x} * ~ ? [a] {a,b} !x",
            "echo",
            "$HOME",
            "${x}",
            "*",
            "~",
            "?",
            "[a]",
            "{a,b}",
            "!x"),
        line("echo a#b #c", "echo", "a#b", "#c"),
        line("LANG=C cat", "LANG=C", "cat"),
        line("$'sudo'", "$sudo"),
        line("echo ／etc ｒm", "echo", "／etc", "ｒm"),
        line("echo a\u00a0b", "echo", "a\u00a0b"),
        line("echo x\u200dy \u200f", "echo", "x\u200dy", "\u200f"),
        line("awk '{print $1}' a", "awk", "{print $1}", "a"),
        line("echo (a)", "echo", "(a)"));
  }

  private static Arguments line(String text, String... words) {
    return Arguments.of(text, List.of(words));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aLineSplitsAsPosixSplitsItAndNothingIsExpanded(String text, List<String> words) {
    assertThat(CommandLine.parse(text)).isEqualTo(new CommandLine.Words(words));
  }

  @ParameterizedTest
  @ValueSource(strings = {";", "|", "&", "<", ">", "`", "$("})
  void aMetacharacterIsRefusedEvenInQuotesAndNamed(String spelling) {
    for (String form :
        List.of("ls %s pwd", "ls%s", "echo '%s'", "echo \"a%sb\"", "echo \\%s", "%s", "'%s")) {
      assertThat(CommandLine.parse(form.formatted(spelling)))
          .as(form)
          .isInstanceOfSatisfying(
              CommandLine.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .isEqualTo(
                          "'"
                              + spelling
                              + "' is a shell metacharacter and refused even inside quotes:"
                              + " no shell runs here, send one plain command"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"echo $'('id", "echo $\\(id", "echo \"$\"(id", "echo '$'\"(\""})
  void aCommandSubstitutionThatQuotesPutTogetherIsRefusedToo(String text) {
    assertThat(CommandLine.parse(text)).isInstanceOf(CommandLine.Refused.class);
  }

  @Test
  void everyControlCharacterIsRefusedEvenInQuotesAndNamed() {
    IntStream.concat(
            IntStream.concat(IntStream.rangeClosed(0, 0x1F), IntStream.rangeClosed(0x7F, 0x9F)),
            IntStream.of(0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069))
        .forEach(
            character -> {
              for (String form : List.of("echo a%sb", "echo 'a%sb'", "ls%s", "%sls")) {
                String text = form.formatted(Character.toString(character));
                assertThat(CommandLine.parse(text))
                    .as("U+%04X in %s", character, form)
                    .isInstanceOfSatisfying(
                        CommandLine.Refused.class,
                        refused ->
                            assertThat(refused.reason())
                                .contains("U+%04X".formatted(character))
                                .matches("\\P{Cntrl}*"));
              }
            });
    assertThat(CommandLine.parse("a\nb"))
        .isEqualTo(
            new CommandLine.Refused(
                "the control character U+000A (newline) is refused even inside quotes:"
                    + " send one line of visible characters"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "    ", "\n", "\t "})
  void nothingIsRefused(String text) {
    assertThat(CommandLine.parse(text))
        .isEqualTo(
            new CommandLine.Refused(
                "the command is empty: send a program's name and its arguments"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 'open",
        "echo \"open",
        "echo \"open\\\"",
        "'",
        "echo \"a'b",
        "echo it's",
        "echo \"\\"
      })
  void aQuoteThatDoesNotCloseIsNoCommandLine(String text) {
    assertThat(CommandLine.parse(text))
        .isInstanceOfSatisfying(
            CommandLine.Malformed.class,
            malformed -> assertThat(malformed.reason()).contains("quote is never closed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "ls \\", "ls a\\"})
  void aBackslashBeforeNothingIsNoCommandLine(String text) {
    assertThat(CommandLine.parse(text))
        .isInstanceOfSatisfying(
            CommandLine.Malformed.class,
            malformed -> assertThat(malformed.reason()).contains("backslash"));
  }
}
