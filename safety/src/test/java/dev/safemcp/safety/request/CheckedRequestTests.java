package dev.safemcp.safety.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckedRequestTests {
  private static final List<Parameter> PARAMETERS =
      List.of(new Parameter("command", "c", true, 10), new Parameter("cwd", "f", false, 5));

  private static void assertInvalid(@Nullable Object arguments, String said) {
    assertThat(CheckedRequest.check(PARAMETERS, Arguments.of(arguments)))
        .as("%s", arguments)
        .isInstanceOfSatisfying(
            CheckedRequest.Invalid.class, invalid -> assertThat(invalid.reason()).contains(said));
  }

  @Test
  void rightArgumentsBecomeTexts() {
    assertThat(
            CheckedRequest.check(
                PARAMETERS, Arguments.of(Map.of("command", "a \uD83D\uDE00", "cwd", "x"))))
        .isInstanceOfSatisfying(
            CheckedRequest.Valid.class,
            valid -> {
              assertThat(valid.text("command")).isEqualTo("a \uD83D\uDE00");
              assertThat(valid.optional("cwd")).contains("x");
            });
    assertThat(CheckedRequest.check(List.of(), Arguments.of(null)))
        .isInstanceOf(CheckedRequest.Valid.class);
  }

  @Test
  void everyFaultIsNamed() {
    Map<String, @Nullable Object> nothing = new HashMap<>();
    nothing.put("command", null);
    assertInvalid(null, "'command' is missing");
    assertInvalid(Map.of(), "'command' is missing");
    assertInvalid(nothing, "'command' must be a string");
    for (Object wrong : List.of(7, 1.5, true, List.of("ls"), Map.of("a", 1))) {
      assertInvalid(Map.of("command", wrong), "'command' must be a string");
    }
    assertInvalid(Map.of("command", "ls", "shell", true), "unknown argument 'shell'");
    assertInvalid(Map.of("command", "x".repeat(11)), "longer than 10 characters");
    assertInvalid(Map.of("command", "a\0b"), "NUL");
    for (String lone : List.of("\uD800", "a\uDC00", "\uDC00\uD800", "\uD83D")) {
      assertInvalid(Map.of("command", lone), "lone surrogate");
    }
    for (Object other : new ArrayList<>(List.of(List.of(1), "text", 5, true))) {
      assertInvalid(other, "arguments must be an object");
    }
    assertInvalid(Map.of("command", "ls", "x".repeat(500), 1), "unknown argument 'xxx");
  }
}
