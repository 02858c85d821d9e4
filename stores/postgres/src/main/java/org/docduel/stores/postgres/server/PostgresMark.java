package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.postgresql.util.PSQLException;

/**
 * The comment on all that the suite makes in a database, which may be somebody else's. What does
 * not carry it is never dropped.
 */
public final class PostgresMark {
  static final String TEXT = "made by DocDuel";

  /** IF NOT EXISTS does not keep two runs on one server from colliding; this lock does. */
  private static final String LOCK = "SELECT pg_advisory_xact_lock(" + 0x646F636475656CL + ")";

  private static final String TRIGRAMS = "pg_trgm";
  private static final String COMMENT_ON_DATABASE =
      "SELECT coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database"
          + " WHERE datname = ?";
  private static final String OWN = Sql.file(PostgresMark.class, "own.sql");

  /** SQLSTATE dependent_objects_still_exist and object_in_use. */
  private static final Set<String> STILL_NEEDED = Set.of("2BP01", "55006");

  private PostgresMark() {}

  /** On what does not bear a space's name alone: {@code docduel_x} may be a space of its own. */
  private static String of(String space) {
    return TEXT + " for " + space;
  }

  /** The statement that marks something, such as a {@code SCHEMA}, by its quoted name. */
  private static String on(String kind, String name, String comment) {
    return "COMMENT ON " + kind + " " + name + " IS " + Sql.literal(comment);
  }

  /** Empty when there is no such thing, or its comment. */
  private static Optional<String> comment(
      Connection connection, String catalogue, String found, String name) throws SQLException {
    return Sql.first(
        connection,
        "SELECT coalesce(obj_description(oid, '%1$s'), '') FROM %1$s WHERE %2$s"
            .formatted(catalogue, found),
        name);
  }

  private static List<String> makeSchema(String name, String comment) {
    String quoted = Sql.identifier(name);
    return List.of("CREATE SCHEMA " + quoted, on("SCHEMA", quoted, comment));
  }

  /**
   * Makes a table, by its quoted name, in place of one that an earlier run has left. Schema and
   * extension that are there already need no right to make them.
   */
  public static void make(
      Connection connection, String schema, String table, boolean trigrams, List<String> statements)
      throws SQLException {
    List<String> all = new ArrayList<>();
    Sql.transaction(
        connection,
        () -> {
          Sql.run(connection, LOCK);
          if (comment(connection, "pg_namespace", "nspname = ?", schema).isEmpty()) {
            all.addAll(makeSchema(schema, TEXT));
          }
          if (trigrams && comment(connection, "pg_extension", "extname = ?", TRIGRAMS).isEmpty()) {
            all.add("CREATE EXTENSION " + TRIGRAMS);
            all.add(on("EXTENSION", TRIGRAMS, TEXT));
          }
          requireOurs(
              comment(connection, "pg_class", "oid = to_regclass(?)", table), "TABLE", table, TEXT);
          all.add("DROP TABLE IF EXISTS " + table);
          all.addAll(statements);
          all.add(on("TABLE", table, TEXT));
          Sql.run(connection, all);
        });
  }

  /**
   * Makes a schema of its own for a suite, empty, in place of one that an earlier run has left and
   * that nobody else has built on.
   */
  public static void clear(Connection connection, String schema, String space) throws SQLException {
    Sql.transaction(
        connection,
        () -> {
          Optional<String> known = comment(connection, "pg_namespace", "nspname = ?", schema);
          requireOurs(known, "SCHEMA", Sql.identifier(schema), of(space));
          for (Own one : known.isPresent() ? own(connection, space) : List.<Own>of()) {
            Optional<String> other =
                one.schema.equals(schema) ? drop(connection, one) : Optional.empty();
            if (other.isPresent()) {
              throw new StoreException(
                  "the schema %s cannot be replaced: %s, which is not DocDuel's; remove that, or name"
                          .formatted(schema, other.get())
                      + " another space: "
                      + Settings.variable(ServerAddress.SPACE));
            }
          }
          Sql.run(connection, makeSchema(schema, of(space)));
        });
  }

  /** Makes a database whose texts are compared and lower-cased by a locale, unless it is there. */
  public static void makeDatabase(Connection connection, String name, String locale, String space)
      throws SQLException {
    String database = Sql.identifier(name);
    Optional<String> found = Sql.first(connection, COMMENT_ON_DATABASE, name);
    requireOurs(found, "DATABASE", database, of(space));
    if (found.isPresent()) {
      return;
    }
    String provider = locale.startsWith("C.") ? "builtin BUILTIN_LOCALE " : "icu ICU_LOCALE ";
    Sql.run(
        connection,
        List.of(
            "CREATE DATABASE "
                + database
                + " TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER "
                + provider
                + Sql.literal(locale),
            on("DATABASE", database, of(space))));
  }

  private static void requireOurs(
      Optional<String> found, String kind, String name, String comment) {
    if (found.isPresent() && !found.get().equals(comment)) {
      throw new StoreException(
          "the %s %s is not DocDuel's, which would use or replace it; rename it, or mark it: %s"
              .formatted(kind.toLowerCase(Locale.ROOT), name, on(kind, name, comment)));
    }
  }

  /** Something of ours, the schema it is or is in, if any, and the statement that removes it. */
  record Own(String schema, String what, String drop) {}

  /** All that is ours in a space, in the order in which it can be removed. */
  static List<Own> own(Connection connection, String space) throws SQLException {
    return Sql.rows(
        connection,
        OWN,
        row -> new Own(row.getString(1), row.getString(2), row.getString(3)),
        space,
        TEXT);
  }

  /**
   * Drops something of ours, or answers what keeps it, such as {@code view public.v depends on
   * table docduel.t} or {@code There is 1 other session using the database.}
   */
  static Optional<String> drop(Connection connection, Own one) throws SQLException {
    try {
      Sql.run(connection, one.drop);
      return Optional.empty();
    } catch (SQLException e) {
      if (!STILL_NEEDED.contains(String.valueOf(e.getSQLState()))) {
        throw e;
      }
      String detail =
          e instanceof PSQLException server && server.getServerErrorMessage() != null
              ? server.getServerErrorMessage().getDetail()
              : null;
      return Optional.of(
          detail == null ? "something depends on it" : detail.lines().findFirst().orElse(detail));
    }
  }
}
