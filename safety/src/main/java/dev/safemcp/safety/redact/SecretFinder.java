package dev.safemcp.safety.redact;

import dev.safemcp.safety.policy.RedactionPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the secrets of a visible text, in every way to read it. Thread-safe and immutable. */
final class SecretFinder {
  private final RedactionPolicy policy;

  SecretFinder(RedactionPolicy policy) {
    this.policy = policy;
  }

  /** The rules, built when the first text is searched. */
  private static final class Rules {
    static final Keywords ALL = all();

    private static Keywords all() {
      Keywords keywords = new Keywords();
      ProviderShapes shapes = new ProviderShapes();
      PrivateKeys.register(keywords);
      JsonWebTokens.register(keywords);
      UriUserinfo.register(keywords);
      Headers.register(keywords);
      CommandFlags.register(keywords);
      Netrc.register(keywords);
      Pgpass.register(keywords);
      KubernetesSecrets.register(keywords);
      Announcements.register(keywords);
      CredentialCalls.register(keywords);
      PipedPasswords.register(keywords);
      new Assignments(shapes).register(keywords);
      shapes.register(keywords);
      return keywords;
    }
  }

  /**
   * Returns the stretches to replace, in order, apart from each other and from markers that stand
   * in the text already.
   *
   * @param more whether the text went on after its end
   */
  List<Span> find(VisibleText visible, boolean more) {
    List<Span> found = new ArrayList<>();
    for (View view : visible.views()) {
      found.addAll(search(view, more));
      View decoded = view.decoded();
      if (decoded != null) {
        found.addAll(search(decoded, more));
      }
    }
    return found.isEmpty()
        ? found
        : outsideMarkers(visible.text(), merged(wholeCharacters(visible.text(), found)));
  }

  private List<Span> search(View view, boolean more) {
    Scan scan = new Scan(view.subject(more));
    searchAll(scan);
    if (policy.entropyFallback()) {
      HighEntropyWords.search(scan);
    }
    OperatorPatterns.search(scan, policy.extraPatterns());
    return view.inVisibleText(scan.found.spans());
  }

  /** Lets every rule of ours look. */
  static void searchAll(Scan scan) {
    Rules.ALL.search(scan);
    Base64Runs.search(scan, SecretFinder::kindInside);
  }

  private static String kindInside(String decoded) {
    Scan scan = new Scan(Subject.of(decoded, false));
    Rules.ALL.search(scan);
    return scan.found.isEmpty() ? "" : scan.found.spans().getFirst().kind();
  }

  /** A rule of the operator's may end between two surrogates; a replacement may not. */
  private static List<Span> wholeCharacters(String text, List<Span> spans) {
    return spans.stream()
        .map(
            span -> {
              int start = splitsPair(text, span.start()) ? span.start() - 1 : span.start();
              int end = splitsPair(text, span.end()) ? span.end() + 1 : span.end();
              return new Span(start, end, span.kind());
            })
        .toList();
  }

  private static boolean splitsPair(String text, int at) {
    return at > 0
        && at < text.length()
        && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
  }

  private static List<Span> merged(List<Span> spans) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(
        Comparator.comparingInt(Span::start).thenComparing(Span::end, Comparator.reverseOrder()));
    List<Span> merged = new ArrayList<>();
    @Nullable Span open = null;
    for (Span span : sorted) {
      if (open != null && span.start() < open.end()) {
        open = new Span(open.start(), Math.max(open.end(), span.end()), open.kind());
        continue;
      }
      if (open != null) {
        merged.add(open);
      }
      open = span;
    }
    if (open != null) {
      merged.add(open);
    }
    return merged;
  }

  /** Cuts markers out of the stretches; what is left counts where it has a letter or a digit. */
  private static List<Span> outsideMarkers(String text, List<Span> spans) {
    int marker = text.indexOf(Markers.OPENING);
    if (marker < 0) {
      return spans;
    }
    List<Span> outside = new ArrayList<>();
    for (Span span : spans) {
      int start = span.start();
      while (marker >= 0 && marker < span.end()) {
        int end = Markers.endOf(text, marker);
        if (end > start) {
          addPiece(outside, text, new Span(start, Math.max(start, marker), span.kind()));
          start = end;
        }
        if (end > span.end()) {
          break;
        }
        marker = text.indexOf(Markers.OPENING, marker + 1);
      }
      addPiece(outside, text, new Span(start, span.end(), span.kind()));
    }
    return outside;
  }

  private static void addPiece(List<Span> pieces, String text, Span piece) {
    for (int i = piece.start(); i < piece.end(); i++) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        pieces.add(piece);
        return;
      }
    }
  }
}
