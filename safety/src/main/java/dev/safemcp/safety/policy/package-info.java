/**
 * What the operator decided: policy.toml and the environment, read once into immutable values.
 *
 * <p>Lives here: the records of the policy, the one list of the keys that a file may have, and the
 * loader with its refusals and their places in the file. Invariants: a policy that exists is whole
 * (every value checked, every path absolute, every root a directory); an unknown key is a refusal,
 * never ignored; nothing here has a default root. Not here: applying the policy to a call.
 */
@NullMarked
package dev.safemcp.safety.policy;

import org.jspecify.annotations.NullMarked;
