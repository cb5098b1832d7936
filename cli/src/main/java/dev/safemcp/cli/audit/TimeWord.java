package dev.safemcp.cli.audit;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time as people write one. Stateless. */
final class TimeWord implements ITypeConverter<Instant> {
  private static final Pattern AGE = Pattern.compile("([0-9]{1,9})([smhd])");

  /** One way to read a time. */
  private interface Form {
    Instant read(String word);
  }

  @Override
  public Instant convert(String word) {
    return read(word, Instant.now(), ZoneId.systemDefault())
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + word
                        + "' is no time: write 2026-12-01, 2026-12-01T09:30, 2026-12-01T08:30:00Z"
                        + " or an age such as 90s, 15m, 36h, 7d"));
  }

  static Optional<Instant> read(String word, Instant now, ZoneId zone) {
    Matcher age = AGE.matcher(word);
    if (age.matches()) {
      long number = Long.parseLong(age.group(1));
      return Optional.of(
          now.minus(
              switch (age.group(2)) {
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
              }));
    }
    return Stream.<Form>of(
            text -> OffsetDateTime.parse(text).toInstant(),
            text -> LocalDateTime.parse(text).atZone(zone).toInstant(),
            text -> LocalDate.parse(text).atStartOfDay(zone).toInstant())
        .flatMap(form -> tried(form, word).stream())
        .findFirst();
  }

  private static Optional<Instant> tried(Form form, String word) {
    try {
      return Optional.of(form.read(word));
    } catch (DateTimeException another) {
      return Optional.empty();
    }
  }
}
