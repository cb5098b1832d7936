package dev.safemcp.safety.redact;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Secrets in base64 (RFC 4648): a run whose decoded text holds a secret is one itself.
 *
 * <p>Long runs are found by looking at every 24th character; a run that does not begin with text is
 * left at once, so pictures and hashes cost little. One level deep.
 */
final class Base64Runs {
  private static final int SHORTEST = 24;
  private static final int FIRST = 16;
  private static final int LONGEST = 64 * 1024;

  /** Tells whether a decoded text holds a secret. */
  @FunctionalInterface
  interface Inside {
    String kindIn(String decoded);
  }

  private Base64Runs() {}

  static void search(Scan scan, Inside inside) {
    Subject text = scan.text;
    int i = SHORTEST - 1;
    while (i < text.length()) {
      if (!CharClass.BASE64.has(text.at(i))) {
        i += SHORTEST;
        continue;
      }
      int start = text.skipBack(i, CharClass.BASE64, i - SHORTEST);
      int end = text.skip(i, CharClass.BASE64);
      int discord = end - start >= SHORTEST ? discordEnd(text, start, end) : -1;
      if (discord > 0) {
        scan.found.add(start, discord, "discord-token");
        end = discord;
      } else if (end - start >= SHORTEST) {
        look(scan, start, end, inside);
      }
      i = end + SHORTEST;
    }
  }

  /** Discord's tokens begin with a user id in base64 and have no prefix; returns the end, or -1. */
  private static int discordEnd(Subject text, int start, int end) {
    char first = text.at(start);
    if (first < 'M' || first > 'O' || end - start > 28 || text.at(end) != '.') {
      return -1;
    }
    int time = text.skip(end + 1, CharClass.BASE64URL, end + 9);
    int code = text.skip(time + 1, CharClass.BASE64URL, time + 64);
    boolean shaped = time - end >= 7 && text.at(time) == '.' && code - time > 27;
    return shaped && Placeholders.isMixed(text, start, code) ? code : -1;
  }

  private static void look(Scan scan, int start, int end, Inside inside) {
    Subject text = scan.text;
    String head = decode(text, start, start + FIRST);
    if (!isText(head)) {
      return;
    }
    String kind = inside.kindIn(decode(text, start, Math.min(end, start + LONGEST)));
    if (!kind.isEmpty()) {
      int to = end;
      while (text.at(to) == '=') {
        to++;
      }
      scan.found.add(start, to, kind);
    }
  }

  private static boolean isText(String decoded) {
    return !decoded.isEmpty()
        && decoded
            .chars()
            .allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t' || c == '\r');
  }

  private static String decode(Subject text, int start, int end) {
    int length = end - start;
    // One character more than whole bytes carries nothing.
    String run = text.slice(start, length % 4 == 1 ? end - 1 : end);
    String standard = run.replace('-', '+').replace('_', '/');
    try {
      return new String(Base64.getDecoder().decode(standard), StandardCharsets.ISO_8859_1);
    } catch (IllegalArgumentException notBase64) {
      return "";
    }
  }
}
