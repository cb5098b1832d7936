package dev.safemcp.safety.redact;

/**
 * The secret half of an AWS key: forty characters without a prefix, known only by the key id near
 * it.
 */
final class AwsSecretKeys {
  private static final int NEAR = 400;
  private static final int LENGTH = 40;
  private static final CharClass KEY = CharClass.of("A-Za-z0-9/+");

  private AwsSecretKeys() {}

  /** Looks around a key id. */
  static void around(Scan scan, Span id) {
    Subject text = scan.text;
    int i = Math.max(scan.awsSearchedTo, id.start() - NEAR);
    if (i > 0) {
      i = text.skip(i, KEY);
    }
    int end = Math.min(text.length(), id.end() + NEAR);
    while (i < end) {
      if (!KEY.has(text.at(i))) {
        i++;
        continue;
      }
      int to = text.skip(i, KEY);
      boolean cut = text.cutAt(to) && to - i < LENGTH && i >= id.end();
      if (cut || (to - i == LENGTH && Placeholders.isMixed(text, i, to))) {
        if (!Placeholders.inBody(text, i, to)) {
          scan.found.add(i, to, "aws-secret-access-key");
        }
      }
      i = to;
    }
    scan.awsSearchedTo = Math.max(scan.awsSearchedTo, i);
  }
}
