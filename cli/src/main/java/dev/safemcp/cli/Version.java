package dev.safemcp.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The product's version, as the build wrote it into the jar. */
final class Version {
  private Version() {}

  /** Returns it, or {@code development} where the classes lie in no jar. */
  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /** The same for picocli, in a class of its own: serving loads nothing of picocli. */
  static final class Shown implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"safe-mcp " + current()};
    }
  }
}
