package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.JdbcReads;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.insert.Ingestions;
import org.docduel.stores.postgres.layout.Schema;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.ExplainTiming;
import org.docduel.stores.postgres.read.PostgresAnswers;
import org.docduel.stores.postgres.read.PostgresReads;
import org.docduel.stores.postgres.sql.Connections;
import org.docduel.stores.postgres.sql.Findings;

/**
 * A suite's tables under their plain names, in a schema of their own, the only one that the
 * connection searches: a table that is missing is not somebody else's. Times of day are UTC.
 */
final class PostgresSuites implements QuerySuites {
  private static final String ROLE = Connections.QUESTIONS_ROLE;

  private static final String HAS_ROLE =
      "SELECT count(*) FROM pg_roles q, pg_roles u WHERE q.rolname = '"
          + ROLE
          + "' AND u.rolname = session_user AND u.rolsuper";

  /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
  private static final int MAX_NAME_BYTES = 63;

  private final Connection connection;
  private final Connections others;
  private final SuiteTables tables;
  private final StoreConfig config;
  private final String schema;
  private final SqlErrors errors;
  private boolean onlyReads;

  private PostgresSuites(
      Connection connection,
      Connections others,
      SuiteTables tables,
      StoreConfig config,
      String schema,
      SqlErrors errors) {
    this.connection = connection;
    this.others = others;
    this.tables = tables;
    this.config = config;
    this.schema = schema;
    this.errors = errors;
  }

  static PostgresSuites open(
      Connection connection,
      Connections others,
      SuiteTables tables,
      StoreConfig config,
      String space,
      SqlErrors errors)
      throws SQLException {
    String schema = others.space() + "_" + errors.store().replace('-', '_') + "_" + space;
    if (schema.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new StoreException(
          errors.store()
              + ": the schema's name "
              + schema
              + " has more than "
              + MAX_NAME_BYTES
              + " bytes; give the suite a shorter name");
    }
    Sql.run(
        connection, List.of("SET search_path = " + Sql.identifier(schema), "SET timezone = 'UTC'"));
    return new PostgresSuites(connection, others, tables, config, schema, errors);
  }

  @Override
  public void clear() {
    onlyReads = false;
    try {
      Sql.run(connection, List.of("RESET ROLE", "SET default_transaction_read_only = off"));
      Schema.clear(connection, schema, others.space());
      if (hasRole()) {
        String name = Sql.identifier(schema);
        Sql.run(
            connection,
            List.of(
                "GRANT USAGE ON SCHEMA " + name + " TO " + ROLE,
                "ALTER DEFAULT PRIVILEGES IN SCHEMA "
                    + name
                    + " GRANT SELECT ON TABLES TO "
                    + ROLE));
      }
    } catch (SQLException e) {
      throw errors.of("clearing " + schema, e);
    }
  }

  private boolean hasRole() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(HAS_ROLE)) {
      return row.next() && row.getLong(1) > 0;
    }
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    try {
      Table table = tables.table(schema, collection);
      return new Ingestions(connection, others, table, config.durability(), new Findings(), errors)
          .indexedAfter();
    } catch (SQLException e) {
      throw errors.of("preparing to load " + collection.name(), e);
    }
  }

  @Override
  public ContentReader reader(Collection collection) {
    PostgresReads reads =
        new PostgresReads(
            tables.table(schema, collection),
            other -> tables.table(schema, other),
            ExplainTiming.OFF,
            new Findings());
    return new JdbcReads(connection, reads, reads, reads, errors);
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return tables.describe(tables.table(schema, collection));
  }

  @Override
  public void apply(List<String> statements) {
    run("preparing " + schema, statements);
  }

  private void run(String doing, List<String> statements) {
    try {
      for (String statement : statements) {
        others.atWork(connection, statement);
      }
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }

  @Override
  public SuiteQuery prepare(String text, Duration limit) {
    try {
      if (!onlyReads) {
        Sql.run(connection, "SET default_transaction_read_only = on");
        if (hasRole()) {
          Sql.run(connection, "SET ROLE " + ROLE);
        }
        onlyReads = true;
      }
      return question(text, limit, true);
    } catch (SQLException e) {
      throw errors.of("preparing a question", e);
    }
  }

  @Override
  public SuiteQuery prepareWriting(String text, Duration limit) {
    try {
      return question(text, limit, false);
    } catch (SQLException e) {
      throw errors.of("preparing a question", e);
    }
  }

  private SuiteQuery question(String text, Duration limit, boolean reads) throws SQLException {
    others.waitBeyond(connection, limit);
    return new JdbcQuestion(connection, text, limit, reads, PostgresAnswers.TYPES, errors);
  }
}
