package dev.safemcp.stdio.era;

import dev.safemcp.stdio.catalogue.Catalogue;
import dev.safemcp.stdio.message.Message.Request;
import dev.safemcp.stdio.message.Reply;
import org.jspecify.annotations.Nullable;

/**
 * The revision 2026-07-28: no handshake, every request says its version itself.
 *
 * <p>The SDK serves it, and is loaded by the first request that is of this era.
 */
public final class StatelessEra implements Era {
  /** The key of {@code _meta} that marks a request of this era. */
  public static final String VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

  private final Catalogue catalogue;
  private volatile @Nullable StatelessServer server;

  /** Makes the era of one connection. */
  public StatelessEra(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** Returns whether a request is of this era. */
  public static boolean claims(Request request) {
    return request.meta().containsKey(VERSION_KEY);
  }

  @Override
  public Reply answer(Request request) {
    return server().answer(request);
  }

  @Override
  public Reply call(Request request, ToolCall call) {
    return server().call(request, call);
  }

  private StatelessServer server() {
    StatelessServer built = server;
    if (built == null) {
      synchronized (this) {
        built = server;
        if (built == null) {
          built = new StatelessServer(catalogue);
          server = built;
        }
      }
    }
    return built;
  }
}
