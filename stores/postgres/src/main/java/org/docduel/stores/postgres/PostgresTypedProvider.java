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
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.QuerySuiteProvider;
import org.docduel.stores.jdbc.StarterSql;
import org.docduel.stores.postgres.layout.TypedLayout;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.server.PostgresServer;

/** The store {@code postgres-typed}: a column of its own type for each leaf of a document. */
public final class PostgresTypedProvider implements QuerySuiteProvider {
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
          Capability.QUERY_SUITE,
          Capability.READ_BACK);

  /** For ServiceLoader. */
  public PostgresTypedProvider() {}

  @Override
  public String name() {
    return "postgres-typed";
  }

  @Override
  public String dialect() {
    return name();
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return Optional.of(new StarterSql(new PostgresStarter(true)).file(suite));
  }

  @Override
  public String label() {
    return "rel";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    UpdateKind kind = config.update();
    return kind == UpdateKind.SUBSCRIPT || kind == UpdateKind.MERGE
        ? Optional.of(
            "every field has a column of its own, so that update="
                + kind.label()
                + " has nothing to work on; set, typed and replace have")
        : PostgresParameters.refusal(config);
  }

  @Override
  public Optional<String> refusal(StoreConfig config, Collection collection) {
    return TypedLayout.refusal(collection, config)
        .or(() -> QuerySuiteProvider.super.refusal(config, collection));
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return PostgresParameters.ALL;
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(PostgresServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresStore.open(name(), address, config, TypedLayout::new);
  }
}
