package dev.safemcp.safety.review;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Flags of well-known programs that mean the same, from their manuals. A rule that denies one of
 * them and lets another through was most likely meant for both. A table of hints: no decision rests
 * on it.
 */
final class FlagTwins {
  private static final Map<String, List<Set<String>>> TWINS =
      Map.ofEntries(
          Map.entry("git", List.of(Set.of("-f", "--force"))),
          Map.entry("sort", List.of(Set.of("-o", "--output"))),
          Map.entry("sed", List.of(Set.of("-i", "--in-place"), Set.of("-f", "--file"))),
          Map.entry("rm", List.of(Set.of("-r", "-R", "--recursive"), Set.of("-f", "--force"))),
          Map.entry("cp", List.of(Set.of("-r", "-R", "--recursive"), Set.of("-f", "--force"))),
          Map.entry("mv", List.of(Set.of("-f", "--force"))),
          Map.entry("ln", List.of(Set.of("-f", "--force"), Set.of("-s", "--symbolic"))),
          Map.entry("chmod", List.of(Set.of("-R", "--recursive"))),
          Map.entry("chown", List.of(Set.of("-R", "--recursive"))),
          Map.entry("grep", List.of(Set.of("-f", "--file"), Set.of("-r", "--recursive"))),
          Map.entry("date", List.of(Set.of("-s", "--set"), Set.of("-f", "--file"))),
          Map.entry("touch", List.of(Set.of("-r", "--reference"))),
          Map.entry("tail", List.of(Set.of("-f", "--follow"))),
          Map.entry(
              "make", List.of(Set.of("-f", "--file", "--makefile"), Set.of("-C", "--directory"))),
          Map.entry(
              "tar",
              List.of(
                  Set.of("-I", "--use-compress-program"),
                  Set.of("-x", "--extract", "--get"),
                  Set.of("-c", "--create"),
                  Set.of("-C", "--directory"),
                  Set.of("-F", "--info-script", "--new-volume-script"),
                  Set.of("-P", "--absolute-names"))),
          Map.entry(
              "curl",
              List.of(
                  Set.of("-o", "--output"),
                  Set.of("-O", "--remote-name"),
                  Set.of("-K", "--config"),
                  Set.of("-d", "--data"))),
          Map.entry(
              "wget", List.of(Set.of("-O", "--output-document"), Set.of("-i", "--input-file"))));

  private FlagTwins() {}

  /** Returns the other spellings of a flag, in order; none where none is known. */
  static List<String> of(String command, String flag) {
    TreeSet<String> others = new TreeSet<>();
    for (Set<String> twins : TWINS.getOrDefault(command, List.of())) {
      if (twins.contains(flag)) {
        others.addAll(twins);
      }
    }
    others.remove(flag);
    return new ArrayList<>(others);
  }
}
