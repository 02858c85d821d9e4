package org.docduel.stores.sqlite;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.stores.jdbc.JdbcStore;

/** A store on SQLite; its subclasses differ in how the column holds JSON. */
public abstract sealed class SqliteProvider implements StoreProvider {
  private final SqliteTable.Form form;

  private SqliteProvider(SqliteTable.Form form) {
    this.form = form;
  }

  /** The store {@code sqlite-jsonb}: documents in SQLite's binary form of JSON. */
  public static final class Jsonb extends SqliteProvider {
    /** For ServiceLoader. */
    public Jsonb() {
      super(SqliteTable.Form.JSONB);
    }
  }

  /** The store {@code sqlite-json}: documents as JSON text. */
  public static final class Json extends SqliteProvider {
    /** For ServiceLoader. */
    public Json() {
      super(SqliteTable.Form.JSON);
    }
  }

  @Override
  public final String name() {
    return "sqlite-" + form.label();
  }

  @Override
  public final String dialect() {
    return "sqlite";
  }

  @Override
  public final Optional<String> starter(StarterSuite suite) {
    return Optional.of(new SqliteStarter().file(suite));
  }

  @Override
  public final Set<Capability> capabilities() {
    return JdbcStore.capabilities(Capability.QUERY_SUITE);
  }

  @Override
  public final List<String> notices() {
    return List.of(
        "SQLite is a library in the benchmark's own process: no server, no network",
        "SQLite has one writer: sessions that write wait for each other, in turn",
        "SQLite compares decimals as doubles");
  }

  @Override
  public final boolean onlyWhenNamed() {
    return true;
  }

  @Override
  public final Optional<String> refusal(StoreConfig config) {
    return JdbcStore.refusal(config);
  }

  @Override
  public final Optional<String> refusal(StoreConfig config, Collection collection) {
    return StoreProvider.super
        .refusal(config, collection)
        .or(() ->
            SqliteTable.scanned(collection)
                .filter(what -> collection.indexes().stream().noneMatch(SqliteTable::indexable))
                .map("it has no index on "::concat));
  }

  @Override
  public final Optional<ServerFamily> server() {
    return Optional.of(SqliteFile.FAMILY);
  }

  @Override
  public final Store open(Optional<ServerAddress> address, StoreConfig config) {
    return SqliteSystem.open(name(), form, address.orElseThrow(), config);
  }
}
