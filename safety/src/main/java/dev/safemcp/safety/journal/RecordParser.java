package dev.safemcp.safety.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.file.Standing;
import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.End;
import dev.safemcp.safety.journal.JournalRecord.Header;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.journal.JournalRecord.Kept;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what {@link RecordWriter} wrote, and nothing else. Stateless. */
final class RecordParser {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordParser() {}

  /** A line that no writer of ours made. */
  private static final class Foreign extends Exception {
    private static final long serialVersionUID = 1;

    Foreign() {
      super("not a record", null, false, false);
    }
  }

  /** Returns the record of a JSON object; empty where it is none. */
  static Optional<JournalRecord> parse(String json) {
    try {
      return Optional.of(record(JSON.readTree(json)));
    } catch (IOException | Foreign broken) {
      return Optional.empty();
    }
  }

  private static JournalRecord record(JsonNode node) throws Foreign {
    long sequence = whole(node, "seq");
    return switch (text(node, "record")) {
      case "journal" -> {
        if (!text(node, "format").equals(RecordWriter.FORMAT)) {
          throw new Foreign();
        }
        yield new Header(sequence, (int) whole(node, "version"), text(node, "workspace"));
      }
      case "begin" -> {
        List<Intent> moves = new ArrayList<>();
        for (JsonNode move : list(node, "moves")) {
          moves.add(new Intent(step(move), (int) whole(move, "index")));
        }
        yield new Begin(
            sequence,
            text(node, "action"),
            text(node, "at"),
            text(node, "audit"),
            node.has("target") ? OptionalLong.of(whole(node, "target")) : OptionalLong.empty(),
            text(node, "token"),
            paths(node, "folders"),
            moves);
      }
      case "end" -> {
        List<Integer> moved = new ArrayList<>();
        for (JsonNode index : list(node, "moved")) {
          if (!index.isInt()) {
            throw new Foreign();
          }
          moved.add(index.intValue());
        }
        yield new End(
            sequence, whole(node, "begin"), moved, paths(node, "made"), paths(node, "removed"));
      }
      case "kept" -> {
        List<HistoryEntry.Moved> moves = new ArrayList<>();
        for (JsonNode move : list(node, "moves")) {
          moves.add(new HistoryEntry.Moved(step(move), flag(move, "in_place")));
        }
        yield new Kept(
            sequence,
            flag(node, "undone"),
            new HistoryEntry(whole(node, "id"), text(node, "action"), moves, paths(node, "made")));
      }
      default -> throw new Foreign();
    };
  }

  private static MoveStep step(JsonNode node) throws Foreign {
    Kind kind =
        switch (text(node, "kind")) {
          case "regular-file" -> Kind.REGULAR_FILE;
          case "directory" -> Kind.DIRECTORY;
          default -> throw new Foreign();
        };
    return new MoveStep(
        entry(text(node, "src")),
        entry(text(node, "dest")),
        new FileFacts(
            kind,
            whole(node, "size"),
            whole(node, "modified"),
            whole(node, "device"),
            whole(node, "inode"),
            whole(node, "born"),
            1,
            Standing.ORDINARY));
  }

  private static List<WorkspacePath> paths(JsonNode node, String key) throws Foreign {
    List<WorkspacePath> paths = new ArrayList<>();
    for (JsonNode path : list(node, key)) {
      if (!path.isTextual()) {
        throw new Foreign();
      }
      paths.add(entry(path.textValue()));
    }
    return paths;
  }

  /** A journal is no more trusted with a way out of the root than a client is. */
  private static WorkspacePath entry(String text) throws Foreign {
    if (text.indexOf('\0') < 0
        && WorkspacePath.read(text) instanceof WorkspacePath.Reading.Inside inside
        && !inside.path().isRoot()) {
      return inside.path();
    }
    throw new Foreign();
  }

  private static String text(JsonNode node, String key) throws Foreign {
    JsonNode value = node.get(key);
    if (value == null || !value.isTextual()) {
      throw new Foreign();
    }
    return value.textValue();
  }

  private static long whole(JsonNode node, String key) throws Foreign {
    JsonNode value = node.get(key);
    if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new Foreign();
    }
    return value.longValue();
  }

  private static boolean flag(JsonNode node, String key) throws Foreign {
    JsonNode value = node.get(key);
    if (value == null || !value.isBoolean()) {
      throw new Foreign();
    }
    return value.booleanValue();
  }

  private static Iterable<JsonNode> list(JsonNode node, String key) throws Foreign {
    JsonNode value = node.get(key);
    if (value == null || !value.isArray()) {
      throw new Foreign();
    }
    return value;
  }
}
