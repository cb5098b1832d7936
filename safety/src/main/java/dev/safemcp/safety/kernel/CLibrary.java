package dev.safemcp.safety.kernel;

import java.lang.foreign.Linker;

/** What the C library of this system has. Binds nothing. Stateless. */
public final class CLibrary {
  private CLibrary() {}

  /**
   * Returns whether {@link SpawnCalls} and the families beside it can be used: Linux with glibc
   * 2.34 or later.
   */
  public static boolean spawns() {
    return System.getProperty("os.name").equals("Linux")
        && Linker.nativeLinker()
            .defaultLookup()
            .find("posix_spawn_file_actions_addclosefrom_np")
            .isPresent();
  }
}
