package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.config.InsertPath;

/** The sender for each insert path. */
final class InsertPaths {
  /** Argued with measurements in docs/insert-paths.md. */
  private static final InsertPath DEFAULT = InsertPath.COPY;

  private InsertPaths() {}

  static BatchSender open(Connection connection, Table table, InsertPath path) throws SQLException {
    return switch (path == InsertPath.DEFAULT ? DEFAULT : path) {
      case VALUES -> new ValuesSender(connection, table);
      case REWRITE -> new RewriteSender(connection, table);
      case UNNEST -> new UnnestSender(connection, table);
      case COPY, DEFAULT -> new CopySender(connection, table);
    };
  }
}
