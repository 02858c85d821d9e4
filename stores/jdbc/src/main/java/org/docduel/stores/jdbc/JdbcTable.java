package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.QueryPlan;

/** The statements that read one collection, in a store's own words. */
public interface JdbcTable {
  /** The table as statements name it. */
  String name();

  /** Counts its documents. */
  default String count() {
    return "SELECT count(*) FROM " + name();
  }

  /** A document by the id that is its one parameter. */
  String find();

  /** The documents from an id until another, its two parameters. */
  String range();

  /**
   * The documents from a number on in its order: that number and how many, its two parameters.
   *
   * @param field a top-level field, or {@link org.docduel.core.query.UpdateSpec#ID}
   */
  String scan(String field);

  /** Removes the document with the id that is its one parameter. */
  default String delete() {
    return "DELETE FROM " + name() + " WHERE id = ?";
  }

  /**
   * The documents that a query asks for, without parameters.
   *
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   */
  Search search(Query query);

  /**
   * Whole documents along links, with parameters that {@link #bind} sets.
   *
   * @param query how they are found
   * @param ids how many ids are looked up at once
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   */
  default String links(LinkQuery query, int ids) {
    throw new UnsupportedOperationException("it has no index on the elements of lists");
  }

  /** Sets the parameters of {@link #links}: an id's digits as a list holds it, else the ids. */
  default void bind(PreparedStatement statement, LinkQuery query, long[] ids) throws SQLException {
    if (query instanceof LinkQuery.Referring) {
      statement.setString(1, Long.toString(ids[0]));
      return;
    }
    for (int i = 0; i < ids.length; i++) {
      statement.setLong(i + 1, ids[i]);
    }
  }

  /**
   * A search.
   *
   * @param sql the statement; its one column is the id, the value or the count
   * @param value reads that column
   * @param countedHere whether the rows are values of which those that are there are counted here,
   *     since the server cannot
   * @param fetchRows how many rows are fetched at once; 0 for what the driver does
   * @param wholeDocuments whether the server sends whole documents where a value is asked for: they
   *     are fetched in a transaction, since some drivers hold the whole answer in memory otherwise
   */
  record Search(
      String sql, ColumnReader value, boolean countedHere, int fetchRows, boolean wholeDocuments) {}

  /** Reads a column of the current row. */
  @FunctionalInterface
  interface ColumnReader {
    /**
     * Its value.
     *
     * @param row the result
     * @param column 1 for the first
     */
    Value read(ResultSet row, int column) throws SQLException;
  }

  /** Reads whole documents from the current row of {@link #find}, range and links. */
  interface Rows {
    /** The document's id. */
    long id(ResultSet row) throws SQLException;

    /** How many bytes of it were received. */
    long bytes(ResultSet row) throws SQLException;

    /** Its body. */
    ObjectValue body(ResultSet row) throws SQLException;

    /** What comes back for a document. */
    ObjectValue asStored(Document document);
  }

  /** Has the server say how it runs a statement. */
  interface Plans {
    /** Of a search. */
    QueryPlan of(Connection connection, Search search) throws SQLException;

    /** Of a look-up along links, which has been run with these ids. */
    default QueryPlan of(Connection connection, String sql, LinkQuery query, long[] ids)
        throws SQLException {
      throw new UnsupportedOperationException("it does not look up along links");
    }
  }
}
