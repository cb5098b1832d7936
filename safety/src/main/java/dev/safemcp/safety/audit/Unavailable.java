package dev.safemcp.safety.audit;

/**
 * The record could not be written, and the policy is fail-closed.
 *
 * @param reason what the client is told: no host path, no exception text
 */
public record Unavailable(String reason) implements Admission, Settlement {}
