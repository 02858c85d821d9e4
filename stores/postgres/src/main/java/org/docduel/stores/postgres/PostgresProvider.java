package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.jdbc.JdbcProvider;
import org.docduel.stores.jdbc.LeafColumns;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.postgres.server.PostgresServer;

/** A store in PostgreSQL: one representation of documents, which a {@link Layout} tells. */
public abstract class PostgresProvider extends JdbcProvider {
  private final String label;
  private final boolean documentQueryable;
  private final BiFunction<Collection, StoreConfig, Layout> layout;

  /**
   * A store on a family of servers.
   *
   * @param label its short name
   * @param suites see {@link JdbcProvider}
   * @param looksInside whether the server can look into its documents
   * @param layout lays a collection out, or throws a {@link StoreException} when it cannot be held
   */
  protected PostgresProvider(
      String name,
      String label,
      ServerFamily family,
      String suites,
      boolean looksInside,
      BiFunction<Collection, StoreConfig, Layout> layout) {
    super(name, family, suites, Capability.LINK_READ);
    this.label = label;
    this.documentQueryable = looksInside;
    this.layout = layout;
  }

  /** Lays a collection out. */
  final Layout layout(Collection collection, StoreConfig config) {
    return layout.apply(collection, config);
  }

  @Override
  protected final SqlDialect sqlDialect(Collection collection) {
    return layout(collection, StoreConfig.defaults());
  }

  @Override
  public final Optional<SqlReader> sqlReader() {
    return Optional.of(PostgresSql.READER);
  }

  /**
   * What the server really is, such as {@code PostgreSQL 17.11}.
   *
   * @throws StoreException when the server lacks what the store needs
   */
  protected String product(Connection connection) throws SQLException {
    return ServerFacts.product(connection);
  }

  @Override
  public final String label() {
    return label;
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return documentQueryable ? PostgresParameters.OF_DOCUMENTS : PostgresParameters.ALL;
  }

  /** Why it has no updates of a kind, as half a sentence. */
  protected Optional<String> unsupportedReason(UpdateKind kind) {
    return kind == UpdateKind.SUBSCRIPT && !label.equals("jsonb")
        ? Optional.of("the type " + label + " has no subscripts; jsonb has")
        : Optional.empty();
  }

  @Override
  public final Optional<String> unsupportedReason(StoreConfig config) {
    return unsupportedReason(config.update())
        .or(() -> PostgresParameters.unsupportedReason(config));
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return documentQueryable
        ? DocumentLayout.unsupportedReason(config, collection)
        : super.unsupportedReason(config, collection);
  }

  @Override
  public final Store open(Optional<ServerAddress> address, StoreConfig config) {
    return PostgresSystem.open(this, address.orElseThrow(), config);
  }

  /** {@code postgres-json}: documents as text in a {@code json} column. */
  public static final class OfJson extends PostgresProvider {
    /** For ServiceLoader. */
    public OfJson() {
      super(
          "postgres-json",
          "json",
          PostgresServer.FAMILY,
          "",
          true,
          (collection, config) -> new DocumentLayout.OfJson("json", collection, config));
    }
  }

  /** {@code postgres-jsonb}: documents in a {@code jsonb} column. */
  public static final class OfJsonb extends PostgresProvider {
    /** For ServiceLoader. */
    public OfJsonb() {
      super(
          "postgres-jsonb",
          "jsonb",
          PostgresServer.FAMILY,
          "Each document is in the jsonb column doc: doc #>> ARRAY['address', 'city'].",
          true,
          (collection, config) -> new DocumentLayout.OfJson("jsonb", collection, config));
    }
  }

  /** {@code postgres-typed}: a column of its own type for each leaf of a document. */
  public static final class OfColumns extends PostgresProvider {
    /** For ServiceLoader. */
    public OfColumns() {
      super(
          "postgres-typed",
          "rel",
          PostgresServer.FAMILY,
          "Each field is a column, named by its path: \"address.city\".",
          false,
          TypedLayout::new);
    }

    @Override
    protected Optional<String> unsupportedReason(UpdateKind kind) {
      return LeafColumns.unsupportedReason(kind);
    }

    @Override
    public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
      return TypedLayout.unsupportedReason(collection, config)
          .or(() -> super.unsupportedReason(config, collection));
    }
  }

  /** {@code postgres}: the tables of a suite's own schema, and its statements as they are. */
  public static final class OfTables extends PostgresProvider {
    /** For ServiceLoader. */
    public OfTables() {
      super(
          "postgres",
          "postgres",
          PostgresServer.FAMILY,
          "Statements are sent as they are.",
          false,
          (collection, config) -> new DocumentLayout.OfJson("jsonb", collection, config)); // notes
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of(Capability.QUERY_SUITE, Capability.SUITE_TABLES);
    }

    /** They change documents' tables. */
    @Override
    public List<StoreParameter<?>> parameters() {
      return List.of();
    }

    /** Documents of files have no tables that it could ask. */
    @Override
    public Optional<String> starter(StarterSuite suite) {
      return Optional.empty();
    }
  }

  /** {@code postgres-bytea-bson}: BSON bytes in a {@code bytea} column. */
  public static final class OfBytes extends PostgresProvider {
    private static final String NAME = "postgres-bytea-bson";

    /** For ServiceLoader. */
    public OfBytes() {
      super(NAME, NAME, PostgresServer.FAMILY, "", false, DocumentLayout.OfBytes::new);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of(
          Capability.INSERT,
          Capability.INGEST,
          Capability.KEY_ACCESS_IN_CLIENT,
          Capability.READ_BACK);
    }
  }
}
