/**
 * Whether a request is allowed: one rule list, one evaluator, for both servers.
 *
 * <p>Lives here: rules, requests as a name and tokens, the evaluation, the spellings of an argument
 * rule's words, the search for the program behind an allowed name, and the type that only a passed
 * evaluation creates. Invariants: default deny; deny wins; a decision is a value with its reason
 * and never a boolean or an exception. Not here: where a request may act (path), and acting.
 */
@NullMarked
package dev.safemcp.safety.decision;

import org.jspecify.annotations.NullMarked;
