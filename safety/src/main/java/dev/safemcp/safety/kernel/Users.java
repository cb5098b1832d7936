package dev.safemcp.safety.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Who this process is, as proc_pid_status(5) says: neither changes while it runs. Stateless. */
final class Users {
  private static final int CAP_FOWNER = 3;
  private static final OptionalInt BOUND = read();

  private Users() {}

  /**
   * Returns the user whose entries alone this process may take out of a sticky folder; empty where
   * it may take any: its own folder, or a process that the bit does not bind.
   *
   * @param owner whose folder it is
   */
  static OptionalInt boundIn(int owner) {
    return BOUND.isPresent() && BOUND.getAsInt() != owner ? BOUND : OptionalInt.empty();
  }

  private static OptionalInt read() {
    try {
      List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
      Optional<String> capabilities = field(status, "CapEff:", 1);
      Optional<String> effective = field(status, "Uid:", 2);
      if (capabilities.isPresent()
          && effective.isPresent()
          && (Long.parseUnsignedLong(capabilities.get(), 16) & (1L << CAP_FOWNER)) == 0) {
        return OptionalInt.of(Integer.parseUnsignedInt(effective.get()));
      }
    } catch (IOException | NumberFormatException unknown) {
      return OptionalInt.empty(); // nothing is foretold; the kernel decides when a file is moved
    }
    return OptionalInt.empty();
  }

  private static Optional<String> field(List<String> status, String name, int column) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.split("\\s+", -1))
        .filter(columns -> columns.length > column)
        .map(columns -> columns[column])
        .findFirst();
  }
}
