package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.RejectedDocumentException;

/**
 * Sends each batch as one JDBC batch and one commit. All of it is encoded before any of it is sent;
 * what the server refuses is rolled back as a whole.
 */
public final class JdbcInserts implements Inserts {
  private final Connection connection;
  private final Form form;
  private final Turn turn;
  private final String doing;
  private final SqlErrors errors;
  private final PreparedStatement statement;

  /**
   * Prepares the statement.
   *
   * @param connection the session's
   * @param form what is sent
   * @param turn runs a batch as a transaction of the connection
   * @param doing what is done, for messages, such as {@code inserting into} a table
   * @param errors makes the messages
   */
  public JdbcInserts(Connection connection, Form form, Turn turn, String doing, SqlErrors errors) {
    this.connection = connection;
    this.form = form;
    this.turn = turn;
    this.doing = doing;
    this.errors = errors;
    try {
      statement = connection.prepareStatement(form.sql());
    } catch (SQLException e) {
      throw errors.of("preparing " + doing, e);
    }
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

  /** Runs a transaction, now or when it is its turn. */
  @FunctionalInterface
  public interface Turn {
    /** Runs it to its end. */
    void take(Connection connection, Sql.Work work) throws SQLException;
  }

  @Override
  public void insert(List<Document> batch) {
    List<byte[]> encoded = new ArrayList<>(batch.size());
    try {
      for (Document document : batch) {
        encoded.add(form.encode(document));
      }
    } catch (RejectedDocumentException e) {
      throw errors.named(e);
    }
    try {
      turn.take(
          connection,
          () -> {
            try {
              for (int i = 0; i < encoded.size(); i++) {
                form.bind(statement, batch.get(i).id(), encoded.get(i));
                statement.addBatch();
              }
              statement.executeBatch();
            } catch (SQLException e) {
              forget(e);
              throw e;
            }
          });
    } catch (SQLException e) {
      throw errors.ofDocuments(doing, e);
    }
  }

  private void forget(SQLException first) {
    try {
      statement.clearBatch();
    } catch (SQLException e) {
      first.addSuppressed(e);
    }
  }
}
