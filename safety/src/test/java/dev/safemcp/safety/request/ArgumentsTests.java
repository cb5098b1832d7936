package dev.safemcp.safety.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class ArgumentsTests {
  private static final List<Parameter> PARAMETERS =
      List.of(new Parameter("text", "any", true, 10), new Parameter("note", "any", false, 10));

  static List<Object> noObjects() {
    return List.of(List.of(), List.of("a"), 5L, 1.5, "text", true);
  }

  @ParameterizedTest
  @MethodSource("noObjects")
  void whatIsNoObjectIsWrongAndKept(Object sent) {
    assertThat(Arguments.of(sent)).isEqualTo(new Arguments.NotAnObject(sent));
    assertThat(CheckedRequest.check(PARAMETERS, Arguments.of(sent)))
        .isEqualTo(
            new CheckedRequest.Invalid(
                "arguments must be an object: this tool takes 'text', 'note'"));
  }

  @Test
  void nothingAtAllIsTheEmptyObject() {
    assertThat(Arguments.of(null)).isEqualTo(new Arguments.Given(Map.of()));
    assertThat(CheckedRequest.check(List.of(), Arguments.of(null)))
        .isEqualTo(new CheckedRequest.Valid(Map.of()));
  }

  @Test
  void anObjectIsCheckedAsItStands() {
    Map<String, @Nullable Object> sent = new HashMap<>();
    sent.put("text", "hi");
    sent.put("note", null);
    assertThat(CheckedRequest.check(PARAMETERS, Arguments.of(sent)))
        .isEqualTo(new CheckedRequest.Invalid("argument 'note' must be a string"));
    sent.remove("note");
    assertThat(CheckedRequest.check(PARAMETERS, Arguments.of(sent)))
        .isEqualTo(new CheckedRequest.Valid(Map.of("text", "hi")));
  }
}
