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
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A shell, started and confined as a command would be, that tries to read, to write, to start a
 * program and to send a signal outward. Stateless.
 */
final class ProbeChild {
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
      "$3" --version >/dev/null 2>&1 && echo PROGRAMS
      kill -0 "$4" 2>/dev/null && echo SIGNALS
      echo done
      """;

  private static final String END = "done";

  private ProbeChild() {}

  /** How a program is started as a command would be. */
  interface Start {
    /** Confines the calling thread for good; empty on success, else why not. */
    Optional<String> confineThisThread();

    /** Returns what that thread then starts. */
    Spawn start(Spawn spawn);
  }

  /** What came of it. */
  sealed interface Answer {
    /** It came to its end; these tries got through. */
    record Tried(Set<Hold> through) implements Answer {}

    /** It did not; this is all that it, or what started it, said. */
    record Failed(String said) implements Answer {}

    /** There is no shell to try with. */
    record NoShell(String path) implements Answer {}
  }

  /** Makes the start of a shell. */
  interface Starts {
    /**
     * Makes it.
     *
     * @param name the shell's name
     * @param executable its file: real
     * @param program the name by which it is started: absolute
     */
    Start of(String name, Path executable, Path program);
  }

  /** Starts one and waits for its end, for a few seconds at most. */
  static Answer run(Starts starts) {
    Path shell;
    try {
      shell = SHELL.toRealPath();
    } catch (IOException absent) {
      return new Answer.NoShell(SHELL.toString());
    }
    Start start = starts.of("sh", shell, SHELL);
    CompletableFuture<String> said = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("probe-child")
        .start(
            () -> {
              try {
                said.complete(answer(start));
              } finally {
                said.complete("");
              }
            });
    return parse(said.join());
  }

  static Answer parse(String said) {
    List<String> lines = said.lines().toList();
    if (lines.isEmpty() || !lines.getLast().equals(END)) {
      return new Answer.Failed(said);
    }
    Set<String> names = new HashSet<>(lines);
    Set<Hold> through = EnumSet.allOf(Hold.class);
    through.removeIf(hold -> !names.contains(hold.name()));
    return new Answer.Tried(through);
  }

  /** Runs the shell and returns what it, or bubblewrap, printed. */
  private static String answer(Start start) {
    Optional<String> refused = start.confineThisThread();
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
            start.start(
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
