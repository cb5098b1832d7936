package dev.safemcp.safety.operation;

import dev.safemcp.safety.command.CommandLine;
import dev.safemcp.safety.decision.CommandVetting;
import dev.safemcp.safety.decision.VettedCommand;
import dev.safemcp.safety.path.ContainedCommand;
import dev.safemcp.safety.path.Jail;
import dev.safemcp.safety.policy.TerminalPolicy.Example;
import dev.safemcp.safety.request.Arguments;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.ResultCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of the road that running and explaining share: request, decision, containment.
 *
 * <p>It holds nothing that could act. Thread-safe.
 */
final class CommandCheck {
  /**
   * Longest command line in characters: in UTF-8 no more than the kernel takes for one argument
   * (128 KiB).
   */
  private static final int MAX_COMMAND = 32 * 1024;

  private static final int MAX_CWD = 4096;

  static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "command",
              "The command line: a program's name and its arguments, split as a POSIX shell splits"
                  + " words. No shell runs: nothing is expanded, and ; | & < > ` $( and control"
                  + " characters are refused even inside quotes.",
              true,
              MAX_COMMAND),
          Parameter.optional(
              "cwd",
              "The folder to run in, relative to the root; the root itself where it is left out.",
              MAX_CWD,
              "."));

  private final CommandVetting vetting;
  private final Jail jail;
  private final boolean containArguments;

  CommandCheck(CommandVetting vetting, Jail jail, boolean containArguments) {
    this.vetting = vetting;
    this.jail = jail;
    this.containArguments = containArguments;
  }

  /** Hears what each part of the road says, for explaining: it has no say. */
  interface Witness {
    /** Hears nothing. */
    Witness NONE = new Witness() {};

    /** The line was split. */
    default void parsed(List<String> words) {}

    /** The rules and the search for the program have spoken. */
    default void vetted(List<String> words, CommandVetting.Verdict verdict) {}

    /** The border has spoken. */
    default void contained(Jail.Containment containment) {}
  }

  /**
   * Answers a call: what stops it answers for itself.
   *
   * @param arguments as the client sent them
   * @param onward where a cleared command goes
   */
  Answer answer(Arguments arguments, Function<ContainedCommand, Answer> onward) {
    return answer(arguments, Witness.NONE, onward);
  }

  /** Answers a call and lets a witness hear how it came to that. */
  Answer answer(Arguments arguments, Witness witness, Function<ContainedCommand, Answer> onward) {
    return switch (check(arguments, witness)) {
      case Passage.Stopped stopped -> stopped.answer();
      case Passage.Cleared cleared -> onward.apply(cleared.command());
    };
  }

  /** Where the road leads. */
  private sealed interface Passage {
    /** On to the act. */
    record Cleared(ContainedCommand command) implements Passage {}

    /** Back to the client. */
    record Stopped(Answer answer) implements Passage {}
  }

  private Passage check(Arguments arguments, Witness witness) {
    return switch (CheckedRequest.check(PARAMETERS, arguments)) {
      case CheckedRequest.Invalid invalid -> stopped(ResultCode.INVALID_REQUEST, invalid.reason());
      case CheckedRequest.Valid valid -> parse(valid, witness);
    };
  }

  /**
   * Returns what is wrong with the first of the policy's examples that gets another verdict than it
   * expects.
   */
  Optional<String> contradiction(List<Example> examples) {
    for (Example example : examples) {
      Answer answer =
          answer(
              new Arguments.Given(Map.of("command", example.command())),
              cleared -> Answer.of(ResultCode.OK, cleared.command().reason(), Detail.none()));
      String code = answer.code().name();
      if (!code.equals(example.expect())) {
        return Optional.of(
            "'terminal.examples': '"
                + example.command()
                + "' gets "
                + code
                + " ("
                + answer.reason()
                + ") where "
                + example.expect()
                + " is expected: mend the policy or the example");
      }
    }
    return Optional.empty();
  }

  private Passage parse(CheckedRequest.Valid request, Witness witness) {
    return switch (CommandLine.parse(request.text("command"))) {
      case CommandLine.Refused refused -> stopped(ResultCode.POLICY_DENIED, refused.reason());
      case CommandLine.Malformed malformed ->
          stopped(ResultCode.INVALID_REQUEST, malformed.reason());
      case CommandLine.Words line -> {
        witness.parsed(line.words());
        yield vet(line.words(), request.optional("cwd").orElse(null), witness);
      }
    };
  }

  private Passage vet(List<String> words, @Nullable String cwd, Witness witness) {
    CommandVetting.Verdict verdict = vetting.vet(words);
    witness.vetted(words, verdict);
    return switch (verdict) {
      case CommandVetting.Verdict.Denied denied ->
          stopped(ResultCode.POLICY_DENIED, denied.reason());
      case CommandVetting.Verdict.Missing missing ->
          stopped(ResultCode.OPERATION_FAILED, missing.reason());
      case CommandVetting.Verdict.Vetted vetted -> contain(vetted.command(), cwd, witness);
    };
  }

  private Passage contain(VettedCommand command, @Nullable String cwd, Witness witness) {
    Jail.Containment containment = jail.contain(command, cwd, containArguments);
    witness.contained(containment);
    return switch (containment) {
      case Jail.Containment.Escape escape -> stopped(ResultCode.PATH_ESCAPE, escape.reason());
      case Jail.Containment.NoFolder noFolder ->
          stopped(ResultCode.OPERATION_FAILED, noFolder.reason());
      case Jail.Containment.Inside inside -> new Passage.Cleared(inside.command());
    };
  }

  private static Passage stopped(ResultCode code, String reason) {
    return new Passage.Stopped(Answer.refused(code, reason));
  }
}
