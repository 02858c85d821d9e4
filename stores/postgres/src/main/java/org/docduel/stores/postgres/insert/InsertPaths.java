package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.InsertPath;

/** The sender for each insert path. */
public final class InsertPaths {
  private InsertPaths() {}

  public static BatchSender open(Connection connection, Table table, InsertPath path)
      throws SQLException {
    return switch (path) {
      case VALUES -> new ValuesSender(connection, table);
      case REWRITE -> new RewriteSender(connection, table);
      case COPY -> new CopySender(connection, table);
      case DEFAULT -> new ByBatch(connection, table);
    };
  }

  /** One document by INSERT, as an application sends it, more by COPY: docs/insert-paths.md. */
  private static final class ByBatch implements BatchSender {
    private final ValuesSender one;
    private final CopySender many;

    ByBatch(Connection connection, Table table) throws SQLException {
      one = new ValuesSender(connection, table);
      many = new CopySender(connection, table);
    }

    @Override
    public void send(List<Document> batch) throws SQLException {
      if (batch.size() == 1) {
        one.send(batch);
      } else {
        many.send(batch);
      }
    }

    @Override
    public void close() throws SQLException {
      one.close();
      many.close();
    }
  }
}
