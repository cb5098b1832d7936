package dev.safemcp.safety.request;

/**
 * One argument of a tool; all of them are texts.
 *
 * @param name its key
 * @param description what it means, for the model
 * @param required whether a call must have it
 * @param maxLength how many characters it may have, positive; in code points, as JSON Schema counts
 *     them (RFC 8259), so that schema and check agree
 */
public record Parameter(String name, String description, boolean required, int maxLength) {}
