package dev.safemcp.cli.policy;

import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code safe-mcp policy schema}. */
@Command(
    name = "schema",
    description =
        "Print the JSON Schema of policy.toml, by which editors complete and check it: write it"
            + " beside the policy and begin that with '#:schema ./policy.schema.json'.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {"0:printed"})
final class Schema implements Callable<Integer> {
  private final Console console;

  Schema(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    try (InputStream schema =
        Objects.requireNonNull(Schema.class.getResourceAsStream("/policy.schema.json"))) {
      console.document(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
    }
    return Status.GOOD;
  }
}
