package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One writer at a time, among the threads of this JVM and among processes.
 *
 * <p>What is locked is a file beside the log. The log itself will not do: rotation renames it under
 * those who wait, and a POSIX lock is lost when the process closes any descriptor of the file
 * (fcntl(2)), as everyone who reads the log does.
 */
final class LogLock implements AutoCloseable {
  /**
   * POSIX locks belong to a process as a whole, so its threads exclude each other here. One entry
   * for each log that this JVM ever wrote, which is one.
   */
  private static final Map<Path, ReentrantLock> IN_THIS_JVM = new ConcurrentHashMap<>();

  private static final int MAX_REPLACED = 100;

  private final Path file;
  private @Nullable ReentrantLock threads;
  private OwnFile.@Nullable Opened opened;

  LogLock(Path log) {
    this.file = log.resolveSibling(log.getFileName() + ".lock");
  }

  /** Something done while the lock is held. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * Does something while no other writer can. Waits for the lock as long as it takes.
   *
   * @throws IOException where the lock cannot be had, or from the step
   */
  void holding(Step step) throws IOException {
    ReentrantLock mine = threads();
    mine.lock();
    try {
      for (int i = 0; i < MAX_REPLACED; i++) {
        if (attempt(step)) {
          return;
        }
      }
      throw new IOException("its lock file is replaced again and again");
    } catch (OverlappingFileLockException other) {
      throw new IOException("this process holds its lock already, by another name", other);
    } finally {
      mine.unlock();
    }
  }

  private boolean attempt(Step step) throws IOException {
    OwnFile.Opened current = opened;
    if (current == null || !current.channel().isOpen()) {
      current = OwnFile.append(file);
      opened = current;
    }
    try (FileLock held = current.channel().lock()) {
      Objects.requireNonNull(held);
      // A lock on a file that is gone from its name keeps nobody out who comes now.
      if (OwnFile.attributes(file).flatMap(OwnFile::key).equals(current.key())) {
        step.run();
        return true;
      }
    }
    current.channel().close();
    return false;
  }

  private ReentrantLock threads() throws IOException {
    ReentrantLock known = threads;
    if (known == null) {
      Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
      Path real = folder.toRealPath().resolve(file.getFileName());
      known = IN_THIS_JVM.computeIfAbsent(real, name -> new ReentrantLock());
      threads = known;
    }
    return known;
  }

  /**
   * Closes the lock file. Under the JVM's lock: closing it would free what another log of this
   * process holds.
   */
  @Override
  public void close() throws IOException {
    ReentrantLock mine = threads;
    OwnFile.Opened current = opened;
    if (mine == null || current == null) {
      return;
    }
    mine.lock();
    try {
      current.channel().close();
    } finally {
      mine.unlock();
    }
  }
}
