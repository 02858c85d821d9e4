package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.InsertPath;

/** The sender for each insert path. */
public final class InsertPaths {
  /** Argued with measurements in docs/insert-paths.md. */
  private static final InsertPath DEFAULT = InsertPath.COPY;

  private InsertPaths() {}

  public static BatchSender open(Connection connection, Table table, InsertPath path)
      throws SQLException {
    return switch (path == InsertPath.DEFAULT ? DEFAULT : path) {
      case VALUES -> new ValuesSender(connection, table);
      case REWRITE -> new RewriteSender(connection, table);
      case COPY, DEFAULT -> new CopySender(connection, table);
    };
  }
}
