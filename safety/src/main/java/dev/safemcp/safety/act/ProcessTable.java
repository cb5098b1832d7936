package dev.safemcp.safety.act;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads /proc (proc(5)). Stateless. */
final class ProcessTable {
  private static final Path PROC = Path.of("/proc");

  private ProcessTable() {}

  /**
   * What we need of a process.
   *
   * @param pid its number
   * @param parent its parent's
   * @param session its session's
   * @param zombie whether it has ended and waits to be reaped
   */
  record Entry(int pid, int parent, int session, boolean zombie) {}

  /** Returns all processes that there are. */
  static List<Entry> all() {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path folder : folders) {
        entry(folder.resolve("stat")).ifPresent(entries::add);
      }
    } catch (IOException gone) {
      // /proc cannot be listed: what was read so far is all there is to know.
    }
    return entries;
  }

  /** Returns one process. */
  static Optional<Entry> of(int pid) {
    return entry(PROC.resolve(Integer.toString(pid)).resolve("stat"));
  }

  /** Returns the first child that a thread of this process started (CONFIG_PROC_CHILDREN). */
  static Optional<Integer> firstChildOf(int thread) {
    try {
      String text =
          Files.readString(
              PROC.resolve("self/task").resolve(Integer.toString(thread)).resolve("children"));
      int end = text.indexOf(' ');
      return end > 0 ? Optional.of(Integer.valueOf(text.substring(0, end))) : Optional.empty();
    } catch (IOException | NumberFormatException gone) {
      return Optional.empty();
    }
  }

  private static Optional<Entry> entry(Path stat) {
    try {
      String text = new String(Files.readAllBytes(stat), StandardCharsets.ISO_8859_1);
      // The name stands in parentheses and may hold anything, a parenthesis included.
      int pid = Integer.parseInt(text.substring(0, text.indexOf(' ')));
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(
          new Entry(
              pid,
              Integer.parseInt(fields[1]),
              Integer.parseInt(fields[3]),
              fields[0].equals("Z") || fields[0].equals("X")));
    } catch (IOException | NumberFormatException gone) {
      return Optional.empty();
    }
  }
}
