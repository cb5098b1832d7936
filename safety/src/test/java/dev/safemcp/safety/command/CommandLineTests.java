package dev.safemcp.safety.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests {
  private static List<String> words(String text) {
    return switch (CommandLine.parse(text)) {
      case CommandLine.Words line -> line.words();
      case CommandLine.Refused refused -> throw new AssertionError(refused.reason());
      case CommandLine.Malformed malformed -> throw new AssertionError(malformed.reason());
    };
  }

  @Test
  void wordsAreSplitAsAShellSplitsThem() {
    Object[][] table = {
      {"ls -la", List.of("ls", "-la")},
      {"  ls   -l  ", List.of("ls", "-l")},
      {"echo 'a  b' \"c d\" e\\ f''g", List.of("echo", "a  b", "c d", "e fg")},
      {"echo '' \"\"", List.of("echo", "", "")},
      {"echo \"a\\\"b\\\\c\\$d\\e\"", List.of("echo", "a\"b\\c$d\\e")},
      {"echo 'a\\b'", List.of("echo", "a\\b")},
      {"s\\udo x", List.of("sudo", "x")},
      {"'l's", List.of("ls")},
      {"echo $HOME * ~ {a,b} ?", List.of("echo", "$HOME", "*", "~", "{a,b}", "?")},
      {"echo # no comment", List.of("echo", "#", "no", "comment")},
      {"echo caf\u00e9 \uD83D\uDE00", List.of("echo", "caf\u00e9", "\uD83D\uDE00")},
      {"echo $ $x", List.of("echo", "$", "$x")},
    };
    for (Object[] row : table) {
      assertThat(words((String) row[0])).as((String) row[0]).isEqualTo(row[1]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls; pwd",
        "ls | wc",
        "ls && pwd",
        "ls &",
        "echo a > b",
        "cat < a",
        "echo `pwd`",
        "echo $(pwd)",
        "echo 'a;b'",
        "echo \"a|b\"",
        "echo '$(x)'",
        "echo a\npwd",
        "echo a\rpwd",
        "echo a\tb",
        "echo \u001b[31mred",
        "ls\u0000",
        "echo \u007f",
        "echo \u0085",
        "echo \u2028x",
        "echo \u2029x"
      })
  void metacharactersAndControlsAreRefusedEvenInQuotes(String text) {
    assertThat(CommandLine.parse(text))
        .isInstanceOfSatisfying(
            CommandLine.Refused.class,
            refused -> assertThat(refused.reason()).doesNotContainPattern("[\\x00-\\x1f]"));
  }

  @Test
  void nothingAtAllIsRefusedAndOpenQuotesAreMalformed() {
    for (String empty : new String[] {"", "   "}) {
      assertThat(CommandLine.parse(empty)).isInstanceOf(CommandLine.Refused.class);
    }
    for (String open :
        new String[] {"echo 'a", "echo \"a", "echo \"a\\\"", "echo a\\", "'", "\""}) {
      assertThat(CommandLine.parse(open)).as(open).isInstanceOf(CommandLine.Malformed.class);
    }
  }
}
