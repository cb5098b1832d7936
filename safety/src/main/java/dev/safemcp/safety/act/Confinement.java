package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.SpawnCalls.Spawn;
import dev.safemcp.safety.path.ContainedCommand;
import java.util.Optional;

/** What the thread that spawns a command gives up first. */
public interface Confinement {
  /** Gives up nothing. */
  Confinement NONE = command -> Optional.empty();

  /**
   * Confines the calling platform thread for good: called once, on a fresh thread that then only
   * spawns.
   *
   * @param command what it is about to start
   * @return empty on success, else why it could not; the command then does not start
   */
  Optional<String> confineThisThread(ContainedCommand command);

  /**
   * Returns what the confined thread starts for a command: the command itself, or a program that
   * confines it further and then starts it.
   *
   * @param command the command
   * @param spawn how it starts by itself
   */
  default Spawn start(ContainedCommand command, Spawn spawn) {
    return spawn;
  }

  /** Returns whether by this alone nothing outlives a server that is killed by force. */
  default boolean endsWithServer() {
    return false;
  }

  /**
   * Confines the calling platform thread for good by what all commands give up alike: called once,
   * on the thread that starts all those that spawn, which inherit it.
   *
   * @return what is left for each of these threads to give up
   */
  default Confinement onStarterOfThreads() {
    return this;
  }
}
