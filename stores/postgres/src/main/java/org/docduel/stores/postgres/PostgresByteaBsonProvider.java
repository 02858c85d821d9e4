package org.docduel.stores.postgres;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stores.postgres.layout.BytesLayout;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.server.PostgresServer;

/** The store {@code postgres-bytea-bson}: BSON bytes in a {@code bytea} column. */
public final class PostgresByteaBsonProvider implements StoreProvider {
  private static final Set<Capability> CAPABILITIES =
      Set.of(
          Capability.INSERT,
          Capability.INGEST,
          Capability.KEY_ACCESS_IN_CLIENT,
          Capability.READ_BACK);

  /** For ServiceLoader. */
  public PostgresByteaBsonProvider() {}

  @Override
  public String name() {
    return "postgres-bytea-bson";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PostgresParameters.ALL;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return PostgresParameters.refusal(config);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(PostgresServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresStore.open(name(), address, config, BytesLayout::new);
  }
}
