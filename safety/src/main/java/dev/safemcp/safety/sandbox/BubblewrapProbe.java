package dev.safemcp.safety.sandbox;

import java.util.EnumMap;
import java.util.Map;

/**
 * The proof that bubblewrap works here and holds: a {@link ProbeChild} is started through it.
 * Bubblewrap itself starts nothing where it cannot make one of the namespaces or load the filter,
 * so that the child speaks is the proof of these. Stateless.
 */
final class BubblewrapProbe {
  private BubblewrapProbe() {}

  /** What the probe found. */
  sealed interface Finding {
    /** Commands can be started through it, and all but these is held. */
    record Works(Map<Hold, String> gaps) implements Finding {}

    /** Nothing can be started through it; a phrase says why. */
    record Fails(String why) implements Finding {}
  }

  /** Tries. */
  static Finding run(Bubblewrap bubblewrap) {
    return finding(ProbeChild.run(bubblewrap::trial));
  }

  static Finding finding(ProbeChild.Answer answer) {
    return switch (answer) {
      case ProbeChild.Answer.NoShell(String path) ->
          new Finding.Fails("bubblewrap could not be tried, since there is no '" + path + "'");
      case ProbeChild.Answer.Failed(String said) ->
          new Finding.Fails("bubblewrap does not work here: " + UserNamespaces.reason(said));
      case ProbeChild.Answer.Tried tried -> {
        Map<Hold, String> gaps = new EnumMap<>(Hold.class);
        tried.through().forEach(hold -> gaps.put(hold, "got through in a trial with bubblewrap"));
        yield new Finding.Works(gaps);
      }
    };
  }
}
