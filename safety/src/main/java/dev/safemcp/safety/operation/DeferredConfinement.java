package dev.safemcp.safety.operation;

import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.kernel.SpawnCalls.Spawn;
import dev.safemcp.safety.path.ContainedCommand;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A confinement that is made when the first command needs it.
 *
 * @param confinement asked each time; thread-safe
 */
record DeferredConfinement(Supplier<Confinement> confinement) implements Confinement {
  @Override
  public Optional<String> confineThisThread(ContainedCommand command) {
    return confinement.get().confineThisThread(command);
  }

  @Override
  public Spawn start(ContainedCommand command, Spawn spawn) {
    return confinement.get().start(command, spawn);
  }

  @Override
  public boolean endsWithServer() {
    return confinement.get().endsWithServer();
  }

  @Override
  public Confinement onStarterOfThreads() {
    return confinement.get().onStarterOfThreads();
  }
}
