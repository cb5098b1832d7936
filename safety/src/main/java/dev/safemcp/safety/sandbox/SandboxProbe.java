package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.Errno;
import dev.safemcp.safety.kernel.OutwardCalls;
import dev.safemcp.safety.kernel.PrivilegeCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

/**
 * The proof that the kernel holds what it says: a thread is confined as a command's would be, and
 * tries to get out; and a {@link ProbeChild} that such a thread starts tries as well.
 *
 * <p>Each try of the thread is made twice, first unconfined: a try that fails then too proves
 * nothing and does not count. Nothing is changed by a try that gets through, but that a program of
 * the server's own is started and killed. Needs no helper program where the server's parent is of
 * the same user.
 */
final class SandboxProbe {
  private static final String OWN_ENVIRONMENT = "/proc/self/environ";
  private static final String OWN_NAME = "/proc/self/comm";
  private static final String OWN_PROGRAM = "/proc/self/exe";
  private static final String SHELL = "/bin/sh";

  /**
   * One try.
   *
   * @param hold what it would break
   * @param what what got through, for the operator
   * @param attempt returns as the kernel does
   * @param unconfined whether a result, unconfined, shows that the try works here
   */
  private record Try(Hold hold, String what, IntSupplier attempt, Works unconfined) {
    Try(Hold hold, String what, IntSupplier attempt) {
      this(hold, what, attempt, result -> result >= 0);
    }
  }

  @FunctionalInterface
  private interface Works {
    boolean with(int result);
  }

  private SandboxProbe() {}

  /** Returns what is offered and does not hold all the same, with the reason. */
  static Map<Hold, String> run(TerminalPolicy policy, KernelFeatures kernel) {
    CommandRights rights =
        new CommandRights(
            Set.of(),
            Set.of(),
            Set.of(policy.jailRoot()),
            false,
            policy.sandbox().network(),
            List.of());
    Map<Hold, String> gaps =
        switch (ThreadConfinement.prepare(rights, OWN_PROGRAM, kernel)) {
          case ThreadConfinement.Preparation.Failed failed -> all(failed.reason());
          case ThreadConfinement.Preparation.Ready(ThreadConfinement confinement) ->
              run(confinement::confineThisThread, policy.sandbox().network());
        };
    ofChild(policy, kernel).forEach(gaps::putIfAbsent);
    return gaps;
  }

  private static Map<Hold, String> ofChild(TerminalPolicy policy, KernelFeatures kernel) {
    ProbeChild.Answer answer =
        ProbeChild.run(
            (name, executable, program) -> {
              CommandRights rights =
                  CommandRights.of(name, executable, Set.of(), policy.jailRoot(), policy.sandbox());
              return new ChildOfThread(
                  ThreadConfinement.prepare(rights, program.toString(), kernel));
            });
    return switch (answer) {
      case ProbeChild.Answer.Tried tried -> {
        Map<Hold, String> gaps = new EnumMap<>(Hold.class);
        tried.through().forEach(hold -> gaps.put(hold, "got through in a trial with a command"));
        yield gaps;
      }
      case ProbeChild.Answer.Failed(String said) ->
          all("a trial with a command did not come to its end: '" + said.strip() + "'");
      // The thread's tries are all that there is; its children inherit what it gave up.
      case ProbeChild.Answer.NoShell none -> Map.of();
    };
  }

  private record ChildOfThread(ThreadConfinement.Preparation preparation)
      implements ProbeChild.Start {
    @Override
    public Optional<String> confineThisThread() {
      return switch (preparation) {
        case ThreadConfinement.Preparation.Failed failed -> Optional.of(failed.reason());
        case ThreadConfinement.Preparation.Ready(ThreadConfinement confinement) ->
            confinement.confineThisThread();
      };
    }

    @Override
    public SpawnCalls.Spawn start(SpawnCalls.Spawn spawn) {
      return spawn;
    }
  }

  /** What puts the calling thread under rules. */
  @FunctionalInterface
  interface Confiner {
    Optional<String> confineThisThread();
  }

  static Map<Hold, String> run(Confiner confinement, boolean network) {
    int root = DescriptorCalls.openFolder("/");
    int nothing = DescriptorCalls.openForReading("/dev/null");
    DescriptorCalls.Pipe hold = DescriptorCalls.pipe();
    int stranger = stranger(root, hold.read(), nothing);
    try {
      List<Try> works = new ArrayList<>();
      Map<Hold, String> gaps = new EnumMap<>(Hold.class);
      for (Try one : tries(root, nothing, stranger, network)) {
        if (one.unconfined().with(one.attempt().getAsInt())) {
          works.add(one);
        } else {
          gaps.put(one.hold(), "could not be tried: " + one.what());
        }
      }
      gaps.putAll(onThread(confinement, works));
      return gaps;
    } finally {
      DescriptorCalls.close(hold.write());
      DescriptorCalls.close(hold.read());
      if (stranger != parent()) {
        int ignored = ProcessCalls.await(stranger, true);
      }
      DescriptorCalls.close(nothing);
      DescriptorCalls.close(root);
    }
  }

  private static List<Try> tries(int root, int nothing, int stranger, boolean network) {
    List<Try> tries = new ArrayList<>();
    tries.add(
        new Try(
            Hold.FILES,
            "reading the server's environment",
            () -> OutwardCalls.openForReading(OWN_ENVIRONMENT)));
    tries.add(new Try(Hold.FILES, "listing /", () -> OutwardCalls.openForReading("/")));
    tries.add(
        new Try(
            Hold.FILES,
            "writing a file outside the root",
            () -> OutwardCalls.openForWriting(OWN_NAME)));
    tries.add(
        new Try(
            Hold.TRUNCATION,
            "emptying a file outside the root",
            () -> OutwardCalls.truncate(OWN_NAME)));
    tries.add(
        new Try(Hold.PROGRAMS, "starting another program", () -> startAnother(root, nothing)));
    tries.add(
        new Try(Hold.SIGNALS, "a signal to another process", () -> ProcessCalls.kill(stranger, 0)));
    tries.add(
        new Try(
            Hold.SOCKETS,
            "a socket of the machine's services",
            () -> OutwardCalls.socket(OutwardCalls.AF_UNIX, OutwardCalls.SOCK_STREAM)));
    if (!network) {
      tries.add(
          new Try(
              Hold.SOCKETS,
              "TCP",
              () -> OutwardCalls.socket(OutwardCalls.AF_INET, OutwardCalls.SOCK_STREAM)));
      tries.add(
          new Try(
              Hold.SOCKETS,
              "UDP",
              () -> OutwardCalls.socket(OutwardCalls.AF_INET, OutwardCalls.SOCK_DGRAM)));
    }
    tries.add(
        new Try(
            Hold.ATTRIBUTES,
            "changing a mode",
            OutwardCalls::chmodNothing,
            result -> result == -Errno.ENOENT));
    tries.add(new Try(Hold.SYSTEM_CALLS, "a namespace", OutwardCalls::unshareNothing));
    tries.add(
        new Try(
            Hold.PRIVILEGES,
            "capabilities",
            () -> PrivilegeCalls.hasCapabilities() ? 0 : -Errno.EPERM,
            result -> true));
    return tries;
  }

  private static Map<Hold, String> onThread(Confiner confinement, List<Try> tries) {
    AtomicReference<Map<Hold, String>> result =
        new AtomicReference<>(all("the probe did not come to its end"));
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("sandbox-probe")
            .start(() -> result.set(confinedTries(confinement, tries)));
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return result.get();
  }

  private static Map<Hold, String> confinedTries(Confiner confinement, List<Try> tries) {
    Optional<String> refused = confinement.confineThisThread();
    if (refused.isPresent()) {
      return all(refused.get());
    }
    Map<Hold, String> gaps = new EnumMap<>(Hold.class);
    for (Try one : tries) {
      int outcome = one.attempt().getAsInt();
      if (outcome != -Errno.EACCES && outcome != -Errno.EPERM) {
        gaps.putIfAbsent(one.hold(), one.what() + " got through in a trial");
      }
    }
    return gaps;
  }

  private static Map<Hold, String> all(String why) {
    Map<Hold, String> gaps = new EnumMap<>(Hold.class);
    for (Hold hold : Hold.values()) {
      gaps.put(hold, why);
    }
    return gaps;
  }

  /** Starts the server's own program, which would end by itself, and ends it. */
  private static int startAnother(int folder, int nothing) {
    int pid = spawn(OWN_PROGRAM, List.of("probe", "--version"), folder, nothing, nothing);
    if (pid > 0) {
      int killed = ProcessCalls.kill(pid, ProcessCalls.SIGKILL);
      int reaped = ProcessCalls.await(pid, true);
      return killed < 0 ? killed : Math.min(reaped, 0);
    }
    return pid;
  }

  private static int spawn(String program, List<String> argv, int folder, int stdin, int nothing) {
    return SpawnCalls.spawn(
        new SpawnCalls.Spawn(program, argv, List.of(), folder, stdin, nothing, nothing, -1));
  }

  private static int parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L).intValue();
  }

  /** Returns a process outside every domain to which this process may send signals. */
  private static int stranger(int folder, int waitsFor, int nothing) {
    int parent = parent();
    return parent > 0 && ProcessCalls.kill(parent, 0) == 0
        ? parent
        : spawn(SHELL, List.of("probe", "-c", "read end"), folder, waitsFor, nothing);
  }
}
