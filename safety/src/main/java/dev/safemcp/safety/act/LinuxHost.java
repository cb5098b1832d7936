package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.ProcessCalls;
import java.nio.file.Path;
import java.util.Map;

/**
 * What all runs on Linux share: handles that were opened once, and the words of the policy.
 *
 * @param root a handle on the jail's root: the folder itself, whatever becomes of its name
 * @param nullDevice a descriptor of /dev/null, every command's stdin
 * @param environment every command's environment
 * @param confinement what the spawning thread gives up
 * @param timeoutSeconds wall-clock time of a run
 * @param kept how many bytes of each output are kept
 */
record LinuxHost(
    int root,
    int nullDevice,
    Map<String, String> environment,
    Confinement confinement,
    int timeoutSeconds,
    int kept)
    implements AutoCloseable {

  static LinuxHost of(
      Path root,
      Map<String, String> environment,
      Confinement confinement,
      int timeoutSeconds,
      int kept) {
    boolean inherits = ProcessTree.prepare();
    // A core dump would write the memory of a command, secrets included, where nobody looks for it.
    int noCore = ProcessCalls.limit(0, ProcessCalls.RLIMIT_CORE, new ProcessCalls.Limit(0, 0));
    if (!inherits || noCore < 0) {
      throw new IllegalStateException("this kernel lets no process inherit orphans");
    }
    return new LinuxHost(
        DescriptorCalls.openFolder(root.toString()),
        DescriptorCalls.openForReading("/dev/null"),
        environment,
        confinement,
        timeoutSeconds,
        kept);
  }

  @Override
  public void close() {
    DescriptorCalls.close(root);
    DescriptorCalls.close(nullDevice);
  }
}
