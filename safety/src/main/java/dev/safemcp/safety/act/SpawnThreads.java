package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.SignalScope;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads that spawn one command each and then end, since what confines a thread never comes off
 * it.
 *
 * <p>Two wait in advance, so that a command need not wait for a thread. Where the kernel has
 * domains of signals, one thread, the keeper, enters one, starts the {@link Watcher} in it, and
 * starts all others, which thereby are in it too. Thread-safe.
 */
final class SpawnThreads implements AutoCloseable {
  private static final int SPARE = 2;
  private static final long STACK = 256 * 1024;
  private static final long RETRY_MILLIS = 50;

  /** What one thread does. */
  interface Task {
    /**
     * Does it.
     *
     * @param domain the domain that the thread may enter
     * @param spawned to be run once the thread needs no other's place any more
     */
    void run(Domain domain, Runnable spawned);
  }

  /**
   * What names all that a thread starts.
   *
   * @param rules the rules of the domain, negative where there is none
   * @param outsider a process outside every command's domain
   */
  record Domain(int rules, int outsider) {
    static final Domain NONE = new Domain(-1, -1);

    /** Puts the calling thread into a domain of its own. Returns whether it is held there. */
    boolean enter() {
      return rules >= 0 && SignalScope.enter(rules) >= 0 && SignalScope.holds(outsider);
    }
  }

  private static final Task END = (domain, spawned) -> {};

  private final LinkedBlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final Semaphore wanted = new Semaphore(SPARE);
  private final AtomicInteger idle = new AtomicInteger();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final Thread keeper;
  private final boolean scoped;
  private final int nullDevice;
  private volatile Confinement confinement;
  private volatile Domain domain = Domain.NONE;
  private volatile boolean ending;
  private @Nullable Watcher watcher;

  /**
   * Starts the keeper.
   *
   * @param scoped whether domains are used where the kernel has them
   * @param nullDevice a descriptor of /dev/null
   * @param confinement what each thread gives up before it spawns
   */
  SpawnThreads(boolean scoped, int nullDevice, Confinement confinement) {
    this.scoped = scoped;
    this.confinement = confinement;
    this.nullDevice = nullDevice;
    keeper =
        Thread.ofPlatform().daemon().name("spawn-keeper").stackSize(STACK).unstarted(this::keep);
    keeper.start();
  }

  /** Waits until the threads are there and returns whether they are in a domain. */
  boolean awaitScoped() {
    boolean interrupted = false;
    while (true) {
      try {
        ready.await();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return domain.rules() >= 0;
  }

  /** Returns what is left for each thread to give up, once they are there. */
  Confinement confinement() {
    return confinement;
  }

  /** Has a task run on a thread of its own. */
  void submit(Task task) {
    tasks.add(task);
  }

  private void keep() {
    try {
      enterDomain();
      confinement = confinement.onStarterOfThreads();
    } finally {
      ready.countDown();
    }
    try {
      while (!ending) {
        wanted.acquire();
        if (!ending) {
          startOne();
        }
      }
    } catch (InterruptedException ended) {
      // close() wants the keeper to stop.
    }
  }

  private void startOne() throws InterruptedException {
    try {
      Thread.ofPlatform().daemon().name("spawn").stackSize(STACK).start(this::serve);
    } catch (OutOfMemoryError noThread) {
      // The system has no room for a thread now; a command that waits runs into its timeout.
      Thread.sleep(RETRY_MILLIS);
      wanted.release();
    }
  }

  private void enterDomain() {
    if (!scoped) {
      return;
    }
    int rules = SignalScope.rules();
    Optional<Watcher> started = Watcher.start(rules, nullDevice);
    if (started.isPresent()) {
      synchronized (this) {
        watcher = started.get();
      }
      domain = new Domain(rules, started.get().pid());
    }
  }

  private void serve() {
    try {
      idle.incrementAndGet();
      Task task = tasks.take();
      boolean last = idle.decrementAndGet() == 0;
      if (task.equals(END)) {
        tasks.add(END);
        return;
      }
      try {
        task.run(domain, last ? wanted::release : () -> {});
      } finally {
        if (!last) {
          // Another waits already: the next one is made when this one has nothing else to do.
          wanted.release();
        }
      }
    } catch (InterruptedException ended) {
      // Nobody interrupts these threads.
    }
  }

  /** Ends the threads and the watcher. No task may be waiting or running. */
  @Override
  public void close() {
    ending = true;
    keeper.interrupt();
    tasks.add(END);
    boolean ignored = awaitScoped();
    synchronized (this) {
      if (watcher != null) {
        watcher.close();
        watcher = null;
      }
    }
    DescriptorCalls.close(domain.rules());
  }
}
