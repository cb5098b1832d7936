package dev.safemcp.safety.policy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;

/**
 * The policy file as it was read.
 *
 * @param shown the path as the operator wrote it, on one line
 * @param named the same path, absolute, links and all
 * @param location the file in the real folder of that path; the file itself may be a link
 * @param text what it says
 */
record PolicyFile(String shown, Path named, Path location, String text) {
  /** The variable that names the file where {@code --config} does not. */
  static final String VARIABLE = "SAFE_MCP_POLICY_FILE";

  private static final int LARGEST = 1 << 20;
  private static final int OTHERS_WRITE = 0002;

  /** What opening says. */
  sealed interface Opening {
    /** The file could be read. */
    record Opened(PolicyFile file) implements Opening {}

    /** It could not, or must not be. */
    record Refused(String reason) implements Opening {}
  }

  /**
   * Returns the folder that relative paths of the file start from: the one that holds the name that
   * the operator wrote. Where that name is a link to a file elsewhere, the link's folder counts, so
   * that what a path means does not hang on how a file is deployed.
   */
  Path folder() {
    return Optional.ofNullable(location.getParent()).orElse(location);
  }

  /** Returns the beginning of a message on a place in the file. */
  String place(Optional<Position> position) {
    return shown + position.map(at -> ":" + at.line() + ":" + at.column()).orElse("") + ": ";
  }

  /** Finds and reads the file. Never blocks: what is no regular file is not opened. */
  static Opening open(
      Optional<String> config, Map<String, String> environment, Path workingDirectory) {
    String variable = environment.getOrDefault(VARIABLE, "");
    if (config.isEmpty() && variable.isEmpty()) {
      return new Opening.Refused("no policy file: name one with --config or in " + VARIABLE);
    }
    String written = config.orElse(variable);
    String source = config.isPresent() ? "--config" : VARIABLE;
    if (written.isEmpty()) {
      return new Opening.Refused("--config is empty: name a policy file");
    }
    try {
      return read(source, written, workingDirectory.toAbsolutePath().resolve(written));
    } catch (InvalidPathException e) {
      return new Opening.Refused(source + " is no path on this system: " + Wording.quoted(written));
    }
  }

  private static Opening read(String source, String written, Path named) {
    String shown = Wording.oneLine(written);
    try {
      BasicFileAttributes attributes = Files.readAttributes(named, BasicFileAttributes.class);
      Path name = named.getFileName();
      Path parent = named.getParent();
      if (!attributes.isRegularFile() || name == null || parent == null) {
        return new Opening.Refused(
            shown + ": not a regular file: " + source + " must name a policy file");
      }
      if (isWritableByEveryone(named)) {
        return new Opening.Refused(
            shown
                + ": writable by everyone, so that anybody could change the rules: run chmod o-w");
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(named)) {
        bytes = in.readNBytes(LARGEST + 1);
      }
      return bytes.length > LARGEST
          ? new Opening.Refused(
              shown + ": larger than " + LARGEST + " bytes, which no policy needs: check the path")
          : decode(shown, named, parent.toRealPath().resolve(name), bytes);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return new Opening.Refused(shown + ": no such file: " + source + " must name a policy file");
    } catch (AccessDeniedException e) {
      return new Opening.Refused(
          shown + ": permission denied: let the user that runs the server read it");
    } catch (IOException e) {
      return new Opening.Refused(shown + ": cannot be read: check the path and the disk");
    }
  }

  private static boolean isWritableByEveryone(Path file) throws IOException {
    try {
      // The bits rather than a set of permissions, which costs a start two milliseconds.
      return Files.getAttribute(file, "unix:mode") instanceof Integer mode
          && (mode & OTHERS_WRITE) != 0;
    } catch (UnsupportedOperationException | IllegalArgumentException noSuchView) {
      return false;
    }
  }

  private static Opening decode(String shown, Path named, Path location, byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    if (decoder.decode(in, out, true).isError()) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      return new Opening.Refused(shown + ":" + line + ": not UTF-8: save the file as UTF-8");
    }
    String text = out.flip().toString();
    // Some editors on Windows begin a UTF-8 file with a byte order mark.
    return new Opening.Opened(
        new PolicyFile(
            shown, named, location, text.startsWith("\uFEFF") ? text.substring(1) : text));
  }
}
