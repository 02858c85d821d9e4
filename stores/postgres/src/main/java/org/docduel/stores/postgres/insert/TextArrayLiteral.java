package org.docduel.stores.postgres.insert;

import java.sql.ResultSet;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.column.ScalarType;
import org.docduel.stores.postgres.column.TextArrayColumn;
import org.docduel.stores.postgres.sql.WireType;

/** A list of texts written as an array literal, which is cast to {@code text[]}; never read. */
final class TextArrayLiteral implements ColumnType {
  @Override
  public String sql() {
    return ScalarType.TEXT.sql();
  }

  @Override
  public WireType wire() {
    return WireType.TEXT;
  }

  @Override
  public Writer writer() {
    Writer text = ScalarType.TEXT.writer();
    return (document, value, out) -> {
      if (value == NullValue.NULL) {
        return false;
      }
      ArrayValue texts = TextArrayColumn.texts(document, value);
      return text.write(document, new StringValue(literal(texts)), out);
    };
  }

  private static String literal(ArrayValue texts) {
    StringBuilder literal = new StringBuilder("{");
    for (Value element : texts.elements()) {
      if (literal.length() > 1) {
        literal.append(',');
      }
      if (element instanceof StringValue text) {
        literal
            .append('"')
            .append(text.value().replace("\\", "\\\\").replace("\"", "\\\""))
            .append('"');
      } else {
        literal.append("NULL");
      }
    }
    return literal.append('}').toString();
  }

  @Override
  public Value read(ResultSet row, int column) {
    throw new UnsupportedOperationException("no column has this type");
  }
}
