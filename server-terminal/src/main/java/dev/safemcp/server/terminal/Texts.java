package dev.safemcp.server.terminal;

import dev.safemcp.safety.policy.TerminalPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * What a model reads before it calls: what this policy allows and how much of it, so that it need
 * not find out by being refused. The texts of refusals are fixed and short; the help stands here.
 *
 * <p>Says what is allowed and never what is denied. The same for one policy at every start.
 * Stateless.
 */
final class Texts {
  /** Names that are told; a list for a model must end. */
  private static final int MOST_NAMED = 100;

  private Texts() {}

  static String instructions(List<String> programs) {
    return "Runs single commands in one folder, under a policy that its operator wrote and that"
        + " nothing you send can change. No shell: one program with its arguments, nothing"
        + " expanded, no pipes, no redirection. Programs: "
        + names(programs)
        + ". Every answer has ok, code, reason and detail. A refusal is final for that command as"
        + " it stands: POLICY_DENIED (a rule; reason says which), PATH_ESCAPE (a path leaves the"
        + " folder), INVALID_REQUEST (the arguments are wrong in themselves), AUDIT_UNAVAILABLE"
        + " (nothing can run until the operator mends the audit log). Do not retry a refused"
        + " command in another spelling; choose another command, or tell the user what you need."
        + " explain_command tells beforehand. Secrets in output read [REDACTED:kind].";
  }

  static String run(List<String> programs, TerminalPolicy policy) {
    return "Runs one program in the sandbox folder and returns its stdout, stderr and exit_code. A"
        + " non-zero exit_code is still code OK. stdin is empty. Programs that can be run, all"
        + " others are refused: "
        + names(programs)
        + ". "
        + (policy.containArguments()
            ? "Arguments that name a place outside the folder are refused (PATH_ESCAPE). "
            : "")
        + limits(policy.limits());
  }

  static String explain() {
    return "Says whether run_command would run this command line, and why or why not, without"
        + " running it: the words that it was split into, the folder, and what would be enforced.";
  }

  private static String names(List<String> programs) {
    if (programs.isEmpty()) {
      return "none";
    }
    String named = String.join(", ", programs.stream().limit(MOST_NAMED).toList());
    return programs.size() <= MOST_NAMED
        ? named
        : named + " and " + (programs.size() - MOST_NAMED) + " more";
  }

  private static String limits(TerminalPolicy.Limits limits) {
    List<String> bounds = new ArrayList<>();
    bounds.add(limits.timeoutSeconds() + " s in all (TIMEOUT)");
    bounds.add(limits.maxOutputBytes() + " bytes of each output (OUTPUT_TRUNCATED)");
    add(bounds, limits.cpuSeconds(), "s of processor time");
    add(bounds, limits.memoryBytes(), "bytes of memory");
    add(bounds, limits.fileBytes(), "bytes in one file");
    add(bounds, limits.processes(), "processes");
    add(bounds, limits.maxConcurrent(), "commands at one time");
    return "Limits: " + String.join(", ", bounds) + ".";
  }

  /** Adds a bound where there is one. */
  private static void add(List<String> bounds, long most, String unit) {
    if (most > 0) {
      bounds.add(most + " " + unit);
    }
  }
}
