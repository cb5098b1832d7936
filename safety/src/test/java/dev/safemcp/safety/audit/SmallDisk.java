package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system of a few pages, for as long as it is open.
 *
 * @param folder where it is mounted
 */
record SmallDisk(Path folder) implements AutoCloseable {
  /** Returns whether this user may mount. */
  static boolean canMount() throws IOException {
    Path probe = Files.createTempDirectory("safe-mcp-mount");
    try {
      boolean mounted =
          Shell.succeeds("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", probe + "");
      return mounted && Shell.succeeds("umount", probe + "");
    } catch (IOException noSuchProgram) {
      return false;
    } finally {
      Files.delete(probe);
    }
  }

  static SmallDisk mount(Path folder) throws IOException {
    Shell.run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.toString());
    return new SmallDisk(folder);
  }

  void remount(String option) throws IOException {
    Shell.run("mount", "-o", "remount," + option, folder.toString());
  }

  @Override
  public void close() throws IOException {
    Shell.run("umount", folder.toString());
  }
}
