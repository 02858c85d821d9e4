package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.QueryPlan;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.plan.PlanReader;
import org.docduel.stores.postgres.sql.Findings;

/**
 * A look-up along links, prepared on the server with one parameter. EXPLAIN runs the very statement
 * that the driver has prepared, so that its plan, generic or not, is the one of the look-ups.
 */
public final class PostgresLinkRead implements LinkRead {
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) EXECUTE ";
  private static final String PREPARED =
      "SELECT name FROM pg_prepared_statements WHERE NOT from_sql AND statement = ?";

  private final Connection connection;
  private final Table table;
  private final LinkQuery query;
  private final String sql;
  private final PlanReader plans;
  private final SqlErrors errors;
  private final PreparedStatement select;
  private final int columns;

  private PostgresLinkRead(
      Connection connection,
      Table table,
      LinkQuery query,
      String sql,
      PlanReader plans,
      SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.table = table;
    this.query = query;
    this.sql = sql;
    this.plans = plans;
    this.errors = errors;
    this.columns = table.layout().columns().size();
    select = connection.prepareStatement(sql);
  }

  /**
   * Prepares a look-up.
   *
   * @param connection the session's
   * @param tables the table of a collection
   * @param collection where the documents are
   * @param query how they are found
   * @param findings takes down what a reader of the numbers has to know
   * @param errors makes the messages
   * @return the look-up
   * @throws SQLException when the server refuses
   */
  public static LinkRead open(
      Connection connection,
      Function<Collection, Table> tables,
      Collection collection,
      LinkQuery query,
      Findings findings,
      SqlErrors errors)
      throws SQLException {
    Table table = tables.apply(collection);
    String sql = table.select(query, tables);
    List<Table> joined =
        query instanceof LinkQuery.Lookup lookup
            ? List.of(tables.apply(lookup.links()))
            : List.of();
    PostgresReads.prepare(connection, table);
    PlanReader plans = new PlanReader(table, joined, findings);
    return new PostgresLinkRead(connection, table, query, sql, plans, errors);
  }

  @Override
  public void run(long[] ids, Documents documents) {
    try {
      set(ids);
      try (ResultSet row = select.executeQuery()) {
        Body body = new Row(row);
        while (row.next()) {
          documents.document(row.getLong(1), body);
        }
      }
    } catch (SQLException e) {
      throw errors.of("reading along links of " + table.name(), e);
    }
  }

  private void set(long[] ids) throws SQLException {
    if (query instanceof LinkQuery.Referring) {
      select.setString(1, Long.toString(ids[0]));
    } else if (query instanceof LinkQuery.In) {
      select.setObject(1, ids);
    } else {
      select.setLong(1, ids[0]);
    }
  }

  private String literal(long[] ids) {
    if (query instanceof LinkQuery.Referring) {
      return Sql.literal(Long.toString(ids[0]));
    } else if (query instanceof LinkQuery.In) {
      return Arrays.stream(ids)
          .mapToObj(Long::toString)
          .collect(Collectors.joining(",", "'{", "}'"));
    }
    return Long.toString(ids[0]);
  }

  @Override
  public QueryPlan explain(long[] ids) {
    run(ids, (id, body) -> {}); // so that the driver has prepared it
    try (Statement explain = connection.createStatement();
        ResultSet row = explain.executeQuery(EXPLAIN + prepared() + "(" + literal(ids) + ")")) {
      row.next();
      return plans.read(row.getString(1));
    } catch (SQLException e) {
      throw errors.of("explaining a look-up of " + table.name(), e);
    }
  }

  /** The name that the driver has given to the statement. */
  private String prepared() throws SQLException {
    try (PreparedStatement names = connection.prepareStatement(PREPARED)) {
      names.setString(1, sql.replace("?", "$1"));
      try (ResultSet row = names.executeQuery()) {
        if (!row.next()) {
          throw new SQLException(
              "the server has not kept the prepared statement; is there a pooler"
                  + " between, which shares connections? Give the server's own address");
        }
        return Sql.identifier(row.getString(1));
      }
    }
  }

  /** The current row. */
  private final class Row implements Body {
    private final ResultSet row;

    Row(ResultSet row) {
      this.row = row;
    }

    @Override
    public long bytes() {
      try {
        long bytes = 0;
        for (int column = 2; column <= columns + 1; column++) {
          byte[] received = row.getBytes(column);
          bytes += received == null ? 0 : received.length;
        }
        return bytes;
      } catch (SQLException e) {
        throw errors.of("receiving a document of " + table.name(), e);
      }
    }

    @Override
    public ObjectValue decode() {
      try {
        return table.layout().join(PostgresReader.values(table, row));
      } catch (SQLException e) {
        throw errors.of("receiving a document of " + table.name(), e);
      }
    }
  }
}
