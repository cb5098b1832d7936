package dev.safemcp.safety.policy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What an operator should know of a policy that is whole all the same. Stateless. */
final class PolicyRemarks {
  private PolicyRemarks() {}

  /** Returns them in the file's order, those on the file itself last. */
  static List<PolicyRemark> of(Section file, Policy policy, LoadingContext context) {
    List<PolicyRemark> lines =
        new ArrayList<>(NotEnforcedYet.remarks(NotEnforcedYet.KEYS, file, context.faults()));
    Section terminal = file.section("terminal");
    Set<String> allowed = new HashSet<>(terminal.section("allowlist").texts("commands"));
    idle(terminal, "rules", allowed, lines, context);
    idle(terminal.section("sandbox"), "grants", allowed, lines, context);
    writable(file, policy, lines, context);
    if (isReplaceable(context.file())) {
      String text =
          "everyone may replace the policy file, since its folder is writable by everyone";
      lines.add(
          new PolicyRemark(
              Optional.empty(),
              OptionalInt.empty(),
              text,
              context.file().place(Optional.empty()) + text));
    }
    return lines;
  }

  private static void idle(
      Section section,
      String list,
      Set<String> allowed,
      List<PolicyRemark> lines,
      LoadingContext context) {
    for (Section entry : section.sections(list)) {
      String command = entry.text("command");
      if (!allowed.contains(command)) {
        KeyPath path = entry.path().child("command");
        lines.add(
            context
                .faults()
                .remark(
                    path,
                    path
                        + " has no effect: "
                        + Wording.quoted(command)
                        + " is not on the allowlist"));
      }
    }
  }

  /** A grant may open any hole; one on the rules or the records is worth a line at every start. */
  private static void writable(
      Section file, Policy policy, List<PolicyRemark> lines, LoadingContext context) {
    if (policy.terminal().isEmpty()) {
      return;
    }
    List<Path> guarded = new ArrayList<>(List.of(context.file().named(), policy.audit().log()));
    policy.files().ifPresent(files -> guarded.add(files.journal()));
    List<SandboxPolicy.Grant> grants = policy.terminal().get().sandbox().grants();
    for (int i = 0; i < grants.size(); i++) {
      KeyPath path =
          file.section("terminal").section("sandbox").path().child("grants").item(i).child("write");
      for (Path open : grants.get(i).write()) {
        for (Path kept : guarded) {
          if (Trail.of(kept).filter(trail -> trail.touches(open)).isPresent()) {
            lines.add(
                context
                    .faults()
                    .remark(
                        path, path + " lets commands change " + Wording.quoted(kept.toString())));
          }
        }
      }
    }
  }

  private static boolean isReplaceable(PolicyFile file) {
    try {
      // The sticky bit, as on /tmp, lets nobody but the owner replace a file; mode has it on Unix.
      return Files.getPosixFilePermissions(file.folder()).contains(PosixFilePermission.OTHERS_WRITE)
          && (((Integer) Files.getAttribute(file.folder(), "unix:mode")) & 01000) == 0;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
