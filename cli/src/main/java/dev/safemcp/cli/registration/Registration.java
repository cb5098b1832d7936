package dev.safemcp.cli.registration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The change that an entry makes to a client's file: worked out first, shown, then written.
 *
 * @param file the file
 * @param before its text; empty where it does not exist
 * @param after its text with the entry in it
 */
public record Registration(Path file, Optional<String> before, String after) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What working out the change says. */
  public sealed interface Draft {
    /** The change is known. */
    record Ready(Registration registration) implements Draft {}

    /** The file cannot be merged into. */
    record Unmergeable(String reason) implements Draft {}
  }

  /** Works out what the file would be, and changes nothing. */
  public static Draft draft(Path file, Client client, Entry entry) {
    if (!Files.exists(file)) {
      return new Draft.Ready(
          new Registration(file, Optional.empty(), text(entry.document(client))));
    }
    try {
      String before = Files.readString(file);
      JsonNode read = before.isBlank() ? JSON.createObjectNode() : JSON.readTree(before);
      if (!(read instanceof ObjectNode document)) {
        return new Draft.Unmergeable(
            "'" + file + "' holds no JSON object: mend it, or add the entry by hand");
      }
      JsonNode section = document.path(client.section());
      if (!section.isMissingNode() && !section.isObject()) {
        return new Draft.Unmergeable(
            "'"
                + client.section()
                + "' in '"
                + file
                + "' is no object: mend it, or add the entry by hand");
      }
      document.withObjectProperty(client.section()).set(entry.name(), entry.value(client));
      return new Draft.Ready(new Registration(file, Optional.of(before), text(document)));
    } catch (JsonProcessingException fault) {
      return new Draft.Unmergeable(
          "'"
              + file
              + "' is no JSON at line "
              + fault.getLocation().getLineNr()
              + ": mend it, or add the entry by hand");
    } catch (IOException fault) {
      return new Draft.Unmergeable(
          "'" + file + "' cannot be read: check its permissions, or add the entry by hand");
    }
  }

  /** Returns the change, line by line, as a reader of diffs expects it. */
  public String difference() {
    StringBuilder text = new StringBuilder();
    String[] old = before.map(content -> content.split("\n", -1)).orElseGet(() -> new String[0]);
    String[] now = after.split("\n", -1);
    int head = 0;
    while (head < old.length && head < now.length && old[head].equals(now[head])) {
      head++;
    }
    int tail = 0;
    while (tail < old.length - head
        && tail < now.length - head
        && old[old.length - 1 - tail].equals(now[now.length - 1 - tail])) {
      tail++;
    }
    for (int i = head; i < old.length - tail; i++) {
      text.append("- ").append(old[i]).append('\n');
    }
    for (int i = head; i < now.length - tail; i++) {
      text.append("+ ").append(now[i]).append('\n');
    }
    return text.toString();
  }

  /**
   * Writes the file in one step, after a backup beside it.
   *
   * @return the backup, where there was something to keep
   * @throws IOException where the file or its folder cannot be written; the file is then as it was
   */
  public Optional<Path> write() throws IOException {
    Optional<Path> backup = Optional.empty();
    // A configuration that is a link is often kept elsewhere: the link stays, its target is
    // replaced.
    Path target = Files.exists(file) ? file.toRealPath() : file;
    Files.createDirectories(target.toAbsolutePath().getParent());
    if (before.isPresent()) {
      Path kept = target.resolveSibling(target.getFileName() + ".bak");
      Files.copy(
          target, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      backup = Optional.of(kept);
    }
    Path fresh = Files.createTempFile(target.toAbsolutePath().getParent(), ".safe-mcp", ".json");
    try {
      Files.writeString(fresh, after);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    return backup;
  }

  private static String text(ObjectNode document) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance);
    try {
      return JSON.writer(printer).writeValueAsString(document) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
