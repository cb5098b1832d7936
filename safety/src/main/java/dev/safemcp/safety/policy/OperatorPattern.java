package dev.safemcp.safety.policy;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Compiles an operator's regex with a linear-time engine, and refuses one that the engine could not
 * hold or that matches nothing at all. Stateless.
 */
final class OperatorPattern {
  /** RE2/J unrolls {@code {n}}; nested, a short regex fills any memory. */
  private static final long MOST_STATES = 20_000;

  private OperatorPattern() {}

  /** What compiling says. */
  sealed interface Compiling {
    /** The regex can be used. */
    record Compiled(Pattern pattern) implements Compiling {}

    /** It cannot; the problem is on one line. */
    record Bad(String problem) implements Compiling {}
  }

  static Compiling compile(String regex) {
    if (states(regex) > MOST_STATES) {
      return new Compiling.Bad("its repetitions multiply to more than the redactor can hold");
    }
    try {
      Pattern pattern = Pattern.compile(regex);
      return matchesNothing(pattern)
          ? new Compiling.Bad("it matches the empty text, which is everywhere")
          : new Compiling.Compiled(pattern);
    } catch (PatternSyntaxException e) {
      return new Compiling.Bad(
          Wording.oneLine(e.getDescription())
              + " in "
              + Wording.quoted(e.getPattern())
              + " (RE2/J syntax: backreferences and lookaround are not supported)");
    }
  }

  private static boolean matchesNothing(Pattern pattern) {
    for (String sample : new String[] {"", "a 1"}) {
      Matcher matcher = pattern.matcher(sample);
      while (matcher.find()) {
        if (matcher.start() == matcher.end()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Estimates how many states the compiled regex has: atoms, multiplied by their repetitions. */
  static long states(String regex) {
    Deque<Long> outer = new ArrayDeque<>();
    long sum = 0;
    long last = 0;
    for (int i = 0; i < regex.length() && sum <= MOST_STATES; i++) {
      switch (regex.charAt(i)) {
        case '\\' -> {
          i = endOfEscape(regex, i);
          last = 1;
          sum++;
        }
        case '[' -> {
          i = endOfClass(regex, i);
          last = 1;
          sum++;
        }
        case '(' -> {
          outer.push(sum);
          sum = 0;
        }
        case ')' -> {
          last = sum + 2;
          sum = last + (outer.isEmpty() ? 0 : outer.pop());
        }
        case '{' -> {
          int close = regex.indexOf('}', i);
          long times = close < 0 ? 1 : times(regex.substring(i + 1, close));
          sum += last * (times - 1);
          last *= times;
          i = times > 1 ? close : i;
        }
        default -> {
          last = 1;
          sum++;
        }
      }
    }
    while (!outer.isEmpty()) {
      sum += outer.pop();
    }
    return sum;
  }

  /** Returns the larger number of {@code n}, {@code n,} or {@code n,m}; 1 for anything else. */
  private static long times(String bounds) {
    long most = 1;
    for (String number : bounds.split(",", 2)) {
      if (number.length() > 6 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return 1;
      }
      most = Math.max(most, number.isEmpty() ? 1 : Long.parseLong(number));
    }
    return most;
  }

  private static int endOfEscape(String regex, int at) {
    if (regex.startsWith("\\Q", at)) {
      int end = regex.indexOf("\\E", at);
      return end < 0 ? regex.length() : end + 1;
    }
    boolean braces =
        at + 2 < regex.length()
            && "pPx".indexOf(regex.charAt(at + 1)) >= 0
            && regex.charAt(at + 2) == '{';
    int end = braces ? regex.indexOf('}', at) : at + 1;
    return end < 0 ? regex.length() : end;
  }

  private static int endOfClass(String regex, int at) {
    // A bracket right after the opening one, or after its caret, stands for itself.
    int i = regex.startsWith("[^", at) ? at + 2 : at + 1;
    i += regex.startsWith("]", i) ? 1 : 0;
    for (; i < regex.length() && regex.charAt(i) != ']'; i++) {
      if (regex.charAt(i) == '\\') {
        i++;
      }
    }
    return i;
  }
}
