package org.docduel.stores.postgres.column;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.postgres.sql.WireType;

/** A list of texts in a {@code text[]} column. */
public final class TextArrayColumn implements ColumnType {
  @Override
  public String sql() {
    return "text[]";
  }

  @Override
  public WireType wire() {
    return WireType.TEXT_ARRAY;
  }

  @Override
  public Writer writer() {
    Writer text = ScalarType.TEXT.writer();
    return (document, value, out) -> {
      if (value == NullValue.NULL) {
        return false;
      }
      List<Value> elements = texts(document, value).elements();
      BinaryArray.write(out, WireType.TEXT.oid(), elements.size());
      for (int i = 0; i < elements.size(); i++) {
        int head = out.size();
        out.putInt(BinaryArray.NULL);
        if (text.write(document, elements.get(i), out)) {
          out.setInt(head, out.size() - head - Integer.BYTES);
        }
      }
      return true;
    };
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    Array array = row.getArray(column);
    if (array == null) {
      return NullValue.NULL;
    }
    List<Value> elements = new ArrayList<>();
    for (Object element : (Object[]) array.getArray()) {
      elements.add(element == null ? NullValue.NULL : new StringValue((String) element));
    }
    return new ArrayValue(elements);
  }

  /** The value as a list, when it is one of texts and nulls. */
  public static ArrayValue texts(Document document, Value value) {
    if (value instanceof ArrayValue array && areTexts(array.elements())) {
      return array;
    }
    throw new RejectedDocumentException(
        "document "
            + document.id()
            + " has "
            + ValueKind.of(value)
            + " where the collection's example has a list of texts");
  }

  private static boolean areTexts(List<Value> elements) {
    for (int i = 0; i < elements.size(); i++) {
      Value element = elements.get(i);
      if (!(element instanceof StringValue) && element != NullValue.NULL) {
        return false;
      }
    }
    return true;
  }
}
