package dev.safemcp.safety.sandbox;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.SpawnCalls;
import dev.safemcp.safety.policy.SandboxPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;

/**
 * What confinement costs: starting /bin/true on a fresh thread and waiting for its end, bare and
 * confined in turn, each thread started by one of its kind, as the runner does. Prints medians. Run
 * it with {@code main}; it is no test.
 */
public final class SpawnBenchmark {
  private static final int WARM_UP = 500;

  private SpawnBenchmark() {}

  /**
   * Runs it.
   *
   * @param arguments the number of pairs
   */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3_000;
    Path root = Files.createTempDirectory("spawn").toRealPath();
    Path program = Path.of("/bin/true").toRealPath();
    CommandRights rights =
        CommandRights.of(
            "true",
            program,
            Set.of(),
            root,
            new SandboxPolicy(SandboxPolicy.Mode.REQUIRED, false, List.of()));
    ThreadConfinement confinement =
        ((ThreadConfinement.Preparation.Ready)
                ThreadConfinement.prepare(
                    rights, program.toString(), KernelFeatures.ofThisMachine()))
            .confinement();
    int folder = DescriptorCalls.openFolder(root.toString());
    int nothing = DescriptorCalls.openForReading("/dev/null");
    SpawnCalls.Spawn spawn =
        new SpawnCalls.Spawn(
            program.toString(), List.of("true"), List.of(), folder, nothing, nothing, nothing, -1);
    long[] bare = new long[rounds];
    long[] confined = new long[rounds];
    long[] confining = new long[rounds];
    Starter plain = new Starter(Optional::empty);
    Starter shared =
        new Starter(SharedConfinement.of(false, KernelFeatures.ofThisMachine())::confineThisThread);
    for (int i = -WARM_UP; i < rounds; i++) {
      long[] one = new long[2];
      long[] other = new long[2];
      plain.start(() -> time(Optional::empty, spawn, one));
      shared.start(() -> time(confinement::confineFurther, spawn, other));
      if (i >= 0) {
        bare[i] = one[0];
        confined[i] = other[0];
        confining[i] = other[1];
      }
    }
    Files.delete(root);
    long without = median(bare);
    long with = median(confined);
    System.out.printf(
        "pairs %d  bare %.1f us  confined %.1f us (%+.1f %%)  of it confining %.1f us"
            + "  open descriptors %d%n",
        rounds,
        without / 1e3,
        with / 1e3,
        100.0 * (with - without) / without,
        median(confining) / 1e3,
        Path.of("/proc/self/fd").toFile().list() == null
            ? -1
            : Path.of("/proc/self/fd").toFile().list().length);
  }

  /** A thread that starts others, one at a time. */
  private static final class Starter {
    private final SynchronousQueue<Runnable> deeds = new SynchronousQueue<>();
    private final SynchronousQueue<Boolean> done = new SynchronousQueue<>();

    Starter(SandboxProbe.Confiner confiner) {
      Thread.ofPlatform().daemon().start(() -> serve(confiner));
    }

    private void serve(SandboxProbe.Confiner confiner) {
      try {
        boolean confined = confiner.confineThisThread().isEmpty();
        while (true) {
          Thread thread = Thread.ofPlatform().start(deeds.take());
          thread.join();
          done.put(confined);
        }
      } catch (InterruptedException ended) {
        // Nobody does.
      }
    }

    void start(Runnable deed) throws InterruptedException {
      deeds.put(deed);
      if (!done.take()) {
        throw new IllegalStateException("not confined");
      }
    }
  }

  private static void time(SandboxProbe.Confiner confiner, SpawnCalls.Spawn spawn, long[] taken) {
    long begin = System.nanoTime();
    if (confiner.confineThisThread().isPresent()) {
      throw new IllegalStateException("not confined");
    }
    taken[1] = System.nanoTime() - begin;
    int pid = SpawnCalls.spawn(spawn);
    int status = ProcessCalls.await(pid, true);
    taken[0] = System.nanoTime() - begin;
    if (pid < 0 || status != 0) {
      throw new IllegalStateException("pid " + pid + ", status " + status);
    }
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
