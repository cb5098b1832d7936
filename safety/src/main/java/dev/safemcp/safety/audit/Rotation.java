package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells a rotation by another process from a log that was deleted or replaced.
 *
 * <p>The proof that it was a rotation: the file that we wrote to lies among the rotated ones, and
 * from its last record the chain goes on through each newer file. Where it was rotated so often
 * that our file is no longer kept, as many files as are kept must be there, form one chain, and
 * begin after our last record.
 *
 * @param log the log's name
 * @param keep how many rotated files are kept
 */
record Rotation(Path log, int keep) {
  /**
   * Follows the rotations since {@code ours} was the log.
   *
   * @param ours the file that we wrote to
   * @param known where the chain stood then
   * @return where the chain stands at the end of the newest rotated file
   * @throws Tampered where there was no rotation
   */
  Chain follow(OpenLog ours, Chain known) throws IOException {
    List<RotatedFiles.Numbered> kept = new RotatedFiles(log).newestFirst();
    List<Path> newer = new ArrayList<>();
    boolean found = false;
    for (RotatedFiles.Numbered file : kept) {
      Optional<BasicFileAttributes> there = OwnFile.attributes(file.path());
      if (there.isPresent() && ours.is(there.get())) {
        found = true;
        break;
      }
      newer.addFirst(file.path());
    }
    boolean current = OwnFile.attributes(log).isPresent();
    if (found) {
      return through(newer, current, LogTail.of(ours.read(), ours.read().size()).chain());
    }
    if (!current) {
      throw new Tampered("it was deleted under the server");
    }
    if (kept.size() < keep) {
      throw new Tampered("it was replaced under the server");
    }
    return through(newer, true, known, true);
  }

  private Chain through(List<Path> newer, boolean current, Chain start) throws IOException {
    return through(newer, current, start, false);
  }

  private Chain through(List<Path> newer, boolean current, Chain start, boolean gap)
      throws IOException {
    Chain chain = start;
    boolean mayJump = gap;
    for (Path file : newer) {
      chain = link(file, chain, mayJump);
      mayJump = false;
    }
    if (current) {
      link(log, chain, mayJump);
    }
    return chain;
  }

  /** Returns where the chain stands at a file's end, where its first record follows. */
  private static Chain link(Path file, Chain chain, boolean mayJump) throws IOException {
    OwnFile.Opened opened;
    try {
      opened = OwnFile.read(file);
    } catch (IOException fault) {
      throw new Tampered("it was replaced under the server by something that is no log");
    }
    try (FileChannel channel = opened.channel()) {
      long size = channel.size();
      Optional<Line> first = first(channel, size);
      if (first.isEmpty()) {
        // Another process may have died between a rotation and its first record.
        if (size == 0 || LogTail.of(channel, size).rest() == LogTail.Rest.TORN) {
          return chain;
        }
        throw new Tampered("it was replaced under the server by something that is no log");
      }
      boolean next = mayJump ? first.get().seq() > chain.seq() : first.get().follows(chain);
      if (!next) {
        throw new Tampered("it was replaced under the server");
      }
      return LogTail.of(channel, size).chain();
    }
  }

  /** Returns a file's first record; torn lines may stand before it. */
  private static Optional<Line> first(FileChannel channel, long size) throws IOException {
    LineReader lines = new LineReader(channel, 0, Math.min(size, 2L * Line.MAX_BYTES));
    for (LineReader.Text text = lines.next(); text != null; text = lines.next()) {
      Optional<Line> line = Line.read(text.bytes());
      if (line.isPresent() || !Line.torn(text.bytes())) {
        return line;
      }
    }
    return Optional.empty();
  }
}
