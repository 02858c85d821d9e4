package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Value;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.TimeLimitException;
import org.docduel.core.suite.SqlText;
import org.docduel.stores.jdbc.SqlErrors;

/**
 * One question, prepared on the server. Its literals are part of the text, so that the plan is the
 * one that EXPLAIN shows; it is made at the first run and kept. The answer comes in one piece: for
 * one that is fetched in portions the server starts no parallel workers, whatever its plan says.
 */
public final class PostgresSuiteQuery implements SuiteQuery {
  private static final String CANCELLED = "57014";

  private final Connection connection;
  private final String text;
  private final Duration limit;
  private final SqlErrors errors;
  private final PreparedStatement statement;

  /**
   * Prepares it.
   *
   * @param connection the session's
   * @param text the question
   * @param limit how long one execution may take
   * @param errors the store's
   * @throws SQLException when the server refuses it
   */
  public PostgresSuiteQuery(Connection connection, String text, Duration limit, SqlErrors errors)
      throws SQLException {
    this.connection = connection;
    this.text = text;
    this.limit = limit;
    this.errors = errors;
    statement = connection.prepareStatement(SqlText.forJdbc(text));
    statement.setQueryTimeout(Math.toIntExact(Math.max(1, limit.toSeconds())));
  }

  @Override
  public long run() {
    return execute(rows -> {
      int columns = rows.getMetaData().getColumnCount();
      long count = 0;
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          rows.getObject(column);
        }
        count++;
      }
      return count;
    });
  }

  @Override
  public void answer(Rows visitor) {
    execute(rows -> {
      ResultSetMetaData columns = rows.getMetaData();
      List<String> names = new ArrayList<>();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        names.add(columns.getColumnLabel(column));
      }
      long count = 0;
      while (rows.next()) {
        List<Value> values = new ArrayList<>(names.size());
        for (int column = 1; column <= names.size(); column++) {
          values.add(AnswerValues.read(rows, column, columns.getColumnTypeName(column)));
        }
        visitor.row(names, values);
        count++;
      }
      return count;
    });
  }

  private long execute(Reading reading) {
    long begun = System.nanoTime();
    try (ResultSet rows = statement.executeQuery()) {
      return reading.read(rows);
    } catch (SQLException e) {
      // A server's own statement_timeout, and its administrator, cancel with the same state.
      boolean passed = System.nanoTime() - begun >= limit.toNanos();
      throw CANCELLED.equals(e.getSQLState()) && passed
          ? new TimeLimitException(
              errors.store() + ": a question took more than " + limit.toSeconds() + " s", e)
          : errors.of("asking a question", e);
    }
  }

  @Override
  public List<String> plan() {
    try (Statement explain = connection.createStatement();
        ResultSet lines = explain.executeQuery("EXPLAIN (COSTS OFF) " + text)) {
      List<String> plan = new ArrayList<>();
      while (lines.next()) {
        plan.add(lines.getString(1));
      }
      return plan;
    } catch (SQLException e) {
      throw errors.of("explaining a question", e);
    }
  }

  /** Takes the rows of a result. */
  @FunctionalInterface
  private interface Reading {
    long read(ResultSet rows) throws SQLException;
  }
}
