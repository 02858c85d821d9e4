package org.docduel.capture;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.jspecify.annotations.Nullable;

/**
 * A server of ours with the source's schema and no rows: what it prepares and plans can be asked
 * when the suite runs.
 */
final class Trial implements AutoCloseable {
  /** Of a statement's parameters, without domains. */
  private static final String TYPES =
      "SELECT (WITH RECURSIVE base (id) AS (SELECT kind::oid UNION ALL SELECT typbasetype FROM pg_type"
          + " JOIN base ON oid = id WHERE typbasetype <> 0)"
          + " SELECT format_type(id, NULL) FROM base JOIN pg_type ON oid = id WHERE typbasetype = 0)"
          + " FROM pg_prepared_statements, unnest(parameter_types) WITH ORDINALITY AS t (kind, place)"
          + " WHERE name = ? ORDER BY place";

  private final Servers servers = new Servers(Settings.ofProcess());
  private final Store store;
  private final Store suite;
  private final Connection connection;
  private int prepared;

  /**
   * Makes the schema.
   *
   * @throws org.docduel.core.config.BadInputException when no server can be had, or it refuses a
   *     definition
   */
  Trial(List<String> definitions) {
    StoreProvider provider = StoreProviders.byName("postgres").orElseThrow();
    String space = "capture_" + ProcessHandle.current().pid();
    try {
      ServerAddress address = servers.start(provider.server().orElseThrow()).address();
      store = provider.open(Optional.of(address), StoreConfig.defaults());
      suite = store.within(space);
      suite.clear();
      try (Session session = suite.session()) {
        session.tables().define(definitions);
      }
      connection = DriverManager.getConnection(address.url());
      Sql.run(
          connection,
          "SET search_path = " + Sql.identifier(address.space() + "_postgres_" + space));
    } catch (SQLException e) {
      servers.close();
      throw new BadInputException("the server of ours: " + PostgresErrors.message(e), e);
    } catch (RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  /** Runs statements that a suite needs; why one of them cannot be run, or empty. */
  Optional<String> apply(String statement) {
    try {
      Sql.run(connection, statement);
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of(PostgresErrors.message(e));
    }
  }

  /**
   * The types of a statement's parameters.
   *
   * @throws SQLException when the server does not prepare it
   */
  List<String> prepare(String text) throws SQLException {
    prepared++;
    Sql.run(connection, "PREPARE q" + prepared + " AS " + text);
    return Sql.rows(connection, TYPES, row -> row.getString(1), "q" + prepared);
  }

  /** Whether the statement that was prepared last takes values; they are read as its types. */
  boolean takes(List<@Nullable String> values) {
    String list =
        values.stream()
            .map(value -> value == null ? "NULL" : Sql.literal(value))
            .collect(
                Collectors.joining(", ", values.isEmpty() ? "" : "(", values.isEmpty() ? "" : ")"));
    return apply("EXPLAIN EXECUTE q" + prepared + list).isEmpty();
  }

  /** Statements that cannot be run, each with the reason; the others are run. */
  List<String> rejected(List<String> statements, List<String> accepted) {
    List<String> rejected = new ArrayList<>();
    for (String statement : statements) {
      Optional<String> reason = apply(statement);
      reason.ifPresentOrElse(
          why -> rejected.add(statement + ": " + why), () -> accepted.add(statement));
    }
    return rejected;
  }

  @Override
  public void close() {
    try (servers;
        store) {
      connection.close();
      suite.clear();
    } catch (SQLException e) {
      throw Source.failure("closing the connection", e);
    }
  }
}
