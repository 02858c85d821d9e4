package org.docduel.stores.postgres.insert;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.stores.postgres.column.BinaryArray;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.BinaryParameter;
import org.docduel.stores.postgres.sql.WireType;

/**
 * One prepared INSERT ... SELECT from an array for each column. The statement is the same for
 * batches of all sizes. Lists of texts travel as array literals, because PostgreSQL's arrays hold
 * no arrays.
 */
final class UnnestSender implements BatchSender {
  private final PreparedStatement statement;
  private final RowEncoder encoder;
  private final List<WireType> wires;
  private final List<WireBuffer> arrays = new ArrayList<>();
  private final List<BinaryParameter> parameters = new ArrayList<>();

  UnnestSender(Connection connection, Table table) throws SQLException {
    List<ColumnType> elements =
        table.layout().columns().stream()
            .map(column ->
                column.type().wire() == WireType.TEXT_ARRAY
                    ? new TextArrayLiteral()
                    : column.type())
            .toList();
    this.encoder = new RowEncoder(table.layout(), elements);
    this.wires =
        Stream.concat(Stream.of(WireType.INT8), elements.stream().map(ColumnType::wire)).toList();
    this.statement = connection.prepareStatement(statement(table, wires));
    for (int i = 0; i < encoder.columns(); i++) {
      WireBuffer array = new WireBuffer();
      arrays.add(array);
      parameters.add(new BinaryParameter(array));
    }
  }

  private static String statement(Table table, List<WireType> wires) {
    List<String> selected = new ArrayList<>(List.of("c0"));
    List<String> names = new ArrayList<>(List.of("c0"));
    List<String> parameters = new ArrayList<>(List.of("?::int8[]"));
    List<Column> columns = table.layout().columns();
    for (int i = 0; i < columns.size(); i++) {
      String name = "c" + (i + 1);
      ColumnType type = columns.get(i).type();
      selected.add(type.wire() == WireType.TEXT_ARRAY ? name + "::" + type.sql() : name);
      names.add(name);
      parameters.add("?::" + wires.get(i + 1).typeName() + "[]");
    }
    return table.insertInto()
        + "SELECT "
        + String.join(", ", selected)
        + " FROM unnest("
        + String.join(", ", parameters)
        + ") AS row("
        + String.join(", ", names)
        + ")";
  }

  @Override
  public void send(List<Document> batch) throws SQLException {
    for (int i = 0; i < arrays.size(); i++) {
      BinaryArray.begin(arrays.get(i), wires.get(i).oid(), batch.size());
    }
    for (Document document : batch) {
      encoder.row(document);
      for (int i = 0; i < arrays.size(); i++) {
        BinaryField.write(encoder, i, arrays.get(i));
      }
    }
    for (int i = 0; i < parameters.size(); i++) {
      parameters.get(i).bind(statement, i + 1, wires.get(i).arrayTypeName());
    }
    statement.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
