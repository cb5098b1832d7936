package dev.safemcp.stdio.session;

import dev.safemcp.safety.act.Progress;
import dev.safemcp.safety.operation.Call;
import dev.safemcp.safety.redact.Redactor;
import dev.safemcp.safety.request.Arguments;
import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.era.Era;
import dev.safemcp.stdio.era.HandshakeEra;
import dev.safemcp.stdio.era.StatelessEra;
import dev.safemcp.stdio.era.ToolCall;
import dev.safemcp.stdio.framing.Line;
import dev.safemcp.stdio.framing.LineReader;
import dev.safemcp.stdio.framing.LineWriter;
import dev.safemcp.stdio.message.ErrorCode;
import dev.safemcp.stdio.message.Message;
import dev.safemcp.stdio.message.MessageReader;
import dev.safemcp.stdio.message.MessageWriter;
import dev.safemcp.stdio.message.Reply;
import dev.safemcp.stdio.message.RequestId;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: reads its messages and sees each to its end.
 *
 * <p>One thread reads. It answers by itself what needs no operation; each tool call has a thread of
 * its own. Past {@link Bounds#calls} calls it reads no further, and the client's writes block: that
 * is the back-pressure. Fewer run at once ({@link Bounds#running}); the rest wait, so that a
 * cancel, a ping or the end of the input is still read when all who may run are running.
 */
public final class Session {
  /**
   * The bounds of a connection.
   *
   * @param lineBytes the longest message
   * @param calls calls between request and answer
   * @param callBytes bytes of all their requests together
   * @param running calls whose operation runs at one time
   */
  public record Bounds(int lineBytes, int calls, long callBytes, int running) {
    /** Returns the bounds of the product. */
    public static Bounds standard() {
      return new Bounds(16 << 20, 1024, 32 << 20, 64);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Catalogue catalogue;
  private final Redactor redactor;
  private final Bounds bounds;
  private final LineReader reader;
  private final LineWriter writer;
  private final CallsInFlight calls;
  private final Semaphore mayRun;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Era handshake;
  private final Era stateless;
  private volatile boolean broken;

  /**
   * Makes a session; nothing is read yet.
   *
   * @param catalogue what is served
   * @param redactor what our own words pass
   * @param bounds its bounds
   * @param in messages from the client
   * @param out messages to it
   */
  public Session(
      Catalogue catalogue, Redactor redactor, Bounds bounds, InputStream in, OutputStream out) {
    this.catalogue = catalogue;
    this.redactor = redactor;
    this.bounds = bounds;
    this.reader = new LineReader(in, bounds.lineBytes());
    this.writer =
        new LineWriter(
            out,
            () -> {
              broken = true;
              over.countDown();
            });
    this.calls = new CallsInFlight(bounds.calls(), bounds.callBytes());
    this.mayRun = new Semaphore(bounds.running(), true);
    this.handshake = new HandshakeEra(catalogue);
    this.stateless = new StatelessEra(catalogue);
  }

  /** Reads until the input ends. For one thread, which the end of the output does not wake. */
  public void read() {
    try {
      while (true) {
        switch (reader.next()) {
          case Line.End end -> {
            return;
          }
          case Line.TooLong tooLong ->
              say(
                  Optional.empty(),
                  Reply.failure(
                      ErrorCode.INVALID_REQUEST,
                      "a message may have at most " + bounds.lineBytes() + " bytes"));
          case Line.Whole whole -> {
            if (!whole.blank()) {
              take(whole.bytes());
            }
          }
        }
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } finally {
      over.countDown();
    }
  }

  /** Waits until the input has ended or the output is broken. */
  public void awaitEnd() throws InterruptedException {
    over.await();
  }

  /** Returns the calls in flight, for the end. */
  CallsInFlight calls() {
    return calls;
  }

  /** Returns whether the output is broken, so that no answer can be heard any more. */
  boolean broken() {
    return broken;
  }

  /** Writes nothing more. */
  void close() {
    writer.close();
  }

  private void take(byte[] line) throws InterruptedException {
    try {
      switch (MessageReader.read(line)) {
        case Message.Malformed wrong ->
            say(wrong.id(), Reply.failure(wrong.code(), wrong.reason()));
        case Message.Response unasked -> {}
        case Message.Notification notification -> hear(notification);
        case Message.Request request -> take(request, line.length);
      }
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      LOG.error("a message was not handled", defect);
      say(
          Optional.empty(),
          Reply.failure(
              ErrorCode.INTERNAL_ERROR, "internal error: this is a defect of the server"));
    }
  }

  private void hear(Message.Notification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      RequestId.of(notification.params().get("requestId"))
          .flatMap(calls::find)
          .ifPresent(InFlight::cancelByClient);
    }
  }

  private void take(Message.Request request, int size) throws InterruptedException {
    Era era = StatelessEra.claims(request) ? stateless : handshake;
    if (!request.method().equals("tools/call")) {
      say(Optional.of(request.id()), era.answer(request));
      return;
    }
    Object name = request.params().get("name");
    Optional<Catalogue.Entry> tool =
        name instanceof String text ? catalogue.find(text) : Optional.empty();
    if (tool.isEmpty()) {
      say(Optional.of(request.id()), unknownTool());
      return;
    }
    Optional<InFlight> begun = calls.begin(request.id(), size);
    if (begun.isEmpty()) {
      // To that id the answer to the first request belongs.
      say(
          Optional.empty(),
          Reply.failure(ErrorCode.INVALID_REQUEST, "a request with the same id is in flight"));
      return;
    }
    Thread.ofVirtual().start(() -> run(era, request, tool.get(), begun.get(), size));
  }

  private void run(
      Era era, Message.Request request, Catalogue.Entry tool, InFlight call, int size) {
    try {
      mayRun.acquireUninterruptibly();
      Reply reply;
      try {
        reply = era.call(request, toolCall(request, tool, call));
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
        LOG.error("a call was not handled", defect);
        reply =
            Reply.failure(
                ErrorCode.INTERNAL_ERROR, "internal error: this is a defect of the server");
      } finally {
        mayRun.release();
      }
      Reply answer = reply;
      writer.write(() -> call.answer() ? answer(request.id(), answer) : null);
    } finally {
      calls.end(request.id(), call, size);
    }
  }

  private byte[] answer(RequestId id, Reply reply) {
    byte[] line = MessageWriter.response(Optional.of(id), reply);
    calls.answering(id);
    return line;
  }

  private ToolCall toolCall(Message.Request request, Catalogue.Entry tool, InFlight call) {
    Progress progress =
        RequestId.of(request.meta().get("progressToken"))
            .<Progress>map(token -> new ProgressReports(token, call, writer))
            .orElse(Progress.NONE);
    return new ToolCall(
        tool,
        new Call(Arguments.of(request.params().get("arguments")), progress, call.cancellation()),
        redactor);
  }

  private Reply unknownTool() {
    return Reply.failure(
        ErrorCode.INVALID_PARAMS,
        "there is no tool of that name: the tools are "
            + String.join(
                ", ",
                catalogue.tools().stream()
                    .map(tool -> "'" + tool.operation().name() + "'")
                    .toList()));
  }

  private void say(Optional<RequestId> id, Reply reply) {
    writer.write(() -> MessageWriter.response(id, reply));
  }
}
