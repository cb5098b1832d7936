package dev.safemcp.safety.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One component of a path, as the bytes that the file system holds: a name that is no valid UTF-8
 * would not survive the way through a {@code String}.
 *
 * <p>Ordered by unsigned bytes, which for UTF-8 is the order of code points. Immutable.
 */
public final class Name implements Comparable<Name> {
  private final byte[] bytes;

  private Name(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the name of a text without {@code /} and NUL. */
  public static Name of(String text) {
    return new Name(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the name of these bytes, none of which is {@code /} or NUL. */
  public static Name ofBytes(byte[] bytes) {
    return new Name(bytes.clone());
  }

  /** Returns a copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns how many bytes it has. */
  public int length() {
    return bytes.length;
  }

  /** Returns the name as text where it is valid UTF-8. */
  public Optional<String> text() {
    // What does not decode becomes U+FFFD; only where there is one does the strict way decide.
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.indexOf('\ufffd') < 0) {
      return Optional.of(text);
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException undecodable) {
      return Optional.empty();
    }
  }

  /**
   * Returns the name for people: each byte that does not decode stands as {@code \xff}. Control
   * characters are left to the redactor, which makes them visible.
   */
  public String visible() {
    Optional<String> text = text();
    if (text.isPresent()) {
      return text.get();
    }
    StringBuilder visible = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int length = decodable(at);
      if (length == 0) {
        visible.append("\\x").append(HexFormat.of().toHexDigits(bytes[at]));
        at++;
      } else {
        visible.append(new String(bytes, at, length, StandardCharsets.UTF_8));
        at += length;
      }
    }
    return visible.toString();
  }

  /** Returns how many bytes at an offset are one valid character, 0 for none. */
  private int decodable(int offset) {
    for (int length = 1; length <= 4 && offset + length <= bytes.length; length++) {
      if (ofBytes(Arrays.copyOfRange(bytes, offset, offset + length)).text().isPresent()) {
        return length;
      }
    }
    return 0;
  }

  @Override
  public int compareTo(Name other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Name that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns {@link #visible()}. */
  @Override
  public String toString() {
    return visible();
  }
}
