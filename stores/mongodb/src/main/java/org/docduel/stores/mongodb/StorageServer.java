package org.docduel.stores.mongodb;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * The PostgreSQL with DocumentDB in which FerretDB keeps documents: it decides what survives a
 * crash, and it alone can bring tables to rest. FerretDB does not tell its address.
 *
 * @param setting where the address was found
 */
record StorageServer(String setting, String url) {
  /** The setting with its JDBC address; in the environment, where the forks see it too. */
  static final String SETTING = "mongodb.storage.url";

  /** Where the same server may have been given already, for another store. */
  private static final String SHARED = "documentdb.url";

  static final String VERSION = "version";

  private static final String COMMIT = "synchronous_commit";
  private static final List<String> PROMISE = List.of("fsync", COMMIT, "full_page_writes");

  /** Its version, its promise, and its size and habits as PostgreSQL's own stores tell them. */
  private static final String TOLD =
      """
      SELECT name, current_setting(name) FROM pg_settings
      WHERE name IN ('block_size', 'data_checksums', 'default_toast_compression', 'io_method',
                     'maintenance_work_mem', 'shared_buffers', 'wal_compression', 'work_mem',
                     'fsync', 'synchronous_commit', 'full_page_writes')
      UNION ALL
      SELECT 'locale', concat_ws(' ', CASE d ->> 'datlocprovider' WHEN 'b' THEN 'builtin' WHEN 'i' THEN 'icu' ELSE 'libc' END,
                                 coalesce(d ->> 'datlocale', d ->> 'daticulocale', d ->> 'datcollate'))
      FROM (SELECT to_jsonb(pg_database) AS d FROM pg_database WHERE datname = current_database()) AS here
      UNION ALL SELECT 'version', version()
      ORDER BY 1
      """;

  private static final String COLLECTION =
      " FROM documentdb_api_catalog.collections WHERE database_name || '.' || collection_name = ?";

  /**
   * The server behind FerretDB, where it is known.
   *
   * @param version what FerretDB says of its PostgreSQL
   * @throws StoreException when the address that was given for it is another server's
   */
  static Optional<StorageServer> of(Settings settings, String version) {
    boolean own = settings.get(SETTING).isPresent();
    String setting = own ? SETTING : SHARED;
    Optional<StorageServer> known =
        settings.get(setting).map(url -> new StorageServer(settings.origin(setting), url));
    try {
      if (known.isEmpty()
          || known.get().told().getOrDefault(VERSION, "").startsWith(version + " ")) {
        return known;
      }
    } catch (StoreException e) {
      if (own) {
        throw e;
      }
    }
    if (own) {
      throw new StoreException(
          "%s: %s is not the address of the %s behind FerretDB; correct it, or take it away"
              .formatted(MongoErrors.STORE, settings.origin(setting), version));
    }
    return Optional.empty(); // another store's server; this one's results say "not verified"
  }

  /** What it says of itself, by setting; what a crash leaves is decided by {@link #PROMISE}. */
  Map<String, String> told() {
    return ask(connection -> {
      Map<String, String> told = new LinkedHashMap<>();
      Sql.rows(connection, TOLD, row -> told.put(row.getString(1), row.getString(2)));
      return told;
    });
  }

  /** What decides what a crash leaves, such as {@code fsync on}, in one line. */
  static String promise(Map<String, String> told) {
    return PROMISE.stream().map(name -> name + " " + told.get(name)).collect(joining(", "));
  }

  /** Which setting breaks a promise, or nothing. */
  static Optional<String> broken(Map<String, String> told, Durability durability) {
    return PROMISE.stream()
        .filter(name -> "off".equals(told.get(name)))
        .filter(name -> durability == Durability.DEFAULT || !name.equals(COMMIT))
        .map(name -> name + "=off")
        .findFirst();
  }

  /**
   * Whether a collection is kept here.
   *
   * @param namespace database and collection, with a dot between
   * @param uuid the collection's, as FerretDB says it
   */
  boolean keeps(String namespace, String uuid) {
    return ask(on -> Sql.first(on, "SELECT collection_uuid" + COLLECTION, namespace))
        .filter(uuid::equals)
        .isPresent();
  }

  /** Vacuum and statistics of collections, then a checkpoint, as PostgreSQL's stores do it. */
  void settle(Set<String> namespaces) {
    ask(on -> {
      for (String namespace : namespaces) {
        run(on, "VACUUM (ANALYZE, FREEZE, DISABLE_PAGE_SKIPPING)", namespace);
      }
      Sql.run(on, "CHECKPOINT");
      return true;
    });
  }

  /** Statistics of a collection. */
  void analyze(String namespace) {
    ask(on -> run(on, "ANALYZE", namespace));
  }

  /** Runs a command on a collection's table; false when there is none. */
  private static boolean run(Connection on, String command, String namespace) throws SQLException {
    Optional<String> number = Sql.first(on, "SELECT collection_id" + COLLECTION, namespace);
    if (number.isPresent()) {
      Sql.run(on, command + " documentdb_data.documents_" + number.get());
    }
    return number.isPresent();
  }

  private <T> T ask(Sql.On<T> question) {
    Waits waits = Waits.ofProcess();
    Properties limits = new Properties();
    limits.setProperty("connectTimeout", Long.toString(waits.connect().toSeconds()));
    limits.setProperty("socketTimeout", Long.toString(waits.work().toSeconds()));
    try (Connection connection = DriverManager.getConnection(url, limits)) {
      return question.run(connection);
    } catch (SQLException e) {
      // the words of a driver that is not there repeat the address
      String said = SqlErrors.oneLine(e).replace(url, new ServerAddress(url).toString());
      throw new StoreException(
          MongoErrors.STORE + ": asking the server of " + setting + ": " + said, e);
    }
  }
}
