package org.docduel.stores.documentdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.Representation;
import org.docduel.stores.postgres.ServerProduct;
import org.docduel.stores.postgres.layout.Layout;

/** BSON in a column of the extension's type. */
final class BsonRepresentation implements Representation {
  private static final String VERSION =
      "SELECT extversion FROM pg_extension WHERE extname = 'documentdb'";

  @Override
  public Layout layout(Collection collection, StoreConfig config) {
    return new BsonLayout(collection, config);
  }

  @Override
  public String product(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(VERSION)) {
      if (!row.next()) {
        throw new StoreException(
            "documentdb: the database has no extension documentdb; run CREATE EXTENSION documentdb"
                + " CASCADE there, or give the address of one that has it");
      }
      return "DocumentDB " + row.getString(1) + " on " + ServerProduct.of(connection);
    }
  }
}
