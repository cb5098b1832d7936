package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.ProcessCalls;
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

/**
 * All that one command started, and its end.
 *
 * <p>The server is a child subreaper, so a process whose parent dies becomes the server's child and
 * cannot leave it. Which command an orphan belongs to is told by a mark: a value of RLIMIT_MSGQUEUE
 * that every command gets as its own, that fork and exec hand on, and that no process may raise
 * again. A process that lowers it bears no command's mark, but not the server's value either: it is
 * a stray, and the first command to end takes it with it. So does a session of its own, which
 * setsid(2) makes, change nothing.
 *
 * <p>Thread-safe.
 */
final class ProcessTree {
  /**
   * Marks lie below the kernel's default of 819200 and leave a message queue that wants one enough.
   */
  private static final long LOWEST_MARK = 400_000;

  private static final int MARKS = 400_000;
  private static final int PASSES = 10_000;
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Map<Integer, ProcessTree> LIVING = new ConcurrentHashMap<>();
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final long OWN_VALUE = ProcessCalls.hardLimit(0, ProcessCalls.RLIMIT_MSGQUEUE);

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

  /** Marks a command that was just started. */
  static ProcessTree of(int leader) {
    long mark = LOWEST_MARK + Math.floorMod(NEXT.getAndIncrement(), MARKS);
    int ignored = ProcessCalls.limit(leader, ProcessCalls.RLIMIT_MSGQUEUE, mark);
    ProcessTree tree = new ProcessTree(leader, mark);
    LIVING.put(leader, tree);
    return tree;
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

  private boolean orphanOfOurs(ProcessTable.Entry child) {
    if (LIVING.containsKey(child.pid())) {
      return false;
    }
    long value = ProcessCalls.hardLimit(child.pid(), ProcessCalls.RLIMIT_MSGQUEUE);
    return value == mark
        || (value != OWN_VALUE
            && value >= 0
            && LIVING.values().stream().noneMatch(tree -> tree.mark == value));
  }
}
