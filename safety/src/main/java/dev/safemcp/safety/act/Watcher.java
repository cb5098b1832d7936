package dev.safemcp.safety.act;

import dev.safemcp.safety.kernel.DescriptorCalls;
import dev.safemcp.safety.kernel.DescriptorCalls.Pipe;
import dev.safemcp.safety.kernel.ProcessCalls;
import dev.safemcp.safety.kernel.SignalScope;
import dev.safemcp.safety.kernel.SpawnCalls;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A process that outlives the server by an instant: when the server is gone, however it went (kill
 * -9 included), it kills all that the server's commands left.
 *
 * <p>It is a shell that waits at the end of a pipe which only the server holds, in the domain of
 * signals in which all commands are: its "kill all" reaches them and nothing else, and they cannot
 * reach it. It gives the proof first that it is held so, since outside a domain the same words
 * would end all of the user's processes: it may not signal the server, and the server, which lives,
 * says that it was this that it tried. It is also the outsider by which a command's own domain is
 * proven.
 */
final class Watcher {
  private static final String SHELL = "/bin/sh";
  private static final String SCRIPT =
      "kill -0 $PPID 2>/dev/null && exit 1; echo held; read -r go || exit 1; read -r end;"
          + " kill -9 -1";
  private static final int PROOF_MILLIS = 5_000;

  private final int pid;
  private final int hold;

  private Watcher(int pid, int hold) {
    this.pid = pid;
    this.hold = hold;
  }

  /**
   * Puts the calling thread into a domain of signals and starts a watcher in it.
   *
   * @param rules as of {@link SignalScope#rules}
   * @param nullDevice a descriptor of /dev/null
   * @return nothing where this system cannot hold it so
   */
  static Optional<Watcher> start(int rules, int nullDevice) {
    if (rules < 0 || SignalScope.enter(rules) < 0) {
      return Optional.empty();
    }
    int folder = DescriptorCalls.openFolder("/");
    Pipe in = DescriptorCalls.pipe();
    Pipe out = DescriptorCalls.pipe();
    int pid =
        SpawnCalls.spawn(
            new SpawnCalls.Spawn(
                SHELL,
                List.of("safe-mcp-watcher", "-c", SCRIPT),
                List.of(),
                folder,
                in.read(),
                out.write(),
                nullDevice,
                -1));
    DescriptorCalls.close(folder);
    DescriptorCalls.close(in.read());
    DescriptorCalls.close(out.write());
    boolean held =
        pid > 0
            && DescriptorCalls.awaitReadable(new int[] {out.read()}, PROOF_MILLIS)[0]
            && DescriptorCalls.readLine(out.read()).equals("held")
            && DescriptorCalls.write(in.write(), "go\n".getBytes(StandardCharsets.US_ASCII)) == 3;
    DescriptorCalls.close(out.read());
    if (held) {
      return Optional.of(new Watcher(pid, in.write()));
    }
    DescriptorCalls.close(in.write());
    if (pid > 0) {
      int ignored = ProcessCalls.await(pid, true);
    }
    return Optional.empty();
  }

  /** Returns its pid. */
  int pid() {
    return pid;
  }

  /** Lets it do its work, of which there should be none, and end. */
  void close() {
    DescriptorCalls.close(hold);
    int ignored = ProcessCalls.await(pid, true);
  }
}
