/**
 * What an operator can learn of a policy and a machine without a server.
 *
 * <p>Lives here: the checks on a policy that is whole and yet does less, or more, than its author
 * meant ({@link dev.safemcp.safety.review.PolicyReview}), and the examination of a machine ({@link
 * dev.safemcp.safety.review.MachineReview}). Invariants: nothing here changes anything, opens the
 * audit log or runs a command; what a check says of a decision it asked the one evaluator. Not
 * here: refusing to start, which the loader does.
 */
@NullMarked
package dev.safemcp.safety.review;

import org.jspecify.annotations.NullMarked;
