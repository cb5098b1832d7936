package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.policy.SandboxPolicy;
import dev.safemcp.safety.policy.SandboxPolicy.Mode;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SandboxTests {
  private static final KernelFeatures HERE = KernelFeatures.ofThisMachine().withoutBubblewrap();

  @TempDir Path root;

  private TerminalPolicy policy(Mode mode) {
    return new TerminalPolicy(
        root,
        true,
        new TerminalPolicy.Limits(5, 65536, 4, 0, 0, 0, 0),
        new SandboxPolicy(mode, false, List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void whatTheKernelOffersIsProvenToHold() {
    Set<Hold> missing = EnumSet.noneOf(Hold.class);
    for (Hold hold : Hold.values()) {
      if (!hold.offeredBy(HERE)) {
        missing.add(hold);
      }
    }
    assertThat(Sandbox.gaps(policy(Mode.REQUIRED), HERE).keySet()).isEqualTo(missing);
  }

  @Test
  void theProbeSeesThatNothingHolds() {
    Set<Hold> gaps = SandboxProbe.run(Optional::empty, false).keySet();
    Set<Hold> all = EnumSet.allOf(Hold.class);
    // No device is opened by the probe.
    all.remove(Hold.DEVICES);
    if (!PrivilegeCalls.hasCapabilities()) {
      all.remove(Hold.PRIVILEGES);
    }
    assertThat(gaps).isEqualTo(all);
  }

  @Test
  void theProbesChildSeesThatNothingHolds() {
    ProbeChild.Start unconfined =
        new ProbeChild.Start() {
          @Override
          public Optional<String> confineThisThread() {
            return Optional.empty();
          }

          @Override
          public SpawnCalls.Spawn start(SpawnCalls.Spawn spawn) {
            return spawn;
          }
        };
    assertThat(ProbeChild.run((_, _, _) -> unconfined))
        .isEqualTo(new ProbeChild.Answer.Tried(Set.of(Hold.FILES, Hold.PROGRAMS, Hold.SIGNALS)));
  }

  @Test
  void theProbeSeesTheOneHoleOfAWeakenedSandbox() {
    CommandRights weak =
        new CommandRights(
            Set.of(), Set.of(Path.of("/proc")), Set.of(root), false, false, List.of());
    assertThat(holes(weak, HERE)).containsOnlyKeys(Hold.FILES);
    CommandRights starting =
        new CommandRights(Set.of(Path.of("/")), Set.of(), Set.of(), false, false, List.of());
    assertThat(holes(starting, HERE)).containsKey(Hold.PROGRAMS);
    CommandRights networked =
        new CommandRights(Set.of(), Set.of(), Set.of(root), false, true, List.of());
    assertThat(holes(networked, HERE)).containsOnlyKeys(Hold.SOCKETS);
  }

  private static Map<Hold, String> holes(CommandRights rights, KernelFeatures kernel) {
    return switch (ThreadConfinement.prepare(rights, "/proc/self/exe", kernel)) {
      case ThreadConfinement.Preparation.Ready(ThreadConfinement confinement) ->
          SandboxProbe.run(confinement::confineThisThread, false);
      case ThreadConfinement.Preparation.Failed failed -> throw new AssertionError(failed);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "0, FILES PROGRAMS TRUNCATION DEVICES SIGNALS",
    "1, TRUNCATION DEVICES SIGNALS",
    "2, TRUNCATION DEVICES SIGNALS",
    "3, DEVICES SIGNALS",
    "4, DEVICES SIGNALS",
    "5, SIGNALS",
    "6, ''",
    "7, ''",
    "12, ''"
  })
  void anOlderKernelIsShortOfThingsByName(int abi, String missing) {
    List<String> names = new ArrayList<>();
    Sandbox.gaps(policy(Mode.AUTO), HERE.withLandlockAbi(abi))
        .keySet()
        .forEach(hold -> names.add(hold.name()));
    assertThat(String.join(" ", names)).isEqualTo(missing);
  }

  @Test
  void requiredRefusesWhatAutoNames() {
    KernelFeatures older = HERE.withLandlockAbi(4);
    assertThat(Sandbox.of(policy(Mode.REQUIRED), Map.of(), older))
        .isInstanceOfSatisfying(
            Sandbox.Making.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains("signals to other processes", "Linux 6.12", "\"auto\"")
                    .doesNotContain("reading and writing")
                    .doesNotContain("\n"));
    assertThat(Sandbox.of(policy(Mode.AUTO), Map.of(), older))
        .isInstanceOfSatisfying(
            Sandbox.Making.Ready.class,
            ready -> {
              assertThat(ready.confinement()).isInstanceOf(Sandbox.class);
              assertThat(SandboxNotice.of(Mode.AUTO, ready.enforcement()))
                  .singleElement()
                  .asString()
                  .contains("signals to other processes", "6.12");
            });
  }

  @Test
  void whereThereIsNoLandlockTheRefusalSaysWhatToDo() {
    Map<Integer, String> advice =
        Map.of(-95, "lsm=", -38, "CONFIG_SECURITY_LANDLOCK", -1, "Docker");
    advice.forEach(
        (abi, text) ->
            assertThat(Sandbox.of(policy(Mode.REQUIRED), Map.of(), HERE.withLandlockAbi(abi)))
                .isInstanceOfSatisfying(
                    Sandbox.Making.Refused.class,
                    refused -> assertThat(refused.reason()).contains(text)));
    assertThat(Sandbox.of(policy(Mode.REQUIRED), Map.of(), KernelFeatures.NONE))
        .isInstanceOfSatisfying(
            Sandbox.Making.Refused.class,
            refused -> assertThat(refused.reason()).contains("run it on Linux"));
  }

  @Test
  void offHoldsNothingAndSaysSo() {
    assertThat(Sandbox.of(policy(Mode.OFF), Map.of()))
        .isInstanceOfSatisfying(
            Sandbox.Making.Ready.class,
            ready -> {
              assertThat(ready.confinement()).isSameAs(Confinement.NONE);
              assertThat(ready.enforcement().held()).isEmpty();
              assertThat(SandboxNotice.of(Mode.OFF, ready.enforcement()))
                  .singleElement()
                  .asString()
                  .contains("\"off\"");
            });
  }
}
