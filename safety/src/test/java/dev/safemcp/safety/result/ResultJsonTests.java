package dev.safemcp.safety.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redactor;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class ResultJsonTests {
  private static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());

  @Test
  void anEnvelopeHasItsKeysInOneOrderAndEveryKindOfValue() {
    Detail detail =
        Detail.builder()
            .put("text", REDACTOR.line("say \"hi\""))
            .put("whole", Long.MAX_VALUE)
            .put("flag", true)
            .put("code", ResultCode.PATH_ESCAPE)
            .putNull("absent")
            .put("nested", Detail.builder().put("a", 1).build())
            .putTexts("texts", List.of(REDACTOR.line("x"), REDACTOR.line("y")))
            .putAll("details", List.of(Detail.none()))
            .build();
    assertThat(
            ResultJson.of(
                new OperationResult(
                    ResultCode.OUTPUT_TRUNCATED, "do", REDACTOR.line("done"), detail, 12)))
        .isEqualTo(
            ("{'ok':true,'code':'OUTPUT_TRUNCATED','action':'do','reason':'done','detail':{"
                    + "'text':'say \\'hi\\'','whole':9223372036854775807,'flag':true,"
                    + "'code':'PATH_ESCAPE','absent':null,'nested':{'a':1},'texts':['x','y'],"
                    + "'details':[{}]},'duration_ms':12}")
                .replace('\'', '"'));
  }

  @Test
  void aRefusalHasAnEmptyDetail() {
    assertThat(
            ResultJson.of(
                new OperationResult(
                    ResultCode.POLICY_DENIED, "do", REDACTOR.line("no"), Detail.none(), 0)))
        .isEqualTo(
            "{\"ok\":false,\"code\":\"POLICY_DENIED\",\"action\":\"do\",\"reason\":\"no\","
                + "\"detail\":{},\"duration_ms\":0}");
  }
}
