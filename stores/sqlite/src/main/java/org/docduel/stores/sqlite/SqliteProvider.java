package org.docduel.stores.sqlite;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.Watchdog;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.jdbc.JdbcProvider;
import org.docduel.stores.jdbc.SqlDialect;

/** A store on SQLite; its subclasses differ in how the column holds JSON. */
public abstract sealed class SqliteProvider extends JdbcProvider {
  private static final String HEAD =
      "Each document is in the column doc: doc ->> '$.address.city'.";

  /**
   * SQL as SQLite reads it: comments do not nest, and one that has no end ends with the text. A
   * parameter has no value here, and would be NULL (SQL Comment Syntax and Expressions, SQLite).
   */
  static final SqlReader READER =
      new SqlReader(
          Pattern.compile(
              "(?<comment>--[^\\n]*|/\\*.*?(?:\\*/|\\z))|`(?:[^`]|``)*+`|\\[[^\\]]*\\]|"
                  + SqlReader.STANDARD_TOKENS,
              Pattern.DOTALL),
          false,
          List.of("CREATE INDEX", "CREATE UNIQUE INDEX", "ALTER TABLE", "ANALYZE"),
          Pattern.compile(
              "(?:load_extension|readfile|writefile|edit|fts3_tokenizer)\\(|[?:@$\\x00].*",
              Pattern.DOTALL));

  private final SqliteTable.Form form;

  private SqliteProvider(SqliteTable.Form form) {
    super("sqlite-" + Parameter.label(form), SqliteFile.FAMILY, HEAD);
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
  protected final SqlDialect sqlDialect(Collection collection) {
    StoreConfig config = StoreConfig.defaults();
    return new SqliteTable(form, config.encoding(), collection, collection.name());
  }

  @Override
  public final String dialect() {
    return "sqlite";
  }

  @Override
  public final Optional<SqlReader> sqlReader() {
    return Optional.of(READER);
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
  public final Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    List<String> scanned = SqliteTable.unindexedKinds(collection);
    return scanned.isEmpty() || scanned.size() < collection.indexes().size()
        ? super.unsupportedReason(config, collection)
        : Optional.of("it has no index on " + scanned.get(0));
  }

  @Override
  public final Store open(Optional<ServerAddress> address, StoreConfig config) {
    return SqliteSystem.open(name(), form, address.orElseThrow(), config);
  }

  /** The one way to have SQLite: a new file in a directory that goes with the run. */
  static final class SqliteFile implements ServerSource {
    /** The family {@code sqlite}; its addresses are JDBC addresses. */
    static final ServerFamily FAMILY = new ServerFamily("sqlite", List.of(new SqliteFile()));

    static final String SCHEME = "jdbc:sqlite:";

    @Override
    public String name() {
      return "embedded";
    }

    @Override
    public Availability availability(Settings settings) {
      return HostDirectories.of(settings).dataRoot().isPresent()
          ? new Availability.Available()
          : HostDirectories.inMemory();
    }

    @Override
    public RunningServer start(Settings settings) {
      return Watchdog.guarded(
          "SQLite does not start",
          guard -> {
            Path directory = HostDirectories.of(settings).newDataDirectory("sqlite", guard);
            ServerAddress address = new ServerAddress(SCHEME + directory.resolve("docduel.db"));
            // Each fork opens the file anew: there is nothing to start again.
            return new RunningServer(address, guard::close, () -> true);
          });
    }
  }
}
