package dev.safemcp.safety.organize;

import dev.safemcp.safety.file.CallFailed;
import dev.safemcp.safety.file.FileCalls;
import dev.safemcp.safety.file.FileError;
import dev.safemcp.safety.file.HookedCalls;
import dev.safemcp.safety.journal.HookedStateCalls;
import dev.safemcp.safety.journal.StateCalls;

/**
 * Counts every call of a run, of files and of the journal alike, and lets something happen at one
 * of them.
 */
final class Faults {
  /** What happens. */
  enum Kind {
    /** The call fails and had no effect. */
    FAILS,
    /** The call and every later one fail without effect, as on a disk that went away. */
    FAILS_FROM_THERE_ON,
    /** The call has its effect and fails nevertheless, as an fsync that reports an old error. */
    FAILS_AFTERWARDS,
    /** The program ends before the call. */
    ENDS_BEFORE,
    /** The program ends after the call had its effect. */
    ENDS_AFTER
  }

  /** The program's end: nothing catches it, and every later call of that program ends as well. */
  static final class End extends Error {
    private static final long serialVersionUID = 1;
  }

  private final Kind kind;
  private final int at;
  private final FileError error;
  private int count;
  private String call = "";
  private boolean armed = true;

  Faults(Kind kind, int at, FileError error) {
    this.kind = kind;
    this.at = at;
    this.error = error;
  }

  /** Only counts. */
  static Faults none() {
    return new Faults(Kind.FAILS, -1, FileError.EIO);
  }

  int count() {
    return count;
  }

  /** Returns the name of the call at which it happened; empty where it did not. */
  String call() {
    return call;
  }

  /** Lets every later call pass. */
  void disarm() {
    armed = false;
  }

  private void before(String name) throws CallFailed {
    int now = count++;
    if (!armed) {
      return;
    }
    if (now == at) {
      call = name;
    }
    switch (kind) {
      case FAILS -> failIf(now == at, name);
      case FAILS_FROM_THERE_ON -> failIf(at >= 0 && now >= at, name);
      case ENDS_BEFORE -> endIf(at >= 0 && now >= at);
      case ENDS_AFTER -> endIf(at >= 0 && now > at);
      case FAILS_AFTERWARDS -> {}
    }
  }

  private void after(String name) throws CallFailed {
    int now = count - 1;
    if (!armed || now != at) {
      return;
    }
    failIf(kind == Kind.FAILS_AFTERWARDS, name);
    endIf(kind == Kind.ENDS_AFTER);
  }

  private void failIf(boolean here, String name) throws CallFailed {
    if (here) {
      throw new CallFailed(name, error);
    }
  }

  private static void endIf(boolean here) {
    if (here) {
      throw new End();
    }
  }

  FileCalls files(FileCalls calls) {
    return new HookedCalls(calls) {
      @Override
      protected void before(String name) throws CallFailed {
        Faults.this.before(name);
      }

      @Override
      protected void after(String name) throws CallFailed {
        Faults.this.after(name);
      }
    };
  }

  StateCalls state() {
    return new HookedStateCalls() {
      @Override
      protected void before(String name) throws CallFailed {
        Faults.this.before(name);
      }

      @Override
      protected void after(String name) throws CallFailed {
        Faults.this.after(name);
      }
    };
  }
}
