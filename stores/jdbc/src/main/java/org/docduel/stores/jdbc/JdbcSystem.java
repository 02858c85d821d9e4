package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreDescription;

/** What tells one {@link JdbcStore} from another: how a database is reached, and its words. */
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
   * Brings the database to rest.
   *
   * @param used the tables that the store has made
   */
  void settle(Connection connection, Set<Table> used) throws SQLException;

  /** What the database is, and how a collection lies on its disk. */
  StoreDescription describe(Connection connection, Table table) throws SQLException;

  /** Makes the messages. */
  SqlErrors errors();

  /** Refuses to replace a table that is somebody else's. */
  default void requireOurs(Connection connection, Table table) throws SQLException {}

  /** Runs what writes, when it is its turn; each by itself where the database has one writer. */
  default void inTurn(Sql.Work write) throws SQLException {
    write.run();
  }

  /** Has suites. */
  interface WithSuites extends JdbcSystem {
    /** The same with a place of its own for a suite's collections, under their plain names. */
    WithSuites within(String space);

    /** What empties that place. */
    List<String> clear(Connection connection) throws SQLException;

    /** What has a session refuse to change anything. */
    List<String> readOnly();

    /** Reads what queries answer. */
    JdbcQuestion.Answers answers();
  }

  /** All statements on one collection. */
  interface Table extends JdbcTable, JdbcTable.Rows, JdbcTable.Plans {
    /** Makes it anew, empty and without indexes. */
    List<String> create();

    /** Its indexes, made after it. */
    List<String> createIndexes();

    /** Makes it empty and keeps its indexes. */
    List<String> empty();

    /** Brings its statistics up to date. */
    List<String> analyze();

    /** Inserts documents. For one thread. */
    JdbcInserts.Form insert();

    /** Loads documents in bulk. For one thread. */
    default JdbcInserts.Form load() {
      return insert();
    }

    /**
     * Changes one document. For one thread.
     *
     * @throws UnsupportedOperationException when there is no such statement; the message says why,
     *     as half a sentence
     */
    JdbcUpdates.Statement update(UpdateSpec spec);
  }
}
