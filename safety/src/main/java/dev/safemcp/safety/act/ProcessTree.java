package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.ProcessCalls.Limit;
import dev.safemcp.safety.kernel.SpawnCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All that one command started, and its end.
 *
 * <p>For kernels without domains of signals. The server is a child subreaper, so a process whose
 * parent dies becomes the server's child and cannot leave it. Which command an orphan belongs to is
 * told by a mark: a value of RLIMIT_LOCKS, which limits nothing, that the server bears while it
 * starts a command, so that the command has it from its first instant, and that fork and exec hand
 * on. Once started, its hard limit is lowered to it too, so that no process can raise it again. A
 * process that lowers it, and leaves its session and its parent, bears no mark that is in use: it
 * is a stray, and dies when the last command that runs ends.
 *
 * <p>Thread-safe.
 */
final class ProcessTree {
  private static final int PASSES = 10_000;
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Map<Integer, ProcessTree> LIVING = new ConcurrentHashMap<>();

  /** How many commands are being started and not in {@link #LIVING} yet. */
  private static final AtomicInteger STARTS = new AtomicInteger();

  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final int OWN_SESSION =
      ProcessTable.of(SELF).map(ProcessTable.Entry::session).orElse(0);

  /** What the server's own limit is but for the moments of a start. */
  private static final Limit OWN =
      ProcessCalls.limitOf(0, ProcessCalls.RLIMIT_LOCKS).orElse(new Limit(-1, -1));

  /** Marks go down from here: below any limit of the server's own. */
  private static final long MARKS = OWN.hard() < 0 ? 1L << 40 : OWN.hard();

  /** The mark of a tree that needs none. */
  private static final long UNMARKED = -2;

  private static final Object STARTING = new Object();

  private final int leader;
  private final long mark;

  private ProcessTree(int leader, long mark) {
    this.leader = leader;
    this.mark = mark;
  }

  /** What starting a command gave: a tree, or minus errno. */
  sealed interface Start {
    /** It runs. */
    record Running(ProcessTree tree) implements Start {}

    /** It does not. */
    record Failed(int errno) implements Start {}
  }

  /**
   * Starts a command; one at a time where it is marked, since the server bears the mark meanwhile.
   *
   * @param spawn what to start
   * @param marked whether its processes must be told from others by a mark
   */
  static Start start(SpawnCalls.Spawn spawn, boolean marked) {
    STARTS.incrementAndGet();
    try {
      return marked ? startMarked(spawn) : of(SpawnCalls.spawn(spawn), UNMARKED);
    } finally {
      STARTS.decrementAndGet();
    }
  }

  private static Start startMarked(SpawnCalls.Spawn spawn) {
    synchronized (STARTING) {
      long mark = MARKS - Math.floorMod((long) NEXT.incrementAndGet(), MARKS);
      int held = ProcessCalls.limit(0, ProcessCalls.RLIMIT_LOCKS, new Limit(mark, OWN.hard()));
      int pid;
      try {
        pid = SpawnCalls.spawn(spawn);
      } finally {
        int ignored = ProcessCalls.limit(0, ProcessCalls.RLIMIT_LOCKS, OWN);
      }
      if (pid > 0 && held >= 0) {
        int ignored = ProcessCalls.limit(pid, ProcessCalls.RLIMIT_LOCKS, new Limit(mark, mark));
      }
      return of(pid, mark);
    }
  }

  private static Start of(int pid, long mark) {
    if (pid < 0) {
      return new Start.Failed(-pid);
    }
    ProcessTree tree = new ProcessTree(pid, mark);
    LIVING.put(pid, tree);
    return new Start.Running(tree);
  }

  /** Returns the pid of the command itself. */
  int leader() {
    return leader;
  }

  /** Takes note that the tree has ended. */
  void forget() {
    LIVING.remove(leader, this);
  }

  /**
   * Ends the tree, whose leader has ended and was reaped: stops every process so that none can fork
   * on, kills them, reaps them, and looks again until nothing is left.
   */
  void end(Orphans orphans) {
    try {
      if (orphans.known() && orphans.allOf(LIVING::containsKey)) {
        return;
      }
      Set<Integer> stopped = new HashSet<>();
      for (int pass = 0; pass < PASSES; pass++) {
        List<ProcessTable.Entry> members = members();
        if (members.isEmpty()) {
          return;
        }
        boolean grew = false;
        for (ProcessTable.Entry member : members) {
          if (!member.zombie() && stopped.add(member.pid())) {
            int ignored = ProcessCalls.kill(member.pid(), ProcessCalls.SIGSTOP);
            grew = true;
          }
        }
        if (grew && pass < PASSES / 2) {
          continue;
        }
        for (ProcessTable.Entry member : members) {
          int ignored = ProcessCalls.kill(member.pid(), ProcessCalls.SIGKILL);
        }
        reap(members, orphans);
        stopped.clear();
      }
    } finally {
      forget();
    }
  }

  /** Reaps what is the server's child; the parents of others die with them, and pass them on. */
  private static void reap(List<ProcessTable.Entry> members, Orphans orphans) {
    for (ProcessTable.Entry member : members) {
      if (member.parent() == SELF) {
        orphans.reap(member.pid());
      }
    }
  }

  /** Returns the leader, its descendants, what bears its mark, and strays. */
  private List<ProcessTable.Entry> members() {
    List<ProcessTable.Entry> all = ProcessTable.all();
    Map<Integer, List<ProcessTable.Entry>> children = new HashMap<>();
    for (ProcessTable.Entry entry : all) {
      children.computeIfAbsent(entry.parent(), ignored -> new ArrayList<>()).add(entry);
    }
    Map<Integer, ProcessTable.Entry> members = new HashMap<>();
    Deque<ProcessTable.Entry> descending = new ArrayDeque<>();
    for (ProcessTable.Entry entry : all) {
      boolean ours = entry.session() == leader;
      if (ours || (entry.parent() == SELF && orphanOfOurs(entry))) {
        descending.add(entry);
      }
    }
    while (!descending.isEmpty()) {
      ProcessTable.Entry entry = descending.remove();
      if (members.putIfAbsent(entry.pid(), entry) == null) {
        descending.addAll(children.getOrDefault(entry.pid(), List.of()));
      }
    }
    return new ArrayList<>(members.values());
  }

  /**
   * Ours are those of our mark, and, where no other command runs, strays: what is not in the
   * server's session can only stem from a command.
   */
  private boolean orphanOfOurs(ProcessTable.Entry child) {
    if (LIVING.containsKey(child.pid())) {
      return false;
    }
    long value =
        ProcessCalls.limitOf(child.pid(), ProcessCalls.RLIMIT_LOCKS).map(Limit::soft).orElse(-1L);
    return value == mark
        || (child.session() != OWN_SESSION && STARTS.get() == 0 && LIVING.size() == 1);
  }
}
