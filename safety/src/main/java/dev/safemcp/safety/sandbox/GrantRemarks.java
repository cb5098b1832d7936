package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.policy.SandboxPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Holes that a grant opens, for the operator at start. Stateless. */
public final class GrantRemarks {
  private static final List<String> TELLING = List.of("sh", "bash", "busybox", "env", "python3");

  private GrantRemarks() {}

  /** Returns a line for each grant that lets a command do more than its name says. */
  public static List<String> of(SandboxPolicy policy) {
    List<String> lines = new ArrayList<>();
    for (SandboxPolicy.Grant grant : policy.grants()) {
      for (Path place : grant.execute()) {
        if (Files.isDirectory(place)) {
          TELLING.stream()
              .filter(name -> Files.isExecutable(place.resolve(name)))
              .findFirst()
              .ifPresent(
                  name ->
                      lines.add(
                          "'%s' may start everything in '%s', '%s' among it"
                              .formatted(grant.command(), place, name)));
        } else {
          ProgramClass kind = ProgramClass.of(String.valueOf(place.getFileName()), place);
          if (kind == ProgramClass.INTERPRETER
              || kind == ProgramClass.LAUNCHER
              || kind == ProgramClass.MULTI_CALL) {
            lines.add(
                "'%s' may start '%s', which %s".formatted(grant.command(), place, kind.meaning()));
          }
        }
      }
      for (Path place : grant.write()) {
        lines.add("'%s' may write outside the root: '%s'".formatted(grant.command(), place));
      }
    }
    return lines;
  }
}
