package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerException;
import org.docduel.stores.jdbc.SessionLease;
import org.docduel.stores.jdbc.Sql;
import org.postgresql.Driver;

/**
 * The schema that the address's space names, and those of suites, whose names begin with it. A
 * run's lease is a session's advisory lock.
 */
public final class PostgresWorkspace implements Workspace {
  /**
   * The role of a suite's questions, without a superuser's rights, in servers that are started
   * here.
   */
  public static final String QUESTIONS_ROLE = "docduel_questions";

  private static final String HAS_QUESTIONS_ROLE =
      "SELECT count(*) FROM pg_roles q, pg_roles u WHERE q.rolname = '"
          + QUESTIONS_ROLE
          + "' AND u.rolname = session_user AND u.rolsuper";
  private static final String MAKE_ROLE =
      "DO $$ BEGIN IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AND NOT EXISTS"
          + " (SELECT FROM pg_roles WHERE rolname = '"
          + QUESTIONS_ROLE
          + "') THEN CREATE ROLE "
          + QUESTIONS_ROLE
          + " NOLOGIN; END IF; END $$";

  /** The family's stores, alone; what they share with other families, together with them. */
  private static final String LOCK =
      "SELECT pg_try_advisory_lock_shared(hashtext('docduel'), hashtext(?))"
          + " AND pg_try_advisory_lock(hashtext('docduel'), hashtext(?))";

  private static final String LOCK_ALL =
      "SELECT pg_try_advisory_lock(hashtext('docduel'), hashtext(?))";
  private static final String HOLDERS =
      "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype ="
          + " 'advisory' AND classid = (hashtext('docduel')::bigint & 4294967295)::oid AND objid ="
          + " (hashtext(?)::bigint & 4294967295)::oid AND database = (SELECT oid FROM pg_database"
          + " WHERE datname = current_database()) AND granted AND pid <> pg_backend_pid()";
  private static final String MAY_USE =
      "SELECT has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE') FROM"
          + " pg_namespace WHERE nspname = ?";
  private static final String MAY_MAKE =
      "SELECT has_database_privilege(current_database(), 'CREATE')";

  /**
   * What is ours beside tables, by kind and name. The space's own schema comes first: it has the
   * notes that say what is in those of suites.
   */
  private static final String OWN =
      "(SELECT 'schema', nspname::text FROM pg_namespace WHERE nspname = ?"
          + " AND obj_description(oid, 'pg_namespace') = ? OR starts_with(nspname, ? || '_')"
          + " AND obj_description(oid, 'pg_namespace') = ? ORDER BY nspname)"
          + " UNION ALL SELECT 'extension', extname FROM pg_extension"
          + " WHERE obj_description(oid, 'pg_extension') = ?"
          + " UNION ALL SELECT 'database', datname FROM pg_database"
          + " WHERE shobj_description(oid, 'pg_database') = ?";

  private static final String GIVEN_LIMIT_SECONDS = "5";

  /** One that was started here is there; on a busy machine it may take its time. */
  private static final String STARTED_LIMIT_SECONDS = "60";

  private static final String PREFIX = "jdbc:postgresql:";
  private static final String FORM = PREFIX + "//HOST:PORT/DATABASE?user=USER&password=PASSWORD";
  private static final String OTHER_SPACE = Settings.variable(ServerAddress.SPACE);

  /** Held, since loggers that nobody holds forget their level. */
  private static final Logger DRIVER = Logger.getLogger("org.postgresql");

  static {
    silence();
  }

  private final String family;

  /**
   * For the stores of one family. Those of two may share a schema: their tables have other names.
   */
  public PostgresWorkspace(String family) {
    this.family = family;
  }

  /** Has the driver log nothing: its warnings hold whole addresses. */
  public static void silence() {
    DRIVER.setLevel(Level.OFF);
  }

  /** Whether the role is there, and this user can take it. */
  public static boolean hasQuestionsRole(Connection connection) throws SQLException {
    return Sql.rows(connection, HAS_QUESTIONS_ROLE, row -> row.getLong(1)).get(0) > 0;
  }

  /**
   * Readies a server that was started here: asks whether it flushes to disk, and makes the role of
   * questions.
   *
   * @throws ServerException when fsync is off, or it does not answer
   */
  static void ready(ServerAddress address) {
    try (Connection connection = connect(address, STARTED_LIMIT_SECONDS)) {
      String fsync = Sql.first(connection, "SHOW fsync").orElse("unknown");
      if (!fsync.equals("on")) {
        throw new ServerException(
            "the PostgreSQL that was started has fsync=" + fsync + "; remove that option");
      }
      Sql.run(connection, MAKE_ROLE);
    } catch (SQLException e) {
      // the words of a driver that is not there repeat the address
      String said = String.valueOf(e.getMessage()).replace(address.url(), address.toString());
      throw new ServerException("the PostgreSQL that was started does not answer: " + said, e);
    }
  }

  /** A connection that the server's administrator can tell from others. */
  private static Connection connect(ServerAddress address, String limitSeconds)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty(
        "ApplicationName",
        "docduel, process " + ProcessHandle.current().pid() + " on " + Host.hostName());
    properties.setProperty("connectTimeout", limitSeconds);
    properties.setProperty("loginTimeout", limitSeconds);
    properties.setProperty("socketTimeout", limitSeconds);
    return DriverManager.getConnection(address.url(), properties);
  }

  /** The connection itself checks the user, the password and the database. */
  @Override
  public void check(ServerAddress address) throws Refused {
    if (!takes(address.url()) || Driver.parseURL(address.url(), null) == null) {
      // without the driver's own words, which may repeat the password
      throw new Refused("this is no JDBC address of a PostgreSQL", "write it as " + FORM);
    }
    try {
      connect(address, GIVEN_LIMIT_SECONDS).close();
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  @Override
  public boolean takes(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public String version(ServerAddress address) throws Refused {
    try (Connection connection = connect(address, GIVEN_LIMIT_SECONDS)) {
      return ask(connection, "SELECT current_setting('server_version')").get(0);
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /** What the server said, and what to do about it. */
  private static Refused refused(SQLException e) {
    return new Refused(PostgresErrors.said(e), PostgresErrors.loginRemedy(e));
  }

  @Override
  public Lease lease(ServerAddress address) throws Refused {
    return lease(address, true);
  }

  private SessionLease lease(ServerAddress address, boolean toWork) throws Refused {
    return new SessionLease(
        () -> connect(address, GIVEN_LIMIT_SECONDS),
        new SpaceLock(address.space(), family, toWork),
        PostgresWorkspace::refused);
  }

  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    String space = address.space();
    try (SessionLease lease = lease(address, false)) {
      Connection connection = lease.connection();
      requireLock(connection, space, LOCK_ALL, space); // from runs of other families too
      Sql.waitFor(connection, Waits.ofProcess().work());
      List<Own> own = own(connection, space);
      List<String> schemas = new ArrayList<>();
      own.stream().filter(one -> one.kind.equals("schema")).forEach(one -> schemas.add(one.name));
      if (!schemas.contains(space)) {
        schemas.add(0, space); // somebody else's, who let us make tables in it
      }
      List<String> lines = new ArrayList<>();
      for (String schema : schemas) {
        List<String> tables = PostgresMark.tables(connection, schema, true);
        String named = "the tables of schema " + schema + ": " + String.join(", ", tables);
        if (!tables.isEmpty()) {
          lines.add(removed(named, () -> PostgresMark.drop(connection, schema, tables)));
        }
      }
      for (Own one : own) {
        String drop = "DROP " + one.kind + " " + Sql.identifier(one.name);
        lines.add(removed("the " + one.kind + " " + one.name, () -> Sql.run(connection, drop)));
      }
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  private record Own(String kind, String name) {}

  private static List<Own> own(Connection connection, String space) throws SQLException {
    String ours = PostgresMark.TEXT;
    String spaces = PostgresMark.of(space);
    return Sql.rows(
        connection,
        OWN,
        row -> new Own(row.getString(1), row.getString(2)),
        space,
        ours,
        space,
        spaces,
        ours,
        spaces);
  }

  /** A look-alike without advisory locks has no leases. */
  private static void requireLock(
      Connection connection, String space, String lock, String... parameters)
      throws SQLException, Refused {
    try {
      if (ask(connection, lock, parameters).equals(List.of("f"))) {
        List<String> holders = ask(connection, HOLDERS, space);
        throw new Refused(
            "another run"
                + (holders.isEmpty() ? "" : " (" + holders.get(0) + ")")
                + " uses the schema "
                + space,
            "wait for its end, or name another schema: " + OTHER_SPACE);
      }
    } catch (SQLException e) {
      if (PostgresErrors.refusal(e).isEmpty()) {
        throw e;
      }
    }
  }

  /** Unless it holds, or is needed by, what is not ours. */
  private static String removed(String what, Sql.Work drop) throws SQLException {
    try {
      drop.run();
      return "removed " + what;
    } catch (SQLException e) {
      return "not removed: " + what + ", since " + PostgresMark.inTheWay(e).orElseThrow(() -> e);
    }
  }

  private static List<String> ask(Connection connection, String question, String... parameters)
      throws SQLException {
    return Sql.rows(connection, question, row -> String.valueOf(row.getString(1)), parameters);
  }

  /**
   * Keeps other runs of the family out of a space.
   *
   * @param toWork whether it has to be ours, and open to the user
   */
  private record SpaceLock(String space, String family, boolean toWork)
      implements SessionLease.Lock {
    @Override
    public void take(Connection connection) throws SQLException, Refused {
      requireLock(connection, space, LOCK, space, space + " " + family);
      if (toWork) {
        requireRights(connection);
        requireOurs(connection);
      }
    }

    private void requireRights(Connection connection) throws SQLException, Refused {
      String user = ask(connection, "SELECT current_user").get(0);
      List<String> may = ask(connection, MAY_USE, space);
      if (may.equals(List.of("f"))) {
        throw new Refused(
            "the user " + user + " may not make tables in the schema " + space,
            "GRANT USAGE, CREATE ON SCHEMA " + space + " TO " + Sql.identifier(user));
      }
      if (may.isEmpty() && ask(connection, MAY_MAKE).equals(List.of("f"))) {
        throw new Refused(
            "the user " + user + " may not make the schema " + space,
            "CREATE SCHEMA " + space + " AUTHORIZATION " + Sql.identifier(user));
      }
    }

    private void requireOurs(Connection connection) throws SQLException, Refused {
      List<String> others = PostgresMark.tables(connection, space, false);
      if (!others.isEmpty()) {
        throw new Refused(
            "the schema "
                + space
                + " holds the table "
                + others.get(0)
                + ", which is not DocDuel's",
            "name another schema: " + OTHER_SPACE);
      }
    }

    @Override
    public void free(Connection connection) throws SQLException {
      ask(connection, "SELECT pg_advisory_unlock_all()");
    }

    @Override
    public String probe() {
      return "SELECT 1";
    }
  }
}
