package dev.safemcp.safety.review;

import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.FilesPolicy.SkipRule;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Looks at what the organizer files where and leaves alone. Stateless. */
final class FilesChecks {
  private FilesChecks() {}

  static void look(Subject subject) {
    subject
        .policy()
        .files()
        .ifPresent(
            files -> {
              categories(subject, files);
              skips(subject, files.skips());
            });
  }

  private static void categories(Subject subject, FilesPolicy files) {
    Map<String, String> claimed = new HashMap<>();
    for (FilesPolicy.Category category : files.categories()) {
      for (String extension : new TreeSet<>(category.extensions())) {
        String first = claimed.putIfAbsent(extension, category.name());
        if (first != null) {
          subject.warn(
              "shadowed-category",
              "files.categories." + category.name(),
              "'" + extension + "' belongs to '" + first + "' already: the first match wins",
              "leave it in one of the two");
        }
      }
    }
    if (files.categories().isEmpty()) {
      subject.note(
          "no-categories",
          "files",
          "no category claims anything: nothing moves",
          "add [files.categories]");
    }
  }

  /** Protections are asked first, then the whole list in order: the first match speaks. */
  private static void skips(Subject subject, List<SkipRule> skips) {
    Set<Label> protectedLabels = EnumSet.noneOf(Label.class);
    skips.stream()
        .filter(skip -> skip.layer() == Layer.PROTECTION)
        .forEach(skip -> protectedLabels.addAll(skip.when()));
    Map<Layer, Set<Label>> seen = new HashMap<>();
    for (int i = 0; i < skips.size(); i++) {
      SkipRule skip = skips.get(i);
      Set<Label> before =
          seen.computeIfAbsent(
              skip.layer(),
              layer ->
                  layer == Layer.RESTRAINT
                      ? EnumSet.copyOf(protectedLabels)
                      : EnumSet.noneOf(Label.class));
      if (before.containsAll(skip.when())) {
        subject.warn(
            "shadowed-skip",
            "files.skip[" + i + "]",
            "all that it matches is matched by another entry that is asked first: its reason is"
                + " never read",
            "leave it out");
      }
      before.addAll(skip.when());
    }
  }
}
