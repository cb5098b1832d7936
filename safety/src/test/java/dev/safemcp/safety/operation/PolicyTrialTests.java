package dev.safemcp.safety.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.operation.Explanation.Stage;
import dev.safemcp.safety.operation.Explanation.Step;
import dev.safemcp.safety.policy.AuditPolicy.FailMode;
import dev.safemcp.safety.result.ResultCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTrialTests {
  private static final Map<String, String> PATH = Map.of("PATH", "/usr/bin:/bin");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "'',parse,PARSE,false",
    "'cat a; rm b',parse,PARSE,false",
    "'cat ''a',parse,PARSE,false",
    "/bin/rm x,terminal.denylist.commands[0],DENYLIST,false",
    "frob,default deny,ALLOWLIST,false",
    "echo --ever never,terminal.rules[0],RULES,false",
    "echo --ever,terminal.allowlist.commands[1],CONTAINMENT,true",
    "no-such-program,program,PROGRAM,false",
    "cat ../x,containment,CONTAINMENT,false",
    "cat x,terminal.allowlist.commands[0],CONTAINMENT,true",
  })
  void eachStepIsToldUpToTheOneThatDecides(
      String command, String decidedBy, Stage last, boolean passed) throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      Explanation said =
          PolicyTrial.of(
                  TerminalFixture.policy(terminal.root, terminal.log, FailMode.CLOSED)
                      .terminal()
                      .orElseThrow(),
                  PATH)
              .explain(command, Optional.empty());

      assertThat(said.decidedBy()).isEqualTo(decidedBy);
      assertThat(said.steps().getLast().stage()).isEqualTo(last);
      assertThat(said.steps().getLast().passed()).isEqualTo(passed);
      assertThat(said.steps().subList(0, said.steps().size() - 1)).allMatch(Step::passed);
      assertThat(said.rights().isPresent()).isEqualTo(passed);
      // What is told is what a client gets.
      assertThat(said.code()).isEqualTo(terminal.explain(command).code());
      assertThat(said.reason()).isEqualTo(terminal.explain(command).reason().text());
    }
  }

  @Test
  void aFolderCounts() throws IOException {
    try (TerminalFixture terminal = TerminalFixture.in(folder, FailMode.CLOSED)) {
      PolicyTrial trial =
          PolicyTrial.of(
              TerminalFixture.policy(terminal.root, terminal.log, FailMode.CLOSED)
                  .terminal()
                  .orElseThrow(),
              PATH);
      assertThat(trial.explain("cat x", Optional.of("..")).code())
          .isEqualTo(ResultCode.PATH_ESCAPE);
    }
  }
}
