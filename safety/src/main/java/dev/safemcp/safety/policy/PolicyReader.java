package dev.safemcp.safety.policy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.policy.RedactionPolicy.ExtraPattern;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Turns the file's tables and the environment into a policy, or refuses at the first fault. */
final class PolicyReader {
  private final ServerKind kind;
  private final PolicyFile file;
  private final Overrides overrides;

  PolicyReader(ServerKind kind, PolicyFile file, Overrides overrides) {
    this.kind = kind;
    this.file = file;
    this.overrides = overrides;
  }

  Policy read() throws Refusal {
    Section root = Section.root(TomlDocument.parse(file.name(), file.text()));
    Section terminal = root.section("terminal");
    Section files = root.section("files");
    Optional<Path> jail = place(terminal, "jail_root", "SAFE_MCP_JAIL_ROOT");
    Optional<Path> workspace = place(files, "workspace_root", "SAFE_MCP_WORKSPACE_ROOT");
    AuditPolicy audit = audit(root);
    RedactionPolicy redaction = redaction(root.section("redaction"));
    TerminalReader terminalReader = new TerminalReader(terminal, this::path);
    FilesReader filesReader = new FilesReader(files, filesJournal(files));
    Optional<Path> jailRoot = usableRoot(terminal, "jail_root", jail, ServerKind.TERMINAL);
    Optional<Path> workspaceRoot = usableRoot(files, "workspace_root", workspace, ServerKind.FILES);
    Optional<TerminalPolicy> terminalPolicy = terminalReader.read(jailRoot);
    Optional<FilesPolicy> filesPolicy = filesReader.read(workspaceRoot);
    root.nothingElse();

    List<Path> roots = new ArrayList<>();
    jail.map(Border::resolve).ifPresent(roots::add);
    workspace.map(Border::resolve).ifPresent(roots::add);
    Border.outside(root, "audit_log", audit.log(), roots);
    Border.outside(files, "journal", filesReader.journal(), roots);
    Border.policyFile(file.name(), file.path(), roots);
    return new Policy(
        file.path(),
        audit,
        redaction,
        terminalPolicy,
        filesPolicy,
        Fingerprint.of(audit, redaction, terminalPolicy, filesPolicy));
  }

  private Optional<Path> place(Section section, String key, String variable) throws Refusal {
    Optional<Path> fromFile = Optional.empty();
    Optional<String> text = section.text(key);
    if (text.isPresent()) {
      if (text.get().isBlank()) {
        throw section.refuse(key, "is empty: name a folder");
      }
      fromFile = Optional.of(path(section, key, text.get()));
    }
    Optional<Path> fromEnvironment = overrides.path(variable);
    return fromEnvironment.isPresent() ? fromEnvironment : fromFile;
  }

  /** Returns the root where it can be used; the root of the server that is starting must be. */
  private Optional<Path> usableRoot(
      Section section, String key, Optional<Path> root, ServerKind owner) throws Refusal {
    if (root.isEmpty()) {
      if (owner != kind) {
        return Optional.empty();
      }
      throw section.refuse(
          key,
          "is not set: name the one folder that the "
              + kind.word()
              + " server may touch, here or in "
              + (owner == ServerKind.TERMINAL ? "SAFE_MCP_JAIL_ROOT" : "SAFE_MCP_WORKSPACE_ROOT"));
    }
    if (owner != kind && !java.nio.file.Files.isDirectory(root.get())) {
      return Optional.empty();
    }
    return Optional.of(Border.root(section, key, root.get()));
  }

  private AuditPolicy audit(Section root) throws Refusal {
    Optional<Path> log = overrides.path("SAFE_MCP_AUDIT_LOG");
    Path fromFile = path(root, "audit_log", root.text("audit_log").orElse("audit.jsonl"));
    Optional<String> mode = overrides.text("SAFE_MCP_AUDIT_FAIL_MODE");
    FailMode failMode = root.word("audit_fail_mode", FailMode.class, FailMode.CLOSED);
    if (mode.isPresent()) {
      failMode =
          switch (mode.get()) {
            case "closed" -> FailMode.CLOSED;
            case "open" -> FailMode.OPEN;
            default ->
                throw new Refusal(
                    "SAFE_MCP_AUDIT_FAIL_MODE is '" + mode.get() + "': it must be closed or open");
          };
    }
    Section audit = root.section("audit");
    AuditPolicy policy =
        new AuditPolicy(
            log.orElse(fromFile),
            failMode,
            audit.number("max_bytes", 64L << 20, 4096, 1L << 40),
            (int) audit.number("keep", 10, 0, 1000));
    audit.nothingElse();
    return policy;
  }

  private RedactionPolicy redaction(Section section) throws Refusal {
    boolean enabled = section.flag("enabled", true);
    boolean entropy = section.flag("entropy_fallback", false);
    List<ExtraPattern> patterns = new ArrayList<>();
    for (Section entry : section.sections("extra_patterns")) {
      String name = entry.requiredText("name", "give the pattern a name, such as 'internal-id'");
      if (!name.matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?") || name.length() > 40) {
        throw entry.refuse(
            "name", "is '" + name + "': use lower-case letters, digits and dashes, at most 40");
      }
      String regex = entry.requiredText("regex", "say what '" + name + "' looks like");
      entry.nothingElse();
      try {
        Pattern pattern = Pattern.compile(regex);
        if (pattern.matches("")) {
          throw entry.refuse(
              "regex",
              "of '" + name + "' matches the empty text: make it need at least one character");
        }
        patterns.add(new ExtraPattern(name, pattern));
      } catch (PatternSyntaxException fault) {
        throw entry.refuse(
            "regex",
            "of '"
                + name
                + "' is no pattern that runs in linear time ("
                + fault.getDescription().toLowerCase(Locale.ROOT)
                + "): mend it; backreferences and lookaround are not supported");
      }
    }
    section.nothingElse();
    return new RedactionPolicy(enabled, entropy, patterns);
  }

  private Path filesJournal(Section files) throws Refusal {
    Path fromFile = path(files, "journal", files.text("journal").orElse("organizer-journal.json"));
    return overrides.path("SAFE_MCP_FILES_JOURNAL").orElse(fromFile);
  }

  /** Resolves a path of the file against the file's folder. */
  private Path path(Section section, String key, String text) throws Refusal {
    if (text.isBlank()) {
      throw section.refuse(key, "is empty: name a path");
    }
    try {
      return file.path().toAbsolutePath().resolveSibling(text);
    } catch (InvalidPathException fault) {
      throw section.refuse(key, "is '" + text + "', which is no path");
    }
  }
}
