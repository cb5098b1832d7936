package dev.safemcp.safety.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.safemcp.safety.file.FileFacts;
import dev.safemcp.safety.file.Kind;
import dev.safemcp.safety.journal.JournalRecord.Begin;
import dev.safemcp.safety.journal.JournalRecord.End;
import dev.safemcp.safety.journal.JournalRecord.Header;
import dev.safemcp.safety.journal.JournalRecord.Intent;
import dev.safemcp.safety.journal.JournalRecord.Kept;
import dev.safemcp.safety.move.MoveStep;
import dev.safemcp.safety.path.WorkspacePath;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Writes records as JSON objects; {@link RecordParser} reads them. Stateless. */
final class RecordWriter {
  static final String FORMAT = "safe-mcp organizer journal";
  static final int VERSION = 1;

  private static final JsonFactory JSON = new JsonFactory();

  private RecordWriter() {}

  /** Returns a record as one JSON object without line breaks. */
  static String json(JournalRecord record) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.writeStartObject();
      out.writeNumberField("seq", record.sequence());
      switch (record) {
        case Header header -> {
          out.writeStringField("record", "journal");
          out.writeStringField("format", FORMAT);
          out.writeNumberField("version", header.version());
          out.writeStringField("workspace", header.workspace());
        }
        case Begin begin -> write(out, begin);
        case End end -> {
          out.writeStringField("record", "end");
          out.writeNumberField("begin", end.begin());
          out.writeArrayFieldStart("moved");
          for (int index : end.moved()) {
            out.writeNumber(index);
          }
          out.writeEndArray();
          write(out, "made", end.made());
          write(out, "removed", end.removed());
        }
        case Kept kept -> write(out, kept);
      }
      out.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible); // a StringWriter does not fail
    }
    return text.toString();
  }

  private static void write(JsonGenerator out, Begin begin) throws IOException {
    out.writeStringField("record", "begin");
    out.writeStringField("action", begin.action());
    out.writeStringField("at", begin.at());
    out.writeStringField("audit", begin.permit());
    if (begin.target().isPresent()) {
      out.writeNumberField("target", begin.target().getAsLong());
    }
    out.writeStringField("token", begin.token());
    write(out, "folders", begin.folders());
    out.writeArrayFieldStart("moves");
    for (Intent intent : begin.moves()) {
      out.writeStartObject();
      write(out, intent.step());
      out.writeNumberField("index", intent.index());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void write(JsonGenerator out, Kept kept) throws IOException {
    out.writeStringField("record", "kept");
    out.writeBooleanField("undone", kept.undone());
    out.writeNumberField("id", kept.entry().id());
    out.writeStringField("action", kept.entry().action());
    write(out, "made", kept.entry().made());
    out.writeArrayFieldStart("moves");
    for (HistoryEntry.Moved moved : kept.entry().moves()) {
      out.writeStartObject();
      write(out, moved.step());
      out.writeBooleanField("in_place", moved.inPlace());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void write(JsonGenerator out, MoveStep step) throws IOException {
    out.writeStringField("src", step.source().toString());
    out.writeStringField("dest", step.destination().toString());
    FileFacts facts = step.facts();
    out.writeStringField("kind", facts.kind() == Kind.DIRECTORY ? "directory" : "regular-file");
    out.writeNumberField("size", facts.size());
    out.writeNumberField("modified", facts.modified());
    out.writeNumberField("device", facts.device());
    out.writeNumberField("inode", facts.inode());
    out.writeNumberField("born", facts.born());
  }

  private static void write(JsonGenerator out, String key, List<WorkspacePath> paths)
      throws IOException {
    out.writeArrayFieldStart(key);
    for (WorkspacePath path : paths) {
      out.writeString(path.toString());
    }
    out.writeEndArray();
  }
}
