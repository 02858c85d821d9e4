package org.docduel.stores.postgres.insert;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.stores.postgres.layout.Layout;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.sql.BinaryParameter;
import org.docduel.stores.postgres.sql.WireType;

/** Sets the parameters of one row to an encoded document. For one thread. */
final class RowBinder {
  private final RowEncoder encoder;
  private final List<String> types = new ArrayList<>();
  private final WireBuffer buffer = new WireBuffer();
  private final BinaryParameter parameter = new BinaryParameter(buffer);

  RowBinder(Layout layout, RowEncoder encoder) {
    this.encoder = encoder;
    types.add(WireType.INT8.typeName());
    layout.columns().forEach(column -> types.add(column.type().wire().typeName()));
  }

  /** Sets the parameters from the given one on; the result is the first one after them. */
  int bind(PreparedStatement statement, int from, Document document) throws SQLException {
    encoder.row(document);
    for (int column = 0; column < encoder.columns(); column++) {
      buffer.clear();
      if (encoder.write(column, buffer)) {
        parameter.bind(statement, from + column, types.get(column));
      } else {
        BinaryParameter.bindNull(statement, from + column);
      }
    }
    return from + encoder.columns();
  }
}
