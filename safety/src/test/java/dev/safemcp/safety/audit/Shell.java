package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Runs what a test needs of the system and the JDK lacks. */
final class Shell {
  private Shell() {}

  static void run(String... command) throws IOException {
    if (!succeeds(command)) {
      throw new IOException(String.join(" ", command) + " failed");
    }
  }

  static boolean succeeds(String... command) throws IOException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException(stop);
    }
  }

  static boolean exists(String program) {
    try {
      return succeeds(program, "--version");
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  /** Returns what a program writes to both of its outputs. */
  static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
