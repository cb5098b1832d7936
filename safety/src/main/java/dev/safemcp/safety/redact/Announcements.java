package dev.safemcp.safety.redact;

import dev.safemcp.safety.redact.ValuePlace.Style;

/** Secrets that a fixed phrase of some language announces, without a name of their own. */
final class Announcements {
  private static final int SIGNATURE = 20;
  private static final int LONG_SIGNATURE = 40;
  private static final CharClass SIGNED = CharClass.of("A-Za-z0-9%+/=_-");
  private static final CharClass WORD = CharClass.of("A-Za-z0-9_.$#-");

  private Announcements() {}

  static void register(Keywords keywords) {
    // The signature of a shared access URL is the whole of its credential.
    keywords.add("sig=", Announcements::signature);
    keywords.add("Signature=", Announcements::signature);
    keywords.addIgnoringCase("pragma key", Announcements::pragma);
    keywords.addIgnoringCase("identified by", Announcements::identifiedBy);
    keywords.addIgnoringCase("convertto-securestring", Announcements::secureString);
    keywords.add("jdbc:oracle:", Announcements::oracle);
  }

  private static int signature(Scan scan, int at, int length) {
    Subject text = scan.text;
    char before = text.at(at - 1);
    boolean query = before == '?' || before == '&' || before == ';';
    if (!query && !Subject.isSpace(before) && !Subject.isQuote(before)) {
      return Rule.NOTHING;
    }
    int start = at + length;
    int end = text.skip(start, SIGNED);
    if (end - start < (query ? SIGNATURE : LONG_SIGNATURE) && !text.cutAt(end)) {
      return Rule.NOTHING;
    }
    scan.found.add(start, end, "azure-sas-signature");
    return end;
  }

  /** The clause of SQL that sets a password. */
  private static int identifiedBy(Scan scan, int at, int length) {
    Subject text = scan.text;
    int quote = text.blanks(at + length);
    // ASN.1 has the same words; SQL names the user before them.
    boolean sql = text.has(at, "IDENTIFIED") && namesUser(text, at);
    if (sql && WORD.has(text.at(quote))) {
      return bare(scan, quote);
    }
    boolean prose = text.at(quote) != '\'' && !text.has(at, "IDENTIFIED");
    return prose ? Rule.NOTHING : quoted(scan, quote);
  }

  private static boolean namesUser(Subject text, int at) {
    for (int i = text.lineStart(at, 128); i < at; i++) {
      if (text.hasIgnoringCase(i, "user ")) {
        return true;
      }
    }
    return false;
  }

  /** Oracle takes the password as a word. */
  private static int bare(Scan scan, int at) {
    Subject text = scan.text;
    int end = text.skip(at, WORD, at + Placeholders.LOOK);
    String value = text.slice(at, end);
    if (value.equals("VALUES") || value.equals("PASSWORD") || Placeholders.isPlaceholder(value)) {
      return Rule.NOTHING;
    }
    scan.found.add(at, end, SecretNames.PASSWORD.kind());
    return end;
  }

  /** SQLCipher's key. */
  private static int pragma(Scan scan, int at, int length) {
    int i = scan.text.blanks(at + length);
    return scan.text.at(i) == '=' ? quoted(scan, scan.text.blanks(i + 1)) : Rule.NOTHING;
  }

  /** PowerShell's way to write a password down. */
  private static int secureString(Scan scan, int at, int length) {
    Subject text = scan.text;
    int i = text.blanks(at + length);
    if (text.hasIgnoringCase(i, "-string")) {
      i = text.blanks(i + "-string".length());
    }
    return quoted(scan, i);
  }

  private static int quoted(Scan scan, int at) {
    ValuePlace place = ValuePlace.of(scan.text, at, Style.STATEMENT);
    if (!place.quoted() || AssignedValue.isNever(scan.text, place)) {
      return Rule.NOTHING;
    }
    AssignedValue value = AssignedValue.read(scan.text, place);
    if (!value.isSecret(SecretNames.PASSWORD)) {
      return Rule.NOTHING;
    }
    scan.found.add(value.start(), value.end(), SecretNames.PASSWORD.kind());
    return value.end();
  }

  /** {@code jdbc:oracle:thin:user/password@host}. */
  private static int oracle(Scan scan, int at, int length) {
    Subject text = scan.text;
    int driver = text.skip(at + length, WORD, at + length + 8);
    int user = text.skip(driver + 1, WORD, driver + 64);
    if (text.at(driver) != ':' || text.at(user) != '/' || user == driver + 1) {
      return Rule.NOTHING;
    }
    int end = user + 1;
    while (end < user + Placeholders.LOOK
        && text.at(end) != '@'
        && !Subject.isSpace(text.at(end))
        && !Subject.isQuote(text.at(end))) {
      end++;
    }
    boolean whole = text.at(end) == '@' || text.cutAt(end);
    if (!whole || end == user + 1 || Placeholders.isTemplate(text.slice(user + 1, end))) {
      return Rule.NOTHING;
    }
    scan.found.add(user + 1, end, SecretNames.PASSWORD.kind());
    return end;
  }
}
