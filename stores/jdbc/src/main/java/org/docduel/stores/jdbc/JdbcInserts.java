package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * Sends each batch as one JDBC batch and one commit. All of it is encoded before any of it is sent;
 * what the server refuses is rolled back as a whole.
 */
public final class JdbcInserts implements Inserts {
  private final Connection connection;
  private final Form form;
  private final JdbcSystem system;
  private final String doing;
  private final PreparedStatement statement;

  JdbcInserts(Connection connection, Form form, JdbcSystem system, String doing)
      throws SQLException {
    this.connection = connection;
    this.form = form;
    this.system = system;
    this.doing = doing;
    this.statement = connection.prepareStatement(form.sql());
  }

  /** One document's statement. */
  public interface Form {
    /** The statement. */
    String sql();

    /**
     * A document as it is sent.
     *
     * @throws RejectedDocumentException when it cannot be
     */
    byte[] encode(Document document);

    /** Sets the parameters of the statement. */
    void bind(PreparedStatement statement, long id, byte[] encoded) throws SQLException;
  }

  @Override
  public void insert(List<Document> batch) {
    List<byte[]> encoded = new ArrayList<>(batch.size());
    try {
      for (Document document : batch) {
        encoded.add(form.encode(document));
      }
    } catch (RejectedDocumentException e) {
      throw system.errors().named(e);
    }
    try {
      system.inTurn(() -> Sql.transaction(connection, () -> send(batch, encoded)));
    } catch (SQLException e) {
      throw system.errors().ofDocuments(doing, e);
    }
  }

  private void send(List<Document> batch, List<byte[]> encoded) throws SQLException {
    try {
      for (int i = 0; i < encoded.size(); i++) {
        form.bind(statement, batch.get(i).id(), encoded.get(i));
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      try {
        statement.clearBatch();
      } catch (SQLException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }
}
