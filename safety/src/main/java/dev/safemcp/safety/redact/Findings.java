package dev.safemcp.safety.redact;

import java.util.ArrayList;
import java.util.List;

/** Collects what the rules find in one subject. Not thread-safe. */
final class Findings {
  private final List<Span> spans = new ArrayList<>();

  /** Adds a stretch; an empty one is nothing. */
  void add(int start, int end, String kind) {
    if (end > start) {
      spans.add(new Span(start, end, kind));
    }
  }

  /** Returns whether nothing was found. */
  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Returns what was found, in the order of finding. */
  List<Span> spans() {
    return spans;
  }
}
