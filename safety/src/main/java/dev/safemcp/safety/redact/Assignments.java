package dev.safemcp.safety.redact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Secrets known by the name that they are given: in settings of every syntax, in code, in queries
 * of URLs, in headers and after flags. The name and its quotes stay.
 *
 * <p>Lives here: finding the name. {@link SecretNames} knows what names mean, {@link
 * AssignmentSyntax} where the value begins, {@link AssignedValue} whether it is a secret.
 */
final class Assignments {
  private static final int LONGEST_NAME = 80;
  private static final List<String> KEYWORDS =
      List.of(
          "pass",
          "pwd",
          "psw",
          "pw",
          "secret",
          "token",
          "key",
          "auth",
          "cred",
          "psk",
          "pat",
          "signature",
          "senha",
          "kennwort",
          "contrasena",
          "wachtwoord",
          "requirepass");
  private static final CharClass NAME = CharClass.of("A-Za-z0-9_.$-");
  private final ProviderShapes shapes;

  Assignments(ProviderShapes shapes) {
    this.shapes = shapes;
  }

  void register(Keywords keywords) {
    for (String keyword : KEYWORDS) {
      keywords.addIgnoringCase(keyword, this::look);
    }
  }

  private int look(Scan scan, int at, int length) {
    if (at < scan.namesJudgedTo) {
      return Rule.NOTHING;
    }
    Subject text = scan.text;
    int start = text.skipBack(at, NAME, at - LONGEST_NAME);
    int end = text.skip(at, NAME, at + LONGEST_NAME);
    scan.namesJudgedTo = end;
    while (end > at && (text.at(end - 1) == '.' || text.at(end - 1) == '-')) {
      end--;
    }
    if (end - start >= LONGEST_NAME + length) {
      return Rule.NOTHING;
    }
    ValuePlace place = AssignmentSyntax.valueOf(text, start, end);
    if (place == null || AssignedValue.isNever(text, place)) {
      return Rule.NOTHING;
    }
    String name = text.slice(start, end);
    // Alone it is the working directory; in a connection string it is not.
    boolean connection = name.equals("PWD") && text.at(start - 1) == ';';
    SecretNames.Meaning meaning = connection ? SecretNames.PASSWORD : meaning(text, start, name);
    if (meaning == null || (place.afterSpace() && !isBareWordAllowed(meaning, name, place))) {
      return Rule.NOTHING;
    }
    if (isTestReport(text, start, end, place) || isCoordinate(text, start, end, place)) {
      return Rule.NOTHING;
    }
    AssignedValue value = AssignedValue.read(text, place);
    boolean itself = name.endsWith(text.slice(value.start(), value.end()));
    if (value.end() <= value.start() || itself || !value.isSecret(meaning)) {
      return Rule.NOTHING;
    }
    String kind = shapes.kindAt(text, value.start(), value.end());
    scan.found.add(value.start(), value.end(), kind == null ? meaning.kind() : kind);
    return value.end();
  }

  /** What a name means, with the word before it where it is written in two. */
  private static SecretNames.@Nullable Meaning meaning(Subject text, int start, String name) {
    SecretNames.Meaning meaning = SecretNames.meaningOf(name);
    if (meaning != null || text.at(start - 1) != ' ' || !name.equalsIgnoreCase("key")) {
      return meaning;
    }
    int word = text.skipBack(start - 1, CharClass.ALNUM, start - 16);
    int first = text.skipBack(word - 1, CharClass.ALNUM, word - 16);
    return SecretNames.meaningOf(text.slice(text.at(word - 1) == ' ' ? first : word, start + 3));
  }

  /** {@code PASS: test_one}. */
  private static boolean isTestReport(Subject text, int start, int end, ValuePlace place) {
    return place.style() == ValuePlace.Style.COLON && text.slice(start, end).equals("PASS");
  }

  /** {@code org.example.token:token-api:1.2.3}. */
  private static boolean isCoordinate(Subject text, int start, int end, ValuePlace place) {
    if (place.quoted() || place.style() != ValuePlace.Style.COLON || place.start() != end + 1) {
      return false;
    }
    if (text.at(start - 1) == ':') {
      return true; // a part of a resource name
    }
    int next = text.skip(place.start(), CharClass.NAME, place.start() + LONGEST_NAME);
    return text.at(next) == ':' && text.slice(start, end).indexOf('.') > 0;
  }

  private static boolean isBareWordAllowed(
      SecretNames.Meaning meaning, String name, ValuePlace place) {
    return place.style() != ValuePlace.Style.STATEMENT
        || (meaning.trust() == SecretNames.Trust.ANY_VALUE && name.length() > 6);
  }
}
