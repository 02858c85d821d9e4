package org.docduel.core.noop;

import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code noop}: encodes each document as JSON text, the id beside it, and throws the bytes away.
 * The floor under the stores that are sent JSON. Durability changes nothing, since nothing is
 * promised.
 */
public final class NoopProvider implements StoreProvider {
  /** For the service loader. */
  public NoopProvider() {}

  @Override
  public String name() {
    return "noop";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.INSERT, Capability.INGEST, Capability.UPDATE, Capability.DELETE);
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return Optional.empty();
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.empty();
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return new NoopStore(
        "no server (JSON text, thrown away)",
        () -> {
          JsonBytes json = new JsonBytes(config.encoding());
          WireBuffer buffer = new WireBuffer();
          return document -> {
            buffer.clear();
            buffer.putLong(document.id());
            json.write(document, document.body(), buffer);
            return buffer.size();
          };
        });
  }
}
