package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Collects what is wrong with a policy file, and words it with file, line and column. Not
 * thread-safe.
 */
final class Faults {
  private final PolicyFile file;
  private final List<Fault> faults = new ArrayList<>();

  /** Made when a place is first needed: a policy without a fault never pays for it. */
  private Optional<KeyLocator> locator = Optional.empty();

  private record Fault(boolean absence, int line, int column, String message) {}

  Faults(PolicyFile file) {
    this.file = file;
  }

  /** Notes that what the file says at a key is wrong. */
  void at(KeyPath path, String problem) {
    add(false, position(path), problem);
  }

  /** Notes that something is missing in the table at a way. */
  void missing(KeyPath table, String problem) {
    add(true, position(table), problem);
  }

  /** Notes that something outside the file is wrong: its message stands alone. */
  void elsewhere(String problem) {
    faults.add(new Fault(true, Integer.MAX_VALUE, 0, problem));
  }

  private void add(boolean absence, Optional<Position> position, String problem) {
    faults.add(
        new Fault(
            absence,
            position.map(Position::line).orElse(Integer.MAX_VALUE),
            position.map(Position::column).orElse(0),
            place(position) + problem));
  }

  /**
   * Returns the first fault in the file's order. What is missing comes after what is wrong: a
   * misspelt key is both, and the misspelling is the better news.
   */
  Optional<String> first() {
    return faults.stream()
        .min(
            Comparator.comparing(Fault::absence)
                .thenComparingInt(Fault::line)
                .thenComparingInt(Fault::column))
        .map(Fault::message);
  }

  /** Words a remark on what the file says at a key, which is no fault. */
  String remark(KeyPath path, String text) {
    return place(position(path)) + text;
  }

  private String place(Optional<Position> position) {
    return file.place(position);
  }

  private Optional<Position> position(KeyPath path) {
    if (locator.isEmpty()) {
      locator = Optional.of(KeyLocator.of(file.text()));
    }
    return locator.get().find(path);
  }
}
