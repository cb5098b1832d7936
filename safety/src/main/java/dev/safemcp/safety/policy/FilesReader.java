package dev.safemcp.safety.policy;

import dev.safemcp.safety.policy.FilesPolicy.Category;
import dev.safemcp.safety.policy.FilesPolicy.Label;
import dev.safemcp.safety.policy.FilesPolicy.Layer;
import dev.safemcp.safety.policy.FilesPolicy.SkipRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the tables below {@code [files]}. */
final class FilesReader {
  private final Section section;
  private final Path journal;

  FilesReader(Section section, Path journal) {
    this.section = section;
    this.journal = journal;
  }

  Path journal() {
    return journal;
  }

  /** Reads all of it, so that every fault is found; gives a policy where there is a root. */
  Optional<FilesPolicy> read(Optional<Path> root) throws Refusal {
    int maxPlanMoves = (int) section.number("max_plan_moves", 500, 1, 10_000);
    List<Category> categories = categories(section.section("categories"));
    List<SkipRule> skips = skips();
    section.nothingElse();
    return root.map(
        workspace -> new FilesPolicy(workspace, journal, maxPlanMoves, categories, skips));
  }

  private static List<Category> categories(Section section) throws Refusal {
    List<Category> categories = new ArrayList<>();
    Set<String> folded = new LinkedHashSet<>();
    for (String name : section.freeKeys()) {
      boolean plain =
          !name.isBlank()
              && !name.startsWith(".")
              && name.indexOf('/') < 0
              && name.indexOf('\\') < 0
              && name.codePoints().noneMatch(Character::isISOControl)
              && name.getBytes(java.nio.charset.StandardCharsets.UTF_8).length <= 255;
      if (!plain) {
        throw section.refuse(
            name, "is no folder name: use one plain name without a separator or a leading dot");
      }
      if (!folded.add(name.toLowerCase(Locale.ROOT))) {
        throw section.refuse(name, "differs from another category in case alone: rename one");
      }
      Set<String> extensions = new LinkedHashSet<>();
      for (String extension : section.texts(name)) {
        if (!extension.startsWith(".")
            || extension.length() < 2
            || extension.indexOf('/') >= 0
            || extension.indexOf('.', 1) >= 0) {
          throw section.refuse(
              name,
              "holds '"
                  + extension
                  + "': an extension is a dot and what follows the last dot of a name");
        }
        extensions.add(extension.toLowerCase(Locale.ROOT));
      }
      categories.add(new Category(name, extensions));
    }
    return categories;
  }

  private List<SkipRule> skips() throws Refusal {
    List<SkipRule> skips = new ArrayList<>();
    for (Section entry : section.sections("skip")) {
      String layer =
          entry.requiredText(
              "layer", "say whom it binds, 'protection' or 'restraint'; there is no default");
      Set<Label> when = EnumSet.noneOf(Label.class);
      for (String word : entry.texts("when")) {
        when.add(entry.wordOf("when", word, Label.class));
      }
      if (when.isEmpty()) {
        throw entry.refuse("when", "is missing or empty: say which entries it is about");
      }
      String reason =
          entry.requiredText(
              "reason", "say why, for the client and for whoever reads the policy next");
      skips.add(new SkipRule(entry.wordOf("layer", layer, Layer.class), when, reason));
      entry.nothingElse();
    }
    return skips;
  }
}
