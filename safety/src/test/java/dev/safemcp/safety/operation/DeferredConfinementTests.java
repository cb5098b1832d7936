package dev.safemcp.safety.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.act.Confinement;
import dev.safemcp.safety.path.ContainedCommand;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeferredConfinementTests {
  /** A default of the interface would start a command less confined than it is meant to be. */
  @Test
  void everyQuestionIsPassedOn() {
    for (Method question : Confinement.class.getDeclaredMethods()) {
      if (!question.isSynthetic()) {
        assertThat(
                Arrays.stream(DeferredConfinement.class.getDeclaredMethods()).map(Method::getName))
            .contains(question.getName());
      }
    }
    Confinement made =
        new Confinement() {
          @Override
          public Optional<String> confineThisThread(ContainedCommand command) {
            return Optional.of("asked");
          }

          @Override
          public boolean endsWithServer() {
            return true;
          }
        };
    DeferredConfinement deferred = new DeferredConfinement(() -> made);
    assertThat(deferred.onStarterOfThreads()).isSameAs(made);
    assertThat(deferred.endsWithServer()).isTrue();
  }
}
