package dev.safemcp.safety.review;

import dev.safemcp.safety.policy.FilesPolicy;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/** Looks at the roots, and at who may change the policy and the records. Stateless. */
final class PlaceChecks {
  /** Folders of the system, hier(7): a root should be below one, not one of them. */
  private static final Set<String> SYSTEM =
      Set.of(
          "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/opt", "/proc", "/root",
          "/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/var");

  private PlaceChecks() {}

  static void look(Subject subject) {
    Policy policy = subject.policy();
    Optional<Path> jail = policy.terminal().map(TerminalPolicy::jailRoot);
    Optional<Path> workspace = policy.files().map(FilesPolicy::workspaceRoot);
    jail.ifPresent(root -> broad(subject, "terminal.jail_root", root));
    workspace.ifPresent(root -> broad(subject, "files.workspace_root", root));
    if (jail.isPresent() && workspace.isPresent()) {
      overlap(subject, jail.get(), workspace.get());
    }
    changeable(subject, subject.inspection().file(), "", "the policy file", true);
    folder(subject, policy.audit().log(), "audit_log", "the audit log's folder");
    policy
        .files()
        .ifPresent(
            files -> folder(subject, files.journal(), "files.journal", "the journal's folder"));
  }

  private static void broad(Subject subject, String key, Path root) {
    Path home = Path.of(System.getProperty("user.home"));
    String kind =
        SYSTEM.contains(root.toString())
            ? "a folder of the system"
            : home.startsWith(root) ? "a home folder, keys and start-up files included" : "";
    if (!kind.isEmpty()) {
      subject.warn(
          "broad-root",
          key,
          "'" + root + "' is " + kind,
          "make a folder for this purpose and name that");
    }
  }

  private static void overlap(Subject subject, Path jail, Path workspace) {
    if (jail.startsWith(workspace) || workspace.startsWith(jail)) {
      subject.warn(
          "roots-overlap",
          "files.workspace_root",
          "the roots overlap: commands can change what the organizer files, past its rules",
          "give each server a root of its own");
    }
  }

  private static void folder(Subject subject, Path file, String key, String what) {
    Optional.ofNullable(file.getParent())
        .ifPresent(folder -> changeable(subject, folder, key, what, false));
  }

  private static void changeable(
      Subject subject, Path file, String key, String what, boolean itself) {
    try {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      boolean others = mode.contains(PosixFilePermission.OTHERS_WRITE);
      boolean sticky = (((Integer) Files.getAttribute(file, "unix:mode")) & 01000) != 0;
      if (others && !sticky) {
        subject.warn(
            "writable", key, what + " is writable by everyone", "run chmod o-w on '" + file + "'");
      } else if (mode.contains(PosixFilePermission.GROUP_WRITE)
          && !Files.getAttribute(file, "unix:gid").equals(0)) {
        subject.warn(
            "writable", key, what + " is writable by its group", "run chmod g-w on '" + file + "'");
      }
      if (itself && isOurs(file)) {
        subject.note(
            "writable",
            key,
            what + " belongs to the user that would run the server, and so do its commands",
            "let root own it, readable by that user");
      }
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      // Not there yet, or no such thing as modes on this system: nothing is known against it.
      return;
    }
  }

  /** Root may change any file, so its own say nothing. */
  private static boolean isOurs(Path file) throws IOException {
    String owner = Files.getOwner(file).getName();
    return !owner.equals("root") && owner.equals(System.getProperty("user.name"));
  }
}
