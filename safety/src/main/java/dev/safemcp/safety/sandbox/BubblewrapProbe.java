package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.DescriptorCalls.Pipe;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.kernel.SpawnCalls.Spawn;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The proof that bubblewrap works here and holds: a shell is started through it as a command would
 * be, and tries to get out. Bubblewrap itself starts nothing where it cannot make one of the
 * namespaces or load the filter, so that the shell speaks is the proof of these. Stateless.
 */
final class BubblewrapProbe {
  private static final Path SHELL = Path.of("/bin/sh");
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int LONGEST_ANSWER = 4096;

  /**
   * Prints what got through. $1: a file that the server alone should read; $2: one that it could
   * write; $3: a loader, which starts nothing when it only says its version; $4: a process.
   */
  private static final String SCRIPT =
      """
      ( : < "$1" ) 2>/dev/null && echo FILES
      ( : >> "$2" ) 2>/dev/null && echo FILES
      ( : > /safe-mcp-probe ) 2>/dev/null && echo FILES
      "$3" --version >/dev/null 2>&1 && echo PROGRAMS
      kill -0 "$4" 2>/dev/null && echo SIGNALS
      echo done
      """;

  private BubblewrapProbe() {}

  /** What the probe found. */
  sealed interface Finding {
    /** Commands can be started through it, and all but these is held. */
    record Works(Map<Hold, String> gaps) implements Finding {}

    /** Nothing can be started through it; a phrase says why. */
    record Fails(String why) implements Finding {}
  }

  /** Tries. */
  static Finding run(Bubblewrap bubblewrap) {
    Path shell;
    try {
      shell = SHELL.toRealPath();
    } catch (IOException absent) {
      return new Finding.Fails("bubblewrap could not be tried, since there is no '" + SHELL + "'");
    }
    Bubblewrap.Trial trial = bubblewrap.trial("sh", shell, SHELL);
    CompletableFuture<String> said = new CompletableFuture<>();
    Thread.ofPlatform().daemon().name("bubblewrap-probe").start(() -> said.complete(answer(trial)));
    return finding(said.join());
  }

  static Finding finding(String said) {
    List<String> lines = said.lines().toList();
    if (lines.isEmpty() || !lines.getLast().equals("done")) {
      return new Finding.Fails("bubblewrap does not work here: " + UserNamespaces.reason(said));
    }
    Set<String> through = new HashSet<>(lines);
    Map<Hold, String> gaps = new EnumMap<>(Hold.class);
    for (Hold hold : Hold.values()) {
      if (through.contains(hold.name())) {
        gaps.put(hold, "got through in a trial with bubblewrap");
      }
    }
    return new Finding.Works(gaps);
  }

  /** Runs the shell and returns what it, or bubblewrap, printed. */
  private static String answer(Bubblewrap.Trial trial) {
    Optional<String> refused = trial.confineThisThread();
    if (refused.isPresent()) {
      return refused.get();
    }
    int self = (int) ProcessHandle.current().pid();
    String loader =
        SystemPlaces.loaders().stream().findFirst().map(Path::toString).orElse("/nothing");
    int folder = DescriptorCalls.openFolder("/");
    int nothing = DescriptorCalls.openForReading("/dev/null");
    Pipe out = DescriptorCalls.pipe();
    int pid =
        SpawnCalls.spawn(
            trial.start(
                new Spawn(
                    SHELL.toString(),
                    List.of(
                        "sh",
                        "-c",
                        SCRIPT,
                        "probe",
                        "/proc/" + self + "/environ",
                        "/proc/" + self + "/comm",
                        loader,
                        String.valueOf(self)),
                    List.of("PATH=/usr/bin:/bin"),
                    folder,
                    nothing,
                    out.write(),
                    out.write(),
                    -1)));
    DescriptorCalls.close(out.write());
    DescriptorCalls.close(nothing);
    DescriptorCalls.close(folder);
    try {
      return pid < 0 ? RefusedStep.of("starting it", pid) : read(out.read());
    } finally {
      DescriptorCalls.close(out.read());
      if (pid > 0) {
        int ignored = ProcessCalls.kill(pid, ProcessCalls.SIGKILL);
        ignored = ProcessCalls.await(pid, true);
      }
    }
  }

  private static String read(int from) {
    StringBuilder said = new StringBuilder();
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(LONGEST_ANSWER);
      while (said.length() < LONGEST_ANSWER) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0 || !DescriptorCalls.awaitReadable(new int[] {from}, (int) left)[0]) {
          break;
        }
        int length = DescriptorCalls.read(from, buffer);
        if (length <= 0) {
          break;
        }
        byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
        said.append(new String(bytes, StandardCharsets.UTF_8));
      }
    }
    return said.toString();
  }
}
