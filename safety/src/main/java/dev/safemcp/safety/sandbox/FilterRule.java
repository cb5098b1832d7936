package dev.safemcp.safety.sandbox;

import java.util.List;

/**
 * What a filter says of one system call.
 *
 * @param syscall its name
 * @param errno what the call fails with where it is denied; {@link #ASK} where a supervisor decides
 * @param denies whether a match denies (else a match allows, and anything else is denied)
 * @param alternatives a call matches where all tests of one of them are true
 */
record FilterRule(String syscall, int errno, boolean denies, List<List<Test>> alternatives) {
  /** In place of an errno: a supervisor decides. */
  static final int ASK = -1;

  FilterRule {
    alternatives = alternatives.stream().map(List::copyOf).toList();
  }

  /** A question about one argument, numbered from 0. */
  sealed interface Test {
    int argument();

    /** All 64 bits are this value. */
    record Is(int argument, long value) implements Test {}

    /** The lower 32 bits, all that the kernel looks at in an int, are this value. */
    record IsInt(int argument, int value) implements Test {}

    /** It lies in the room of this size, a power of two up to 2^31, at this multiple of it. */
    record IsWithin(int argument, long place, long size) implements Test {}

    /** One of these bits, in the lower 32, is set. */
    record HasAnyOf(int argument, int bits) implements Test {}
  }

  /** Denies every call. */
  static FilterRule deny(String syscall, int errno) {
    return new FilterRule(syscall, errno, true, List.of(List.of()));
  }

  /** Leaves every call to a supervisor. */
  static FilterRule ask(String syscall) {
    return deny(syscall, ASK);
  }

  /** Denies calls for which all tests are true. */
  static FilterRule denyWhere(String syscall, int errno, Test... tests) {
    return new FilterRule(syscall, errno, true, List.of(List.of(tests)));
  }

  /** Denies calls but those for which all tests are true. */
  static FilterRule allowOnly(String syscall, int errno, Test... tests) {
    return new FilterRule(syscall, errno, false, List.of(List.of(tests)));
  }
}
