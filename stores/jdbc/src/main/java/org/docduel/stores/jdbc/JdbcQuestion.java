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
import java.util.concurrent.CompletionException;
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
public final class JdbcQuestion implements SuiteQuery {
  private final Connection connection;
  private final String text;
  private final String sql;
  private final Duration limit;
  private final JdbcSystem system;
  private final String answered;
  private final SqlErrors errors;
  private final PreparedStatement statement;

  /**
   * Prepares it.
   *
   * @param writes whether it may change something: then its answer is not asked for with a limit of
   *     rows, which would be another statement
   */
  JdbcQuestion(
      Connection connection, String text, Duration limit, boolean writes, JdbcSystem system)
      throws SQLException {
    this.connection = connection;
    this.text = text;
    this.limit = limit;
    this.errors = system.errors();
    this.system = system;
    sql = SqlText.forJdbc(text);
    answered =
        writes || !system.answers().keepsRows()
            ? sql
            : "SELECT * FROM (" + sql + "\n) answer LIMIT " + (MOST_ROWS + 1L);
    statement = connection.prepareStatement(sql);
  }

  /** Reads what queries of any kind answer. */
  public interface Answers {
    /** A field of the current row, 1 for the first, by the driver's name of its type. */
    Value value(ResultSet row, int column, String type) throws SQLException;

    /** How the server plans a query, a line for each step. */
    List<String> plan(Connection connection, String text) throws SQLException;

    /** Whether the driver keeps all rows of an answer in memory. */
    default boolean keepsRows() {
      return false;
    }
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

  @Override
  public void answer(Rows visitor) {
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
      values.add(system.answers().value(row, column, types.getColumnTypeName(column)));
    }
    return values;
  }

  /** Takes a row of so many columns. */
  @FunctionalInterface
  private interface Taking {
    void take(ResultSet row, int columns) throws SQLException;
  }

  private long execute(PreparedStatement asked, Taking taking) {
    Deadline deadline = new Deadline(asked, limit);
    try (deadline) {
      long count = 0;
      if (asked.execute()) {
        try (ResultSet rows = asked.getResultSet()) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            taking.take(rows, columns);
            count++;
          }
        }
      }
      return count;
    } catch (SQLException e) {
      if (deadline.passed()) {
        throw new TimeLimitException(
            errors.store() + ": a question took more than " + limit.toSeconds() + " s", e);
      }
      throw errors.of("asking a question", e);
    }
  }

  @Override
  public List<String> plan() {
    return errors.ask("explaining a question", () -> system.answers().plan(connection, text));
  }

  @Override
  public TakenApart takenApart() {
    return system.takenApart(
        connection, sql, 0, row -> read(row, row.getMetaData().getColumnCount()));
  }

  /**
   * Cancels a statement that takes too long, from a timer: not every driver's own time limit ends a
   * statement that is at work.
   */
  private static final class Deadline implements AutoCloseable {
    private final CompletableFuture<Boolean> passed = new CompletableFuture<>();
    private final CompletableFuture<Void> cancelled;

    Deadline(Statement statement, Duration limit) {
      cancelled =
          passed
              .completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS)
              .thenAccept(late -> {
                try {
                  if (late) {
                    statement.cancel();
                  }
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              });
    }

    /** Waits for the end of a cancellation: it would hit the connection's next statement. */
    boolean passed() {
      passed.complete(false);
      return passed.join() && cancelled.handle((done, failure) -> true).join();
    }

    /** Throws when the limit has passed, even if the statement could not be cancelled. */
    @Override
    public void close() throws SQLException {
      if (passed()) {
        throw new SQLException("the time limit has passed");
      }
    }
  }
}
