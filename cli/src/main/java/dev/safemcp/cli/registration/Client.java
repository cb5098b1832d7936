package dev.safemcp.cli.registration;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** An MCP client whose configuration we know. */
public enum Client {
  /** The desktop application. */
  CLAUDE_DESKTOP(
      "mcpServers",
      ".config/Claude/claude_desktop_config.json",
      "Library/Application Support/Claude/claude_desktop_config.json"),
  /** The command-line client: a file of the project, in the working directory. */
  CLAUDE_CODE("mcpServers", "", ""),
  /** The editor. */
  CURSOR("mcpServers", ".cursor/mcp.json", ".cursor/mcp.json"),
  /** The editor: a file of the workspace, in the working directory. */
  VSCODE("servers", "", ""),
  /** Any client that reads {@code mcpServers}. */
  GENERIC("mcpServers", "", "");

  private final String section;
  private final String onLinux;
  private final String onMac;

  Client(String section, String onLinux, String onMac) {
    this.section = section;
    this.onLinux = onLinux;
    this.onMac = onMac;
  }

  /** Returns the word for it on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the key below which entries stand. */
  String section() {
    return section;
  }

  /** Returns whether an entry must name its transport. */
  boolean namesTransport() {
    return this == VSCODE;
  }

  /**
   * Returns the file that the client reads.
   *
   * @param home the user's home folder
   * @param workingDirectory the project's folder
   * @param mac whether this is macOS
   */
  public Optional<Path> file(Path home, Path workingDirectory, boolean mac) {
    return switch (this) {
      case CLAUDE_DESKTOP, CURSOR -> Optional.of(home.resolve(mac ? onMac : onLinux));
      case CLAUDE_CODE -> Optional.of(workingDirectory.resolve(".mcp.json"));
      case VSCODE -> Optional.of(workingDirectory.resolve(".vscode/mcp.json"));
      case GENERIC -> Optional.empty();
    };
  }
}
