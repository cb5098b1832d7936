package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.ProcessCalls.Limit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * All that one command started, and its end.
 *
 * <p>The server is a child subreaper, so a process whose parent dies becomes the server's child and
 * cannot leave it. Which command an orphan belongs to is told by a mark: a value of RLIMIT_MSGQUEUE
 * that the server bears while it starts a command, so that the command has it from its first
 * instant, and that fork and exec hand on. Once started, its hard limit is lowered to it too, so
 * that no process can raise it again. A process that lowers it bears no mark that is in use: it is
 * a stray, and the first command to end takes it with it.
 *
 * <p>Thread-safe.
 */
final class ProcessTree {
  private static final int PASSES = 10_000;
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Map<Integer, ProcessTree> LIVING = new ConcurrentHashMap<>();
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final int OWN_SESSION =
      ProcessTable.of(SELF).map(ProcessTable.Entry::session).orElse(0);

  /** What the server's own limit is but for the moments of a start. */
  private static final Limit OWN =
      ProcessCalls.limitOf(0, ProcessCalls.RLIMIT_MSGQUEUE).orElse(new Limit(819_200, 819_200));

  /**
   * Marks lie in the upper half of what the server may have: a queue that a command wants still
   * fits.
   */
  private static final long MARKS =
      Math.max(1, Math.min(400_000, (OWN.hard() < 0 ? 819_200 : OWN.hard()) / 2));

  private static final Object STARTING = new Object();

  private final int leader;
  private final long mark;

  private ProcessTree(int leader, long mark) {
    this.leader = leader;
    this.mark = mark;
  }

  /** Makes this process the one that inherits orphans; without it they could not be found. */
  static boolean prepare() {
    return ProcessCalls.becomeSubreaper() >= 0;
  }

  /** What starting a command gave: a tree, or minus errno. */
  sealed interface Start {
    /** It runs. */
    record Running(int pid, ProcessTree tree) implements Start {}

    /** It does not. */
    record Failed(int errno) implements Start {}
  }

  /**
   * Starts a command under a mark of its own. One at a time, since the server bears the mark
   * meanwhile.
   *
   * @param spawn starts it and returns its pid or minus errno
   */
  static Start start(IntSupplier spawn) {
    synchronized (STARTING) {
      long mark = MARKS + Math.floorMod((long) NEXT.getAndIncrement(), MARKS);
      int marked = ProcessCalls.limit(0, ProcessCalls.RLIMIT_MSGQUEUE, new Limit(mark, OWN.hard()));
      int pid;
      try {
        pid = spawn.getAsInt();
      } finally {
        int ignored = ProcessCalls.limit(0, ProcessCalls.RLIMIT_MSGQUEUE, OWN);
      }
      if (pid < 0) {
        return new Start.Failed(-pid);
      }
      if (marked >= 0) {
        marked = ProcessCalls.limit(pid, ProcessCalls.RLIMIT_MSGQUEUE, new Limit(mark, mark));
      }
      ProcessTree tree = new ProcessTree(pid, mark);
      LIVING.put(pid, tree);
      return new Start.Running(pid, tree);
    }
  }

  /**
   * Ends the tree: stops every process so that none can fork on, kills them, reaps those that are
   * ours, and looks again until nothing is left. The leader is left for its caller to reap.
   *
   * @param leaderEnded whether the leader ended by itself; then, mostly, there is nothing to do
   */
  void end(boolean leaderEnded) {
    try {
      if (leaderEnded && noOrphans()) {
        return;
      }
      Set<Integer> stopped = new HashSet<>();
      for (int pass = 0; pass < PASSES; pass++) {
        List<ProcessTable.Entry> members = members();
        members.removeIf(entry -> entry.pid() == leader && entry.zombie());
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
          if (member.parent() == SELF && member.pid() != leader) {
            reap(member.pid());
          }
        }
        stopped.clear();
      }
    } finally {
      LIVING.remove(leader);
    }
  }

  private static void reap(int pid) {
    int ignored = ProcessCalls.await(pid, true);
  }

  /** Returns whether the kernel says that the server has no child but commands that run. */
  private boolean noOrphans() {
    Optional<List<Integer>> children = ProcessTable.childrenOfFirstThread();
    return children.isPresent()
        && children.get().stream().allMatch(child -> child == leader || LIVING.containsKey(child));
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
      boolean ours = entry.pid() == leader || entry.session() == leader;
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
   * Ours are those of our mark, and strays: in no session of the server's, with no mark that is in
   * use.
   */
  private boolean orphanOfOurs(ProcessTable.Entry child) {
    if (LIVING.containsKey(child.pid())) {
      return false;
    }
    long value =
        ProcessCalls.limitOf(child.pid(), ProcessCalls.RLIMIT_MSGQUEUE)
            .map(Limit::soft)
            .orElse(-1L);
    return value == mark
        || (child.session() != OWN_SESSION
            && LIVING.values().stream().noneMatch(tree -> tree.mark == value));
  }
}
