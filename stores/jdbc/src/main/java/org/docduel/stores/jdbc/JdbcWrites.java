package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.UpdateSpec;

/** What a session writes: batches of documents, and changes of one. */
public final class JdbcWrites {
  private JdbcWrites() {}

  /** The statement of a document. For one thread. */
  public record Insert(String sql, Parameters parameters) {
    /** Sets the parameters. */
    @FunctionalInterface
    public interface Parameters {
      /** Sets them, or refuses a document that cannot be encoded. */
      void set(PreparedStatement statement, Document document) throws SQLException;
    }
  }

  /** The statement of a change and its parameters, of which the last is the key. For one thread. */
  public record Update(String sql, Change parameters) {
    /** Sets the parameters before the key. */
    @FunctionalInterface
    public interface Change {
      /** The number. */
      Change NUMBER =
          (statement, key, value) -> {
            statement.setLong(1, value);
            return 2;
          };

      /** Sets them, and returns the first one after them. */
      int set(PreparedStatement statement, long key, long value) throws SQLException;
    }

    /** That a store has no such update. */
    public static UnsupportedOperationException none(UpdateSpec spec) {
      return new UnsupportedOperationException(
          "update=" + spec.kind().label() + " is none of its statements");
    }

    /** Sets all parameters. */
    public void bind(PreparedStatement statement, long key, long value) throws SQLException {
      statement.setLong(parameters.set(statement, key, value), key);
    }
  }

  /** A way for batches of documents into a table. For one thread. */
  @FunctionalInterface
  public interface Sender {
    /**
     * Encodes and sends a batch as one transaction and waits until it is committed; nothing is kept
     * of one that is refused, here or by the server.
     */
    void send(List<Document> batch) throws SQLException;
  }

  /** A way to change documents. For one thread. */
  @FunctionalInterface
  public interface Changes {
    /** Makes one to the document with a key, and returns to how many it was made. */
    long make(long key, long value) throws SQLException;
  }

  /** By one JDBC batch and one commit. All is encoded before any of it is sent. */
  public static Sender batches(Connection connection, Insert insert, JdbcSystem system)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(insert.sql());
    return batch -> {
      statement.clearBatch(); // of one that was refused
      for (Document document : batch) {
        insert.parameters().set(statement, document);
        statement.addBatch();
      }
      system.inTurn(() -> Sql.transaction(connection, statement::executeBatch));
    };
  }
}
