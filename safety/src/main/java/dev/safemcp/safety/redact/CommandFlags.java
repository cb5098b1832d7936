package dev.safemcp.safety.redact;

import java.util.List;

/** Passwords after the short flags of well-known programs, where the program gives them meaning. */
final class CommandFlags {
  private static final int LINE = 4096;
  private static final int LONGEST_BUNDLE = 8;
  private static final CharClass LETTER = CharClass.of("A-Za-z");

  /** Where a flag's secret stands. */
  private enum Form {
    /** In the next word. */
    NEXT,
    /** In the same word, behind the flag. */
    ATTACHED,
    /** In the next word or the same, behind the first colon. */
    USER_PASSWORD,
    /** In the next word, behind the first percent sign. */
    USER_PERCENT,
    /** In the next word, behind {@code pass:}. */
    SOURCE,
    /** In the next word, where it is {@code name=value}. */
    COOKIES,
    /** In a word without a flag, between a slash and an at sign or the end. */
    USER_SLASH
  }

  /**
   * A row: after this program, and this word where one is named, this flag carries a secret.
   *
   * @param program its name
   * @param word a word that must stand before the flag, or the empty string
   * @param flag the flag
   * @param form where the secret stands
   */
  private record Row(String program, String word, String flag, Form form) {}

  private static final List<Row> TABLE =
      List.of(
          new Row("curl", "", "-u", Form.USER_PASSWORD),
          new Row("curl", "", "--user", Form.USER_PASSWORD),
          new Row("curl", "", "-U", Form.USER_PASSWORD),
          new Row("curl", "", "--proxy-user", Form.USER_PASSWORD),
          new Row("curl", "", "-b", Form.COOKIES),
          new Row("curl", "", "--cookie", Form.COOKIES),
          new Row("http", "", "-a", Form.USER_PASSWORD),
          new Row("mysql", "", "-p", Form.ATTACHED),
          new Row("mysqldump", "", "-p", Form.ATTACHED),
          new Row("mysqladmin", "", "-p", Form.ATTACHED),
          new Row("mysqlimport", "", "-p", Form.ATTACHED),
          new Row("mariadb", "", "-p", Form.ATTACHED),
          new Row("mariadb-dump", "", "-p", Form.ATTACHED),
          new Row("7z", "", "-p", Form.ATTACHED),
          new Row("sshpass", "", "-p", Form.NEXT),
          new Row("sshpass", "", "-p", Form.ATTACHED),
          new Row("redis-cli", "", "-a", Form.NEXT),
          new Row("docker", "login", "-p", Form.NEXT),
          new Row("podman", "login", "-p", Form.NEXT),
          new Row("helm", "login", "-p", Form.NEXT),
          new Row("oc", "login", "-p", Form.NEXT),
          new Row("cf", "login", "-p", Form.NEXT),
          new Row("az", "login", "-p", Form.NEXT),
          new Row("ldapsearch", "", "-w", Form.NEXT),
          new Row("ldapmodify", "", "-w", Form.NEXT),
          new Row("ldapadd", "", "-w", Form.NEXT),
          new Row("smbclient", "", "-U", Form.USER_PERCENT),
          new Row("rpcclient", "", "-U", Form.USER_PERCENT),
          new Row("openssl", "", "-passin", Form.SOURCE),
          new Row("openssl", "", "-passout", Form.SOURCE),
          new Row("openssl", "", "-pass", Form.SOURCE),
          new Row("sqlplus", "", "", Form.USER_SLASH),
          new Row("sqlldr", "", "", Form.USER_SLASH),
          new Row("expdp", "", "", Form.USER_SLASH),
          new Row("impdp", "", "", Form.USER_SLASH),
          new Row("isql", "", "-P", Form.NEXT),
          new Row("psexec", "", "-p", Form.NEXT),
          new Row("xfreerdp", "", "/p:", Form.ATTACHED),
          new Row("rdesktop", "", "-p", Form.NEXT),
          new Row("wget", "", "--password", Form.NEXT),
          new Row("openssl", "enc", "-k", Form.NEXT),
          new Row("useradd", "", "-p", Form.NEXT),
          new Row("usermod", "", "-p", Form.NEXT),
          new Row("zip", "", "-P", Form.NEXT),
          new Row("unzip", "", "-P", Form.NEXT),
          new Row("mosquitto_pub", "", "-P", Form.NEXT),
          new Row("mosquitto_sub", "", "-P", Form.NEXT),
          new Row("sqlcmd", "", "-P", Form.NEXT),
          new Row("bcp", "", "-P", Form.NEXT),
          new Row("mongo", "", "-p", Form.NEXT),
          new Row("mongosh", "", "-p", Form.NEXT),
          new Row("mongodump", "", "-p", Form.NEXT),
          new Row("ipmitool", "", "-P", Form.NEXT));

  private CommandFlags() {}

  static void register(Keywords keywords) {
    for (String program : TABLE.stream().map(Row::program).distinct().toList()) {
      List<Row> rows = TABLE.stream().filter(row -> row.program().equals(program)).toList();
      keywords.add(program + " ", (scan, at, length) -> look(scan, at, length, rows));
    }
  }

  private static int look(Scan scan, int at, int length, List<Row> rows) {
    Subject text = scan.text;
    if (at < scan.flagsSearchedTo || CharClass.NAME.has(text.at(at - 1))) {
      return Rule.NOTHING;
    }
    int lineEnd = commandEnd(text, at);
    scan.flagsSearchedTo = lineEnd;
    int[] allowedFrom = new int[rows.size()];
    for (int r = 0; r < allowedFrom.length; r++) {
      allowedFrom[r] = wordFrom(text, at + length - 1, lineEnd, rows.get(r).word);
    }
    int i = text.blanks(at + length);
    while (i < lineEnd) {
      int end = wordEnd(text, i, lineEnd);
      for (int r = 0; r < allowedFrom.length; r++) {
        if (i >= allowedFrom[r]) {
          flag(scan, rows.get(r), i, end, lineEnd);
        }
      }
      i = text.blanks(end);
      if (i == end) {
        break;
      }
    }
    return Rule.NOTHING;
  }

  private static void flag(Scan scan, Row row, int start, int end, int lineEnd) {
    Subject text = scan.text;
    int behind = behindFlag(text, row, start, end);
    if (behind < 0) {
      return;
    }
    boolean attached = end > behind;
    if (attached && text.at(behind) == '=') {
      behind++;
    } else if (attached && row.flag.startsWith("--")) {
      return;
    }
    int from = attached ? behind : text.blanks(end);
    int to = attached ? end : wordEnd(text, from, lineEnd);
    if (Subject.isQuote(text.at(from)) && to > from + 1 && text.at(to - 1) == text.at(from)) {
      from++;
      to--;
    } else if (Subject.isQuote(text.at(to - 1))) {
      to--;
    }
    switch (row.form) {
      case USER_SLASH -> userSlash(scan, from, to);
      case ATTACHED -> {
        if (attached && text.at(behind) != '-') {
          add(scan, from, to, "password");
        }
      }
      case NEXT -> {
        if (!attached && from < lineEnd && text.at(from) != '-') {
          add(scan, from, to, "password");
        }
      }
      case USER_PASSWORD -> behindSign(scan, from, to, ':');
      case USER_PERCENT -> behindSign(scan, from, to, '%');
      case SOURCE -> {
        if (text.has(from, "pass:")) {
          add(scan, from + 5, to, "password");
        }
      }
      case COOKIES -> {
        for (int i = from; i < to; i++) {
          if (text.at(i) == '=') {
            add(scan, from, to, "cookie");
            return;
          }
        }
      }
    }
  }

  /** Returns where the flag ends that the word begins with, or -1. */
  private static int behindFlag(Subject text, Row row, int start, int end) {
    if (text.has(start, row.flag)) {
      return start + row.flag.length();
    }
    // Short flags without a value may stand before it in one word.
    boolean bundle =
        row.form == Form.USER_PASSWORD
            && row.flag.length() == 2
            && text.at(start) == '-'
            && end - start <= LONGEST_BUNDLE
            && text.skip(start + 1, LETTER, end) == end
            && text.at(end - 1) == row.flag.charAt(1);
    return bundle ? end : -1;
  }

  private static void behindSign(Scan scan, int from, int to, char sign) {
    Subject text = scan.text;
    for (int i = from; i < to; i++) {
      if (text.at(i) != sign) {
        continue;
      }
      if (i + 1 == to) {
        // A key in the place of the user needs no password.
        if (Randomness.mixesDigits(text.slice(from, Math.min(i, from + Placeholders.LOOK)))) {
          add(scan, from, i, "token");
        }
      } else {
        boolean quoted = Subject.isQuote(text.at(i + 1)) && text.at(to - 1) == text.at(i + 1);
        add(scan, quoted ? i + 2 : i + 1, quoted ? to - 1 : to, "password");
      }
      return;
    }
  }

  /** {@code user/password@service}. */
  private static void userSlash(Scan scan, int start, int end) {
    Subject text = scan.text;
    int user = text.skip(start, CharClass.NAME, start + 64);
    if (user == start || text.at(start) == '-' || text.at(user) != '/' || user + 1 >= end) {
      return;
    }
    int to = user + 1;
    while (to < end && text.at(to) != '@') {
      to++;
    }
    if (text.skip(user + 1, CharClass.of("A-Za-z0-9_.$#!-"), to) == to) {
      add(scan, user + 1, to, "password");
    }
  }

  private static void add(Scan scan, int from, int to, String kind) {
    if (to <= from) {
      return;
    }
    String value = scan.text.slice(from, Math.min(to, from + Placeholders.LOOK));
    // Documentation ends its braces behind the command.
    boolean described = value.indexOf('}') > 0 && value.indexOf('{') < 0;
    if (!Placeholders.isPlaceholder(value) && !described) {
      scan.found.add(from, to, kind);
    }
  }

  /** Returns from where on the word stands before; the end where it does not stand at all. */
  private static int wordFrom(Subject text, int start, int end, String word) {
    if (word.isEmpty()) {
      return start;
    }
    for (int i = start; i < end; i++) {
      if (text.at(i) == ' ' && text.has(i + 1, word)) {
        return i + 1 + word.length();
      }
    }
    return end;
  }

  /** Returns the end of the line, or of the lines that a backslash joins. */
  private static int commandEnd(Subject text, int start) {
    int end = text.lineEnd(start, LINE);
    while (text.at(end) == '\n' && text.at(end - 1) == '\\' && end - start < LINE) {
      end = text.lineEnd(end + 1, LINE);
    }
    return end;
  }

  private static int wordEnd(Subject text, int start, int limit) {
    int i = start;
    if (text.at(i) == '\\' && text.at(i + 1) == '\n') {
      return i + 2;
    }
    char quote = '\0';
    while (i < limit) {
      char c = text.at(i);
      if (quote == '\0' && Subject.isSpace(c)) {
        return i;
      }
      if (quote == '\0' && Subject.isQuote(c)) {
        quote = c;
      } else if (c == quote) {
        quote = '\0';
      }
      i++;
    }
    return i;
  }
}
