package dev.safemcp.safety.policy;

import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the policy's values from a file that the schema found right, and notes what only shows
 * when values are seen together. Used once.
 */
final class PolicyAssembly {
  private final ServerKind kind;
  private final Section file;
  private final LoadingContext context;
  private final Faults faults;

  PolicyAssembly(ServerKind kind, Section file, LoadingContext context) {
    this.kind = kind;
    this.file = file;
    this.context = context;
    this.faults = context.faults();
  }

  /** Returns the policy, or nothing where a fault was noted. */
  Optional<Policy> assemble() {
    Roots roots = Roots.read(kind, file, context);
    if (faults.none()) {
      roots.keepOut(context.file());
    }
    if (!faults.none()) {
      return Optional.empty();
    }
    Optional<Path> log =
        ConfiguredPath.read(file, "audit_log", Variables.AUDIT_LOG, context)
            .flatMap(roots::keepOut);
    Optional<Path> journal =
        ConfiguredPath.read(file.section("files"), "journal", Variables.JOURNAL, context)
            .flatMap(roots::keepOut);
    Optional<AuditPolicy.FailMode> failMode = failMode();
    RedactionPolicy redaction = redaction(file.section("redaction"));
    List<FilesPolicy.Category> categories = categories(file.section("files"));
    if (log.isPresent() && journal.isPresent()) {
      keepApart(log.get(), journal.get());
    }
    return log.isPresent() && journal.isPresent() && failMode.isPresent() && faults.none()
        ? Optional.of(
            policy(roots, log.get(), journal.get(), failMode.get(), redaction, categories))
        : Optional.empty();
  }

  private Policy policy(
      Roots roots,
      Path log,
      Path journal,
      AuditPolicy.FailMode failMode,
      RedactionPolicy redaction,
      List<FilesPolicy.Category> categories) {
    Section rotation = file.section("audit");
    AuditPolicy audit =
        new AuditPolicy(log, failMode, rotation.whole("max_bytes"), (int) rotation.whole("keep"));
    Optional<TerminalPolicy> terminal =
        roots.usable(ServerKind.TERMINAL).map(root -> terminal(root, file.section("terminal")));
    Optional<FilesPolicy> files =
        roots
            .usable(ServerKind.FILES)
            .map(root -> files(root, journal, categories, file.section("files")));
    return new Policy(
        context.file().location(),
        audit,
        redaction,
        terminal,
        files,
        Fingerprint.of(audit, redaction, terminal, files));
  }

  private Optional<AuditPolicy.FailMode> failMode() {
    String word = context.environment().getOrDefault(Variables.AUDIT_FAIL_MODE, "");
    if (word.isEmpty()) {
      return Optional.of(file.constant("audit_fail_mode", AuditPolicy.FailMode.class));
    }
    for (AuditPolicy.FailMode mode : AuditPolicy.FailMode.values()) {
      if (Section.word(mode).equals(word)) {
        return Optional.of(mode);
      }
    }
    faults.elsewhere(
        Variables.AUDIT_FAIL_MODE
            + " (audit_fail_mode) must be 'closed' or 'open', not "
            + Wording.quoted(word));
    return Optional.empty();
  }

  /** Three files that are each other's ruin when they are one. */
  private void keepApart(Path log, Path journal) {
    Optional<Path> policy = Trail.of(context.file().named()).map(Trail::end);
    if (policy.filter(log::equals).isPresent()) {
      faults.elsewhere(
          context.file().place(Optional.empty())
              + "audit_log names the policy file itself: name another file");
    }
    if (policy.filter(journal::equals).isPresent()) {
      faults.elsewhere(
          context.file().place(Optional.empty())
              + "files.journal names the policy file itself: name another file");
    }
    if (log.equals(journal)) {
      faults.elsewhere(
          context.file().place(Optional.empty())
              + "audit_log and files.journal name one file: name two");
    }
  }

  private RedactionPolicy redaction(Section section) {
    List<RedactionPolicy.ExtraPattern> patterns = new ArrayList<>();
    for (Section entry : section.sections("extra_patterns")) {
      String name = entry.text("name");
      switch (OperatorPattern.compile(entry.text("regex"))) {
        case OperatorPattern.Compiling.Compiled(com.google.re2j.Pattern pattern) ->
            patterns.add(new RedactionPolicy.ExtraPattern(name, pattern));
        case OperatorPattern.Compiling.Bad(String problem) ->
            faults.at(
                entry.path().child("regex"),
                "the regex of the pattern " + Wording.quoted(name) + " cannot be used: " + problem);
      }
    }
    return new RedactionPolicy(section.flag("enabled"), section.flag("entropy_fallback"), patterns);
  }

  private TerminalPolicy terminal(Path root, Section section) {
    Section limits = section.section("limits");
    return new TerminalPolicy(
        root,
        section.flag("contain_arguments"),
        new TerminalPolicy.Limits(
            (int) limits.whole("timeout_seconds"),
            (int) limits.whole("max_output_bytes"),
            (int) limits.whole("max_concurrent"),
            limits.whole("cpu_seconds"),
            limits.whole("memory_bytes"),
            limits.whole("file_bytes"),
            limits.whole("processes")),
        sandbox(section.section("sandbox")),
        section.section("allowlist").texts("commands"),
        section.section("denylist").texts("commands"),
        section.sections("rules").stream()
            .map(
                rule ->
                    new TerminalPolicy.ArgumentRule(
                        rule.text("command"), rule.texts("deny_args"), rule.text("reason")))
            .toList(),
        section.sections("examples").stream()
            .map(
                example ->
                    new TerminalPolicy.Example(example.text("command"), example.text("expect")))
            .toList());
  }

  private SandboxPolicy sandbox(Section section) {
    return new SandboxPolicy(
        section.constant("mode", SandboxPolicy.Mode.class),
        section.flag("network"),
        section.sections("grants").stream()
            .map(
                grant ->
                    new SandboxPolicy.Grant(
                        grant.text("command"),
                        paths(grant.texts("execute")),
                        paths(grant.texts("read")),
                        paths(grant.texts("write"))))
            .toList());
  }

  private List<Path> paths(List<String> texts) {
    return texts.stream().map(text -> context.file().folder().resolve(text)).toList();
  }

  private static FilesPolicy files(
      Path root, Path journal, List<FilesPolicy.Category> categories, Section section) {
    return new FilesPolicy(
        root,
        journal,
        (int) section.whole("max_plan_moves"),
        categories,
        section.sections("skip").stream()
            .map(
                skip ->
                    new FilesPolicy.SkipRule(
                        skip.constant("layer", FilesPolicy.Layer.class),
                        labels(skip.texts("when")),
                        skip.text("reason")))
            .toList());
  }

  private static Set<FilesPolicy.Label> labels(List<String> words) {
    Set<FilesPolicy.Label> labels = new LinkedHashSet<>();
    for (FilesPolicy.Label label : FilesPolicy.Label.values()) {
      if (words.contains(label.word())) {
        labels.add(label);
      }
    }
    return labels;
  }

  private List<FilesPolicy.Category> categories(Section section) {
    List<FilesPolicy.Category> categories = new ArrayList<>();
    Map<String, String> folders = new HashMap<>();
    for (Map.Entry<String, List<String>> entry : section.named("categories").entrySet()) {
      String name = entry.getKey();
      String other = folders.putIfAbsent(sameFolder(name), name);
      if (other != null) {
        KeyPath path = section.path().child("categories").child(name);
        faults.at(
            path,
            path + " is the same folder as " + Wording.quoted(other) + " where case is ignored");
      }
      Set<String> extensions = new LinkedHashSet<>();
      entry.getValue().forEach(extension -> extensions.add(extension.toLowerCase(Locale.ROOT)));
      categories.add(new FilesPolicy.Category(name, extensions));
    }
    return categories;
  }

  private static String sameFolder(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }
}
