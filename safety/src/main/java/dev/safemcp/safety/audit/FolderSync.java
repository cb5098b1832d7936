package dev.safemcp.safety.audit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Makes a new name in a folder durable, as fsync(2) asks: the file's own sync does not cover its
 * name. Stateless.
 */
final class FolderSync {
  private FolderSync() {}

  static void sync(Path folder) throws IOException {
    // Linux opens a folder for reading like a file; elsewhere it may not, and there is nothing
    // better.
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
