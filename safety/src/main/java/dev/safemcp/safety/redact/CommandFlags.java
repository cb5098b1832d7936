package dev.safemcp.safety.redact;

import java.util.Optional;

/**
 * Secrets as words of a command line or of a netrc: {@code --password x}, {@code -u user:x}, {@code
 * mysql -px}, {@code password x}. Stateless.
 */
final class CommandFlags {
  private static final int LONGEST_WORD = 64;

  private CommandFlags() {}

  /** Looks at a blank: what stands before it may name what stands behind it. */
  static Optional<Span> before(String text, int blank, boolean more) {
    boolean flagBehind = text.startsWith(" -p", blank);
    boolean nameBefore = blank > 0 && CharSet.WORD.has(text.charAt(blank - 1));
    if (!flagBehind && !nameBefore) {
      return Optional.empty();
    }
    int start = blank;
    while (start > 0
        && blank - start < LONGEST_WORD
        && text.charAt(start - 1) > ' '
        && "\"'`".indexOf(text.charAt(start - 1)) < 0) {
      start--;
    }
    if (start == blank) {
      return Optional.empty();
    }
    boolean flag = text.charAt(start) == '-';
    if (!flagBehind && !flag && !text.startsWith("password", start)) {
      return Optional.empty();
    }
    String word = text.substring(start, blank);
    if (word.startsWith("--")) {
      return Assignments.afterWord(text, start, blank, more);
    }
    if (word.equals("-u") || word.equals("-U")) {
      return user(text, blank);
    }
    if (word.equals("password") && netrc(text, start)) {
      return Value.at(text, blank, true)
          .filter(value -> !Placeholders.matches(text.substring(value.start(), value.end())))
          .map(value -> new Span(value.start(), value.end(), "password"));
    }
    return mysql(text, start, blank);
  }

  /** The user and password of curl: what stands behind the colon. */
  private static Optional<Span> user(String text, int blank) {
    Optional<Value> value = Value.at(text, blank, true);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    int colon = text.indexOf(':', value.get().start());
    boolean none = colon < 0 || colon + 1 >= value.get().end() || text.startsWith("://", colon);
    if (none || Placeholders.matches(text.substring(colon + 1, value.get().end()))) {
      return Optional.empty();
    }
    return Optional.of(new Span(colon + 1, value.get().end(), "password"));
  }

  /** A netrc names a machine or a login shortly before the password. */
  private static boolean netrc(String text, int start) {
    String before = text.substring(Math.max(0, start - 256), start);
    return before.contains("login ") || before.contains("machine ") || before.contains("default");
  }

  /** {@code mysql -psecret}: a value glued to its flag, behind a program that takes it so. */
  private static Optional<Span> mysql(String text, int start, int blank) {
    int flag = blank;
    while (flag < text.length() && flag - blank < 8 && text.charAt(flag) == ' ') {
      flag++;
    }
    if (!text.startsWith("-p", flag)) {
      return Optional.empty();
    }
    String command = text.substring(Math.max(0, start - 200), blank);
    command = command.substring(command.lastIndexOf('\n') + 1);
    if (!(command.contains("mysql")
        || command.contains("mariadb")
        || command.contains("sshpass"))) {
      return Optional.empty();
    }
    return Value.at(text, flag + 2, false)
        .filter(value -> !Placeholders.matches(text.substring(value.start(), value.end())))
        .map(value -> new Span(value.start(), value.end(), "password"));
  }
}
