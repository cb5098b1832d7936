package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The log's file, shared by threads and by processes.
 *
 * <p>Every append holds a lock on a file beside the log: not on the log itself, which rotation
 * renames. Under the lock the log is looked at anew, so that what others appended, rotated, deleted
 * or replaced in between is seen. Thread-safe.
 */
final class LogFile implements AutoCloseable {
  /** POSIX locks are held by a process as a whole: threads of one JVM exclude each other here. */
  private static final Map<Path, ReentrantLock> IN_THIS_JVM = new ConcurrentHashMap<>();

  private static final Set<StandardOpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private final Path path;
  private final Path lockPath;
  private final long maxBytes;
  private final int keep;
  private final Consumer<String> warnings;
  private final ReentrantLock threads;
  private @Nullable FileChannel lockChannel;
  private @Nullable FileChannel channel;
  private @Nullable Object identity;
  private long size;
  private Chain chain = Chain.START;
  private boolean closed;

  LogFile(Path path, long maxBytes, int keep, Consumer<String> warnings) {
    this.path = path;
    this.lockPath = path.resolveSibling(path.getFileName() + ".lock");
    this.maxBytes = maxBytes;
    this.keep = keep;
    this.warnings = warnings;
    this.threads =
        IN_THIS_JVM.computeIfAbsent(path.toAbsolutePath(), ignored -> new ReentrantLock());
  }

  /** Says that the log is not what this process wrote to before. */
  static final class Tampered extends IOException {
    private static final long serialVersionUID = 1L;

    Tampered(String what) {
      super(what);
    }
  }

  /** Opens or creates the log, so that a fault is known before the first call. */
  void open() throws IOException {
    locked(this::look);
  }

  /**
   * Appends one line durably.
   *
   * @param next makes the line for the place in the chain that it gets
   * @throws IOException where it does not stand on the disk now
   */
  void append(Function<Chain, byte[]> next) throws IOException {
    locked(
        () -> {
          look();
          byte[] line = next.apply(chain);
          if (size > 0 && size + line.length > maxBytes) {
            rotate();
          }
          write(line);
          chain =
              new Chain(
                  chain.seq() + 1,
                  new String(
                      line, line.length - 67, 64, java.nio.charset.StandardCharsets.US_ASCII));
        });
  }

  /** Something done under both locks. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private void locked(Step step) throws IOException {
    threads.lock();
    try {
      if (closed) {
        throw new IOException("the log is closed");
      }
      if (lockChannel == null || !lockChannel.isOpen()) {
        lockChannel = FileChannel.open(lockPath, APPEND, ownerOnly(lockPath));
      }
      try (FileLock processes = lockChannel.lock()) {
        Objects.requireNonNull(processes);
        step.run();
      }
    } finally {
      threads.unlock();
    }
  }

  /** Sees to it that channel, size and chain are those of the log as it is now. */
  private void look() throws IOException {
    BasicFileAttributes now = attributes();
    if (identity != null) {
      if (now == null) {
        throw new Tampered("it was deleted under the server");
      }
      if (!now.isRegularFile()) {
        throw new Tampered("it was replaced by something that is no file");
      }
      if (Objects.equals(now.fileKey(), identity)) {
        if (now.size() == size) {
          return;
        }
        if (now.size() < size) {
          throw new Tampered("it was cut under the server");
        }
        catchUp(now.size());
        return;
      }
      // Another process may have rotated: then the log's first record comes after ours.
      LogTail.First first = LogTail.first(path);
      if (first.seq() <= chain.seq()) {
        throw new Tampered("it was replaced under the server");
      }
    } else if (now == null) {
      create();
      return;
    } else if (!now.isRegularFile()) {
      throw new IOException("it is no regular file");
    }
    reopen();
  }

  private @Nullable BasicFileAttributes attributes() throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class);
    } catch (NoSuchFileException absent) {
      return null;
    }
  }

  private void create() throws IOException {
    // A crash between the two steps of a rotation leaves the last record in the newest rotated
    // file.
    Path rotated = rotated(1);
    chain = Files.isRegularFile(rotated) ? LogTail.of(rotated).chain() : Chain.START;
    reopen();
    FolderSync.sync(path.resolveSibling("."));
  }

  private void reopen() throws IOException {
    if (channel != null) {
      channel.close();
    }
    channel = FileChannel.open(path, APPEND, ownerOnly(path));
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    identity = now.fileKey();
    size = 0;
    if (now.size() > 0) {
      catchUp(now.size());
    }
  }

  /** Reads where the chain stands at the end of the log, and closes a torn line. */
  private void catchUp(long length) throws IOException {
    LogTail tail = LogTail.of(path);
    if (tail.chain().seq() > 0) {
      chain = tail.chain();
    }
    size = length;
    if (tail.torn()) {
      warnings.accept(
          "the audit log '"
              + path
              + "' ends in a torn line, as a crash leaves one: it is kept, and the next record"
              + " begins on a line of its own");
      write(new byte[] {'\n'});
    }
  }

  private void write(byte[] bytes) throws IOException {
    FileChannel log = Objects.requireNonNull(channel);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        log.write(buffer);
      }
      log.force(false);
      size += bytes.length;
    } catch (IOException fault) {
      // What stands there of this line must not be glued to the next one.
      try {
        log.truncate(size);
        log.force(false);
      } catch (IOException stays) {
        fault.addSuppressed(stays);
      }
      throw fault;
    }
  }

  private void rotate() throws IOException {
    if (keep == 0) {
      Files.delete(path);
    } else {
      for (int n = keep - 1; n >= 1; n--) {
        if (Files.exists(rotated(n))) {
          Files.move(rotated(n), rotated(n + 1), StandardCopyOption.ATOMIC_MOVE);
        }
      }
      Files.move(path, rotated(1), StandardCopyOption.ATOMIC_MOVE);
    }
    identity = null;
    Chain last = chain;
    reopen();
    chain = last;
    FolderSync.sync(path.resolveSibling("."));
  }

  private Path rotated(int n) {
    return path.resolveSibling(path.getFileName() + "." + n);
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  @Override
  public void close() throws IOException {
    threads.lock();
    try {
      closed = true;
      if (channel != null) {
        channel.close();
      }
      if (lockChannel != null) {
        lockChannel.close();
      }
    } finally {
      threads.unlock();
    }
  }
}
