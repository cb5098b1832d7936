package dev.safemcp.safety.journal;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** {@link StateCalls} by the JDK's channels. */
public final class ChannelStateCalls implements StateCalls {
  /** Makes the calls of this machine. */
  public ChannelStateCalls() {}

  @Override
  public OpenFile openFile(Path file, boolean create) throws CallFailed {
    try {
      return new ChannelFile(
          create
              ? FileChannel.open(
                  file,
                  Set.of(
                      StandardOpenOption.READ,
                      StandardOpenOption.WRITE,
                      StandardOpenOption.CREATE_NEW),
                  ownerOnly(file))
              : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException failure) {
      throw CallFailed.of("open", failure);
    }
  }

  @Override
  public void replaceFile(Path file, Path replaced) throws CallFailed {
    try {
      Files.move(
          file, replaced, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw CallFailed.of("rename", failure);
    }
  }

  @Override
  public void deleteFile(Path file) throws CallFailed {
    try {
      Files.deleteIfExists(file);
    } catch (IOException failure) {
      throw CallFailed.of("unlink", failure);
    }
  }

  @Override
  public void syncFolder(Path folder) throws CallFailed {
    if (windows()) {
      return; // a directory cannot be opened there; its journal needs no such call
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException failure) {
      CallFailed named = CallFailed.of("fsync", failure);
      if (!named.error().unsupported()) { // a file system without it has no more to give
        throw named;
      }
    }
  }

  // The channel lives as long as the lock, and closing it gives the lock up.
  @Override
  public Optional<FileLocked> lock(Path file) throws CallFailed {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
              ownerOnly(file));
    } catch (IOException failure) {
      throw CallFailed.of("open", failure);
    }
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return Optional.of(() -> quietly(channel));
      }
    } catch (OverlappingFileLockException heldHere) {
      // Another call of this process has it: as good as another server.
    } catch (IOException failure) {
      quietly(channel);
      throw CallFailed.of("lock", failure);
    }
    quietly(channel);
    return Optional.empty();
  }

  private static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean windows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  private static void quietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException closing) {
      // What matters was synced before; there is nothing to do about a failed close.
    }
  }

  private record ChannelFile(FileChannel channel) implements OpenFile {
    @Override
    public long size() throws CallFailed {
      try {
        return channel.size();
      } catch (IOException failure) {
        throw CallFailed.of("fstat", failure);
      }
    }

    @Override
    public byte[] read(int maxBytes) throws CallFailed {
      try {
        long size = channel.size();
        if (size > maxBytes) {
          throw new CallFailed("read", FileError.EINVAL);
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) size);
        while (buffer.hasRemaining() && channel.read(buffer, buffer.position()) >= 0) {}
        byte[] content = new byte[buffer.position()];
        buffer.flip().get(content);
        return content;
      } catch (IOException failure) {
        throw CallFailed.of("read", failure);
      }
    }

    @Override
    public void append(byte[] bytes) throws CallFailed {
      try {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long end = channel.size();
        while (buffer.hasRemaining()) {
          end += channel.write(buffer, end);
        }
      } catch (IOException failure) {
        throw CallFailed.of("write", failure);
      }
    }

    @Override
    public void truncate(long size) throws CallFailed {
      try {
        channel.truncate(size);
      } catch (IOException failure) {
        throw CallFailed.of("ftruncate", failure);
      }
    }

    @Override
    public void sync() throws CallFailed {
      try {
        channel.force(true);
      } catch (IOException failure) {
        throw CallFailed.of("fsync", failure);
      }
    }

    @Override
    public void close() {
      quietly(channel);
    }
  }
}
