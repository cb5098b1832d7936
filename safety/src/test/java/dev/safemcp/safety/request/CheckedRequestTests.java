package dev.safemcp.safety.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckedRequestTests {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("command", "what to run", true, 10),
          new Parameter("cwd", "where", false, 5));

  private static void assertInvalid(
      Map<String, ? extends @Nullable Object> arguments, String reason) {
    assertThat(CheckedRequest.check(PARAMETERS, arguments))
        .isEqualTo(new CheckedRequest.Invalid(reason));
  }

  private static Map<String, @Nullable Object> with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> arguments = new HashMap<>(Map.of("command", "ls"));
    arguments.put(name, value);
    return arguments;
  }

  @Test
  void rightArgumentsAreTakenAsTheyAre() {
    assertThat(CheckedRequest.check(PARAMETERS, Map.of("command", " ls\n", "cwd", "")))
        .isInstanceOfSatisfying(
            CheckedRequest.Valid.class,
            valid -> {
              assertThat(valid.text("command")).isEqualTo(" ls\n");
              assertThat(valid.optional("cwd")).contains("");
            });
    assertThat(CheckedRequest.check(PARAMETERS, Map.of("command", "ls")))
        .isInstanceOfSatisfying(
            CheckedRequest.Valid.class, valid -> assertThat(valid.optional("cwd")).isEmpty());
  }

  @Test
  void aRequiredArgumentMustBeThere() {
    assertInvalid(Map.of(), "argument 'command' is missing: it is required");
    assertInvalid(Map.of("cwd", "x"), "argument 'command' is missing: it is required");
  }

  @Test
  void anUnknownArgumentIsNamedAndTheKnownOnesToo() {
    assertInvalid(
        with("shell", true), "unknown argument 'shell': this tool takes 'command', 'cwd'");
    assertInvalid(
        with("Command", "x"), "unknown argument 'Command': this tool takes 'command', 'cwd'");
    assertInvalid(
        with("x".repeat(65), 1),
        "unknown argument '<65 characters>': this tool takes 'command', 'cwd'");
    assertThat(CheckedRequest.check(List.of(), Map.of("x", 1)))
        .isEqualTo(
            new CheckedRequest.Invalid("unknown argument 'x': this tool takes no arguments"));
    assertThat(CheckedRequest.check(List.of(), Map.of())).isInstanceOf(CheckedRequest.Valid.class);
  }

  @Test
  void onlyAStringIsAString() {
    for (Object wrong : List.of(7, 1.5, true, List.of("ls"), Map.of("a", "b"), 'c', new byte[0])) {
      assertInvalid(with("command", wrong), "argument 'command' must be a string");
      assertInvalid(with("cwd", wrong), "argument 'cwd' must be a string");
    }
    assertInvalid(with("command", null), "argument 'command' must be a string");
    assertInvalid(with("cwd", null), "argument 'cwd' must be a string");
  }

  @Test
  void lengthIsCountedInCharactersAsTheSchemaCountsThem() {
    assertThat(CheckedRequest.check(PARAMETERS, with("command", "x".repeat(10))))
        .isInstanceOf(CheckedRequest.Valid.class);
    assertThat(CheckedRequest.check(PARAMETERS, with("command", "😀".repeat(10))))
        .isInstanceOf(CheckedRequest.Valid.class);
    assertInvalid(
        with("command", "x".repeat(11)), "argument 'command' is longer than 10 characters");
    assertInvalid(
        with("command", "😀".repeat(11)), "argument 'command' is longer than 10 characters");
    assertInvalid(with("cwd", "x".repeat(6)), "argument 'cwd' is longer than 5 characters");
  }

  @Test
  void textThatIsNoTextIsRefused() {
    for (String nul : List.of("\0", "l\0s", "ls\0")) {
      assertInvalid(
          with("command", nul),
          "argument 'command' contains a NUL character: send text without it");
    }
    for (String lone :
        List.of("\ud800", "\udc00", "a\ud800b", "\udc00\ud800", "\ud83d\ude00\ud83d", "\ude00x")) {
      assertInvalid(
          with("command", lone),
          "argument 'command' contains a lone surrogate, which is no character:"
              + " send well-formed Unicode");
    }
    assertThat(CheckedRequest.check(PARAMETERS, with("command", "\ud83d\ude00")))
        .isInstanceOf(CheckedRequest.Valid.class);
  }

  @Test
  void whatWasCheckedCannotChange() {
    Map<String, @Nullable Object> arguments = with("cwd", "sub");
    CheckedRequest.Valid valid = (CheckedRequest.Valid) CheckedRequest.check(PARAMETERS, arguments);
    arguments.put("cwd", "..");
    assertThat(valid.optional("cwd")).contains("sub");
  }
}
