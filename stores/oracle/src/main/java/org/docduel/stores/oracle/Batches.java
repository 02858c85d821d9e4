package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import oracle.jdbc.OracleTypes;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.RejectedDocumentException;

/**
 * Sends each batch as one JDBC batch and one commit. All of it is encoded before any of it is sent;
 * what the server refuses is rolled back as a whole.
 */
final class Batches implements Inserts {
  private final Connection connection;
  private final String doing;
  private final PreparedStatement statement;
  private final OsonWriter writer = new OsonWriter();

  Batches(Connection connection, String sql, String doing) {
    this.connection = connection;
    this.doing = doing;
    try {
      this.statement = connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw OracleErrors.of("preparing " + doing, e);
    }
  }

  @Override
  public void insert(List<Document> batch) {
    List<byte[]> encoded = new ArrayList<>(batch.size());
    try {
      for (Document document : batch) {
        encoded.add(writer.document(document));
      }
    } catch (RejectedDocumentException e) {
      throw OracleErrors.named(e);
    }
    try {
      connection.setAutoCommit(false);
      try {
        for (byte[] oson : encoded) {
          statement.setObject(1, oson, OracleTypes.JSON);
          statement.addBatch();
        }
        statement.executeBatch();
        connection.commit();
      } catch (SQLException e) {
        takeBack(e);
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw OracleErrors.ofDocuments(doing, e);
    }
  }

  private void takeBack(SQLException first) {
    try {
      statement.clearBatch();
      connection.rollback();
    } catch (SQLException e) {
      first.addSuppressed(e);
    }
  }
}
