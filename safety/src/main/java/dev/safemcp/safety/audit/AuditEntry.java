package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.safemcp.safety.audit.AuditVerification.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One record of the log, read back.
 *
 * @param place where it stands
 * @param ts when it was written
 * @param seq its number
 * @param id joins an attempt and its outcome
 * @param server which server wrote it
 * @param phase {@code attempt} or {@code outcome}
 * @param action the tool's name
 * @param ok whether the call did what was asked; in outcomes
 * @param code a result code's name, or {@code cancelled}; in outcomes
 * @param reason the result's reason; in outcomes
 * @param request what was asked, redacted
 * @param exitCode the command's exit status, where it had one
 * @param durationMillis wall-clock time of the call in milliseconds; in outcomes
 * @param policy the fingerprint of the policy in force
 * @param hashIsRight whether its hash is right for its bytes; the chain is the verification's
 * @param line its text as it stands in the file
 */
public record AuditEntry(
    Place place,
    Instant ts,
    long seq,
    String id,
    String server,
    String phase,
    String action,
    Optional<Boolean> ok,
    Optional<String> code,
    Optional<String> reason,
    String request,
    OptionalInt exitCode,
    OptionalLong durationMillis,
    String policy,
    boolean hashIsRight,
    String line)
    implements AuditItem {
  private static final JsonFactory JSON = new JsonFactory();

  /** Reads a line. */
  static AuditItem read(Place place, LineReader.Text text) {
    if (text.tooLong()) {
      return new Unread(place, "a line longer than " + Line.MAX_BYTES + " bytes");
    }
    try (JsonParser parser = JSON.createParser(text.bytes())) {
      return of(place, fields(parser), text.bytes());
    } catch (IOException | DateTimeException | IllegalArgumentException noRecord) {
      return new Unread(
          place, Line.torn(text.bytes()) ? "a torn line" : "a line that is no record");
    }
  }

  private static Map<String, String> fields(JsonParser parser) throws IOException {
    Map<String, String> fields = new HashMap<>();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("no object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        fields.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
      throw new IllegalArgumentException("more than an object");
    }
    return fields;
  }

  private static AuditEntry of(Place place, Map<String, String> fields, byte[] line) {
    Optional<String> exitCode = Optional.ofNullable(fields.get("exit_code"));
    Optional<String> duration = Optional.ofNullable(fields.get("duration_ms"));
    return new AuditEntry(
        place,
        OffsetDateTime.parse(required(fields, "ts")).toInstant(),
        Long.parseLong(required(fields, "seq")),
        required(fields, "id"),
        required(fields, "server"),
        required(fields, "phase"),
        required(fields, "action"),
        Optional.ofNullable(fields.get("ok")).map(Boolean::valueOf),
        Optional.ofNullable(fields.get("code")),
        Optional.ofNullable(fields.get("reason")),
        required(fields, "request"),
        exitCode.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(exitCode.get())),
        duration.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(duration.get())),
        required(fields, "policy"),
        Chain.sealed(line).isPresent(),
        new String(line, StandardCharsets.UTF_8));
  }

  private static String required(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name);
    }
    return value;
  }
}
