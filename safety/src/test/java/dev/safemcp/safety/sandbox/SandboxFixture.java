package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.act.Cancellation;
import dev.safemcp.safety.act.CommandRunner;
import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.act.OlderKernelRunners;
import dev.safemcp.safety.act.Progress;
import dev.safemcp.safety.act.RunOutcome;
import dev.safemcp.safety.audit.Permits;
import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.decision.CommandVetting.Verdict;
import dev.safemcp.safety.kernel.RawCalls;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.path.ContainedCommands;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A root with a secret beside it, and commands that run under the kernel's half of the jail alone:
 * no argument is checked.
 */
final class SandboxFixture implements AutoCloseable {
  static final String CANARY = "canary-5b1e-outside";
  static final String PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin";
  private static final int NOBODY = 65_534;

  /** Who runs the commands, and what holds them. */
  enum User {
    /** Whoever runs the tests. */
    OWN(false, false),
    /** Somebody without privilege; the same as the first where the tests are run by such a one. */
    ORDINARY(true, false),
    /** The first, on a kernel without Landlock. */
    OWN_IN_BUBBLEWRAP(false, true),
    /** The second, on a kernel without Landlock. */
    ORDINARY_IN_BUBBLEWRAP(true, true);

    private final boolean ordinary;
    private final boolean inBubblewrap;

    User(boolean ordinary, boolean inBubblewrap) {
      this.ordinary = ordinary;
      this.inBubblewrap = inBubblewrap;
    }

    private KernelFeatures kernel() {
      KernelFeatures here = KernelFeatures.ofThisMachine();
      return inBubblewrap ? here.withLandlockAbi(0) : here;
    }
  }

  final Path base;
  final Path root;
  final Path outside;
  final Path secret;
  final User user;
  final TerminalPolicy policy;
  final CommandVetting vetting;
  final CommandRunner runner;

  SandboxFixture(
      Path folder, User user, List<String> commands, boolean network, SandboxPolicy.Grant... grants)
      throws IOException {
    this(
        folder,
        user,
        commands,
        new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, network, List.of(grants)));
  }

  SandboxFixture(Path folder, User user, List<String> commands, SandboxPolicy sandboxPolicy)
      throws IOException {
    this.user = user;
    base = Files.createDirectories(folder.resolve("base")).toRealPath();
    root = Files.createDirectories(base.resolve("root"));
    outside = Files.createDirectories(base.resolve("outside"));
    secret = Files.writeString(outside.resolve("secret.txt"), CANARY + "\n");
    // Open to everybody: what holds is the kernel's rules, not permissions.
    for (Path open : List.of(folder, base, root, outside)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-rw-rw-"));
    own(root);
    policy =
        new TerminalPolicy(
            root,
            false,
            new TerminalPolicy.Limits(10, 65_536, 0, 0, 0, 0, 0),
            sandboxPolicy,
            commands,
            List.of(),
            List.of(),
            List.of());
    List<String> searchPath = List.of(PATH.split(":"));
    vetting = CommandVetting.of(policy, searchPath);
    Confinement sandbox =
        switch (Sandbox.of(policy, vetting.executables(), user.kernel())) {
          case Sandbox.Making.Ready ready -> ready.confinement();
          case Sandbox.Making.Refused refused -> {
            Assumptions.assumeFalse(user.inBubblewrap, refused.reason());
            throw new AssertionError(refused.reason());
          }
        };
    Confinement confinement = user.ordinary && isRoot() ? new AsOrdinaryUser(sandbox) : sandbox;
    runner =
        user.inBubblewrap
            ? OlderKernelRunners.of(policy, searchPath, confinement)
            : CommandRunner.of(policy, searchPath, confinement);
    runner.warmUp();
  }

  /** The thread that starts all others becomes the ordinary user first. */
  private record AsOrdinaryUser(Confinement sandbox) implements Confinement {
    @Override
    public Optional<String> confineThisThread(ContainedCommand command) {
      return Optional.of("the thread is not one of the ordinary user's");
    }

    @Override
    public Confinement onStarterOfThreads() {
      RawCalls.becomeOrdinaryUser(NOBODY);
      return sandbox.onStarterOfThreads();
    }
  }

  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Returns whether a program of that name is on this machine. */
  boolean has(String name) {
    return vetting.executables().containsKey(name);
  }

  /** What a run left. */
  record Run(int status, String stdout, String stderr) {
    String all() {
      return stdout + stderr;
    }
  }

  /** Runs a command in the root. */
  Run run(List<String> words) {
    return switch (vetting.vet(words)) {
      case Verdict.Vetted(var command) ->
          switch (runner.run(
              ContainedCommands.of(command, root, ""),
              Permits.any(),
              Progress.NONE,
              new Cancellation())) {
            case RunOutcome.Exited exited ->
                new Run(
                    exited.status(),
                    new String(exited.stdout().bytes(), StandardCharsets.UTF_8),
                    new String(exited.stderr().bytes(), StandardCharsets.UTF_8));
            case RunOutcome other -> new Run(-1, "", other.toString());
          };
      case Verdict other -> throw new AssertionError(other);
    };
  }

  /** Runs a command in the root. */
  Run run(String... words) {
    return run(List.of(words));
  }

  /** Empties the root. */
  void clear() throws IOException {
    clear(root);
  }

  /** Leaves nothing beside the root but the secret, which is the user's own. */
  void resetOutside() throws IOException {
    clear(outside);
    Files.writeString(secret, CANARY + "\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-rw-rw-"));
    own(secret);
  }

  private static void clear(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> all = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.forEach(all::addFirst);
    }
    for (Path path : all) {
      if (!path.equals(folder)) {
        Files.delete(path);
      }
    }
  }

  /** Writes a file into the root that everybody may change. */
  Path write(String name, String text) throws IOException {
    Path file = Files.writeString(root.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
    own(file);
    return file;
  }

  /** Makes what lies in the root the user's own. */
  private void own(Path file) throws IOException {
    if (user.ordinary && isRoot()) {
      Files.setAttribute(file, "unix:uid", NOBODY);
    }
  }

  /** Returns all that lies beside the root, with size, time and mode. */
  Map<String, String> outsideState() throws IOException {
    Map<String, String> state = new java.util.TreeMap<>();
    try (Stream<Path> walk = Files.walk(base)) {
      for (Path path : walk.filter(path -> !path.startsWith(root)).toList()) {
        Map<String, Object> facts =
            Files.readAttributes(
                path,
                "unix:mode,size,ino,uid,gid,lastModifiedTime,ctime",
                java.nio.file.LinkOption.NOFOLLOW_LINKS);
        state.put(path.toString(), facts.toString());
      }
    }
    return state;
  }

  @Override
  public void close() {
    runner.close();
  }
}
