package dev.safemcp.safety.redact;

/**
 * A secret in a skeleton.
 *
 * @param start its first index
 * @param end the index behind its last
 * @param kind what stands in its place: {@code [a-z0-9-]+}
 */
record Span(int start, int end, String kind) {}
