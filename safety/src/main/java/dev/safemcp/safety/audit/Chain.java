package dev.safemcp.safety.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where a chain of records stands: the last record's number and hash.
 *
 * <p>A record's hash is SHA-256 over its own bytes without the hash, and its {@code prev} is one of
 * those bytes, so that each hash covers every record before it.
 *
 * @param seq the last record's number; 0 before the first
 * @param hash the last record's hash in lower-case hex; zeros before the first
 */
record Chain(long seq, String hash) {
  static final Chain START = new Chain(0, "0".repeat(64));

  private static final byte[] SEAL = ",\"hash\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final int SEALED = SEAL.length + 64 + 2;

  /** How many bytes a record ends in that hold its hash: 64 digits, a quote and a brace. */
  static final int SEAL_END = 64 + 2;

  /** Returns the line, with its newline, of a JSON object that lacks its hash. */
  static byte[] seal(byte[] object) {
    byte[] hash = hash(object).getBytes(StandardCharsets.US_ASCII);
    byte[] line = Arrays.copyOf(object, object.length - 1 + SEALED + 1);
    int at = object.length - 1;
    System.arraycopy(SEAL, 0, line, at, SEAL.length);
    System.arraycopy(hash, 0, line, at + SEAL.length, hash.length);
    line[line.length - 3] = '"';
    line[line.length - 2] = '}';
    line[line.length - 1] = '\n';
    return line;
  }

  /**
   * Returns the hash that a line carries, where it is the right one for its other bytes.
   *
   * @param line a line without its newline
   */
  static Optional<String> sealed(byte[] line) {
    int object = line.length - SEALED;
    if (object < 1 || !Arrays.equals(line, object, object + SEAL.length, SEAL, 0, SEAL.length)) {
      return Optional.empty();
    }
    byte[] unsealed = Arrays.copyOf(line, object + 1);
    unsealed[object] = '}';
    String carried = new String(line, object + SEAL.length, 64, StandardCharsets.US_ASCII);
    boolean whole = line[line.length - 2] == '"' && line[line.length - 1] == '}';
    return whole && hash(unsealed).equals(carried) ? Optional.of(carried) : Optional.empty();
  }

  /** Returns the hash that a sealed line ends in, its newline included. */
  static String hashIn(byte[] line) {
    return new String(line, line.length - 1 - SEAL_END, 64, StandardCharsets.US_ASCII);
  }

  /** Returns a text's SHA-256 in lower-case hex. */
  static String hash(String text) {
    return hash(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
