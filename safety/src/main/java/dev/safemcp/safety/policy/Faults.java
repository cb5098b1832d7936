package dev.safemcp.safety.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Collects what is wrong with a policy file, and words it with file, line and column. Not
 * thread-safe.
 */
final class Faults {
  private final PolicyFile file;
  private final List<Fault> faults = new ArrayList<>();

  /** Made when a place is first needed: a policy without a fault never pays for it. */
  private Optional<KeyLocator> locator = Optional.empty();

  /**
   * Something wrong.
   *
   * @param absence whether something is missing, rather than there and wrong
   * @param offset where, as an index into the file; past its end where that is not known
   * @param message the whole line; put together for the one fault that is shown
   */
  private record Fault(boolean absence, int offset, Supplier<String> message) {}

  Faults(PolicyFile file) {
    this.file = file;
  }

  /** Notes that what the file says at a key is wrong. */
  void at(KeyPath path, String problem) {
    add(false, path, problem);
  }

  /** Notes that something is missing in the table at a way. */
  void missing(KeyPath table, String problem) {
    add(true, table, problem);
  }

  /** Notes that something outside the file is wrong: its message stands alone. */
  void elsewhere(String problem) {
    faults.add(new Fault(true, Integer.MAX_VALUE, () -> problem));
  }

  private void add(boolean absence, KeyPath path, String problem) {
    faults.add(
        new Fault(
            absence,
            locator().offset(path).orElse(Integer.MAX_VALUE),
            () -> remark(path, problem).message()));
  }

  /** Returns whether nothing is wrong so far. */
  boolean none() {
    return faults.isEmpty();
  }

  /**
   * Returns the first fault in the file's order. What is missing comes after what is wrong: a
   * misspelt key is both, and the misspelling is the better news.
   */
  Optional<String> first() {
    return faults.stream()
        .min(Comparator.comparing(Fault::absence).thenComparingInt(Fault::offset))
        .map(fault -> fault.message().get());
  }

  /** Words a remark on what the file says at a key; the text may begin with the key. */
  PolicyRemark remark(KeyPath path, String text) {
    Optional<Position> position = locator().find(path);
    OptionalInt line =
        position.isPresent() ? OptionalInt.of(position.get().line()) : OptionalInt.empty();
    return new PolicyRemark(Optional.of(path.dotted()), line, text, file.place(position) + text);
  }

  private KeyLocator locator() {
    KeyLocator known = locator.orElseGet(() -> KeyLocator.of(file.text()));
    locator = Optional.of(known);
    return known;
  }
}
