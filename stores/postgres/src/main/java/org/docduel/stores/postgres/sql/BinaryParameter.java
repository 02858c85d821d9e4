package org.docduel.stores.postgres.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.docduel.core.encoding.WireBuffer;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A parameter whose binary form is the content of a buffer. The driver copies the bytes when the
 * parameter is set, so one object serves a whole statement.
 */
public final class BinaryParameter extends PGobject implements PGBinaryObject {
  private static final long serialVersionUID = 1L;
  private static final byte[] NO_BYTES = {};

  private final transient WireBuffer content;

  public BinaryParameter(WireBuffer content) {
    this.content = content;
  }

  /**
   * Sets a parameter to the content.
   *
   * @param statement where it is
   * @param index 1 for the first parameter
   * @param type the driver's name of the content's type
   */
  public void bind(PreparedStatement statement, int index, String type) throws SQLException {
    if (content.size() > 0) {
      setType(type);
      statement.setObject(index, this);
    } else if (type.equals(WireType.TEXT.typeName())) {
      // The driver takes an object of no bytes for a null.
      statement.setString(index, "");
    } else {
      statement.setBytes(index, NO_BYTES);
    }
  }

  /** An SQL null whose type the server derives. */
  public static void bindNull(PreparedStatement statement, int index) throws SQLException {
    statement.setNull(index, Types.NULL);
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("a parameter is only sent");
  }

  @Override
  public int lengthInBytes() {
    return content.size();
  }

  @Override
  public void toBytes(byte[] target, int offset) {
    System.arraycopy(content.array(), 0, target, offset, content.size());
  }
}
