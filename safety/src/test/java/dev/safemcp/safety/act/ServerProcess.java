package dev.safemcp.safety.act;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.safemcp.safety.act.CommandRunner.Way;
import dev.safemcp.safety.kernel.DescriptorCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A JVM of its own with a runner in it: for what cannot be tried on the JVM of the tests. It runs
 * each line of its stdin as a script and answers with the outcome.
 */
final class ServerProcess implements AutoCloseable {
  private static final MethodHandle SYSCALL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
              Linker.Option.firstVariadicArg(1));

  private static final MethodHandle PRCTL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("prctl"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
              Linker.Option.firstVariadicArg(1));

  private final Process process;
  private final BufferedReader answers;

  /**
   * Starts one.
   *
   * @param folder holds the root
   * @param way how it runs commands
   * @param seconds the timeout
   * @param confined whether the spawning threads may read nothing but what programs need
   */
  ServerProcess(Path folder, Way way, int seconds, boolean confined) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xshare:off",
                "-cp",
                System.getProperty("java.class.path"),
                ServerProcess.class.getName(),
                folder.toString(),
                way.name(),
                Integer.toString(seconds),
                Boolean.toString(confined))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    ask("exit 0");
  }

  /** Runs a script there and returns the outcome's kind, status and stdout. */
  String ask(String script) throws IOException {
    tell(script);
    return String.valueOf(answers.readLine());
  }

  void tell(String script) throws IOException {
    process.getOutputStream().write((script + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Ends it as nothing in it can notice. */
  void killByForce() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
    answers.close();
  }

  public static void main(String[] arguments) throws IOException {
    Confinement confinement =
        Boolean.parseBoolean(arguments[3]) ? command -> readNothing() : Confinement.NONE;
    try (RunnerFixture fixture =
            new RunnerFixture(
                Path.of(arguments[0]),
                Way.valueOf(arguments[1]),
                RunnerFixture.within(Integer.parseInt(arguments[2])),
                confinement);
        BufferedReader scripts =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String script = scripts.readLine(); script != null; script = scripts.readLine()) {
        RunOutcome outcome = fixture.sh(script);
        String text =
            switch (outcome) {
              case RunOutcome.Exited exited ->
                  "exited " + exited.status() + " " + RunnerFixture.text(exited.stdout());
              case RunOutcome.TimedOut timed -> "timed out " + RunnerFixture.text(timed.stdout());
              default -> outcome.toString();
            };
        System.out.println(text.replace('\n', ' '));
      }
    }
  }

  /** Landlock: reading files is for /usr, /lib, /lib64, /etc and /bin alone. */
  private static Optional<String> readNothing() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocateFrom(JAVA_LONG, 1L << 2);
      long rules = (long) SYSCALL.invokeExact(444L, attributes.address(), 8L, 0L, 0L);
      for (String folder : List.of("/usr", "/lib", "/lib64", "/etc", "/bin")) {
        int handle = DescriptorCalls.openForReading(folder);
        MemorySegment beneath = arena.allocate(16);
        beneath.set(JAVA_LONG, 0, 1L << 2);
        beneath.set(JAVA_INT, 8, handle);
        long added = (long) SYSCALL.invokeExact(445L, rules, 1L, beneath.address(), 0L);
        DescriptorCalls.close(handle);
        if (added < 0) {
          return Optional.of("no rule for " + folder);
        }
      }
      int noNewPrivs = (int) PRCTL.invokeExact(38, 1L, 0L, 0L, 0L);
      long held = (long) SYSCALL.invokeExact(446L, rules, 0L, 0L, 0L);
      DescriptorCalls.close((int) rules);
      return held < 0 || noNewPrivs < 0 ? Optional.of("not restricted") : Optional.empty();
    } catch (Throwable broken) {
      return Optional.of(broken.toString());
    }
  }
}
