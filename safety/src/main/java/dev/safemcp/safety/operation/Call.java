package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.Cancellation;
import dev.safemcp.safety.act.Progress;
import dev.safemcp.safety.request.Arguments;

/**
 * One call of a tool, as it arrived.
 *
 * @param arguments what the client sent, unchecked
 * @param progress who hears how it goes
 * @param cancellation the word that it is no longer wanted
 */
public record Call(Arguments arguments, Progress progress, Cancellation cancellation) {}
