package dev.safemcp.safety.sandbox;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Classic BPF for the kernel's seccomp (linux/filter.h, linux/seccomp.h), from {@link FilterRule}s.
 *
 * <p>A call of another architecture ends the process, since its numbers mean other calls; on x86-64
 * the x32 numbers are denied for the same reason. A call without a rule is allowed. Immutable.
 */
final class FilterProgram {
  private static final int LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
  private static final int IF_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
  private static final int IF_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
  private static final int IF_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
  private static final int AND = 0x54; // BPF_ALU | BPF_AND | BPF_K
  private static final int RETURN = 0x06; // BPF_RET | BPF_K
  private static final int KILL_PROCESS = 0x8000_0000;
  private static final int ERRNO = 0x0005_0000;
  private static final int USER_NOTIFICATION = 0x7fc0_0000;
  private static final int ALLOW = 0x7fff_0000;
  private static final int X32 = 0x4000_0000;
  private static final int EPERM = 1;
  private static final int MAX_JUMP = 255;

  // struct seccomp_data
  private static final int NUMBER = 0;
  private static final int ARCHITECTURE = 4;
  private static final int ARGUMENTS = 16;

  /** One struct sock_filter. */
  private record Instruction(int code, int ifTrue, int ifFalse, int value) {}

  private final List<Instruction> instructions = new ArrayList<>();

  private FilterProgram() {}

  /** What a filter does from one number of a system call on, up to the next piece. */
  private record Piece(int from, FilterProgram code) {}

  /**
   * Assembles a filter.
   *
   * @param rules at most one for each system call
   */
  static FilterProgram of(SyscallTable table, List<FilterRule> rules) {
    FilterProgram program = new FilterProgram();
    program.add(LOAD, 0, 0, ARCHITECTURE);
    program.add(IF_EQUAL, 1, 0, table.auditArch());
    program.add(RETURN, 0, 0, KILL_PROCESS);
    program.add(LOAD, 0, 0, NUMBER);
    NavigableMap<Integer, FilterProgram> blocks = new TreeMap<>();
    for (FilterRule rule : rules) {
      table
          .number(rule.syscall())
          .ifPresent(
              number -> {
                if (blocks.put(number, block(rule)) != null) {
                  throw new IllegalArgumentException("two rules for " + rule.syscall());
                }
              });
    }
    if (table.hasX32()) {
      blocks.put(X32, constant(ERRNO | EPERM));
    }
    List<Piece> pieces = new ArrayList<>();
    int next = 0;
    for (Map.Entry<Integer, FilterProgram> block : blocks.entrySet()) {
      if (block.getKey() > next || next == 0) {
        pieces.add(new Piece(next, constant(ALLOW)));
      }
      pieces.add(new Piece(block.getKey(), block.getValue()));
      next = block.getKey() + 1;
    }
    if (!table.hasX32()) {
      pieces.add(new Piece(next, constant(ALLOW)));
    }
    program.instructions.addAll(search(pieces).instructions);
    return program;
  }

  /**
   * Finds the piece of a number in as few steps as there are bits: the kernel goes through a filter
   * once for every number when it takes it, and so does every call that is not always allowed.
   */
  private static FilterProgram search(List<Piece> pieces) {
    if (pieces.size() == 1) {
      return pieces.getFirst().code();
    }
    int middle = pieces.size() / 2;
    FilterProgram below = search(pieces.subList(0, middle));
    FilterProgram code = new FilterProgram();
    code.add(IF_AT_LEAST, below.size(), 0, pieces.get(middle).from());
    code.instructions.addAll(below.instructions);
    code.instructions.addAll(search(pieces.subList(middle, pieces.size())).instructions);
    return code;
  }

  private static FilterProgram constant(int verdict) {
    FilterProgram code = new FilterProgram();
    code.add(RETURN, 0, 0, verdict);
    return code;
  }

  private static FilterProgram block(FilterRule rule) {
    FilterProgram block = new FilterProgram();
    int denied = rule.errno() == FilterRule.ASK ? USER_NOTIFICATION : ERRNO | rule.errno();
    int match = rule.denies() ? denied : ALLOW;
    int other = rule.denies() ? ALLOW : denied;
    for (List<FilterRule.Test> tests : rule.alternatives()) {
      block.addAlternative(tests, match);
    }
    if (rule.alternatives().stream().noneMatch(List::isEmpty)) {
      block.add(RETURN, 0, 0, other);
    }
    return block;
  }

  private void add(int code, int ifTrue, int ifFalse, int value) {
    if (ifTrue > MAX_JUMP || ifFalse > MAX_JUMP) {
      throw new IllegalStateException("a jump in a filter is too long");
    }
    instructions.add(new Instruction(code, ifTrue, ifFalse, value));
  }

  private void addAlternative(List<FilterRule.Test> tests, int match) {
    int left = tests.stream().mapToInt(FilterProgram::length).sum();
    for (FilterRule.Test test : tests) {
      left -= length(test);
      // A false test goes past the rest of the tests and the return after them.
      int past = left + 1;
      int low = ARGUMENTS + 8 * test.argument();
      switch (test) {
        case FilterRule.Test.Is is -> {
          add(LOAD, 0, 0, low);
          add(IF_EQUAL, 0, past + 2, (int) is.value());
          add(LOAD, 0, 0, low + 4);
          add(IF_EQUAL, 0, past, (int) (is.value() >>> 32));
        }
        case FilterRule.Test.IsWithin room -> {
          int mask = (int) -room.size();
          add(LOAD, 0, 0, low + 4);
          add(IF_EQUAL, 0, past + 3, (int) (room.place() >>> 32));
          add(LOAD, 0, 0, low);
          add(AND, 0, 0, mask);
          add(IF_EQUAL, 0, past, (int) room.place());
        }
        case FilterRule.Test.IsInt is -> {
          add(LOAD, 0, 0, low);
          add(IF_EQUAL, 0, past, is.value());
        }
        case FilterRule.Test.HasAnyOf has -> {
          add(LOAD, 0, 0, low);
          add(IF_ANY_BIT, 0, past, has.bits());
        }
      }
    }
    add(RETURN, 0, 0, match);
  }

  private static int length(FilterRule.Test test) {
    return switch (test) {
      case FilterRule.Test.Is is -> 4;
      case FilterRule.Test.IsWithin room -> 5;
      case FilterRule.Test.IsInt is -> 2;
      case FilterRule.Test.HasAnyOf has -> 2;
    };
  }

  /** Returns how many instructions it has; the kernel takes 4096 at most. */
  int size() {
    return instructions.size();
  }

  /** Writes it as the kernel reads it. */
  MemorySegment write(SegmentAllocator allocator) {
    MemorySegment filter = allocator.allocate(8L * size(), 8);
    for (int i = 0; i < size(); i++) {
      Instruction instruction = instructions.get(i);
      filter.set(ValueLayout.JAVA_SHORT, 8L * i, (short) instruction.code());
      filter.set(ValueLayout.JAVA_BYTE, 8L * i + 2, (byte) instruction.ifTrue());
      filter.set(ValueLayout.JAVA_BYTE, 8L * i + 3, (byte) instruction.ifFalse());
      filter.set(ValueLayout.JAVA_INT, 8L * i + 4, instruction.value());
    }
    return filter;
  }

  /**
   * Runs it as the kernel would.
   *
   * @param data a struct seccomp_data as 16 ints
   * @return what it returns
   */
  int run(int[] data) {
    int accumulator = 0;
    for (int at = 0; ; at++) {
      Instruction now = instructions.get(at);
      boolean holds;
      switch (now.code()) {
        case LOAD -> {
          accumulator = data[now.value() / 4];
          continue;
        }
        case AND -> {
          accumulator &= now.value();
          continue;
        }
        case RETURN -> {
          return now.value();
        }
        case IF_EQUAL -> holds = accumulator == now.value();
        case IF_AT_LEAST -> holds = Integer.compareUnsigned(accumulator, now.value()) >= 0;
        default -> holds = (accumulator & now.value()) != 0;
      }
      at += holds ? now.ifTrue() : now.ifFalse();
    }
  }
}
