package dev.safemcp.safety.request;

/**
 * One argument of a tool; all of them are texts.
 *
 * @param name its key
 * @param description what it means, for the model
 * @param required whether a call must have it
 * @param maxLength how many UTF-16 units it may have, positive
 */
public record Parameter(String name, String description, boolean required, int maxLength) {}
