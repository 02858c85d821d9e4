package org.docduel.stores.postgres;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stores.postgres.layout.DocumentLayout;
import org.docduel.stores.postgres.layout.JsonLayout;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.stores.postgres.sql.WireType;

/** The store {@code postgres-json}: documents as text in a {@code json} column. */
public final class PostgresJsonProvider implements StoreProvider {
  private static final Set<Capability> CAPABILITIES =
      Set.of(
          Capability.INSERT,
          Capability.INGEST,
          Capability.READ,
          Capability.LINK_READ,
          Capability.KEY_ACCESS,
          Capability.UPDATE,
          Capability.DELETE,
          Capability.SCAN,
          Capability.READ_BACK);

  /** For ServiceLoader. */
  public PostgresJsonProvider() {}

  @Override
  public String name() {
    return "postgres-json";
  }

  @Override
  public String label() {
    return "json";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return config.update() == UpdateKind.SUBSCRIPT
        ? Optional.of("the type json has no subscripts; jsonb has")
        : PostgresParameters.refusal(config);
  }

  @Override
  public Optional<String> refusal(StoreConfig config, Collection collection) {
    return DocumentLayout.refusal(config, collection);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PostgresParameters.OF_DOCUMENTS;
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(PostgresServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresStore.open(
        name(),
        address,
        config,
        (collection, with) -> new JsonLayout(WireType.JSON, collection, with));
  }
}
