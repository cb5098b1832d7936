package dev.safemcp.safety.redact;

/**
 * A stretch of text that must not be shown.
 *
 * @param start the first character of it
 * @param end the character after it
 * @param kind what it is, of {@code [a-z0-9-]+}
 */
record Span(int start, int end, String kind) {}
