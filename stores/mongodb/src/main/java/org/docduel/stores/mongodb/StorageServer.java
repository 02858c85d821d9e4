package org.docduel.stores.mongodb;

import static java.util.stream.Collectors.joining;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;

/**
 * The PostgreSQL with DocumentDB in which FerretDB keeps documents: it decides what survives a
 * crash, and it alone can bring tables to rest. FerretDB does not tell its address.
 *
 * @param setting where the address was found
 */
record StorageServer(String setting, String url) {
  /** The setting with its JDBC address. */
  static final String SETTING = "mongodb.storage.url";

  /** Where the same server may have been given already, for another store. */
  private static final String SHARED = "documentdb.url";

  /** What a crash leaves of acknowledged writes depends on these. */
  private static final List<String> DURABILITY_SETTINGS =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private static final String SETTINGS_QUERY = Sql.file(StorageServer.class, "told.sql");

  private static final String NOT_PERMITTED = "42501"; // insufficient_privilege

  private static final String COLLECTION =
      " FROM documentdb_api_catalog.collections WHERE database_name || '.' || collection_name = ?";

  /** The server behind FerretDB, where it is known: the one that keeps the collection of marks. */
  static Optional<StorageServer> of(Settings settings, OwnershipRegistry marks) {
    boolean configured = settings.get(SETTING).isPresent();
    String setting = configured ? SETTING : SHARED;
    String name = marks.database().getName() + "." + OwnershipRegistry.COLLECTION;
    Optional<StorageServer> found = Optional.empty();
    try {
      found =
          settings
              .get(setting)
              .map(url -> new StorageServer(settings.origin(setting), url))
              .filter(server -> {
                String uuid = marks.uuid(); // before the server is asked: it may be made now
                return server
                    .withConnection(
                        on -> Sql.first(on, "SELECT collection_uuid" + COLLECTION, name))
                    .filter(uuid::equals)
                    .isPresent();
              });
    } catch (StoreException e) {
      if (configured) {
        throw e;
      } // else it may be of a server of its own: "not verified"
    }
    if (configured && found.isEmpty()) {
      throw MongoDriver.storeException(
          settings.origin(SETTING)
              + " is not the address of the PostgreSQL behind FerretDB; correct it, or take it"
              + " away");
    }
    return found;
  }

  /** That an address was given of which a product has no use. */
  static Optional<String> ignoredSettingWarning(Settings settings, String product) {
    return settings
        .get(SETTING)
        .map(url -> settings.origin(SETTING) + " is for FerretDB, and not used with " + product);
  }

  /** What it says of itself, by setting. */
  Map<String, String> settings() {
    return withConnection(connection -> {
      Map<String, String> settings = new LinkedHashMap<>();
      Sql.rows(connection, SETTINGS_QUERY, row -> settings.put(row.getString(1), row.getString(2)));
      return settings;
    });
  }

  /** What decides what a crash leaves, such as {@code fsync on}, in one line. */
  static String durabilitySettings(Map<String, String> settings) {
    return DURABILITY_SETTINGS.stream()
        .map(name -> name + " " + settings.get(name))
        .collect(joining(", "));
  }

  /** Which setting breaks a promise, or nothing. */
  static Optional<String> violation(Map<String, String> settings, Durability durability) {
    return DURABILITY_SETTINGS.stream()
        .filter(name -> "off".equals(settings.get(name)))
        .filter(name -> durability == Durability.DEFAULT || !name.equals("synchronous_commit"))
        .map(name -> name + "=off")
        .findFirst();
  }

  /**
   * Vacuum and statistics of collections, then a checkpoint, as PostgreSQL's stores do it.
   *
   * @return what of it was permitted
   */
  String quiesce(Set<String> namespaces) {
    return withConnection(on -> {
      Set<String> done = new LinkedHashSet<>();
      for (String namespace : namespaces) {
        if (permits(on, "VACUUM (ANALYZE, FREEZE, DISABLE_PAGE_SKIPPING) ", namespace)) {
          done.add("VACUUM, ANALYZE");
        }
      }
      if (permits(on, "CHECKPOINT")) {
        done.add("CHECKPOINT");
      }
      return done.isEmpty() ? "nothing: not permitted" : String.join(" and ", done);
    });
  }

  /** Statistics of a collection; whether they are permitted. */
  boolean analyze(String namespace) {
    return withConnection(on -> permits(on, "ANALYZE ", namespace));
  }

  /** Runs a command on a collection's table, where there is one. */
  private static boolean permits(Connection on, String command, String namespace)
      throws SQLException {
    Optional<String> table =
        Sql.first(
            on, "SELECT 'documentdb_data.documents_' || collection_id" + COLLECTION, namespace);
    return table.isPresent() && permits(on, command + table.get());
  }

  /** Runs a command; not where it is refused, or where only a warning says that it was left out. */
  private static boolean permits(Connection on, String command) throws SQLException {
    try (Statement statement = on.createStatement()) {
      statement.execute(command);
      return statement.getWarnings() == null;
    } catch (SQLException e) {
      if (!NOT_PERMITTED.equals(e.getSQLState())) {
        throw e;
      }
      return false;
    }
  }

  private <T> T withConnection(Sql.SqlFunction<Connection, T> action) {
    Waits waits = Waits.ofProcess();
    Properties limits = new Properties();
    limits.setProperty("connectTimeout", Long.toString(waits.connect().toSeconds()));
    limits.setProperty("socketTimeout", Long.toString(waits.work().toSeconds()));
    try (Connection connection = DriverManager.getConnection(url, limits)) {
      return action.apply(connection);
    } catch (SQLException e) {
      // the words of a driver that is not there repeat the address
      String message = SqlErrors.oneLine(e).replace(url, new ServerAddress(url).toString());
      throw new StoreException(
          MongoDriver.STORE + ": querying the server of " + setting + ": " + message, e);
    }
  }
}
