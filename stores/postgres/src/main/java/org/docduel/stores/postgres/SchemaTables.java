package org.docduel.stores.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SuiteTables;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

/** The tables of a suite in its schema, made by its own statements and filled by COPY. */
record SchemaTables(Connection connection, String schema, PostgresSystem system)
    implements SuiteTables {
  private static final String NAMES =
      "SELECT format('%I.%I', nspname, relname) FROM pg_class c JOIN pg_namespace n"
          + " ON n.oid = relnamespace WHERE nspname = ? AND relkind IN ('r', 'p') ORDER BY 1";

  private static final String IS_THERE = "SELECT to_regclass(?) IS NOT NULL";

  /** So many pages are read for a digest, the same for as long as the table has as many. */
  private static final int PAGES = 2_000;

  private static final String SHARE =
      "SELECT least(100, 100.0 * "
          + PAGES
          + " / greatest(1, pg_relation_size(?::regclass) / current_setting('block_size')::int))";

  /** The names of all tables, as statements name them. */
  List<String> names() throws SQLException {
    return Sql.rows(connection, NAMES, row -> row.getString(1), schema);
  }

  @Override
  public void define(List<String> statements) {
    system
        .errors()
        .run("making tables", () -> PostgresWorkspace.define(connection, schema, statements));
  }

  private String quoted(String table) {
    return Sql.identifier(schema) + "." + Sql.identifier(table);
  }

  @Override
  public long load(String table, InputStream rows) {
    String operation = "loading " + table;
    return system
        .errors()
        .call(
            operation,
            () -> {
              if (!Sql.rows(connection, IS_THERE, row -> row.getBoolean(1), quoted(table)).get(0)) {
                throw new StoreException("schema.sql makes no table " + table);
              }
              int limitMillis = connection.getNetworkTimeout();
              Sql.waitFor(connection, Waits.ofProcess().work());
              try {
                return connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + quoted(table) + " FROM STDIN (ENCODING 'UTF8')", rows);
              } catch (IOException e) {
                throw new StoreException(
                    operation + ": the file cannot be read: " + e.getMessage(), e);
              } catch (PSQLException e) {
                Optional<String> place =
                    Optional.ofNullable(e.getServerErrorMessage())
                        .map(message -> message.getWhere());
                if (place.isEmpty() || !PostgresErrors.isData(e)) {
                  throw e;
                }
                throw new StoreException(
                    PostgresErrors.message(e)
                        + " ("
                        + place.get().lines().findFirst().orElse("")
                        + ")",
                    e);
              } finally {
                if (!connection.isClosed()) {
                  Sql.waitFor(connection, Duration.ofMillis(limitMillis));
                }
              }
            });
  }

  /** Sampled pages stay the same until rows are written: VACUUM moves none. */
  @Override
  public String digest(String table) {
    return system
        .errors()
        .call(
            "reading " + table,
            () -> {
              String rows =
                  Sql.first(connection, "SELECT count(*) FROM " + quoted(table)).orElse("");
              String share = Sql.first(connection, SHARE, quoted(table)).orElse("100");
              String sum =
                  "SELECT coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM %s AS t"
                          .formatted(quoted(table))
                      + " TABLESAMPLE SYSTEM (%s) REPEATABLE (42)".formatted(share);
              return rows + " rows, digest " + Sql.first(connection, sum).orElse("");
            });
  }

  @Override
  public Map<String, Long> sizes(String table) {
    return system
        .errors()
        .call(
            "measuring " + table,
            () ->
                new ServerFacts(connection, system.findings()).sizes(Citus.SINGLE, quoted(table)));
  }
}
