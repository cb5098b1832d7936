package dev.safemcp.safety.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What the kernel needs besides a program's own file to start it (execve(2), elf(5)). */
sealed interface ProgramFile {
  /** An ELF program that a loader starts. */
  record Loaded(Path loader) implements ProgramFile {}

  /** A script; its first line names the interpreter. */
  record Script(Path interpreter) implements ProgramFile {}

  /** It needs nothing else: statically linked, or of a kind that is not known here. */
  record Alone() implements ProgramFile {}

  /** It could not be read. */
  record Unreadable() implements ProgramFile {}

  int PT_INTERP = 3;
  int MAGIC = 0x7f454c46;

  /** What the kernel reads of a file to tell what it is (BINPRM_BUF_SIZE). */
  int HEAD = 256;

  /** Reads a program's head. */
  static ProgramFile read(Path program) {
    try {
      ByteBuffer head = at(program, 0, HEAD);
      if (head.remaining() > 2 && head.get(0) == '#' && head.get(1) == '!') {
        return script(StandardCharsets.UTF_8.decode(head.position(2)).toString());
      }
      return head.remaining() >= 64 && head.getInt(0) == MAGIC ? elf(program, head) : new Alone();
    } catch (IOException | InvalidPathException | IndexOutOfBoundsException unreadable) {
      return new Unreadable();
    }
  }

  private static ProgramFile script(String head) {
    String line = head.lines().findFirst().orElse("").strip();
    String interpreter = line.split("[ \t]", 2)[0];
    return interpreter.startsWith("/") ? new Script(Path.of(interpreter)) : new Unreadable();
  }

  private static ProgramFile elf(Path program, ByteBuffer head) throws IOException {
    boolean wide = head.get(4) == 2;
    head.order(head.get(5) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long table = wide ? head.getLong(32) : head.getInt(28) & 0xffff_ffffL;
    int size = head.getShort(wide ? 54 : 42) & 0xffff;
    int count = head.getShort(wide ? 56 : 44) & 0xffff;
    ByteBuffer headers = at(program, table, size * count).order(head.order());
    for (int i = 0; i < count; i++) {
      int start = i * size;
      if (headers.getInt(start) == PT_INTERP) {
        long offset = wide ? headers.getLong(start + 8) : headers.getInt(start + 4) & 0xffff_ffffL;
        long length =
            wide ? headers.getLong(start + 32) : headers.getInt(start + 16) & 0xffff_ffffL;
        // PATH_MAX bounds it, and the last byte is NUL.
        ByteBuffer name = at(program, offset, Math.clamp(length, 1, 4096));
        String loader = StandardCharsets.UTF_8.decode(name).toString();
        return new Loaded(Path.of(loader.substring(0, loader.indexOf(0))));
      }
    }
    return new Alone();
  }

  private static ByteBuffer at(Path program, long offset, int length) throws IOException {
    try (InputStream file = Files.newInputStream(program)) {
      file.skipNBytes(offset);
      return ByteBuffer.wrap(file.readNBytes(length));
    }
  }
}
