package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.safemcp.safety.policy.ServerKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One record before it has its place in the chain. Each has every field, null where there is
 * nothing to say, so that a reader needs no knowledge of phases.
 *
 * @param id joins an attempt and its outcome
 * @param server which server wrote it
 * @param action the tool's name
 * @param request what was asked, redacted; in the attempt alone
 * @param outcome how it ended; in the outcome alone
 * @param policy the effective policy's fingerprint
 */
record AuditRecord(
    String id,
    ServerKind server,
    String action,
    @Nullable String request,
    Optional<Outcome> outcome,
    String policy) {
  private static final JsonFactory JSON = new JsonFactory();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

  /** Returns the record's line as the next of a chain, with its newline. */
  byte[] line(Instant now, Chain chain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(768);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("ts", TIME.format(now));
      json.writeNumberField("seq", chain.seq() + 1);
      json.writeStringField("id", id);
      json.writeStringField("server", server.word());
      json.writeStringField("phase", outcome.isPresent() ? "outcome" : "attempt");
      json.writeStringField("action", action);
      if (outcome.isPresent()) {
        outcome(json, outcome.get());
      } else {
        for (String absent : new String[] {"ok", "code", "reason"}) {
          json.writeNullField(absent);
        }
        json.writeStringField("request", request);
        json.writeNullField("exit_code");
        json.writeNullField("duration_ms");
      }
      json.writeStringField("policy", policy);
      json.writeStringField("prev", chain.hash());
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return Chain.seal(bytes.toByteArray());
  }

  private static void outcome(JsonGenerator json, Outcome outcome) throws IOException {
    // A cancelled call has no answer, so it has no code: the word stands where the code would.
    json.writeBooleanField("ok", !outcome.cancelled() && outcome.code().ok());
    json.writeStringField("code", outcome.cancelled() ? "cancelled" : outcome.code().name());
    json.writeStringField("reason", outcome.reason().text());
    json.writeNullField("request");
    if (outcome.exitCode().isPresent()) {
      json.writeNumberField("exit_code", outcome.exitCode().getAsInt());
    } else {
      json.writeNullField("exit_code");
    }
    json.writeNumberField("duration_ms", outcome.durationMillis());
  }
}
