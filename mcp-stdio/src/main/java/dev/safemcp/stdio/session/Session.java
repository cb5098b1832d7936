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
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/**
 * One connection: reads its messages and sees each to its end.
 *
 * <p>One thread reads. It answers by itself what needs no operation, and leaves the writing of that
 * to another; each tool call has a thread of its own. Past {@link Bounds#calls} calls it reads no
 * further, and the client's writes block: that is the back-pressure. Fewer run at once ({@link
 * Bounds#running}); the rest wait, so that a cancel, a ping or the end of the input is still read
 * when all who may run are running.
 */
public final class Session {
  /**
   * The bounds of a connection.
   *
   * @param lineBytes the longest message
   * @param calls calls between request and answer
   * @param callBytes bytes of all their requests together
   * @param running calls whose operation runs, or whose answer waits to be written, at one time
   */
  public record Bounds(int lineBytes, int calls, long callBytes, int running) {
    /** Returns the bounds of the product. */
    public static Bounds standard() {
      return new Bounds(16 << 20, 1024, 32 << 20, 64);
    }
  }

  /** Answers that wait may have as many bytes before no further operation starts. */
  private static final int ANSWER_BYTES = 32 << 20;

  /** The same of what the reading thread says by itself: lists, pings and refusals are small. */
  private static final int REPLY_BYTES = 1 << 20;

  /** A client that asks on past that and reads nothing for so long is no client any more. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Catalogue catalogue;
  private final Redactor redactor;
  private final Bounds bounds;
  private final LineReader reader;
  private final LineWriter writer;
  private final CallsInFlight calls;
  private final Replies replies;
  private final Turns turns;
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
    this.writer = new LineWriter(out, this::breakOff);
    this.calls = new CallsInFlight(bounds.calls(), bounds.callBytes());
    this.replies = new Replies(writer, REPLY_BYTES, PATIENCE);
    this.turns = new Turns(bounds.running(), ANSWER_BYTES);
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

  /** Waits until everything is answered, and returns whether it is. */
  boolean awaitAnswered(Duration longest) throws InterruptedException {
    long began = System.nanoTime();
    return calls.awaitNone(longest)
        && replies.awaitNone(longest.minusNanos(System.nanoTime() - began));
  }

  /** Tells what runs to stop. It is answered all the same. */
  void stopAll() {
    calls.stopAll();
    turns.lift();
  }

  /** Returns whether the output is broken, so that no answer can be heard any more. */
  boolean broken() {
    return broken;
  }

  /** Writes nothing more. */
  void close() {
    writer.close();
    replies.close();
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
      LoggerFactory.getLogger(Session.class).error("a message was not handled", defect);
      say(Optional.empty(), defect());
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
      say(
          Optional.of(request.id()),
          calls.find(request.id()).isPresent() ? idInFlight() : era.answer(request));
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
      say(Optional.of(request.id()), idInFlight());
      return;
    }
    Thread.ofVirtual().start(() -> run(era, request, tool.get(), begun.get(), size));
  }

  private void run(
      Era era, Message.Request request, Catalogue.Entry tool, InFlight call, int size) {
    long answerBytes = 0;
    turns.begin();
    try {
      byte[] line = answer(era, request, tool, call);
      turns.waits(line.length);
      answerBytes = line.length;
      writer.write(() -> claimed(request.id(), call) ? line : null);
    } finally {
      turns.end(answerBytes);
      calls.end(request.id(), call, size);
    }
  }

  /**
   * Made before its turn to be written: others write meanwhile, and what cannot be made is said.
   */
  private byte[] answer(Era era, Message.Request request, Catalogue.Entry tool, InFlight call) {
    Optional<RequestId> id = Optional.of(request.id());
    try {
      return MessageWriter.response(id, era.call(request, toolCall(request, tool, call)));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError defect) {
      LoggerFactory.getLogger(Session.class).error("a call was not handled", defect);
      return MessageWriter.response(id, defect());
    }
  }

  private boolean claimed(RequestId id, InFlight call) {
    if (!call.answer()) {
      return false;
    }
    calls.answering(id);
    return true;
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

  private static Reply idInFlight() {
    return Reply.failure(ErrorCode.INVALID_REQUEST, "a request with the same id is in flight");
  }

  private static Reply defect() {
    return Reply.failure(
        ErrorCode.INTERNAL_ERROR, "internal error: this is a defect of the server");
  }

  /** An id in flight is not given to any other answer: to it belongs the one that is to come. */
  private void say(Optional<RequestId> id, Reply reply) throws InterruptedException {
    Optional<RequestId> free = id.filter(named -> calls.find(named).isEmpty());
    if (!replies.say(MessageWriter.response(free, reply))) {
      breakOff();
    }
  }

  private void breakOff() {
    broken = true;
    over.countDown();
  }
}
