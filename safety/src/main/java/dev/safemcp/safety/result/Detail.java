package dev.safemcp.safety.result;

import dev.safemcp.safety.redact.Redacted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose every text passed the redactor: the tool-specific part of an {@link
 * OperationResult}.
 *
 * <p>Keys are ours and keep the order in which they were put. Immutable; made with {@link
 * #builder()}.
 */
public final class Detail {
  private static final Detail NONE = new Detail(new LinkedHashMap<>());

  /** A value that may stand in a detail. */
  public sealed interface Value {}

  /** A text that passed the redactor. */
  public record Text(Redacted text) implements Value {}

  /** A whole number. */
  public record Whole(long number) implements Value {}

  /** True or false. */
  public record Flag(boolean flag) implements Value {}

  /** A code of the contract, written by its name. */
  public record Code(ResultCode code) implements Value {}

  /** Null: the field exists and has no value here. */
  public record Absent() implements Value {}

  /** An object within the object. */
  public record Nested(Detail detail) implements Value {}

  /** A list of values. */
  public record Many(List<? extends Value> values) implements Value {
    public Many {
      values = List.copyOf(values);
    }
  }

  private final SequencedMap<String, Value> fields;

  private Detail(SequencedMap<String, Value> fields) {
    this.fields = fields;
  }

  /** Returns the empty detail, which every refusal carries. */
  public static Detail none() {
    return NONE;
  }

  /** Starts an empty detail. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the fields in order; the map cannot be changed. */
  public Map<String, Value> fields() {
    return java.util.Collections.unmodifiableSequencedMap(fields);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Detail that && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  @Override
  public String toString() {
    return fields.toString();
  }

  /** Collects the fields of a detail. Not thread-safe. */
  public static final class Builder {
    private final LinkedHashMap<String, Value> fields = new LinkedHashMap<>();

    private Builder() {}

    /** Puts a redacted text, or null where there is none. */
    public Builder put(String key, @Nullable Redacted text) {
      return put(key, text == null ? new Absent() : new Text(text));
    }

    /** Puts a whole number. */
    public Builder put(String key, long number) {
      return put(key, new Whole(number));
    }

    /** Puts true or false. */
    public Builder put(String key, boolean flag) {
      return put(key, new Flag(flag));
    }

    /** Puts a code by its name, or null where there is none. */
    public Builder put(String key, @Nullable ResultCode code) {
      return put(key, code == null ? new Absent() : new Code(code));
    }

    /** Puts null. */
    public Builder putNull(String key) {
      return put(key, new Absent());
    }

    /** Puts an object. */
    public Builder put(String key, Detail detail) {
      return put(key, new Nested(detail));
    }

    /** Puts a list of objects. */
    public Builder putAll(String key, List<Detail> details) {
      return put(key, new Many(details.stream().map(Nested::new).toList()));
    }

    /** Puts a list of redacted texts. */
    public Builder putTexts(String key, List<Redacted> texts) {
      return put(key, new Many(texts.stream().map(Text::new).toList()));
    }

    /** Puts any value. */
    public Builder put(String key, Value value) {
      fields.put(key, value);
      return this;
    }

    /** Returns the detail; the builder may be used on without touching it. */
    public Detail build() {
      return new Detail(new LinkedHashMap<>(fields));
    }
  }
}
