package dev.safemcp.cli;

import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.ServerKind;
import picocli.CommandLine.Command;

/** {@code safe-mcp files}: serves the six tools of the organizer. */
@Command(
    name = "files",
    description = "Serve a file organizer in files.workspace_root.",
    mixinStandardHelpOptions = true)
final class ServeFiles extends Serve {
  ServeFiles(SafeMcp.Surroundings surroundings) {
    super(ServerKind.FILES, surroundings);
  }

  @Override
  Opening open(Policy policy, SafeMcp.Surroundings surroundings) {
    return new Opening.Refused("the organizer is not built yet");
  }
}
