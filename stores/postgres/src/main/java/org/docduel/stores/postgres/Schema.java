package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.query.Index;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresMark;

/**
 * The schema that holds the suite's tables. The server may be somebody else's: every table of the
 * suite carries a mark, and a table without it is never dropped.
 */
final class Schema {
  /** IF NOT EXISTS does not keep two runs on one server from colliding; this lock does. */
  private static final long LOCK = 0x646F636475656CL;

  private static final String HAS_SCHEMA = "SELECT (to_regnamespace(?) IS NOT NULL)::text";
  private static final String HAS_EXTENSION =
      "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = ?)::text";
  private static final String TRIGRAMS = "pg_trgm";
  private static final String SCHEMA_COMMENT =
      "SELECT coalesce(obj_description(to_regnamespace(?)::oid, 'pg_namespace'), '')";

  /** Other sessions with a lock on a table of a schema. */
  private static final String HOLDERS =
      "SELECT string_agg(DISTINCT format('process %s (%s, %s, user %s) holds a lock on %s', a.pid,"
          + " coalesce(nullif(a.application_name, ''), 'application without a name'), a.state,"
          + " a.usename, c.relname), '; ') FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
          + " JOIN pg_class c ON c.oid = l.relation WHERE l.granted AND l.database = (SELECT oid"
          + " FROM pg_database WHERE datname = current_database()) AND c.relnamespace = (SELECT oid"
          + " FROM pg_namespace WHERE nspname = ?) AND a.pid <> pg_backend_pid()";

  private static final String COMMENT =
      "SELECT coalesce(obj_description(oid, 'pg_class'), '') FROM pg_class WHERE oid ="
          + " to_regclass(?)";

  private Schema() {}

  /**
   * Makes a table, in place of one that an earlier run has left.
   *
   * @throws StoreException when there is a table of that name that the suite did not make
   */
  static void make(Connection connection, PostgresTable table, List<String> statements)
      throws SQLException {
    locking(
        connection,
        table.schema(),
        () -> {
          prepare(connection, table);
          Optional<String> comment = Sql.first(connection, COMMENT, table.name());
          if (comment.isPresent() && !comment.get().equals(PostgresMark.TEXT)) {
            throw notOurs("table", table.name(), PostgresMark.TEXT);
          }
          Sql.run(connection, table.drop());
          Sql.run(connection, statements);
        });
  }

  /**
   * Makes a schema of its own for a suite, empty, in place of one that an earlier run has left.
   *
   * @throws StoreException when there is a schema of that name that the suite did not make, or when
   *     somebody else has built on it
   */
  static void clear(Connection connection, String schema, String space) throws SQLException {
    String name = Sql.identifier(schema);
    locking(
        connection,
        schema,
        () -> {
          if (is(connection, HAS_SCHEMA, name)) {
            if (!Sql.first(connection, SCHEMA_COMMENT, name)
                .equals(Optional.of(PostgresMark.of(space)))) {
              throw notOurs("schema", name, PostgresMark.of(space));
            }
            for (String table : PostgresMark.tables(connection, schema, false)) {
              throw notOurs("table", name + "." + Sql.identifier(table), PostgresMark.TEXT);
            }
            drop(connection, schema);
          }
          Sql.run(connection, make(schema, PostgresMark.of(space)));
        });
  }

  /** Does work in a transaction, and names who has what keeps it waiting for too long. */
  static void locking(Connection connection, String schema, Sql.Work work) throws SQLException {
    try {
      Sql.transaction(connection, work);
    } catch (SQLException e) {
      Optional<String> holders =
          PostgresErrors.LOCKED.equals(e.getSQLState())
              ? Sql.first(connection, HOLDERS, schema).filter(names -> !names.isEmpty())
              : Optional.empty();
      if (holders.isEmpty()) {
        throw e;
      }
      throw new StoreException(
          "the schema %s is in use: %s; end that; %s"
              .formatted(schema, holders.get(), Waits.ofProcess().passed(Waits.ANSWER)),
          e);
    }
  }

  private static void drop(Connection connection, String schema) throws SQLException {
    try {
      PostgresMark.drop(connection, schema, PostgresMark.tables(connection, schema, true));
      Sql.run(connection, "DROP SCHEMA " + Sql.identifier(schema) + " RESTRICT");
    } catch (SQLException e) {
      String other = PostgresMark.inTheWay(e).orElseThrow(() -> e);
      throw new StoreException(
          "the schema %s cannot be replaced: %s, which is not DocDuel's; remove that, or name another"
                  .formatted(schema, other)
              + " space: "
              + Settings.variable(ServerAddress.SPACE),
          e);
    }
  }

  private static StoreException notOurs(String kind, String name, String comment) {
    return new StoreException(
        "the %s %s is not DocDuel's, which would replace it; rename it, or mark it: %s"
            .formatted(kind, name, PostgresMark.on(kind.toUpperCase(Locale.ROOT), name, comment)));
  }

  private static List<String> make(String schema, String comment) {
    String name = Sql.identifier(schema);
    return List.of("CREATE SCHEMA " + name, PostgresMark.on("SCHEMA", name, comment));
  }

  /** What is there already needs no right to make it. */
  private static void prepare(Connection connection, PostgresTable table) throws SQLException {
    Sql.run(connection, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
    List<String> missing = new ArrayList<>();
    if (!is(connection, HAS_SCHEMA, Sql.identifier(table.schema()))) {
      missing.addAll(make(table.schema(), PostgresMark.TEXT));
    }
    if (table.indexes().values().stream().anyMatch(index -> index.kind() == Index.Kind.SUBSTRING)
        && !is(connection, HAS_EXTENSION, TRIGRAMS)) {
      missing.add("CREATE EXTENSION " + TRIGRAMS);
      missing.add(PostgresMark.on("EXTENSION", TRIGRAMS));
    }
    Sql.run(connection, missing);
  }

  private static boolean is(Connection connection, String question, String name)
      throws SQLException {
    return Sql.first(connection, question, name).filter("true"::equals).isPresent();
  }
}
