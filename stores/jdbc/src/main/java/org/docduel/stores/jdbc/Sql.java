package org.docduel.stores.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.docduel.core.server.RoundTrip;

/** Statements in SQL: their names and texts, and running them on a connection. */
public final class Sql {
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cs}]");
  private static final Pattern LONG = Pattern.compile("(.{80}).+");

  private Sql() {}

  /** A name in double quotes, whatever characters it has. */
  public static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text without U+0000 in single quotes, in which a backslash means itself. */
  public static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  /** The text of a file beside a class, such as SQL. */
  public static String file(Class<?> sibling, String name) {
    try (InputStream file = sibling.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** A name for a message, which is one line whatever the name: its start, in single quotes. */
  public static String quoteForMessage(String name) {
    String plain = UNSEEN.matcher(name).replaceAll("?");
    return "'" + LONG.matcher(plain).replaceFirst("$1...") + "'";
  }

  /** The median time of a query with a short answer, in nanoseconds. */
  public static long roundTripNanos(Connection connection, String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      return RoundTrip.<SQLException>medianNanos(() -> {
        try (ResultSet answer = statement.executeQuery()) {
          answer.next();
        }
      });
    }
  }

  /** Runs one statement without parameters and result. */
  public static void run(Connection connection, String sql) throws SQLException {
    run(connection, List.of(sql));
  }

  /** Runs statements without parameters and results, one after the other. */
  public static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** A new connection on which statements have been run; it is closed when one of them fails. */
  public static Connection initialize(Connection connection, List<String> statements)
      throws SQLException {
    try {
      run(connection, statements);
      return connection;
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
  }

  /** Sets how long a connection waits for an answer. */
  public static void waitFor(Connection connection, Duration limit) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, Math.toIntExact(limit.toMillis()));
  }

  /** All rows of a statement with texts for its parameters. */
  public static <T> List<T> rows(
      Connection connection, String sql, SqlFunction<ResultSet, T> row, String... texts)
      throws SQLException {
    // A plain statement where there are none: a driver may prepare the other on the server.
    try (Statement statement =
        texts.length == 0 ? connection.createStatement() : connection.prepareStatement(sql)) {
      for (int i = 0; i < texts.length; i++) {
        ((PreparedStatement) statement).setString(i + 1, texts[i]);
      }
      List<T> rows = new ArrayList<>();
      each(
          statement instanceof PreparedStatement prepared
              ? prepared.executeQuery()
              : statement.executeQuery(sql),
          result -> rows.add(row.apply(result)));
      return rows;
    }
  }

  /** The first column of the first row as text; empty when there is none, or it is null. */
  public static Optional<String> first(Connection connection, String sql, String... texts)
      throws SQLException {
    return rows(connection, sql, row -> Optional.ofNullable(row.getString(1)), texts).stream()
        .findFirst()
        .flatMap(Function.identity());
  }

  /**
   * All rows of a statement.
   *
   * @param parameters sets its parameters; empty where it has none
   */
  public static <T> List<T> rows(
      Connection connection,
      String sql,
      SqlFunction<ResultSet, T> row,
      Optional<SqlConsumer<PreparedStatement>> parameters)
      throws SQLException {
    if (parameters.isEmpty()) {
      return rows(connection, sql, row);
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      parameters.get().accept(statement);
      List<T> rows = new ArrayList<>();
      each(statement.executeQuery(), result -> rows.add(row.apply(result)));
      return rows;
    }
  }

  /** Bytes by the names of parts, a row for each, and their {@code total}. */
  public static Map<String, Long> sizes(Connection connection, String sql, String... texts)
      throws SQLException {
    Map<String, Long> sizes = new LinkedHashMap<>();
    rows(connection, sql, row -> sizes.put(row.getString(1), row.getLong(2)), texts);
    sizes.put("total", sizes.values().stream().mapToLong(Long::longValue).sum());
    return sizes;
  }

  /**
   * Runs a query and takes all of its rows; how many there were.
   *
   * @param fetched how many rows are fetched at once, in a transaction: some drivers hold the whole
   *     answer in memory otherwise. With 0, as the driver does: one round trip, no COMMIT after it
   */
  public static long each(
      Connection connection, PreparedStatement select, int fetched, SqlConsumer<ResultSet> taking)
      throws SQLException {
    long[] count = new long[1];
    SqlRunnable work = () -> count[0] = each(select.executeQuery(), taking);
    if (fetched > 0) {
      select.setFetchSize(fetched);
      transaction(connection, work);
    } else {
      work.run();
    }
    return count[0];
  }

  /** Takes all rows, and closes them; how many there were. */
  static long each(ResultSet row, SqlConsumer<ResultSet> taking) throws SQLException {
    try (row) {
      long count = 0;
      for (; row.next(); count++) {
        taking.accept(row);
      }
      return count;
    }
  }

  /** Runs the work on a connection that otherwise commits each statement, all or nothing. */
  public static void transaction(Connection connection, SqlRunnable work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      work.run();
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      try {
        if (!connection.isClosed()) { // it may be gone, and its transaction too
          connection.rollback();
          connection.setAutoCommit(true);
        }
      } catch (SQLException further) {
        e.addSuppressed(further);
      }
      throw e;
    }
    connection.setAutoCommit(true);
  }

  /** Something to be asked. */
  @FunctionalInterface
  public interface SqlSupplier<T> {
    T get() throws SQLException;
  }

  /** Something to be asked of a connection or a row. */
  @FunctionalInterface
  public interface SqlFunction<A, T> {
    T apply(A of) throws SQLException;
  }

  /** Something to be done with a connection, a row or a batch of documents. */
  @FunctionalInterface
  public interface SqlConsumer<A> {
    void accept(A argument) throws SQLException;
  }

  /** Something to be done. */
  @FunctionalInterface
  public interface SqlRunnable {
    void run() throws SQLException;
  }
}
