package dev.safemcp.cli;

import dev.safemcp.cli.console.Console;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.stdio.StandardStreams;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command finds around it.
 *
 * @param streams the standard streams, taken from {@link System} before anything could write there
 * @param environment the environment's variables
 * @param workingDirectory what relative paths of the command line resolve against
 */
record Surroundings(
    StandardStreams streams, Map<String, String> environment, Path workingDirectory) {
  /** The exit status of every refusal. */
  static final int REFUSED = 2;

  /** Says a line to the user, on stdout: for the commands that serve nothing. */
  void print(String text) {
    PrintWriter out = new PrintWriter(streams.out(), true, StandardCharsets.UTF_8);
    out.println(text);
  }

  /** Says a line to the operator, on stderr: redacted, like everything that leaves. */
  void say(String line) {
    streams.err().println(Redactor.of(RedactionPolicy.standard()).line(line));
  }

  /** Returns what the operator's commands speak through. */
  Console console() {
    return new Console(
        streams.out(),
        this::say,
        Optional.ofNullable(System.console()).filter(java.io.Console::isTerminal).isPresent(),
        environment,
        workingDirectory);
  }

  /** Says why there is no start, and returns the exit status for it. */
  int refuse(String reason) {
    say("fatal: " + reason);
    return REFUSED;
  }
}
