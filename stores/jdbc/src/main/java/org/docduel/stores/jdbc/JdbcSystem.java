package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.ServerTime;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;

/**
 * What tells one {@link JdbcStore} from another: how a database is reached, and its words.
 *
 * <p>What cannot be expressed is an {@link UnsupportedOperationException} that says why, as half a
 * sentence.
 */
public interface JdbcSystem {
  /**
   * A new connection that keeps the store's durability and commits each statement.
   *
   * @param work whether it waits as long as work of the store's own takes, else as for an answer
   */
  Connection open(boolean work) throws SQLException;

  /** The statements on a collection. */
  Table table(Collection collection);

  /**
   * Brings the database to rest, see {@link org.docduel.core.spi.Store#settle}.
   *
   * @param used the tables that the store was asked for; some may not be there
   * @return what was done, in the database's words, and what was not and why
   */
  String settle(Connection connection, Set<Table> used) throws SQLException;

  /** What the database is, and how a collection lies on its disk. */
  StoreDescription describe(Connection connection, Table table) throws SQLException;

  /** Makes the messages. */
  SqlErrors errors();

  /** Refuses to replace a table that is somebody else's. */
  default void requireOurs(Connection connection, Table table) throws SQLException {}

  /** Makes a table anew, empty and without indexes. */
  default void make(Connection connection, Table table) throws SQLException {
    requireOurs(connection, table);
    inTurn(() -> Sql.run(connection, table.create()));
  }

  /** Makes a table empty and keeps its indexes. */
  default void empty(Connection connection, Table table) throws SQLException {
    List<String> statements = errors().named(table::empty);
    inTurn(() -> Sql.run(connection, statements));
  }

  /** Runs what writes, when it is its turn; each by itself where the database has one writer. */
  default void inTurn(Sql.Work write) throws SQLException {
    write.run();
  }

  /** Takes batches. */
  default Inserts inserts(Connection connection, Table table) throws SQLException {
    return new JdbcInserts(connection, table.insert(), this, "inserting into " + table.name());
  }

  /** Loads in bulk; empty for a transaction for each chunk, then indexes, then statistics. */
  default Optional<Ingestion> ingestion(Connection connection, Table table) throws SQLException {
    return Optional.empty();
  }

  /** Changes documents. */
  default Updates updates(SessionConnection session, Table table, UpdateSpec spec)
      throws SQLException {
    return new JdbcUpdates(session, table.update(spec), "updating " + table.name(), errors());
  }

  /** Watches the server, on a connection for that alone. */
  default Watch watch(String profiler, Connection connection, Table table) throws SQLException {
    throw new UnsupportedOperationException("this store has no profiler " + profiler);
  }

  /** Whether a session connects at once, and not when one of its roles first needs it. */
  default boolean connectsAtOnce() {
    return true;
  }

  /** Closes what sessions share. */
  default void close() {}

  /** Has suites. */
  interface WithSuites extends JdbcSystem {
    /** The same with a place of its own for a suite's collections, under their plain names. */
    WithSuites within(String space);

    /** Empties that place. */
    void clear(Connection connection) throws SQLException;

    /**
     * Prepares a session for a question.
     *
     * @param onlyReads whether it may change nothing from now on
     * @param limit how long one execution may take
     */
    void begin(Connection connection, boolean onlyReads, Duration limit) throws SQLException;

    /** Reads what queries answer. */
    JdbcQuestion.Answers answers();
  }

  /** Takes executions of one statement apart. */
  @FunctionalInterface
  interface Parts {
    /** Where the time of an execution goes, from executions of its own. */
    ServerTime once() throws SQLException;
  }

  /** All statements on one collection, in a store's own words. */
  interface Table {
    /** The table as statements name it. */
    String name();

    /** Makes it anew, empty and without indexes. */
    List<String> create();

    /** Its indexes, made after it. */
    List<String> createIndexes();

    /** Makes it empty and keeps its indexes. */
    List<String> empty();

    /** Brings its statistics up to date. */
    List<String> analyze();

    /** Inserts documents. For one thread. */
    default JdbcInserts.Form insert() {
      throw new UnsupportedOperationException("it has no statement for one document");
    }

    /** Loads documents in bulk. For one thread. */
    default JdbcInserts.Form load() {
      return insert();
    }

    /** Changes one document. For one thread. */
    JdbcUpdates.Statement update(UpdateSpec spec);

    /** Removes the document with the id that is its one parameter. */
    default String delete() {
      return "DELETE FROM " + name() + " WHERE id = ?";
    }

    /** Counts its documents. */
    default String count() {
      return "SELECT count(*) FROM " + name();
    }

    /** All documents, as {@link #id}, {@link #bytes} and {@link #body} read them; no condition. */
    String select();

    /** The expression of a top-level field of whole numbers, or of {@link UpdateSpec#ID}. */
    String key(String field);

    /** A document by the id that is its one parameter. */
    default String find() {
      return select() + " WHERE id = ?";
    }

    /** The documents from an id until another, its two parameters. */
    default String range() {
      return select() + " WHERE " + key(UpdateSpec.ID) + " >= ? AND " + key(UpdateSpec.ID) + " < ?";
    }

    /**
     * The documents from a number on in its order: that number and how many, its two parameters.
     *
     * @param field a top-level field, or {@link UpdateSpec#ID}
     */
    default String scan(String field) {
      return select() + " WHERE " + key(field) + " >= ? ORDER BY " + key(field) + " LIMIT ?";
    }

    /** The documents that a query asks for, without parameters. */
    Search search(Query query);

    /** Prepares a session for searches. */
    default void beginSearches(Connection connection) throws SQLException {}

    /**
     * Whole documents along links, with parameters that {@link #bind} sets.
     *
     * @param ids how many ids are looked up at once
     */
    default String links(LinkQuery query, int ids) {
      throw new UnsupportedOperationException("it has no index on the elements of lists");
    }

    /** Prepares a session for look-ups along links. */
    default void beginLinks(Connection connection) throws SQLException {}

    /** Sets the parameters of {@link #links}: an id's digits as a list holds it, else the ids. */
    default void bind(PreparedStatement statement, LinkQuery query, long[] ids)
        throws SQLException {
      if (query instanceof LinkQuery.Referring) {
        statement.setString(1, Long.toString(ids[0]));
        return;
      }
      for (int i = 0; i < ids.length; i++) {
        statement.setLong(i + 1, ids[i]);
      }
    }

    /** The id in the current row of {@link #find}, range, scan and links. */
    long id(ResultSet row) throws SQLException;

    /** How many bytes of the document in the current row were received. */
    long bytes(ResultSet row) throws SQLException;

    /** The body of the document in the current row. */
    ObjectValue body(ResultSet row) throws SQLException;

    /** What comes back for a document. */
    ObjectValue asStored(Document document);

    /** How the server runs a search. */
    QueryPlan of(Connection connection, Search search) throws SQLException;

    /** Takes executions of a search apart; empty when the database tells no more than its plan. */
    default Optional<Parts> parts(Connection connection, Search search) {
      return Optional.empty();
    }

    /** How the server runs a look-up along links, which has been run with these ids. */
    default QueryPlan of(Connection connection, String sql, LinkQuery query, long[] ids)
        throws SQLException {
      throw new UnsupportedOperationException("it does not look up along links");
    }

    /**
     * A search.
     *
     * @param sql the statement; its one column is the id, the value or the count
     * @param value reads that column
     * @param countedHere whether the rows are values of which those that are there are counted
     *     here, since the server cannot
     * @param fetchRows how many rows are fetched at once; 0 for what the driver does
     * @param wholeDocuments whether the server sends whole documents where a value is asked for:
     *     they are fetched in a transaction, since some drivers hold the whole answer in memory
     *     otherwise
     */
    record Search(
        String sql,
        ColumnReader value,
        boolean countedHere,
        int fetchRows,
        boolean wholeDocuments) {}

    /** Reads a column of the current row, 1 for the first. */
    @FunctionalInterface
    interface ColumnReader {
      /** An id or a count. */
      ColumnReader NUMBER = (row, column) -> new IntegerValue(row.getLong(column));

      /** A text, or nothing. */
      ColumnReader TEXT =
          (row, column) -> {
            String text = row.getString(column);
            return text == null ? NullValue.NULL : new StringValue(text);
          };

      /** Its value. */
      Value read(ResultSet row, int column) throws SQLException;
    }
  }
}
