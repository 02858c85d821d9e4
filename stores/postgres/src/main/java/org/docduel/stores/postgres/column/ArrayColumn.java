package org.docduel.stores.postgres.column;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.postgres.sql.WireType;

/**
 * A list of scalars of one type, and of nulls, in a column such as {@code text[]}.
 *
 * @param element the elements' type
 * @param wire the binary form of the list
 */
public record ArrayColumn(ScalarType element, WireType wire) implements ColumnType {
  /** Lists of texts. */
  static final ArrayColumn TEXTS = new ArrayColumn(ScalarType.TEXT, WireType.TEXT_ARRAY);

  /** Lists of integers. */
  static final ArrayColumn INTEGERS = new ArrayColumn(ScalarType.BIGINT, WireType.INT8_ARRAY);

  /** Lists of decimals. */
  static final ArrayColumn DECIMALS = new ArrayColumn(ScalarType.NUMERIC, WireType.NUMERIC_ARRAY);

  /** Lists of truth values. */
  static final ArrayColumn BOOLEANS = new ArrayColumn(ScalarType.BOOLEAN, WireType.BOOL_ARRAY);

  @Override
  public String sql() {
    return element.sql() + "[]";
  }

  @Override
  public Writer writer() {
    Writer one = element.writer();
    return (document, value, out) -> {
      if (value == NullValue.NULL) {
        return false;
      }
      List<Value> elements = elements(document, value);
      BinaryArray.write(out, element.wire().oid(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        write(one, document, elements.get(i), out);
      }
      return true;
    };
  }

  private static void write(Writer one, Document document, Value value, WireBuffer out) {
    int head = out.size();
    out.putInt(BinaryArray.NULL);
    if (one.write(document, value, out)) {
      out.setInt(head, out.size() - head - Integer.BYTES);
    }
  }

  private List<Value> elements(Document document, Value value) {
    if (value instanceof ArrayValue array) {
      return array.elements();
    }
    throw new RejectedDocumentException(
        "document "
            + document.id()
            + " has "
            + ValueKind.of(value)
            + " for a column of type "
            + sql());
  }

  /** The driver has no binary form of lists of decimals. */
  @Override
  public String selected(String column) {
    return element == ScalarType.TEXT ? column : "to_jsonb(" + column + ")::text";
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    if (element != ScalarType.TEXT) {
      String json = row.getString(column);
      return json == null ? NullValue.NULL : JsonBytes.read(json);
    }
    Array array = row.getArray(column);
    if (array == null) {
      return NullValue.NULL;
    }
    List<Value> elements = new ArrayList<>();
    for (Object one : (Object[]) array.getArray()) {
      elements.add(one == null ? NullValue.NULL : new StringValue((String) one));
    }
    return new ArrayValue(elements);
  }

  @Override
  public Value asStored(Value value) {
    return JsonForm.of(value, PayloadEncoding.TEXT);
  }
}
