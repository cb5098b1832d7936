package dev.safemcp.safety.act;

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
   * Confines the calling platform thread for good by what all commands give up alike: called once,
   * on the thread that starts all those that spawn, which inherit it.
   *
   * @return what is left for each of these threads to give up
   */
  default Confinement onStarterOfThreads() {
    return this;
  }
}
