package dev.safemcp.safety.journal;

import dev.safemcp.safety.file.CallFailed;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** State calls with a hook before and after each, to fail there or to end there. */
public class HookedStateCalls implements StateCalls {
  private final StateCalls calls = new ChannelStateCalls();

  /** Runs before a call; what it throws is the call's failure. */
  protected void before(String call) throws CallFailed {}

  /** Runs after a call that succeeded. */
  protected void after(String call) throws CallFailed {}

  private interface Step<T> {
    T run() throws CallFailed;
  }

  private <T> T hooked(String call, Step<T> step) throws CallFailed {
    before(call);
    T result = step.run();
    after(call);
    return result;
  }

  private interface Act {
    void run() throws CallFailed;
  }

  private void hookedAct(String call, Act act) throws CallFailed {
    before(call);
    act.run();
    after(call);
  }

  @Override
  public OpenFile openFile(Path file, boolean create) throws CallFailed {
    return hooked("openFile", () -> new HookedFile(calls.openFile(file, create)));
  }

  @Override
  public void replaceFile(Path file, Path replaced) throws CallFailed {
    hookedAct("replaceFile", () -> calls.replaceFile(file, replaced));
  }

  @Override
  public void deleteFile(Path file) throws CallFailed {
    hookedAct("deleteFile", () -> calls.deleteFile(file));
  }

  @Override
  public void syncFolder(Path folder) throws CallFailed {
    hookedAct("syncFolder", () -> calls.syncFolder(folder));
  }

  @Override
  public Optional<FileLocked> lock(Path file) throws CallFailed {
    before("lock");
    Optional<FileLocked> lock = calls.lock(file);
    boolean passed = false;
    try {
      after("lock");
      passed = true;
    } finally {
      if (!passed) {
        lock.ifPresent(FileLocked::close); // what the end of the program does
      }
    }
    return lock;
  }

  private final class HookedFile implements OpenFile {
    private final OpenFile file;

    HookedFile(OpenFile file) {
      this.file = file;
    }

    @Override
    public long size() throws CallFailed {
      return hooked("size", file::size);
    }

    @Override
    public byte[] read(int maxBytes) throws CallFailed {
      return hooked("read", () -> file.read(maxBytes));
    }

    /** Writes in two halves, so that a failure or an end between them leaves a torn line. */
    @Override
    public void append(byte[] bytes) throws CallFailed {
      int half = bytes.length / 2;
      hookedAct("append1", () -> file.append(Arrays.copyOf(bytes, half)));
      hookedAct("append2", () -> file.append(Arrays.copyOfRange(bytes, half, bytes.length)));
    }

    @Override
    public void truncate(long size) throws CallFailed {
      hookedAct("truncate", () -> file.truncate(size));
    }

    @Override
    public void sync() throws CallFailed {
      hookedAct("syncFile", file::sync);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
