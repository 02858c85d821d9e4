package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.stores.postgres.layout.Layout;

/** How a store holds documents in PostgreSQL: what tells one store from another. */
public interface Representation {
  /**
   * Lays a collection out.
   *
   * @param collection what is to be held
   * @param config the store's settings
   * @return the columns
   * @throws org.docduel.core.spi.StoreException when the collection cannot be held so
   */
  Layout layout(Collection collection, StoreConfig config);

  /**
   * What the server really is.
   *
   * @param connection to the server
   * @return name and version, such as {@code PostgreSQL 17.11}
   * @throws SQLException when the server does not answer
   * @throws org.docduel.core.spi.StoreException when the server lacks what the store needs
   */
  default String product(Connection connection) throws SQLException {
    return ServerProduct.of(connection);
  }
}
