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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.Value;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.jspecify.annotations.Nullable;

/**
 * A suite's query, prepared. Its literals are part of the text, so that the plan is the one that
 * EXPLAIN shows; its parameters are sent beside it. The answer comes in one piece: for one that is
 * fetched in portions PostgreSQL starts no parallel workers, whatever its plan says.
 */
final class JdbcSuiteQuery implements SuiteQuery {
  private final JdbcSystem system;
  private final SqlErrors errors;
  private final Connection connection;
  private final String text;
  private final TimeLimit timeLimit;
  private final boolean writes;
  private final String sql;
  private final PreparedStatement statement;

  /** Which value of a tuple each question mark stands for, from 1; empty without parameters. */
  private final List<Integer> places;

  private List<Value> values = List.of();

  /** Asked for once: rows are timed. */
  private int columns;

  JdbcSuiteQuery(
      Connection connection, String text, Duration limit, boolean writes, JdbcSystem system)
      throws SQLException {
    this.system = system;
    this.errors = system.errors();
    this.connection = connection;
    this.text = text;
    this.timeLimit = new TimeLimit(limit);
    this.writes = writes;
    this.sql = system.forDriver(text);
    this.places = system.sqlReader().parameters(text);
    this.statement = connection.prepareStatement(sql);
  }

  @Override
  public void bind(List<Value> tuple) {
    values = tuple;
  }

  private void set(PreparedStatement prepared) throws SQLException {
    for (int i = 0; i < places.size(); i++) {
      system.set(prepared, i + 1, values.get(places.get(i) - 1));
    }
  }

  @Override
  public long run() {
    return execute(statement, this::read);
  }

  /** All columns of the current row, as an application reads them. */
  private void read(ResultSet row) throws SQLException {
    if (columns == 0) {
      columns = row.getMetaData().getColumnCount();
    }
    for (int column = 1; column <= columns; column++) {
      row.getObject(column);
    }
  }

  /** With a limit of rows, unless the question writes: that would be another statement. */
  @Override
  public void answer(Rows visitor) {
    List<String> names = new ArrayList<>();
    Sql.SqlConsumer<ResultSet> taking =
        row -> {
          ResultSetMetaData types = row.getMetaData();
          List<Value> values = new ArrayList<>();
          for (int column = 1; column <= types.getColumnCount(); column++) {
            if (names.size() < column) { // in the first row
              names.add(types.getColumnLabel(column));
            }
            values.add(system.answer(row, column, types.getColumnTypeName(column)));
          }
          visitor.row(names, values);
        };
    errors.run(
        "running a query",
        () -> {
          try (PreparedStatement prepared =
              writes
                  ? connection.prepareStatement(sql)
                  : system.prepareFirst(connection, sql, MAX_ROWS + 1)) {
            execute(prepared, taking);
          }
        });
  }

  private long execute(PreparedStatement prepared, Sql.SqlConsumer<ResultSet> taking) {
    SQLException failure = null;
    long count = 0;
    boolean late;
    timeLimit.arm(prepared);
    try {
      set(prepared);
      count = prepared.execute() ? Sql.each(prepared.getResultSet(), taking) : 0;
    } catch (SQLException e) {
      failure = e;
    } finally {
      late = timeLimit.end();
    }
    if (late) { // even if the statement could not be cancelled
      throw new TimeLimitException(errors.store(), timeLimit.limit, failure);
    } else if (failure != null) {
      throw errors.of("running a query", failure);
    }
    return count;
  }

  @Override
  public List<String> plan() {
    return errors.call(
        "explaining a query",
        () ->
            places.isEmpty()
                ? system.plan(connection, text, Optional.empty())
                : system.plan(connection, sql, Optional.of(this::set)));
  }

  @Override
  public ExecutionBreakdown breakdown() {
    if (!places.isEmpty()) {
      throw new UnsupportedOperationException("a query with parameters is not taken apart");
    }
    return system.breakdown(connection, sql, 0, this::read);
  }

  /**
   * Cancels a statement that takes too long, from a timer: not every driver's own time limit ends a
   * statement that is at work. One timer serves many executions, since to start it wakes another
   * thread, for which a short execution would have to wait.
   */
  private static final class TimeLimit {
    private final Duration limit;
    private @Nullable Statement running;
    private long endNanos;
    private boolean started;
    private boolean expired;

    TimeLimit(Duration limit) {
      this.limit = limit;
    }

    synchronized void arm(Statement statement) {
      running = statement;
      expired = false;
      endNanos = System.nanoTime() + limit.toNanos();
      if (!started) {
        start(limit.toNanos());
      }
    }

    /** Waits for the end of a cancellation, which would hit the connection's next statement. */
    synchronized boolean end() {
      running = null;
      return expired;
    }

    private void start(long nanos) {
      started = true;
      CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)
          .execute(this::look);
    }

    private synchronized void look() {
      started = false;
      long remainingNanos = endNanos - System.nanoTime();
      if (running != null && remainingNanos > 0) {
        start(remainingNanos); // a later execution's
      } else if (running != null) {
        expired = true;
        try {
          running.cancel();
        } catch (SQLException | RuntimeException e) {
          // the limit has passed all the same, and says so
        }
      }
    }
  }
}
