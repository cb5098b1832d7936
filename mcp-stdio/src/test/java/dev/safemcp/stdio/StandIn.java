package dev.safemcp.stdio;

import dev.safemcp.safety.act.Progress;
import dev.safemcp.safety.operation.Call;
import dev.safemcp.safety.operation.Operation;
import dev.safemcp.safety.policy.RedactionPolicy;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.CheckedRequest;
import dev.safemcp.safety.request.Parameter;
import dev.safemcp.safety.result.Detail;
import dev.safemcp.safety.result.OperationResult;
import dev.safemcp.safety.result.ResultCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * A server that does nothing to the world: {@code echo} says its text back, {@code wait} blocks
 * until it is released by {@code text} or stopped, {@code stubborn} does so and cannot be stopped,
 * {@code defect} throws what no operation should.
 */
final class StandIn {
  static final Redactor REDACTOR = Redactor.of(RedactionPolicy.standard());
  static final int MAX_LENGTH = 1000;

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("text", "any text", true, MAX_LENGTH),
          new Parameter("note", "another", false, 10));

  /** How often each text was echoed or waited for. */
  final Map<String, Integer> performed = new ConcurrentHashMap<>();

  /** Whom each {@code wait} may tell how it goes. */
  final Map<String, Progress> progress = new ConcurrentHashMap<>();

  private final Map<String, CountDownLatch> begun = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> released = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> stopped = new ConcurrentHashMap<>();

  StdioServer.Description description() {
    return new StdioServer.Description(
        "stand-in",
        "1.2.3",
        "Say something.",
        List.of(
            tool("echo", call -> OK),
            tool("wait", this::hold),
            tool("stubborn", this::holdUnstoppably),
            tool(
                "defect",
                call -> {
                  throw new IllegalStateException("hunter2 must not be seen");
                })));
  }

  private record Ending(ResultCode code, String reason) {}

  private static final Ending OK = new Ending(ResultCode.OK, "done");

  private Tool tool(String name, Function<Seen, Ending> act) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("type", "object");
    detail.put("properties", new LinkedHashMap<>(Map.of("said", Map.of("type", "string"))));
    return new Tool(
        operation(name, act),
        name + "!",
        "Does " + name + ".",
        detail,
        new Tool.Effects(true, false, true, false));
  }

  private record Seen(String text, Call call) {}

  private Operation operation(String name, Function<Seen, Ending> act) {
    return new Operation() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Parameter> parameters() {
        return PARAMETERS;
      }

      @Override
      public OperationResult perform(Call call) {
        return switch (CheckedRequest.check(PARAMETERS, call.arguments())) {
          case CheckedRequest.Invalid invalid ->
              result(name, new Ending(ResultCode.INVALID_REQUEST, invalid.reason()), Detail.none());
          case CheckedRequest.Valid valid -> {
            String text = valid.text("text");
            performed.merge(text, 1, Integer::sum);
            Ending ending = act.apply(new Seen(text, call));
            yield result(name, ending, Detail.builder().put("said", REDACTOR.line(text)).build());
          }
        };
      }
    };
  }

  private static OperationResult result(String name, Ending ending, Detail detail) {
    return new OperationResult(ending.code(), name, REDACTOR.line(ending.reason()), detail, 1);
  }

  private Ending hold(Seen seen) {
    CountDownLatch go = latch(released, seen.text());
    seen.call().cancellation().onCancel(go::countDown);
    progress.put(seen.text(), seen.call().progress());
    latch(begun, seen.text()).countDown();
    await(go);
    if (seen.call().cancellation().cancelled()) {
      latch(stopped, seen.text()).countDown();
      return new Ending(ResultCode.OPERATION_FAILED, "cancelled");
    }
    return OK;
  }

  private Ending holdUnstoppably(Seen seen) {
    latch(begun, seen.text()).countDown();
    await(latch(released, seen.text()));
    return OK;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static CountDownLatch latch(Map<String, CountDownLatch> latches, String text) {
    return latches.computeIfAbsent(text, key -> new CountDownLatch(1));
  }

  /** Waits until a {@code wait} of that text runs. */
  void awaitBegun(String text) throws InterruptedException {
    latch(begun, text).await();
  }

  /** Waits until a {@code wait} of that text was stopped. */
  void awaitStopped(String text) throws InterruptedException {
    latch(stopped, text).await();
  }

  /** Lets a {@code wait} of that text end. */
  void release(String text) {
    latch(released, text).countDown();
  }

  /** Serves on the standard streams, as a process for real clients. */
  public static void main(String[] arguments) {
    StandardStreams streams = StandardStreams.take();
    System.out.println("whatever a library prints");
    StdioServer.serve(new StandIn().description(), REDACTOR, () -> {}, streams.in(), streams.out());
    System.exit(0);
  }
}
