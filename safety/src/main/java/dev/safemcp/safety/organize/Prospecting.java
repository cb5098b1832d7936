package dev.safemcp.safety.organize;

import dev.safemcp.safety.decision.EntryVetting;
import dev.safemcp.safety.entry.Entry;
import dev.safemcp.safety.entry.Labels;
import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.FolderAccess;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Name;
import dev.safemcp.safety.move.OpenFolders;
import dev.safemcp.safety.path.WorkspacePath;
import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.FilesPolicy.Category;
import dev.safemcp.safety.result.ResultCode;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says of one entry of the workspace root after another what a plan would do with it. Not
 * thread-safe: one for each call, since it remembers which destinations are spoken for.
 */
final class Prospecting {
  private final List<Category> categories;
  private final EntryVetting vetting;
  private final OpenFolders folders;
  private final FolderAccess ofRoot;
  private final Map<String, Optional<Prospect.Left>> obstacles = new HashMap<>();
  private final Set<String> spokenFor = new HashSet<>();

  Prospecting(FilesPolicy policy, EntryVetting vetting, OpenFolders folders) throws CallFailed {
    this.categories = policy.categories();
    this.vetting = vetting;
    this.folders = folders;
    this.ofRoot = folders.access(WorkspacePath.root());
  }

  /** Returns the category that claims a file of that name: the first in the policy's order. */
  Optional<String> category(Entry entry) {
    return entry.facts().kind() == Kind.REGULAR_FILE
        ? Labels.extension(entry.name())
            .flatMap(
                extension ->
                    categories.stream()
                        .filter(category -> category.extensions().contains(extension))
                        .map(Category::name)
                        .findFirst())
        : Optional.empty();
  }

  /**
   * Returns what the rules alone say, wherever the entry lies; empty where nothing is against it.
   */
  Optional<Prospect.Left> refusal(Entry entry) {
    return switch (vetting.unasked(entry)) {
      case EntryVetting.Verdict.Protected denied ->
          Optional.of(new Prospect.Left(ResultCode.POLICY_DENIED, denied.reason(), denied.rule()));
      case EntryVetting.Verdict.Restrained left ->
          Optional.of(
              new Prospect.Left(ResultCode.NEEDS_EXPLICIT_REQUEST, left.reason(), left.rule()));
      case EntryVetting.Verdict.Free free ->
          category(entry).isPresent() ? Optional.empty() : Optional.of(unclaimed(entry));
    };
  }

  private static Prospect.Left unclaimed(Entry entry) {
    String what =
        entry.facts().kind() == Kind.DIRECTORY
            ? "a folder"
            : Labels.extension(entry.name())
                .map(extension -> "'" + extension + "'")
                .orElse("a name without an extension");
    return new Prospect.Left(ResultCode.NEEDS_EXPLICIT_REQUEST, "no category claims " + what);
  }

  /** Returns what a plan would do with an entry of the root. */
  Prospect of(Entry entry) throws CallFailed {
    Optional<Prospect.Left> refusal = refusal(entry);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    String category = category(entry).orElseThrow();
    Optional<Prospect.Left> obstacle =
        stuck(entry.facts()).or(() -> obstacle(category, entry.facts()));
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    WorkspacePath destination =
        WorkspacePath.root().resolve(category).resolve(entry.name().visible());
    if (folders.look(destination).isPresent()) {
      return new Prospect.Left(ResultCode.OPERATION_FAILED, "'" + destination + "' already exists");
    }
    if (!spokenFor.add(folded(category, entry.name()))) {
      return new Prospect.Left(
          ResultCode.OPERATION_FAILED,
          "'"
              + destination
              + "' differs from another destination of this plan in case or normalisation only");
    }
    return new Prospect.Movable(category, destination);
  }

  /** Says what keeps the entry where it is: a move that is sure to fail is not proposed. */
  private Optional<Prospect.Left> stuck(FileFacts source) {
    return ofRoot
        .taking(source)
        .map(
            error ->
                new Prospect.Left(
                    ResultCode.OPERATION_FAILED, "it cannot leave its place: " + error.words()));
  }

  /** Says once for each category what stands where its folder is or would be made. */
  private Optional<Prospect.Left> obstacle(String category, FileFacts source) {
    return obstacles.computeIfAbsent(
        category,
        missing -> {
          WorkspacePath folder = WorkspacePath.root().resolve(category);
          try {
            return look(folder, source)
                .map(reason -> new Prospect.Left(ResultCode.OPERATION_FAILED, reason));
          } catch (CallFailed failure) {
            return Optional.of(
                new Prospect.Left(
                    ResultCode.OPERATION_FAILED, "'" + folder + "': " + failure.error().words()));
          }
        });
  }

  private Optional<String> look(WorkspacePath folder, FileFacts source) throws CallFailed {
    Optional<FileFacts> there = folders.look(folder);
    if (there.isEmpty()) {
      return Optional.empty();
    }
    if (there.get().kind() != Kind.DIRECTORY) {
      return Optional.of("'" + folder + "' is in the way: it is no folder");
    }
    if (there.get().device() != source.device() || there.get().standing().mountPoint()) {
      return Optional.of("'" + folder + "' " + FileError.EXDEV.words() + " than the workspace");
    }
    return folders.access(folder).obstacle().map(error -> "'" + folder + "': " + error.words());
  }

  /**
   * Two names that some file system takes for one never go in one plan, since a folder that is not
   * made yet cannot be asked. In the next plan the folder itself says whether the place is free.
   */
  private static String folded(String category, Name name) {
    String text = Normalizer.normalize(name.visible(), Normalizer.Form.NFC);
    return category
        + "/"
        + Normalizer.normalize(
            text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }
}
