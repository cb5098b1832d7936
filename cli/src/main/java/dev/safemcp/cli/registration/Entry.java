package dev.safemcp.cli.registration;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.safety.policy.ServerKind;
import java.nio.file.Path;

/**
 * One server in a client's configuration.
 *
 * @param kind which server
 * @param launcher the launcher, absolute
 * @param policy the policy file, absolute
 */
public record Entry(ServerKind kind, Path launcher, Path policy) {
  /** Returns the name under which the client lists it. */
  public String name() {
    return "safe-mcp-" + kind.word();
  }

  /** Returns the entry alone. */
  ObjectNode value(Client client) {
    ObjectNode value = JsonNodeFactory.instance.objectNode();
    if (client.namesTransport()) {
      value.put("type", "stdio");
    }
    value.put("command", launcher.toString());
    value.putArray("args").add(kind.word()).add("--config").add(policy.toString());
    return value;
  }

  /** Returns a whole configuration with this entry alone. */
  public ObjectNode document(Client client) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.putObject(client.section()).set(name(), value(client));
    return document;
  }
}
