package dev.safemcp.stdio.logging;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;

/** A logger on {@link LogLines}. Thread-safe. */
final class StderrLogger extends AbstractLogger {
  private static final long serialVersionUID = 1;

  StderrLogger(String name) {
    this.name = name;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    LogLines.write(getName(), level, pattern, thrown);
  }

  @Override
  public boolean isTraceEnabled() {
    return LogLines.shows(Level.TRACE);
  }

  @Override
  public boolean isTraceEnabled(@Nullable Marker marker) {
    return isTraceEnabled();
  }

  @Override
  public boolean isDebugEnabled() {
    return LogLines.shows(Level.DEBUG);
  }

  @Override
  public boolean isDebugEnabled(@Nullable Marker marker) {
    return isDebugEnabled();
  }

  @Override
  public boolean isInfoEnabled() {
    return LogLines.shows(Level.INFO);
  }

  @Override
  public boolean isInfoEnabled(@Nullable Marker marker) {
    return isInfoEnabled();
  }

  @Override
  public boolean isWarnEnabled() {
    return LogLines.shows(Level.WARN);
  }

  @Override
  public boolean isWarnEnabled(@Nullable Marker marker) {
    return isWarnEnabled();
  }

  @Override
  public boolean isErrorEnabled() {
    return LogLines.shows(Level.ERROR);
  }

  @Override
  public boolean isErrorEnabled(@Nullable Marker marker) {
    return isErrorEnabled();
  }
}
