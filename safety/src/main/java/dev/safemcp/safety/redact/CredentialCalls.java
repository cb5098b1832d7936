package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.ValuePlace.Style;
import java.util.List;

/** Calls of libraries whose second or third string is a password by its place alone. */
final class CredentialCalls {
  private static final int FAR = 512;

  /** What is called, and which of its strings is the password, from zero. */
  private record Call(String opening, int index) {}

  private static final List<Call> CALLS =
      List.of(
          new Call("UsernamePasswordCredentials(", 1),
          new Call("PasswordAuthentication(", 1),
          new Call("NetworkCredential(", 1),
          new Call("PSCredential(", 1),
          new Call("HTTPBasicAuth(", 1),
          new Call("HTTPDigestAuth(", 1),
          new Call("BasicAuth(", 1),
          new Call("basicAuth(", 1),
          new Call("basic_auth(", 1),
          new Call("basicAuthentication(", 1),
          new Call("auth=(", 1),
          new Call("login(", 1),
          new Call("DriverManager.getConnection(", 2),
          new Call("mysql_connect(", 2),
          new Call("mysqli_connect(", 2),
          new Call("new mysqli(", 2),
          new Call("new PDO(", 2));

  private CredentialCalls() {}

  static void register(Keywords keywords) {
    for (Call call : CALLS) {
      keywords.add(call.opening(), (scan, at, length) -> look(scan, at + length, call.index()));
    }
  }

  private static int look(Scan scan, int at, int index) {
    Subject text = scan.text;
    int i = at;
    int limit = Math.min(text.length(), at + FAR);
    for (int argument = 0; argument < index; argument++) {
      ValuePlace place = ValuePlace.of(text, text.blanks(i), Style.ARGUMENT);
      if (!place.quoted()) {
        return Rule.NOTHING;
      }
      i = place.start();
      while (i < limit && text.at(i) != place.quote() && text.at(i) != '\n') {
        i++;
      }
      i = text.at(i) == place.quote() ? text.blanks(i + 1) : limit;
      if (text.at(i) != ',') {
        return Rule.NOTHING;
      }
      i++;
    }
    ValuePlace place = ValuePlace.of(text, text.blanks(i), Style.SETTING);
    if (!place.quoted() || AssignedValue.isNever(text, place)) {
      return Rule.NOTHING;
    }
    AssignedValue value = AssignedValue.read(text, place);
    if (value.end() <= value.start() || !value.isSecret(SecretNames.PASSWORD)) {
      return Rule.NOTHING;
    }
    scan.found.add(value.start(), value.end(), SecretNames.PASSWORD.kind());
    return value.end();
  }
}
