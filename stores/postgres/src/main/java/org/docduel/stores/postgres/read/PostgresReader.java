package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.ContentReader;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.layout.Table;

/** Reads documents back. */
public final class PostgresReader implements ContentReader {
  /** SQLSTATE undefined_table. */
  private static final String UNDEFINED_TABLE = "42P01";

  private final Table table;
  private final SqlErrors errors;
  private final PreparedStatement count;
  private final PreparedStatement select;
  private final PreparedStatement range;

  public PostgresReader(Connection connection, Table table, SqlErrors errors) throws SQLException {
    this.table = table;
    this.errors = errors;
    this.count = connection.prepareStatement(table.count());
    this.select = connection.prepareStatement(table.selectById());
    this.range = connection.prepareStatement(table.selectRange());
  }

  @Override
  public long count() {
    try (ResultSet row = count.executeQuery()) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState())) {
        return 0;
      }
      throw errors.of("counting " + table.name(), e);
    }
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    try {
      select.setLong(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(table.layout().join(values(row))) : Optional.empty();
      }
    } catch (SQLException e) {
      throw errors.of("reading document " + id + " of " + table.name(), e);
    }
  }

  @Override
  public void range(long from, long until, Visitor visitor) {
    try {
      range.setLong(1, from);
      range.setLong(2, until);
      try (ResultSet rows = range.executeQuery()) {
        while (rows.next()) {
          visitor.visit(rows.getLong(1), table.layout().join(values(rows)));
        }
      }
    } catch (SQLException e) {
      throw errors.of("reading documents " + from + " to " + until + " of " + table.name(), e);
    }
  }

  private List<Value> values(ResultSet row) throws SQLException {
    return values(table, row);
  }

  /** The first column is the id. */
  static List<Value> values(Table table, ResultSet row) throws SQLException {
    List<Column> columns = table.layout().columns();
    List<Value> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      values.add(columns.get(i).type().read(row, i + 2));
    }
    return values;
  }

  @Override
  public ObjectValue asStored(Document document) {
    return table.layout().asStored(document);
  }
}
