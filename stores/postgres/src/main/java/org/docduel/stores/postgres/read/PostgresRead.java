package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.ExplainTiming;
import org.docduel.stores.postgres.plan.PlanReader;
import org.docduel.stores.postgres.sql.Findings;
import org.postgresql.PGStatement;

/**
 * One query, prepared on the server. Its literals are part of the text, as an EXPLAIN has them:
 * there is no parameter for which a generic plan could differ from the one that EXPLAIN shows. The
 * plan is made at the first run and kept, so that a run's time is the execution's.
 */
final class PostgresRead implements Read {
  /** Whole documents that the driver asks for at once: all of them might not fit into memory. */
  private static final int FETCH_ROWS = 20_000;

  private static final int NEVER_PREPARE = 0;

  private final Connection connection;
  private final Table table;
  private final ColumnType type;
  private final PlanReader plans;
  private final SqlErrors errors;
  private final boolean countsInClient;
  private final PreparedStatement select;
  private final PreparedStatement explain;

  PostgresRead(
      Connection connection,
      Table table,
      Query query,
      ExplainTiming timing,
      Findings findings,
      SqlErrors errors)
      throws SQLException {
    String sql = table.select(query);
    this.type = table.valueType(query);
    this.countsInClient = table.countsInClient(query);
    this.connection = connection;
    this.table = table;
    this.plans = new PlanReader(table, findings);
    this.errors = errors;
    select = connection.prepareStatement(sql);
    if (table.layout().sendsWholeDocuments()) {
      select.setFetchSize(FETCH_ROWS);
    }
    explain =
        connection.prepareStatement(
            "EXPLAIN (ANALYZE, TIMING " + timing + ", BUFFERS, SETTINGS, FORMAT JSON) " + sql);
    // Once prepared, the driver would ask for binary JSON, and then not give it as a string.
    explain.unwrap(PGStatement.class).setPrepareThreshold(NEVER_PREPARE);
  }

  @Override
  public long run(LongConsumer id) {
    return each(row -> id.accept(row.getLong(1)));
  }

  @Override
  public long values(Consumer<Value> value) {
    if (countsInClient) {
      long[] present = new long[1];
      each(row -> present[0] += type.read(row, 1) == NullValue.NULL ? 0 : 1);
      value.accept(new IntegerValue(present[0]));
      return 1;
    }
    return each(row -> value.accept(type.read(row, 1)));
  }

  /** Takes the current row. */
  @FunctionalInterface
  private interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  private long each(RowReader reader) {
    long[] rows = new long[1];
    Sql.Work work =
        () -> {
          try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
              reader.read(row);
              rows[0]++;
            }
          }
        };
    try {
      if (table.layout().sendsWholeDocuments()) {
        Sql.transaction(connection, work); // only inside one the driver fetches in portions
      } else {
        work.run(); // as an application reads ids: one round trip, no COMMIT after it
      }
    } catch (SQLException e) {
      throw errors.of("searching " + table.name(), e);
    }
    return rows[0];
  }

  @Override
  public QueryPlan explain() {
    try (ResultSet row = explain.executeQuery()) {
      row.next();
      QueryPlan plan = plans.read(row.getString(1));
      // EXPLAIN sends nothing, so that it never fetches the documents that the client looks into.
      return table.layout().sendsWholeDocuments() ? plan.withoutTimes() : plan;
    } catch (SQLException e) {
      throw errors.of("explaining a search of " + table.name(), e);
    }
  }
}
