package dev.safemcp.safety.audit;

import java.io.IOException;

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
}
