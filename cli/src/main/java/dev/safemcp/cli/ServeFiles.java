package dev.safemcp.cli;

import dev.safemcp.safety.operation.FilesOperations;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.server.files.FilesServer;
import picocli.CommandLine.Command;

/** {@code safe-mcp files}: serves the six tools of the organizer. */
@Command(
    name = "files",
    description = "Serve a file organizer in files.workspace_root.",
    mixinStandardHelpOptions = true)
final class ServeFiles extends Serve {
  ServeFiles(Surroundings surroundings) {
    super(ServerKind.FILES, surroundings);
  }

  @Override
  Opening open(Policy policy, Surroundings surroundings) {
    return switch (FilesOperations.open(policy, surroundings::say)) {
      case FilesOperations.Opening.Refused refused -> new Opening.Refused(refused.reason());
      case FilesOperations.Opening.Opened opened ->
          new Opening.Opened(
              FilesServer.describe(
                  opened.operations(), policy.files().orElseThrow(), Version.current()),
              opened.operations().redactor(),
              opened.operations()::warmUp,
              opened.operations());
    };
  }
}
