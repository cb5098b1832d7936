import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finishes the folder that the assembly made, with the JDK that runs this: {@code java -cp
 * FOLDER/lib/* Package.java FOLDER folder|dist VERSION PACKER}. Our jars get plain switches; for
 * {@code dist} a runtime is linked, so that the user needs no Java; the start-up archive is made of
 * both; and {@code dist} is packed.
 */
final class Package {
  /**
   * What the product runs on: jdk.unsupported for Reactor, java.logging for what it logs with
   * before SLF4J is found. Jackson does without the rest that it could use.
   */
  private static final String MODULES = "java.base,java.logging,jdk.unsupported";

  private Package() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path folder = Path.of(arguments[0]);
    List<String> own = new ArrayList<>();
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(
            folder.resolve("lib"), "{safe-mcp,safety-*,mcp-stdio-*,server-*}.jar")) {
      jars.forEach(jar -> own.add(jar.toString()));
    }
    PlainSwitches.main(own.toArray(String[]::new));
    boolean dist = arguments[1].equals("dist");
    Path home = Path.of(System.getProperty("java.home"));
    if (dist) {
      run(
          new ProcessBuilder(
              home.resolve("bin/jlink").toString(),
              "--add-modules",
              MODULES,
              "--strip-debug",
              "--no-header-files",
              "--no-man-pages",
              "--output",
              folder.resolve("runtime").toString()));
    }
    ProcessBuilder archive =
        new ProcessBuilder(folder.resolve("lib/make-start-archive").toString());
    archive
        .environment()
        .put("SAFE_MCP_JAVA", dist ? folder.resolve("runtime").toString() : home.toString());
    run(archive);
    if (dist) {
      run(new ProcessBuilder("sh", arguments[3], folder.toString(), arguments[2]));
    }
  }

  private static void run(ProcessBuilder command) throws IOException, InterruptedException {
    int status = command.inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(command.command().getFirst() + " ended with " + status);
    }
  }
}
