package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.Value;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.TakenApart;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.SqlText;

/**
 * A suite's query, prepared. Its literals are part of the text, so that the plan is the one that
 * EXPLAIN shows. The answer comes in one piece: for one that is fetched in portions PostgreSQL
 * starts no parallel workers, whatever its plan says.
 */
record JdbcQuestion(
    JdbcSystem system,
    SqlErrors errors,
    Connection connection,
    String text,
    String sql,
    PreparedStatement statement,
    Duration limit,
    boolean writes)
    implements SuiteQuery {
  static JdbcQuestion prepare(
      JdbcSystem system, Connection connection, String text, Duration limit, boolean writes)
      throws SQLException {
    String sql = SqlText.forJdbc(text);
    PreparedStatement statement = connection.prepareStatement(sql);
    return new JdbcQuestion(
        system, system.errors(), connection, text, sql, statement, limit, writes);
  }

  @Override
  public long run() {
    return execute(statement, JdbcQuestion::read);
  }

  /** All columns of the current row, as an application reads them. */
  private static boolean read(ResultSet row, int columns) throws SQLException {
    for (int column = 1; column <= columns; column++) {
      row.getObject(column);
    }
    return true;
  }

  /** With a limit of rows, unless the question writes: that would be another statement. */
  @Override
  public void answer(Rows visitor) {
    String answered =
        writes || !system.suiteSql().keepsRows()
            ? sql
            : "SELECT * FROM (" + sql + "\n) answer LIMIT " + (MOST_ROWS + 1L);
    errors.run(
        "asking a question",
        () -> {
          try (PreparedStatement asked = connection.prepareStatement(answered)) {
            List<String> names = new ArrayList<>();
            execute(asked, (row, columns) -> visitor.row(names, values(row, columns, names)));
          }
        });
  }

  private List<Value> values(ResultSet row, int columns, List<String> names) throws SQLException {
    ResultSetMetaData types = row.getMetaData();
    List<Value> values = new ArrayList<>(columns);
    for (int column = 1; column <= columns; column++) {
      if (names.size() < column) { // in the first row
        names.add(types.getColumnLabel(column));
      }
      values.add(system.suiteSql().value(row, column, types.getColumnTypeName(column)));
    }
    return values;
  }

  /** Takes a row of so many columns, which are asked for once: rows are timed. */
  @FunctionalInterface
  private interface Taking {
    void take(ResultSet row, int columns) throws SQLException;
  }

  /**
   * Cancels a statement that takes too long, from a timer: not every driver's own time limit ends a
   * statement that is at work. It waits for the end of a cancellation, which would hit the
   * connection's next statement.
   */
  private long execute(PreparedStatement asked, Taking taking) {
    CompletableFuture<Boolean> late =
        new CompletableFuture<Boolean>()
            .completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<Boolean> ended = late.thenApply(passed -> passed && cancelled(asked));
    SQLException failure = null;
    long count = 0;
    try {
      if (asked.execute()) {
        try (ResultSet rows = asked.getResultSet()) {
          int columns = rows.getMetaData().getColumnCount();
          for (; rows.next(); count++) {
            taking.take(rows, columns);
          }
        }
      }
    } catch (SQLException e) {
      failure = e;
    } finally {
      late.complete(false);
      ended.join();
    }
    if (late.join()) { // even if the statement could not be cancelled
      throw new TimeLimitException(
          errors.store() + ": a question took more than " + limit.toSeconds() + " s");
    } else if (failure != null) {
      throw errors.of("asking a question", failure);
    }
    return count;
  }

  private static boolean cancelled(Statement asked) {
    try {
      asked.cancel();
      return true;
    } catch (SQLException | RuntimeException e) {
      return false; // the limit has passed all the same, and says so
    }
  }

  @Override
  public List<String> plan() {
    return errors.ask("explaining a question", () -> system.suiteSql().plan(connection, text));
  }

  @Override
  public TakenApart takenApart() {
    return system.takenApart(
        connection, sql, 0, row -> read(row, row.getMetaData().getColumnCount()));
  }
}
