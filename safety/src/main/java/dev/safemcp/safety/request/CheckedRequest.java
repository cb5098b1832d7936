package dev.safemcp.safety.request;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the check of a call's arguments says. */
public sealed interface CheckedRequest {
  /**
   * Checks the arguments of a call against a tool's parameters: what is no object is wrong, the
   * rest as {@link #check(List, Map)} says.
   *
   * @param parameters what the tool takes
   * @param arguments what the client sent
   */
  static CheckedRequest check(List<Parameter> parameters, Arguments arguments) {
    return switch (arguments) {
      case Arguments.Given given -> check(parameters, given.values());
      case Arguments.NotAnObject wrong ->
          new Invalid("arguments must be an object: this tool takes " + names(parameters));
    };
  }

  /**
   * Checks arguments against a tool's parameters: none missing, none unknown, each a text within
   * its length, without NUL and without a lone surrogate.
   *
   * @param parameters what the tool takes
   * @param arguments what the client sent; null values count as wrong
   */
  static CheckedRequest check(
      List<Parameter> parameters, Map<String, ? extends @Nullable Object> arguments) {
    for (String name : arguments.keySet()) {
      if (parameters.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        return new Invalid(
            "unknown argument '"
                + ClientText.bounded(name, ClientText.NAME)
                + "': this tool takes "
                + names(parameters));
      }
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      if (!arguments.containsKey(parameter.name())) {
        if (parameter.required()) {
          return new Invalid("argument '" + parameter.name() + "' is missing: it is required");
        }
        continue;
      }
      switch (arguments.get(parameter.name())) {
        case String text -> {
          Optional<String> fault = fault(parameter, text);
          if (fault.isPresent()) {
            return new Invalid("argument '" + parameter.name() + "' " + fault.get());
          }
          texts.put(parameter.name(), text);
        }
        case null, default -> {
          return new Invalid("argument '" + parameter.name() + "' must be a string");
        }
      }
    }
    return new Valid(texts);
  }

  private static Optional<String> fault(Parameter parameter, String text) {
    if (text.codePointCount(0, text.length()) > parameter.maxLength()) {
      return Optional.of("is longer than " + parameter.maxLength() + " characters");
    }
    if (text.indexOf('\0') >= 0) {
      return Optional.of("contains a NUL character: send text without it");
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        return Optional.of(
            "contains a lone surrogate, which is no character: send well-formed Unicode");
      }
    }
    return Optional.empty();
  }

  private static String names(List<Parameter> parameters) {
    return parameters.isEmpty()
        ? "no arguments"
        : String.join(
            ", ", parameters.stream().map(parameter -> "'" + parameter.name() + "'").toList());
  }

  /**
   * The arguments are right in themselves.
   *
   * @param texts the arguments that were given, by name
   */
  record Valid(Map<String, String> texts) implements CheckedRequest {
    public Valid {
      texts = Map.copyOf(texts);
    }

    /** Returns a required argument. */
    public String text(String name) {
      return Optional.ofNullable(texts.get(name)).orElseThrow();
    }

    /** Returns an optional argument. */
    public Optional<String> optional(String name) {
      return Optional.ofNullable(texts.get(name));
    }
  }

  /**
   * The arguments are wrong in themselves.
   *
   * @param reason what is wrong, for the client
   */
  record Invalid(String reason) implements CheckedRequest {}
}
