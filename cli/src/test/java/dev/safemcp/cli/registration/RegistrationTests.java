package dev.safemcp.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationTests {
  private static final Entry ENTRY =
      new Entry(ServerKind.TERMINAL, Path.of("/opt/safe-mcp/bin/safe-mcp"), Path.of("/etc/p.toml"));

  @TempDir Path folder;

  private Registration ready(Path file, Client client) {
    return switch (Registration.draft(file, client, ENTRY)) {
      case Registration.Draft.Ready ready -> ready.registration();
      case Registration.Draft.Unmergeable no -> throw new AssertionError(no.reason());
    };
  }

  @Test
  void aMissingFileIsMadeWithItsFolder() throws IOException {
    Path file = folder.resolve("a/b/mcp.json");

    assertThat(ready(file, Client.CURSOR).write()).isEmpty();

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {
              "mcpServers" : {
                "safe-mcp-terminal" : {
                  "command" : "/opt/safe-mcp/bin/safe-mcp",
                  "args" : [ "terminal", "--config", "/etc/p.toml" ]
                }
              }
            }
            """);
  }

  @Test
  void whatStandsThereIsKeptAndBackedUp() throws IOException {
    Path file = folder.resolve("mcp.json");
    String before = "{\"theme\": \"dark\", \"mcpServers\": {\"other\": {\"command\": \"x\"}}}";
    Files.writeString(file, before);

    Registration registration = ready(file, Client.CLAUDE_DESKTOP);
    assertThat(registration.difference()).contains("+ ").contains("safe-mcp-terminal");
    assertThat(Files.readString(file)).as("drafting changes nothing").isEqualTo(before);
    assertThat(registration.write()).contains(folder.toRealPath().resolve("mcp.json.bak"));

    assertThat(Files.readString(file)).contains("dark").contains("other").contains("/etc/p.toml");
    assertThat(folder.resolve("mcp.json.bak")).hasContent(before);
    assertThat(ready(file, Client.CLAUDE_DESKTOP).difference()).as("twice is once").isEmpty();
  }

  @Test
  void aFileThatIsNoObjectIsLeftAlone() throws IOException {
    for (String text : new String[] {"{ \"a\": ", "[]", "{\"mcpServers\": 7}", "// comment\n{}"}) {
      Path file = Files.writeString(folder.resolve("mcp.json"), text);

      assertThat(Registration.draft(file, Client.GENERIC, ENTRY))
          .as(text)
          .isInstanceOf(Registration.Draft.Unmergeable.class);

      assertThat(file).hasContent(text);
    }
  }

  @Test
  void aLinkedFileStaysALink() throws IOException {
    Path kept = Files.writeString(folder.resolve("kept.json"), "{}");
    Path file = Files.createSymbolicLink(folder.resolve("mcp.json"), kept);

    ready(file, Client.GENERIC).write();

    assertThat(file).isSymbolicLink();
    assertThat(Files.readString(kept)).contains("safe-mcp-terminal");
  }

  @Test
  void oneClientNamesTheTransport() {
    assertThat(ENTRY.document(Client.VSCODE).toString())
        .isEqualTo(
            "{\"servers\":{\"safe-mcp-terminal\":{\"type\":\"stdio\",\"command\":\"/opt/safe-mcp/bin/safe-mcp\","
                + "\"args\":[\"terminal\",\"--config\",\"/etc/p.toml\"]}}}");
  }
}
