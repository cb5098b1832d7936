package dev.safemcp.safety.redact;

import com.google.re2j.Matcher;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.policy.RedactionPolicy.ExtraPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the secrets of a skeleton in one pass: each character may trigger the rules that begin with
 * it, and every rule looks no further than a fixed distance, so that time is linear in the text.
 *
 * <p>Immutable.
 */
final class SecretFinder {
  private static final int KEY_PAIR_DISTANCE = 512;

  private final RedactionPolicy policy;

  SecretFinder(RedactionPolicy policy) {
    this.policy = policy;
  }

  /**
   * Returns the secrets, in order, none touching another.
   *
   * @param more whether the text goes on behind its end: a token that reaches the end may then be
   *     cut
   */
  List<Span> find(String text, boolean more) {
    List<Span> found = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith(Cut.TAG, i)) {
        // What is hidden already stays as it is.
        i = Math.max(i + 1, text.indexOf(']', i, Math.min(text.length(), i + 64)));
        continue;
      }
      Optional<Span> span = at(text, i, more);
      if (span.isPresent()) {
        found.add(span.get());
        if (span.get().kind().equals("aws-access-key-id")) {
          secretKeyNear(text, span.get().end()).ifPresent(found::add);
        }
        i = Math.max(i + 1, span.get().end());
      } else {
        i++;
      }
    }
    for (ExtraPattern extra : policy.extraPatterns()) {
      Matcher matcher = extra.pattern().matcher(text);
      while (matcher.find()) {
        if (matcher.end() > matcher.start()) {
          found.add(new Span(matcher.start(), matcher.end(), extra.name()));
        }
      }
    }
    if (policy.entropyFallback()) {
      RandomWords.find(text, found);
    }
    return merged(found);
  }

  private static Optional<Span> at(String text, int i, boolean more) {
    char c = text.charAt(i);
    Optional<Span> span = Optional.empty();
    switch (c) {
      case ':' -> {
        span =
            text.startsWith("://", i)
                ? UriUserinfo.after(text, i, more)
                : Assignments.after(text, i, more);
      }
      case '=', '>' -> span = Assignments.after(text, i, more);
      case ' ', '\t' -> span = CommandFlags.before(text, i, more);
      case '-' -> span = PrivateKeys.at(text, i);
      case 'e' -> span = WebTokens.at(text, i, more);
      case 'P' -> span = PrivateKeys.putty(text, i);
      default -> {}
    }
    return span.isEmpty() && ProviderShapes.beginsWith(c) ? ProviderShapes.at(text, i, more) : span;
  }

  /**
   * An AWS secret key has no shape of its own; forty characters of base64 near an access key id are
   * one.
   */
  private static Optional<Span> secretKeyNear(String text, int from) {
    int most = Math.min(text.length(), from + KEY_PAIR_DISTANCE);
    for (int i = from; i < most; i++) {
      if (!CharSet.BASE64.has(text.charAt(i))) {
        continue;
      }
      int end = CharSet.BASE64.end(text, i, 64);
      int start = Math.max(i, text.lastIndexOf('=', Math.max(i, end - 1)) + 1);
      if (end - start == 40) {
        return Optional.of(new Span(start, end, "aws-secret-key"));
      }
      i = end;
    }
    return Optional.empty();
  }

  private static List<Span> merged(List<Span> found) {
    found.sort(
        Comparator.comparingInt(Span::start)
            .thenComparing(Comparator.comparingInt(Span::end).reversed()));
    List<Span> merged = new ArrayList<>();
    for (Span span : found) {
      if (!merged.isEmpty() && span.start() < merged.getLast().end()) {
        Span last = merged.removeLast();
        merged.add(new Span(last.start(), Math.max(last.end(), span.end()), last.kind()));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }
}
