package dev.safemcp.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.safety.audit.AuditEntry;
import dev.safemcp.safety.audit.AuditItem;
import dev.safemcp.safety.audit.AuditVerification.Place;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Writes what a reader found on a line of the log. */
final class RecordLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  private final Console console;
  private final boolean json;

  RecordLine(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  void print(AuditItem item) {
    switch (item) {
      case AuditEntry entry when json -> console.verbatim(entry.line());
      case AuditEntry entry -> console.line(parts(entry));
      case AuditItem.Unread unread when json -> console.jsonLine(unread(unread));
      case AuditItem.Unread unread ->
          console.line(Part.warning(said(unread.place()) + ": " + unread.why()));
    }
  }

  private static ObjectNode unread(AuditItem.Unread unread) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    place(object, unread.place());
    return object.put("unread", unread.why());
  }

  static void place(ObjectNode object, Place place) {
    object.put("file", String.valueOf(place.file().getFileName())).put("line", place.line());
  }

  static String said(Place place) {
    return place.file().getFileName() + " line " + place.line();
  }

  private static List<Part> parts(AuditEntry entry) {
    List<Part> parts = new ArrayList<>();
    parts.add(Part.dim(TIME.format(entry.ts()) + "  #" + entry.seq() + "  " + entry.id() + "  "));
    parts.add(Part.plain(entry.server() + "  " + entry.action() + "  "));
    if (entry.code().isPresent()) {
      parts.add(Part.verdict(entry.ok().orElse(false), entry.code().get()));
      entry.exitCode().ifPresent(status -> parts.add(Part.plain("  exit " + status)));
      entry.durationMillis().ifPresent(time -> parts.add(Part.dim("  " + time + " ms")));
    } else {
      parts.add(Part.dim(entry.phase()));
    }
    parts.add(Part.plain("  " + entry.request()));
    // An attempt has no reason, and "allowed" says no more than the code.
    entry
        .reason()
        .filter(reason -> !entry.ok().orElse(true))
        .ifPresent(reason -> parts.add(Part.dim("  " + reason)));
    if (!entry.hashIsRight()) {
      parts.add(new Part(dev.safemcp.cli.console.Style.BAD, "  (changed: its hash is wrong)"));
    }
    return parts;
  }
}
