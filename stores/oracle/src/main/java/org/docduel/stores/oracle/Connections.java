package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the server; each belongs to one session. */
@FunctionalInterface
interface Connections {
  /**
   * A new connection, with autocommit on.
   *
   * @throws SQLException when there is none
   */
  Connection open() throws SQLException;
}
