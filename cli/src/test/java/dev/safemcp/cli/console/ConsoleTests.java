package dev.safemcp.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTests {
  /** Assembled at run time, so that no scanner takes it for a live one. */
  private static final String TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a";

  private static String written(
      boolean terminal, Map<String, String> environment, Consumer<Console> work) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = new Console(out, line -> {}, terminal, environment, Path.of("/"));
    work.accept(console);
    console.flush();
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "true,'','',true",
    "false,'','',false",
    "true,1,'',false",
    "true,'',dumb,false",
    "true,'',xterm,true",
  })
  void colourStandsOnATerminalThatWantsIt(
      boolean terminal, String noColor, String term, boolean coloured) {
    Map<String, String> environment = Map.of("NO_COLOR", noColor, "TERM", term);

    String text = written(terminal, environment, c -> c.line(Part.verdict(true, "OK")));

    assertThat(text).isEqualTo(coloured ? "\u001b[32mOK\u001b[0m\n" : "OK\n");
  }

  @Test
  void nothingThatIsSaidCanActOrTellASecret() {
    String hostile = "a\u001b[2Jb\u202e token " + TOKEN;
    String text =
        written(
            true,
            Map.of(),
            console -> {
              console.line(Part.plain(hostile));
              new Table(0).row(Part.plain(hostile), Part.dim("x")).print(console);
              console.json(JsonNodeFactory.instance.objectNode().put("a", hostile));
              console.jsonLine(
                  JsonNodeFactory.instance
                      .objectNode()
                      .set("a", JsonNodeFactory.instance.arrayNode().add(hostile)));
            });

    assertThat(text).doesNotContain(TOKEN, "\u001b[2J", "\u202e");
  }

  @Test
  void columnsStandBelowEachOther() {
    String text =
        written(
            false,
            Map.of(),
            console ->
                new Table(1)
                    .row(Part.plain("a"), Part.plain("b"))
                    .row(Part.plain("abc"), Part.dim("d"))
                    .row(Part.plain("a long last cell"))
                    .print(console));

    assertThat(text).isEqualTo(" a    b\n abc  d\n a long last cell\n");
  }
}
