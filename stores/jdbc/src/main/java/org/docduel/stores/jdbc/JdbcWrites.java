package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.jspecify.annotations.Nullable;

/** What a session writes: batches of documents, and changes of one. */
public final class JdbcWrites {
  private JdbcWrites() {}

  /**
   * The statement of a document, for one thread.
   *
   * @param encoder a document as it is sent, or a {@link RejectedDocumentException}
   */
  public record Insert(String sql, Function<Document, byte[]> encoder, Encoded parameters) {
    /** Sets the parameters. */
    @FunctionalInterface
    public interface Encoded {
      /** Sets them. */
      void set(PreparedStatement statement, long id, byte[] encoded) throws SQLException;
    }
  }

  /** The statement of a change and its parameters, of which the last is the key. For one thread. */
  public record Update(String sql, Change parameters) {
    /** Sets the parameters before the key. */
    @FunctionalInterface
    public interface Change {
      /** No parameter. */
      Change NONE = (statement, key, value) -> 1;

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
     * of one that is refused.
     *
     * @throws RejectedDocumentException when a document cannot be encoded
     */
    void send(List<Document> batch) throws SQLException;

    /** The role; what goes wrong is told as {@code doing}. */
    default Inserts inserts(SqlErrors errors, String doing) {
      return batch -> {
        try {
          send(batch);
        } catch (RejectedDocumentException e) {
          throw errors.named(e);
        } catch (SQLException e) {
          throw errors.ofDocuments(doing, e);
        }
      };
    }
  }

  /** By one JDBC batch and one commit. All is encoded before any of it is sent. */
  static Sender batches(Connection connection, Insert insert, JdbcSystem system)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(insert.sql());
    return batch -> {
      List<byte[]> encoded = new ArrayList<>(batch.size());
      for (Document document : batch) {
        encoded.add(insert.encoder().apply(document));
      }
      Sql.Work send = () -> send(statement, insert.parameters(), batch, encoded);
      system.inTurn(() -> Sql.transaction(connection, send));
    };
  }

  private static void send(
      PreparedStatement statement,
      Insert.Encoded parameters,
      List<Document> batch,
      List<byte[]> encoded)
      throws SQLException {
    try {
      for (int i = 0; i < encoded.size(); i++) {
        parameters.set(statement, batch.get(i).id(), encoded.get(i));
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

  /** A way to change documents. For one thread. */
  @FunctionalInterface
  public interface Changes {
    /** Makes one to the document with a key, and returns to how many it was made. */
    long make(long key, long value) throws SQLException;

    /** The role; what goes wrong is told as {@code doing}. */
    default Updates updates(SqlErrors errors, String doing) {
      return (key, value) -> {
        try {
          return make(key, value);
        } catch (RejectedDocumentException e) {
          throw errors.named(e);
        } catch (SQLException e) {
          throw errors.ofDocuments(doing, e);
        }
      };
    }
  }

  /**
   * Changes on the session's own connection. After it broke, the next one opens another: a server
   * that was restarted is found again.
   */
  static final class OnSession implements Changes {
    private final Sql.Opener session;
    private final Update update;
    private final JdbcSystem system;
    private @Nullable Connection preparedOn;
    private @Nullable PreparedStatement prepared;

    /** Prepares the statement. */
    OnSession(Sql.Opener session, Update update, JdbcSystem system) throws SQLException {
      this.session = session;
      this.update = update;
      this.system = system;
      statement();
    }

    @Override
    public long make(long key, long value) throws SQLException {
      PreparedStatement statement = statement();
      update.bind(statement, key, value);
      return system.write(statement);
    }

    private PreparedStatement statement() throws SQLException {
      Connection connection = session.open();
      PreparedStatement known = prepared;
      if (known != null && connection.equals(preparedOn)) {
        return known;
      }
      PreparedStatement made = connection.prepareStatement(update.sql());
      preparedOn = connection;
      prepared = made;
      return made;
    }
  }
}
