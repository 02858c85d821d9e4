package org.docduel.stores.postgres.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.sql.WireType;

/** How values are held in a column: its SQL type, its binary form on the wire, and back. */
public interface ColumnType {
  /**
   * The type in CREATE TABLE.
   *
   * @return such as {@code jsonb}
   */
  String sql();

  /**
   * The built-in type of the binary form, which the server converts to {@link #sql()} by itself.
   *
   * @return what a parameter is sent as
   */
  WireType wire();

  /**
   * Whether the server compresses long values of the type.
   *
   * @return true for types of variable length whose values may be long
   */
  default boolean compressible() {
    return true;
  }

  /**
   * A writer of the binary form.
   *
   * @return a new one, for one thread
   */
  Writer writer();

  /**
   * What to select for {@link #read}.
   *
   * @param column the column's name, quoted
   * @return an SQL expression
   */
  default String selected(String column) {
    return column;
  }

  /**
   * Reads the column of the current row.
   *
   * @param row the row
   * @param column 1 for the first
   * @return the value; an SQL null is {@link org.docduel.core.model.NullValue}
   * @throws SQLException when the driver cannot
   */
  Value read(ResultSet row, int column) throws SQLException;

  /**
   * What {@link #read} gives for a value that was written.
   *
   * @param value one that the writer took
   * @return the same value unless the type has another form for it
   */
  default Value asStored(Value value) {
    return value;
  }

  /** Writes values in the binary form. */
  @FunctionalInterface
  interface Writer {
    /**
     * Appends a value.
     *
     * @param document the document that it belongs to
     * @param value the value
     * @param out where to
     * @return false, with nothing written, for an SQL null
     * @throws org.docduel.core.spi.RejectedDocumentException when the type cannot hold the value
     */
    boolean write(Document document, Value value, WireBuffer out);
  }
}
