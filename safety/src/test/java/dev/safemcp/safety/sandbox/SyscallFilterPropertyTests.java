package dev.safemcp.safety.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.sandbox.FilterRule.Test;
import dev.safemcp.safety.sandbox.SyscallFilter.Modes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The assembled program says what the rules say, for both architectures. */
final class SyscallFilterPropertyTests {
  private static final int ALLOW = 0x7fff_0000;
  private static final int ASK = 0x7fc0_0000;
  private static final int ERRNO = 0x0005_0000;
  private static final int KILL = 0x8000_0000;
  private static final int EPERM = 1;

  @ParameterizedTest
  @ValueSource(strings = {"amd64", "aarch64"})
  void theProgramSaysWhatTheRulesSay(String architecture) {
    SyscallTable table = SyscallTable.of(architecture).orElseThrow();
    long path = 0x2f_3a5c_7018L;
    for (boolean network : new boolean[] {false, true}) {
      List<FilterRule> rules =
          new java.util.ArrayList<>(
              SyscallFilter.rules(network, network ? Modes.SUPERVISED : Modes.MOUNTS_HOLD, false));
      if (!network) {
        rules.add(SyscallFilter.startsOnlyFrom(path));
      }
      FilterProgram program = FilterProgram.of(table, rules);
      assertThat(program.size()).isLessThan(4096);
      Map<Integer, FilterRule> byNumber = new HashMap<>();
      rules.forEach(
          rule -> table.number(rule.syscall()).ifPresent(number -> byNumber.put(number, rule)));
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      for (int number = 0; number < 600; number++) {
        for (int round = 0; round < 50; round++) {
          long[] arguments = new long[6];
          for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(random, path);
          }
          assertThat(program.run(data(table.auditArch(), number, arguments)))
              .as("seed %d, call %d", seed, number)
              .isEqualTo(expected(byNumber.get(number), arguments));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"amd64", "aarch64"})
  void anotherArchitecturesNumbersNeverPass(String architecture) {
    SyscallTable table = SyscallTable.of(architecture).orElseThrow();
    FilterProgram program =
        FilterProgram.of(table, SyscallFilter.rules(true, Modes.SUPERVISED, true));
    int i386 = 0x4000_0003;
    for (int number = 0; number < 600; number++) {
      assertThat(program.run(data(i386, number, new long[6]))).isEqualTo(KILL);
      if (table.hasX32()) {
        assertThat(program.run(data(table.auditArch(), 0x4000_0000 | number, new long[6])))
            .isEqualTo(ERRNO | EPERM);
      }
    }
  }

  /** Values around those that rules ask for, with and without something in the upper half. */
  private static long argument(Random random, long path) {
    long[] telling = {
      0,
      1,
      2,
      10,
      16,
      -1,
      0x5412,
      0x541c,
      04000,
      06755,
      0x40,
      0x40_0000,
      0x1000_0000,
      path,
      0x2f_3a50_0000L,
      0x2f_3a60_0000L,
      0x2f_3a5f_ffffL
    };
    long value = telling[random.nextInt(telling.length)];
    return random.nextInt(3) == 0 ? value ^ (1L << (32 + random.nextInt(32))) : value;
  }

  private static int[] data(int architecture, int number, long[] arguments) {
    int[] data = new int[16];
    data[0] = number;
    data[1] = architecture;
    for (int i = 0; i < arguments.length; i++) {
      data[4 + 2 * i] = (int) arguments[i];
      data[5 + 2 * i] = (int) (arguments[i] >>> 32);
    }
    return data;
  }

  private static int expected(@org.jspecify.annotations.Nullable FilterRule rule, long[] given) {
    if (rule == null) {
      return ALLOW;
    }
    boolean matches =
        rule.alternatives().stream()
            .anyMatch(tests -> tests.stream().allMatch(test -> holds(test, given)));
    int denied = rule.errno() == FilterRule.ASK ? ASK : ERRNO | rule.errno();
    return matches == rule.denies() ? denied : ALLOW;
  }

  private static boolean holds(Test test, long[] given) {
    long value = given[test.argument()];
    return switch (test) {
      case Test.Is is -> value == is.value();
      case Test.IsWithin room -> value >= room.place() && value < room.place() + room.size();
      case Test.IsInt is -> (int) value == is.value();
      case Test.HasAnyOf has -> ((int) value & has.bits()) != 0;
    };
  }
}
