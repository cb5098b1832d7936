package dev.safemcp.cli;

import dev.safemcp.stdio.StandardStreams;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/**
 * The process's entry. What a client's configuration starts, {@code terminal|files --config FILE},
 * it recognises by itself, since reading it with picocli costs more than the rest of the start;
 * everything else it leaves to {@link SafeMcp}.
 */
public final class Main {
  private static final String CONFIG = "--config";

  private Main() {}

  /** Runs the command line and exits with its status. */
  public static void main(String[] arguments) throws Exception {
    Thread.ofPlatform().daemon().name("preload").start(Main::preload);
    Surroundings surroundings =
        new Surroundings(StandardStreams.take(), System.getenv(), Path.of("").toAbsolutePath());
    Optional<Serve> server = server(List.of(arguments), surroundings);
    System.exit(server.isPresent() ? server.get().call() : SafeMcp.run(arguments, surroundings));
  }

  /**
   * Loads, beside the reading of the policy, what takes long and is needed soon after. On JDK 22 to
   * 25 BigDecimal, which every Jackson parser refers to, begins with 5 to the power of 65536; the
   * first SHA-256 looks for its provider.
   */
  static void preload() {
    try {
      byte zero = BigDecimal.ZERO.byteValue();
      MessageDigest.getInstance("SHA-256").update(zero);
    } catch (NoSuchAlgorithmException later) {
      // Whoever needs it says so.
    }
  }

  /** Returns the server that a command line names in the one form that needs no parser. */
  static Optional<Serve> server(List<String> words, Surroundings surroundings) {
    if (words.isEmpty()) {
      return Optional.empty();
    }
    Serve server =
        switch (words.getFirst()) {
          case "terminal" -> new ServeTerminal(surroundings);
          case "files" -> new ServeFiles(surroundings);
          default -> null;
        };
    if (server == null) {
      return Optional.empty();
    }
    List<String> rest = words.subList(1, words.size());
    if (rest.size() == 2 && rest.getFirst().equals(CONFIG) && plain(rest.getLast())) {
      server.config = rest.getLast();
      return Optional.of(server);
    }
    return rest.isEmpty() ? Optional.of(server) : Optional.empty();
  }

  /** Whether picocli takes a word as it stands: no option, and no file of arguments. */
  private static boolean plain(String word) {
    return !word.isEmpty() && !word.startsWith("-") && !word.startsWith("@");
  }
}
