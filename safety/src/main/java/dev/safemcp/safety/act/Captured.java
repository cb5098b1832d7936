package dev.safemcp.safety.act;

/**
 * What was kept of one output stream of a command: raw, for the redactor alone.
 *
 * @param bytes the first bytes, at most the cap and the redactor's margin; not to be changed
 * @param more whether the stream went on after them
 */
@SuppressWarnings("ArrayRecordComponent") // a buffer on its way to the redactor, compared by nobody
public record Captured(byte[] bytes, boolean more) {}
