package dev.safemcp.cli.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.safemcp.cli.console.Console;
import dev.safemcp.cli.console.Part;
import dev.safemcp.cli.console.Style;
import dev.safemcp.cli.console.Table;
import dev.safemcp.safety.policy.Policy;
import dev.safemcp.safety.policy.PolicyInspection;
import dev.safemcp.safety.policy.PolicyLoader.Loading;
import dev.safemcp.safety.policy.ServerKind;
import dev.safemcp.safety.policy.TerminalPolicy;
import dev.safemcp.safety.review.MachineReport;
import dev.safemcp.safety.review.MachineReport.AllowedProgram;
import dev.safemcp.safety.review.MachineReview;
import dev.safemcp.safety.sandbox.KernelSupport;
import dev.safemcp.safety.sandbox.ProgramClass;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code safe-mcp doctor}. */
@Command(
    name = "doctor",
    description =
        "Say what this machine can enforce, what the policy asks of it, what each allowed program"
            + " is, and what to mend. Nothing is started or changed.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit status:%n",
    exitCodeList = {
      "0:all good, or notes alone",
      "1:an error or a warning",
      "2:the policy cannot be read"
    })
public final class Doctor implements Callable<Integer> {
  private final Console console;

  @Mixin PolicyChoice choice = new PolicyChoice();

  private Doctor(Console console) {
    this.console = console;
  }

  /** Returns the command. */
  public static CommandLine of(Console console) {
    return new CommandLine(new Doctor(console));
  }

  @Override
  public Integer call() {
    return choice.inspect(console, this::examine);
  }

  private int examine(PolicyInspection policy) {
    MachineReport report = MachineReview.of(policy, console.environment());
    if (choice.json) {
      console.json(object(policy, report));
    } else {
      print(policy, report);
    }
    return FindingLines.status(report.findings());
  }

  private void print(PolicyInspection policy, MachineReport report) {
    console.line(Part.bold("machine"));
    Table machine =
        new Table(2)
            .row(Part.plain("system"), Part.plain(report.system()))
            .row(Part.plain("java"), Part.plain(report.java()))
            .row(Part.plain("user"), Part.plain(report.user()));
    report.kernel().ifPresent(kernel -> kernel(machine, kernel));
    machine.print(console);
    console.line(Part.bold("policy"), Part.plain(" " + policy.file()));
    Table asks = new Table(2);
    for (ServerKind kind : ServerKind.values()) {
      asks.row(
          Part.plain(kind.word()),
          switch (policy.loading(kind)) {
            case Loading.Loaded loaded -> Part.verdict(true, "can start");
            case Loading.Refused refused when !policy.configures(kind) ->
                Part.dim("no root is set");
            case Loading.Refused refused -> Part.verdict(false, "does not start");
          });
    }
    policy.policy().flatMap(Policy::terminal).ifPresent(terminal -> asks(asks, terminal));
    asks.print(console);
    if (!report.programs().isEmpty()) {
      console.line(Part.bold("programs"));
      Table programs = new Table(2);
      report.programs().forEach(program -> program(programs, program));
      programs.print(console);
    }
    console.line(Part.bold("findings"));
    FindingLines.print(console, policy.shown(), report.findings());
    FindingLines.summarize(console, report.findings());
  }

  private static void kernel(Table table, KernelSupport kernel) {
    table
        .row(
            Part.plain("landlock"),
            kernel.landlockAbi() == 0
                ? Part.warning(kernel.bubblewrap() ? "none: bubblewrap stands in" : "none")
                : Part.plain("ABI " + kernel.landlockAbi()))
        .row(Part.plain("seccomp"), kernel.seccomp() ? Part.plain("yes") : Part.warning("no"));
    kernel
        .enforcement()
        .held()
        .forEach(what -> table.row(Part.verdict(true, "held"), Part.plain(what)));
    kernel
        .enforcement()
        .notHeld()
        .forEach(what -> table.row(Part.verdict(false, "not held"), Part.plain(what)));
  }

  private static void asks(Table table, TerminalPolicy terminal) {
    TerminalPolicy.Limits limits = terminal.limits();
    table
        .row(
            Part.plain("kernel"),
            Part.plain(
                "mode '"
                    + FindingLines.word(terminal.sandbox().mode())
                    + "', network "
                    + (terminal.sandbox().network() ? "open" : "closed")
                    + ", "
                    + terminal.sandbox().grants().size()
                    + " grant(s)"))
        .row(
            Part.plain("limits"),
            Part.plain(
                limits.timeoutSeconds()
                    + " s, "
                    + limits.maxOutputBytes()
                    + " bytes of output, "
                    + limits.maxConcurrent()
                    + " at a time"));
  }

  private static void program(Table table, AllowedProgram program) {
    Optional<ProgramClass> kind = program.kind();
    if (kind.isEmpty() || program.start().isEmpty()) {
      table.row(Part.plain(program.name()), Part.verdict(false, "missing"));
      return;
    }
    Style style =
        switch (kind.get()) {
          case INTERPRETER, LAUNCHER, MULTI_CALL -> Style.WARNING;
          case PLAIN -> Style.DIM;
          default -> Style.PLAIN;
        };
    Path start = program.start().get();
    table.row(
        Part.plain(program.name()),
        Part.plain(
            start + program.file().filter(f -> !f.equals(start)).map(f -> " -> " + f).orElse("")),
        new Part(style, FindingLines.word(kind.get())),
        Part.dim(kind.get().meaning()));
  }

  private static ObjectNode object(PolicyInspection policy, MachineReport report) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("policy", policy.file().toString()).put("system", report.system());
    object.put("java", report.java()).put("user", report.user());
    ObjectNode servers = object.putObject("servers");
    for (ServerKind kind : ServerKind.values()) {
      servers.put(
          kind.word(),
          policy.loading(kind) instanceof Loading.Loaded
              ? "can start"
              : policy.configures(kind) ? "does not start" : "no root is set");
    }
    ObjectNode kernel = object.putObject("kernel");
    report
        .kernel()
        .ifPresent(
            support -> {
              kernel.put("landlock_abi", support.landlockAbi()).put("seccomp", support.seccomp());
              kernel.put("bubblewrap", support.bubblewrap());
              ArrayNode held = kernel.putArray("held");
              support.enforcement().held().forEach(held::add);
              ArrayNode notHeld = kernel.putArray("not_held");
              support.enforcement().notHeld().forEach(notHeld::add);
              kernel.put("advice", support.advice().orElse(null));
            });
    ArrayNode programs = object.putArray("programs");
    for (AllowedProgram program : report.programs()) {
      ObjectNode one = programs.addObject().put("name", program.name());
      one.put("program", program.start().map(Path::toString).orElse(null));
      one.put("file", program.file().map(Path::toString).orElse(null));
      one.put("class", program.kind().map(FindingLines::word).orElse("missing"));
    }
    FindingLines.add(object, report.findings());
    return object;
  }
}
