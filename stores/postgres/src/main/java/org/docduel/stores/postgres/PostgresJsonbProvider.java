package org.docduel.stores.postgres;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.QuerySuiteProvider;
import org.docduel.stores.jdbc.StarterSql;
import org.docduel.stores.postgres.layout.DocumentLayout;
import org.docduel.stores.postgres.layout.JsonLayout;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.stores.postgres.sql.WireType;

/** The store {@code postgres-jsonb}: documents in a {@code jsonb} column. */
public final class PostgresJsonbProvider implements QuerySuiteProvider {
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
  public PostgresJsonbProvider() {}

  @Override
  public String name() {
    return "postgres-jsonb";
  }

  @Override
  public String dialect() {
    return name();
  }

  @Override
  public Optional<String> starter(StarterSuite suite) {
    return Optional.of(new StarterSql(new PostgresStarter(false)).file(suite));
  }

  @Override
  public String label() {
    return "jsonb";
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    return PostgresParameters.refusal(config);
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
        (collection, with) -> new JsonLayout(WireType.JSONB, collection, with));
  }
}
