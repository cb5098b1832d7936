package dev.safemcp.safety.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.safemcp.safety.policy.ServerKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * One record before it has its place in the chain. Each has every field, null where there is
 * nothing to say yet, so that a reader needs no knowledge of phases.
 *
 * @param id joins an attempt and its outcome
 * @param server which server wrote it
 * @param action the tool's name
 * @param request what was asked, redacted; in both phases, so that a line speaks for itself
 * @param outcome how it ended; in the outcome alone
 * @param policy the effective policy's fingerprint
 */
record AuditRecord(
    String id,
    ServerKind server,
    String action,
    String request,
    Optional<Outcome> outcome,
    String policy) {
  /** The word that stands for the code of a call that was taken back: it has no answer. */
  static final String CANCELLED = "cancelled";

  /**
   * How much of a text is written, in UTF-16 units: six bytes each at worst, so that two of them
   * stay well below the longest line that is read.
   */
  static final int MAX_TEXT = 64 * 1024;

  private static final JsonFactory JSON =
      new JsonFactoryBuilder().characterEscapes(new LineEscapes()).build();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx").withZone(ZoneOffset.UTC);

  /** Returns the record's line as the next of a chain, with its newline. */
  byte[] line(Instant now, Chain chain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("ts", TIME.format(now));
      json.writeNumberField("seq", chain.seq() + 1);
      json.writeStringField("id", id);
      json.writeStringField("server", server.word());
      json.writeStringField("phase", outcome.isPresent() ? "outcome" : "attempt");
      json.writeStringField("action", written(action));
      if (outcome.isPresent()) {
        Outcome ended = outcome.get();
        json.writeBooleanField("ok", !ended.cancelled() && ended.code().ok());
        json.writeStringField("code", ended.cancelled() ? CANCELLED : ended.code().name());
        json.writeStringField("reason", written(ended.reason().text()));
      } else {
        json.writeNullField("ok");
        json.writeNullField("code");
        json.writeNullField("reason");
      }
      json.writeStringField("request", written(request));
      if (outcome.isPresent() && outcome.get().exitCode().isPresent()) {
        json.writeNumberField("exit_code", outcome.get().exitCode().getAsInt());
      } else {
        json.writeNullField("exit_code");
      }
      if (outcome.isPresent()) {
        json.writeNumberField("duration_ms", outcome.get().durationMillis());
      } else {
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

  /** Returns the text within its bound and with no surrogate alone, which UTF-8 cannot carry. */
  private static String written(String text) {
    String bounded = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "[truncated]";
    return new String(bounded.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
