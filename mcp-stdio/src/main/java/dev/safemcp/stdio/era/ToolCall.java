package dev.safemcp.stdio.era;

import dev.safemcp.safety.operation.Call;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import dev.safemcp.safety.result.ResultJson;
import dev.safemcp.stdio.catalogue.Catalogue;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * A call of a known tool, ready to go.
 *
 * @param tool the tool
 * @param call what the client sent
 * @param redactor what our own words pass where the operation found none
 */
public record ToolCall(Catalogue.Entry tool, Call call, Redactor redactor) {

  /** Performs the operation and returns its envelope as JSON. Blocks until then; never throws. */
  String perform() {
    long began = System.nanoTime();
    OperationResult result;
    try {
      result = tool.operation().perform(call);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      // An operation answers its own defects; this is for a defect of that.
      LoggerFactory.getLogger(ToolCall.class).error("an operation threw", defect);
      result =
          new OperationResult(
              ResultCode.INTERNAL_ERROR,
              tool.operation().name(),
              redactor.line("internal error: this is a defect of the server"),
              Detail.none(),
              TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }
    return ResultJson.of(result);
  }
}
