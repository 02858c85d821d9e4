package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.server.ServerSource.Workspace.WorkspaceException;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.SessionLease;
import org.docduel.stores.jdbc.Sql;
import org.postgresql.Driver;
import org.postgresql.util.PSQLException;

/**
 * The schema that the address's space names, and those of suites, whose names begin with it. A
 * run's lease is a session's advisory lock.
 *
 * @param family whose stores use it: those of two may share a schema, their tables have other names
 */
public record PostgresWorkspace(String family) implements Workspace {
  private static final String MAKE_ROLE = Sql.file(PostgresWorkspace.class, "questions-role.sql");
  private static final String LOCK = Sql.file(PostgresWorkspace.class, "lock.sql");
  private static final String RIGHTS = Sql.file(PostgresWorkspace.class, "rights.sql");
  private static final String OTHERS =
      "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind IN ('r',"
          + " 'p') AND obj_description(oid, 'pg_class') IS DISTINCT FROM ? ORDER BY relname";

  /** The comment on all that is made in a database; what does not carry it is never dropped. */
  private static final String MARK = "made by DocDuel";

  /** IF NOT EXISTS does not keep two runs on one server from colliding; this lock does. */
  private static final String CREATION_LOCK =
      "SELECT pg_advisory_xact_lock(" + 0x646F636475656CL + ")";

  private static final String TRIGRAMS = "pg_trgm";
  private static final String MARK_ALL = Sql.file(PostgresWorkspace.class, "mark-all.sql");
  private static final String OWNED_OBJECTS = Sql.file(PostgresWorkspace.class, "own.sql");

  /** SQLSTATE dependent_objects_still_exist and object_in_use. */
  private static final Set<String> STILL_NEEDED = Set.of("2BP01", "55006");

  private static final Duration GIVEN_LIMIT = Duration.ofSeconds(5);

  /** One that was started here is there; on a busy machine it may take its time. */
  private static final Duration STARTED_LIMIT = Duration.ofSeconds(60);

  private static final String PREFIX = "jdbc:postgresql:";
  private static final String FORM = PREFIX + "//HOST:PORT/DATABASE?user=USER&password=PASSWORD";

  private static final String OTHER_SPACE =
      "name another schema: " + Settings.variable(ServerAddress.SPACE);

  /** Held, since loggers that nobody holds forget their level. It logs whole addresses. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    DRIVER.setLevel(Level.OFF);
  }

  /**
   * Readies a server that was started here: it must flush to disk, which Testcontainers' own module
   * switches off, and gets the role of questions.
   */
  public static void ready(ServerAddress address) {
    try (Connection connection = connect(address, STARTED_LIMIT)) {
      String fsync = Sql.first(connection, "SHOW fsync").orElse("unknown");
      if (!fsync.equals("on")) {
        throw new ServerException(
            "the PostgreSQL that was started has fsync=" + fsync + "; remove that option");
      }
      Sql.run(connection, MAKE_ROLE);
    } catch (SQLException e) {
      // the words of a driver that is not there repeat the address
      String message = PostgresErrors.message(e).replace(address.url(), address.toString());
      throw new ServerException("the PostgreSQL that was started does not answer: " + message, e);
    }
  }

  /** Connects, with limits and nothing logged; the limits are added to the driver's properties. */
  public static Connection connect(
      String url, String application, Duration connect, Duration answer, Properties properties)
      throws SQLException {
    String connectSeconds = String.valueOf(connect.toSeconds());
    properties.setProperty("ApplicationName", application);
    properties.setProperty("connectTimeout", connectSeconds);
    properties.setProperty("loginTimeout", connectSeconds);
    properties.setProperty("socketTimeout", String.valueOf(answer.toSeconds()));
    return DriverManager.getConnection(url, properties);
  }

  private static Connection connect(ServerAddress address, Duration limit) throws SQLException {
    String run = "docduel, process " + ProcessHandle.current().pid() + " on " + Host.hostName();
    return connect(address.url(), run, limit, limit, new Properties());
  }

  /** The connection itself checks the user, the password and the database. */
  @Override
  public String check(ServerAddress address) throws WorkspaceException {
    if (!takes(address.url()) || Driver.parseURL(address.url(), null) == null) {
      // without the driver's own words, which may repeat the password
      boolean encoded = Driver.parseURL(address.url().replace("%", "%25"), null) != null;
      throw takes(address.url()) && encoded
          ? new WorkspaceException(
              "it has a % that begins no encoded character", ServerAddress.PERCENT_ENCODE)
          : new WorkspaceException(
              "this is not a JDBC address of a PostgreSQL", "write it as " + FORM);
    }
    Properties properties = Driver.parseURL(address.url(), null);
    if (properties != null && "simple".equals(properties.getProperty("preferQueryMode"))) {
      throw new WorkspaceException(
          "preferQueryMode=simple sends values as text within statements, and prepares none",
          "take it out");
    }
    try (Connection connection = connect(address, GIVEN_LIMIT)) {
      requireWrites(connection);
      if (Pooler.isBetween(connection)) {
        try (Connection other = connect(address, GIVEN_LIMIT)) {
          Pooler.requireSessions(connection, other);
        }
      }
      return Sql.first(connection, "SELECT current_setting('server_version')").orElse("");
    } catch (SQLException e) {
      throw translate(e, address);
    }
  }

  private static void requireWrites(Connection connection) throws SQLException, WorkspaceException {
    List<String> standby = new ArrayList<>();
    PostgresErrors.permitted(
        () -> Sql.first(connection, "SELECT pg_is_in_recovery()").ifPresent(standby::add),
        why -> {}); // a look-alike may have none
    if (standby.contains("t")) {
      throw new WorkspaceException(
          "the server is a standby, which takes no writes",
          "give the address of its primary, or list both and add targetServerType=primary");
    }
    List<String> readOnly = new ArrayList<>();
    PostgresErrors.permitted(
        () -> Sql.first(connection, "SHOW transaction_read_only").ifPresent(readOnly::add),
        why -> {});
    if (readOnly.contains("on")) {
      throw new WorkspaceException(
          "its user's transactions are read-only",
          "take readOnly out of it, or set default_transaction_read_only = off for the role, the"
              + " database or the server");
    }
  }

  @Override
  public OptionalLong roundTripNanos(ServerAddress address) throws WorkspaceException {
    try (Connection connection = connect(address, GIVEN_LIMIT)) {
      return OptionalLong.of(Sql.roundTripNanos(connection, "SELECT 1"));
    } catch (SQLException e) {
      throw translate(e, address);
    }
  }

  @Override
  public boolean takes(String url) {
    return url.startsWith(PREFIX);
  }

  /** What the server said, and what to do about it. */
  private static WorkspaceException translate(SQLException e, ServerAddress address) {
    return new WorkspaceException(
        PostgresErrors.message(e), PostgresErrors.addressRemedy(e, address));
  }

  /** Keeps other runs of the family out of the space, which has to be ours, and open to us. */
  @Override
  public Lease lease(ServerAddress address) throws WorkspaceException {
    String space = address.space();
    if ((space + "_").startsWith("pg_")) { // as a suite's schema begins
      throw new WorkspaceException("PostgreSQL reserves names that begin with pg_", OTHER_SPACE);
    }
    return lease(
        address,
        connection -> {
          lock(connection, space, family);
          Optional<String> grant = Sql.first(connection, RIGHTS, space);
          if (grant.isPresent()) {
            throw new WorkspaceException(
                "its user may not make tables in the schema " + space, grant.get());
          }
          Optional<String> other = Sql.first(connection, OTHERS, space, MARK);
          if (other.isPresent()) {
            throw new WorkspaceException(
                "the schema %s holds the table %s, which is not DocDuel's"
                    .formatted(space, other.get()),
                OTHER_SPACE);
          }
        });
  }

  private static SessionLease lease(ServerAddress address, SessionLease.LockAcquirer taking)
      throws WorkspaceException {
    return new SessionLease(
        () -> connect(address, GIVEN_LIMIT),
        taking,
        connection -> Sql.first(connection, "SELECT pg_advisory_unlock_all()"),
        e -> translate(e, address));
  }

  /** A look-alike without advisory locks has no leases. */
  private static void lock(Connection connection, String space, String family)
      throws SQLException, WorkspaceException {
    List<String> holders = new ArrayList<>();
    PostgresErrors.permitted(
        () -> Sql.first(connection, LOCK, space, family).ifPresent(holders::add), why -> {});
    if (!holders.isEmpty()) {
      throw new WorkspaceException(
          "another run" + holders.get(0) + " uses the schema " + space,
          "wait for its end, or " + OTHER_SPACE);
    }
  }

  /** The runs of other families have to have ended too. */
  @Override
  public List<String> clean(ServerAddress address) throws WorkspaceException {
    String space = address.space();
    try (SessionLease lease = lease(address, connection -> lock(connection, space, ""))) {
      Connection connection = lease.connection();
      Sql.waitFor(connection, Waits.ofProcess().work());
      List<String> lines = new ArrayList<>();
      for (OwnedObject object : ownedObjects(connection, space)) {
        lines.add(
            drop(connection, object)
                .map(other -> "not removed: " + object.what() + ", since " + other)
                .orElse("removed " + object.what()));
      }
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (SQLException e) {
      throw translate(e, address);
    }
  }

  /** On what does not bear a space's name alone: {@code docduel_x} may be a space of its own. */
  private static String markOf(String space) {
    return MARK + " for " + space;
  }

  /** The statement that marks something, such as a {@code SCHEMA}, by its quoted name. */
  private static String commentOn(String kind, String name, String comment) {
    return "COMMENT ON " + kind + " " + name + " IS " + Sql.literal(comment);
  }

  /** Empty when there is no such thing, or its comment. */
  private static Optional<String> comment(
      Connection connection, String catalogue, String found, String name) throws SQLException {
    return Sql.first(
        connection,
        "SELECT coalesce(%3$sobj_description(oid, '%1$s'), '') FROM %1$s WHERE %2$s"
            .formatted(catalogue, found, catalogue.equals("pg_database") ? "sh" : ""),
        name);
  }

  private static List<String> makeSchema(String name, String comment) {
    String quoted = Sql.identifier(name);
    return List.of("CREATE SCHEMA " + quoted, commentOn("SCHEMA", quoted, comment));
  }

  /**
   * Makes a table, by its quoted name, in place of one that an earlier run has left. Schema and
   * extension that are there already need no right to make them.
   */
  public static void recreateTable(
      Connection connection, String schema, String table, boolean trigrams, List<String> statements)
      throws SQLException {
    List<String> all = new ArrayList<>();
    Sql.transaction(
        connection,
        () -> {
          Sql.run(connection, CREATION_LOCK);
          if (comment(connection, "pg_namespace", "nspname = ?", schema).isEmpty()) {
            all.addAll(makeSchema(schema, MARK));
          }
          if (trigrams && comment(connection, "pg_extension", "extname = ?", TRIGRAMS).isEmpty()) {
            all.add("CREATE EXTENSION " + TRIGRAMS);
            all.add(commentOn("EXTENSION", TRIGRAMS, MARK));
          }
          requireOurs(
              comment(connection, "pg_class", "oid = to_regclass(?)", table), "TABLE", table, MARK);
          all.add("DROP TABLE IF EXISTS " + table);
          all.addAll(statements);
          all.add(commentOn("TABLE", table, MARK));
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
          Optional<String> comment = comment(connection, "pg_namespace", "nspname = ?", schema);
          requireOurs(comment, "SCHEMA", Sql.identifier(schema), markOf(space));
          for (OwnedObject object :
              comment.isPresent() ? ownedObjects(connection, space) : List.<OwnedObject>of()) {
            Optional<String> other =
                object.schema.equals(schema) ? drop(connection, object) : Optional.empty();
            if (other.isPresent()) {
              throw new StoreException(
                  "the schema %s cannot be replaced: %s, which is not DocDuel's; remove that, or %s"
                      .formatted(schema, other.get(), OTHER_SPACE));
            }
          }
          Sql.run(connection, makeSchema(schema, markOf(space)));
        });
  }

  /** Makes tables and types by a suite's own statements in its schema, and marks them. */
  public static void define(Connection connection, String schema, List<String> statements)
      throws SQLException {
    Sql.transaction(
        connection,
        () -> {
          Sql.run(connection, statements);
          Sql.run(
              connection, Sql.rows(connection, MARK_ALL, row -> row.getString(1), MARK, schema));
        });
  }

  /** Makes a database whose texts are compared and lower-cased by a locale, unless it is there. */
  public static void makeDatabase(Connection connection, String name, String locale, String space)
      throws SQLException {
    String database = Sql.identifier(name);
    Optional<String> found = comment(connection, "pg_database", "datname = ?", name);
    requireOurs(found, "DATABASE", database, markOf(space));
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
            commentOn("DATABASE", database, markOf(space))));
  }

  private static void requireOurs(
      Optional<String> found, String kind, String name, String comment) {
    if (found.isPresent() && !found.get().equals(comment)) {
      throw new StoreException(
          "the %s %s is not DocDuel's, which would use or replace it; rename it, or mark it: %s"
              .formatted(kind.toLowerCase(Locale.ROOT), name, commentOn(kind, name, comment)));
    }
  }

  /** Something of ours, the schema it is or is in, if any, and the statement that removes it. */
  private record OwnedObject(String schema, String what, String drop) {}

  /** All that is ours in a space, in the order in which it can be removed. */
  private static List<OwnedObject> ownedObjects(Connection connection, String space)
      throws SQLException {
    return Sql.rows(
        connection,
        OWNED_OBJECTS,
        row -> new OwnedObject(row.getString(1), row.getString(2), row.getString(3)),
        space,
        MARK);
  }

  /**
   * Drops something of ours, or answers what keeps it, such as {@code view public.v depends on
   * table docduel.t} or {@code There is 1 other session using the database.}
   */
  private static Optional<String> drop(Connection connection, OwnedObject object)
      throws SQLException {
    try {
      Sql.run(connection, object.drop);
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
