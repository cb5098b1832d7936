package dev.safemcp.safety.redact;

import java.util.List;

/** Passwords that a shell's {@code echo} hands to a program that reads them from a pipe. */
final class PipedPasswords {
  private static final int FAR = 256;
  private static final List<String> READERS =
      List.of(
          "sudo -S",
          "chpasswd",
          "passwd --stdin",
          "--password-stdin",
          "--passphrase-fd 0",
          "cryptsetup");

  private PipedPasswords() {}

  static void register(Keywords keywords) {
    for (String reader : READERS) {
      keywords.add(reader, PipedPasswords::look);
    }
  }

  private static int look(Scan scan, int at, int length) {
    Subject text = scan.text;
    int line = text.lineStart(at, FAR);
    int pipe = at;
    while (pipe > line && text.at(pipe) != '|') {
      pipe--;
    }
    int echo = pipe;
    while (echo > line && !text.has(echo, "echo ") && !text.has(echo, "printf ")) {
      echo--;
    }
    if (text.at(pipe) != '|' || text.at(echo + 1) == '\0') {
      return Rule.NOTHING;
    }
    int start = text.blanks(text.skip(echo, CharClass.of("a-z"), echo + 8));
    if (text.has(start, "-n ") || text.has(start, "-e ")) {
      start = text.blanks(start + 2);
    }
    int end = pipe;
    while (end > start && Subject.isSpace(text.at(end - 1))) {
      end--;
    }
    if (end > start + 1 && Subject.isQuote(text.at(start)) && text.at(end - 1) == text.at(start)) {
      start++;
      end--;
    }
    if (text.has(at, "chpasswd")) {
      int colon = text.skip(start, CharClass.NAME, end);
      start = text.at(colon) == ':' ? colon + 1 : end;
    }
    boolean echoed = text.has(echo, "echo ") || text.has(echo, "printf ");
    if (!echoed || end <= start || Placeholders.isPlaceholder(text.slice(start, end))) {
      return Rule.NOTHING;
    }
    scan.found.add(start, end, SecretNames.PASSWORD.kind());
    return Rule.NOTHING;
  }
}
