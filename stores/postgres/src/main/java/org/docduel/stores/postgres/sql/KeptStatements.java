package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Prepared statements that stay open with the server's connections of a pool, as a worker's own
 * connection keeps its statement. Whoever has borrowed a connection may use its statements.
 */
final class KeptStatements {
  private final Map<Connection, Map<String, PreparedStatement>> kept = new ConcurrentHashMap<>();

  /**
   * The statement of a text, prepared at its first use.
   *
   * @param connection the driver's own one, not the pool's wrapper
   */
  PreparedStatement on(Connection connection, String sql) throws SQLException {
    Map<String, PreparedStatement> statements = kept.get(connection);
    if (statements == null) {
      forgetClosed();
      statements = new HashMap<>();
      kept.put(connection, statements);
    }
    PreparedStatement known = statements.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql);
      statements.put(sql, known);
    }
    return known;
  }

  private void forgetClosed() throws SQLException {
    Iterator<Connection> connections = kept.keySet().iterator();
    while (connections.hasNext()) {
      if (connections.next().isClosed()) {
        connections.remove();
      }
    }
  }
}
