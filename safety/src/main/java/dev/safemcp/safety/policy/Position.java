package dev.safemcp.safety.policy;

/**
 * A place in the policy file, as editors count.
 *
 * @param line from 1
 * @param column in characters (code points), from 1
 */
record Position(int line, int column) {}
