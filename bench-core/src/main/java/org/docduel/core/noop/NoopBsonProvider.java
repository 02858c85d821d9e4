package org.docduel.core.noop;

import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code noop-bson}: encodes each document as BSON, {@code _id} included, and throws the bytes
 * away. The floor under the stores that are sent BSON. Durability changes nothing, since nothing is
 * promised.
 */
public final class NoopBsonProvider implements StoreProvider {
  /** For the service loader. */
  public NoopBsonProvider() {}

  @Override
  public String name() {
    return "noop-bson";
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
        "no server (BSON, thrown away)",
        () -> {
          BsonBytes bytes = new BsonBytes();
          return document -> bytes.documentView(document).remaining();
        });
  }
}
