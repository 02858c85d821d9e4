package org.docduel.tools;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;

/** The table that one side of {@link UpdateComparison} updates, in a database of its own. */
final class UpdateTable implements AutoCloseable {
  /** As the harness calls it. */
  static final String NAME = "docduel.postgres_jsonb_w3";

  /** The store whose table it is. */
  static final String STORE = "postgres-jsonb";

  private static final String COLLECTION = "w3";
  private static final Pattern DATABASE =
      Pattern.compile("^(jdbc:postgresql:(?://[^/]*/)?)([^?]*)");

  private final ServerAddress server;
  private final String database;
  private final ServerAddress address;

  private UpdateTable(ServerAddress server, String database) {
    this.server = server;
    this.database = database;
    Matcher matcher = DATABASE.matcher(server.url());
    this.address = new ServerAddress(matcher.replaceFirst("$1" + database));
  }

  /** Makes a database for a side, without the table. */
  static UpdateTable create(ServerAddress server, String side) throws SQLException {
    UpdateTable table = new UpdateTable(server, "docduel_compare_" + side);
    table.drop();
    execute(server, "CREATE DATABASE " + table.database);
    return table;
  }

  /** Where it is. */
  ServerAddress address() {
    return address;
  }

  /** Makes the table, as the harness does for itself. */
  void load(int documents) {
    try (Store store =
            StoreProviders.named(STORE)
                .orElseThrow()
                .open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session()) {
      LoadedCollection.load(
          session,
          COLLECTION,
          UpdateDocuments.withDefaults(),
          List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))),
          documents);
      store.settle();
    }
  }

  /** Has each turn of a side find the same work to do. */
  Alternation.Side tidied(Alternation.Side side) {
    return () -> {
      tidy();
      return side.measure();
    };
  }

  /** Removes what earlier updates left, and begins a new checkpoint. */
  void tidy() throws SQLException {
    execute(
        address,
        "ALTER TABLE " + NAME + " SET (autovacuum_enabled = off)",
        "VACUUM " + NAME,
        "CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    drop();
  }

  private void drop() throws SQLException {
    execute(server, "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
  }

  private static void execute(ServerAddress address, String... commands) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      for (String command : commands) {
        statement.execute(command);
      }
    }
  }
}
