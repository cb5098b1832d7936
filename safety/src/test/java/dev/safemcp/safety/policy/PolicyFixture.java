package dev.safemcp.safety.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.PolicyLoader.Loading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A folder with what a policy speaks of: jail/, inbox/, state/, and conf/ for the file itself. */
record PolicyFixture(Path base) {
  /** A policy with both roots and nothing else. */
  static final String MINIMAL =
      """
      [terminal]
      jail_root = "../jail"
      [files]
      workspace_root = "../inbox"
      """;

  /** A policy that says every key, each other than its default. */
  static final String FULL =
      """
      audit_log = "../state/log.jsonl"
      audit_fail_mode = "open"
      [audit]
      max_bytes = 1048576
      keep = 3
      [redaction]
      enabled = false
      entropy_fallback = true
      extra_patterns = [{ name = "internal-id", regex = "INT-[0-9]{8}" }]
      [terminal]
      jail_root = "../jail"
      contain_arguments = false
      [terminal.limits]
      timeout_seconds = 7
      max_output_bytes = 1000
      max_concurrent = 2
      cpu_seconds = 5
      memory_bytes = 1073741824
      file_bytes = 4096
      processes = 64
      [terminal.sandbox]
      mode = "required"
      network = true
      [[terminal.sandbox.grants]]
      command = "git"
      execute = ["/usr/lib/git-core"]
      read = ["/etc/gitconfig"]
      write = ["cache"]
      [terminal.allowlist]
      commands = ["ls", "git"]
      [terminal.denylist]
      commands = ["rm"]
      [[terminal.rules]]
      command = "git"
      deny_args = ["push --force", "push -f"]
      reason = "force-push rewrites shared history"
      [[terminal.examples]]
      command = "git push --force"
      expect = "POLICY_DENIED"
      [files]
      workspace_root = "../inbox"
      journal = "../state/journal.json"
      max_plan_moves = 9
      [files.categories]
      Documents = [".pdf", ".DOC"]
      "My Pictures" = [".png"]
      [[files.skip]]
      layer = "protection"
      when = ["unsafe-name"]
      reason = "never touched"
      [[files.skip]]
      layer = "restraint"
      when = ["dotfile", "installer"]
      reason = "left alone"
      """;

  static PolicyFixture in(Path folder) {
    try {
      Path base = folder.toRealPath();
      for (String name : new String[] {"jail", "inbox", "state", "conf"}) {
        Files.createDirectories(base.resolve(name));
      }
      return new PolicyFixture(base);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path file() {
    return base.resolve("conf/policy.toml");
  }

  Path path(String name) {
    return base.resolve(name);
  }

  PolicyFixture write(String text) {
    try {
      Files.writeString(file(), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads the fixture's file, named relative to the working directory, which is the base. */
  Loading load(ServerKind kind, Map<String, String> environment) {
    return PolicyLoader.load(kind, Optional.of("conf/policy.toml"), environment, base);
  }

  Loading load(String text) {
    return write(text).load(ServerKind.TERMINAL, Map.of());
  }

  static Policy policy(Loading loading) {
    assertThat(loading).isInstanceOf(Loading.Loaded.class);
    return ((Loading.Loaded) loading).policy();
  }

  static String refusal(Loading loading) {
    assertThat(loading).isInstanceOf(Loading.Refused.class);
    return ((Loading.Refused) loading).reason();
  }
}
