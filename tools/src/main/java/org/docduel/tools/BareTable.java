package org.docduel.tools;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.model.Dataset;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.postgres.PostgresSystem;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * A table of a PostgreSQL store, read on the driver alone.
 *
 * @param store the store's name
 * @param collection the collection's name
 */
record BareTable(String store, String collection) {
  private static final String SESSION = PostgresSystem.file("read-session.sql");

  /** The name in SQL, with the schema. */
  String name() {
    return "docduel." + store.replace('-', '_') + "_" + collection;
  }

  /** Connects with the settings of the store's readers. Loads the table unless it is there. */
  Connection open(Dataset dataset, List<Index> indexes, int documents) throws SQLException {
    ServerAddress server = ForkServer.of(PostgresServer.FAMILY);
    Connection connection = DriverManager.getConnection(server.url() + "&prepareThreshold=1");
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT to_regclass('" + name() + "')")) {
      found.next();
      if (found.getString(1) == null) {
        load(server, dataset, indexes, documents);
      }
      statement.execute(SESSION);
    }
    return connection;
  }

  private void load(ServerAddress server, Dataset dataset, List<Index> indexes, int documents) {
    try (Store opened =
            StoreProviders.named(store)
                .orElseThrow()
                .open(Optional.of(server), StoreConfig.defaults().withDurability(Durability.NONE));
        Session session = opened.session()) {
      LoadedCollection.load(session, collection, dataset, indexes, documents);
      opened.settle();
    }
  }
}
