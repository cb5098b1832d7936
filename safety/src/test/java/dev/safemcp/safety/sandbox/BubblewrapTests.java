package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.path.ContainedCommands;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.SandboxPolicy.Mode;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where there is no Landlock: what is said, and what is started. */
final class BubblewrapTests {
  @TempDir Path folder;

  private TerminalPolicy policy(Mode mode) {
    return new TerminalPolicy(
        folder,
        true,
        new TerminalPolicy.Limits(5, 65536, 4, 0, 0, 0, 0),
        new SandboxPolicy(mode, false, List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static KernelFeatures withoutLandlock(Path bubblewrap) {
    KernelFeatures here = KernelFeatures.ofThisMachine();
    return new KernelFeatures(
        -38, here.seccomp(), here.syscalls(), true, true, Optional.of(bubblewrap));
  }

  /** Stands for a bubblewrap that the machine's settings keep from working. */
  private Path broken() throws IOException {
    Path program = folder.resolve("bwrap");
    Files.writeString(program, "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied'\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  @Test
  void oneThatDoesNotWorkIsNotUsedAndTheOperatorReadsWhy() throws IOException {
    KernelFeatures kernel = withoutLandlock(broken());
    assertThat(Sandbox.of(policy(Mode.REQUIRED), Map.of(), kernel))
        .isInstanceOfSatisfying(
            Sandbox.Making.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .containsOnlyOnce("setting up uid map: Permission denied")
                    .contains("reading and writing outside the root")
                    .doesNotContain("\n"));
    assertThat(Sandbox.of(policy(Mode.AUTO), Map.of(), kernel))
        .isInstanceOfSatisfying(
            Sandbox.Making.Ready.class,
            ready -> {
              assertThat(ready.confinement()).isInstanceOf(Sandbox.class);
              assertThat(ready.enforcement().held()).contains(Hold.SOCKETS.what());
              assertThat(ready.enforcement().notHeld())
                  .anySatisfy(line -> assertThat(line).startsWith(Hold.FILES.what()));
              assertThat(SandboxNotice.of(Mode.AUTO, ready.enforcement()))
                  .anySatisfy(line -> assertThat(line).contains("bubblewrap does not work here"));
            });
  }

  @Test
  void withoutItTheRefusalAsksForIt() {
    KernelFeatures kernel = withoutLandlock(Path.of("/absent")).withoutBubblewrap();
    assertThat(Sandbox.of(policy(Mode.REQUIRED), Map.of(), kernel))
        .isInstanceOfSatisfying(
            Sandbox.Making.Refused.class,
            refused -> assertThat(refused.reason()).contains("or install bubblewrap"));
  }

  @Test
  void aKernelThatCannotAskASupervisorIsShortOfOneThing() {
    KernelFeatures here = withoutLandlock(Path.of("/usr/bin/bwrap"));
    KernelFeatures older =
        new KernelFeatures(-38, here.seccomp(), here.syscalls(), true, false, here.bubblewrap());
    Set<Hold> missing = EnumSet.noneOf(Hold.class);
    for (Hold hold : Hold.values()) {
      if (!hold.offeredBy(older)) {
        missing.add(hold);
      }
    }
    assertThat(missing).containsExactly(Hold.PROGRAMS);
    assertThat(EnumSet.allOf(Hold.class)).allMatch(hold -> hold.offeredBy(here));
  }

  private static BubblewrapProbe.Finding finding(String said) {
    return BubblewrapProbe.finding(ProbeChild.parse(said));
  }

  @Test
  void theProbeBelievesOnlyAShellThatCameToItsEnd() {
    assertThat(finding("done\n")).isEqualTo(new BubblewrapProbe.Finding.Works(Map.of()));
    assertThat(finding("FILES\nSIGNALS\ndone\n"))
        .isInstanceOfSatisfying(
            BubblewrapProbe.Finding.Works.class,
            works -> assertThat(works.gaps()).containsOnlyKeys(Hold.FILES, Hold.SIGNALS));
    for (String said : List.of("", "FILES\n", "bwrap: No permissions to create new namespace\n")) {
      assertThat(finding(said)).isInstanceOf(BubblewrapProbe.Finding.Fails.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "kernel/apparmor_restrict_unprivileged_userns, 1, AppArmor",
    "kernel/unprivileged_userns_clone, 0, kernel.unprivileged_userns_clone",
    "user/max_user_namespaces, 0, user.max_user_namespaces",
    "user/max_user_namespaces, 100, container"
  })
  void whatForbidsNamespacesIsNamed(String setting, String value, String advice)
      throws IOException {
    Path file = folder.resolve(setting);
    Files.createDirectories(file.getParent());
    Files.writeString(file, value + "\n");
    assertThat(UserNamespaces.reason("bwrap: No permissions to create new namespace\n", folder))
        .startsWith("'bwrap: No permissions to create new namespace'")
        .contains(advice);
    assertThat(UserNamespaces.reason("bwrap: execvp sh: No such file\n", folder))
        .doesNotContain(advice);
  }

  /** The probe's shell has a name too, and an allowed command may have the same. */
  @Test
  void aCommandThatIsCalledAsTheProbesShellIsStillItself() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    Path bin = Files.createDirectories(folder.resolve("bin")).toRealPath();
    Path own = Files.copy(Path.of("/bin/true"), bin.resolve("sh"));
    TerminalPolicy policy =
        new TerminalPolicy(
            root,
            true,
            new TerminalPolicy.Limits(5, 65536, 4, 0, 0, 0, 0),
            new SandboxPolicy(Mode.AUTO, false, List.of()),
            List.of("sh"),
            List.of(),
            List.of(),
            List.of());
    CommandVetting vetting = CommandVetting.of(policy, List.of(bin.toString()));
    Path launcher = Path.of("/usr/bin/bwrap");
    Bubblewrap bubblewrap =
        Bubblewrap.of(policy, withoutLandlock(launcher), launcher, vetting.executables().values());
    assertThat(bubblewrap.trial("sh", Path.of("/bin/sh").toRealPath(), Path.of("/bin/sh")))
        .isNotNull();
    assertThat(vetting.vet(List.of("sh")))
        .isInstanceOfSatisfying(
            CommandVetting.Verdict.Vetted.class,
            vetted ->
                assertThat(
                        bubblewrap
                            .start(
                                ContainedCommands.of(vetted.command(), root, ""),
                                new SpawnCalls.Spawn(
                                    own.toString(), List.of("sh"), List.of(), 0, 0, 1, 2, -1))
                            .argv())
                    .contains(own.toString())
                    .doesNotContain("/usr/bin/sh"));
  }
}
