package dev.safemcp.safety.policy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The policy file, found and read.
 *
 * @param name as the operator wrote it
 * @param path absolute
 * @param text its text
 */
record PolicyFile(String name, Path path, String text) {
  private static final int MAX_BYTES = 1 << 20;

  /** Finds the file by the command line, then by the environment; nowhere else. */
  static PolicyFile read(
      Optional<String> config, Map<String, String> environment, Path workingDirectory)
      throws Refusal {
    String name =
        config
            .or(() -> Optional.ofNullable(environment.get("SAFE_MCP_POLICY_FILE")))
            .filter(value -> !value.isEmpty())
            .orElseThrow(
                () ->
                    new Refusal(
                        "no policy is named: give --config FILE or set SAFE_MCP_POLICY_FILE"));
    Path path;
    try {
      path = workingDirectory.resolve(name);
    } catch (InvalidPathException fault) {
      throw new Refusal("'" + name + "' is no path: name a policy file");
    }
    // The kind first: opening a FIFO would wait for a writer for ever.
    if (!Files.exists(path)) {
      throw new Refusal(
          "'" + name + "' does not exist: name a policy file, for instance a copy of policy.toml");
    }
    if (!Files.isRegularFile(path)) {
      throw new Refusal("'" + name + "' is no regular file: name a policy file");
    }
    try (InputStream stream = Files.newInputStream(path)) {
      byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new Refusal("'" + name + "' is bigger than 1 MiB: a policy is a page or two");
      }
      return new PolicyFile(
          name,
          path,
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException fault) {
      throw new Refusal("'" + name + "' is not valid UTF-8: save it as UTF-8");
    } catch (NoSuchFileException fault) {
      throw new Refusal("'" + name + "' does not exist: name a policy file");
    } catch (IOException fault) {
      throw new Refusal("'" + name + "' cannot be read: check its permissions");
    }
  }
}
