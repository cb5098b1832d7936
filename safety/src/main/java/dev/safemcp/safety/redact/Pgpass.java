package dev.safemcp.safety.redact;

import java.util.List;

/** Lines of PostgreSQL's password file: host, port, database, user, password. */
final class Pgpass {
  private static final int LINE = 512;

  /** PostgreSQL's own port, those of its poolers, and those that forwarding is set up on. */
  private static final List<String> PORTS =
      List.of(
          "*", "5432", "5433", "5434", "5435", "5436", "6432", "6433", "6543", "15432", "25432",
          "25060", "25061", "54320", "54321", "54322", "55432", "26257");

  private Pgpass() {}

  static void register(Keywords keywords) {
    for (String port : PORTS) {
      keywords.add(":" + port + ":", Pgpass::look);
    }
  }

  private static int look(Scan scan, int at, int length) {
    Subject text = scan.text;
    int lineStart = text.lineStart(at, 128);
    int host = text.skip(lineStart, CharClass.of("A-Za-z0-9_./*-"), at);
    if (host != at || host == lineStart) {
      return Rule.NOTHING;
    }
    int i = at + length;
    for (int field = 0; field < 2; field++) {
      int end = text.skip(i, CharClass.of("A-Za-z0-9_.@$*-"), i + 64);
      if (end == i || text.at(end) != ':') {
        return Rule.NOTHING;
      }
      i = end + 1;
    }
    int end = text.lineEnd(i, LINE);
    for (int c = i; c < end; c++) {
      if (Subject.isSpace(text.at(c))) {
        return Rule.NOTHING;
      }
    }
    if (end == i || Placeholders.isPlaceholder(text.slice(i, end))) {
      return Rule.NOTHING;
    }
    end = text.skip(end, CharClass.of("!-~"));
    scan.found.add(i, end, "password");
    return end;
  }
}
