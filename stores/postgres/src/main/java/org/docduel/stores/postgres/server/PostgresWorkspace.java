package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.stores.jdbc.Sql;

/**
 * The schema that the address's space names, and those of suites, whose names begin with it. A
 * run's lease is a session's advisory lock, which the server frees when the session ends.
 */
public final class PostgresWorkspace implements Workspace {
  /** The family's stores, alone; what they share with other families, together with them. */
  private static final String LOCK =
      "SELECT pg_try_advisory_lock_shared(hashtext('docduel'), hashtext(?))"
          + " AND pg_try_advisory_lock(hashtext('docduel'), hashtext(?))";

  private static final String LOCK_ALL =
      "SELECT pg_try_advisory_lock(hashtext('docduel'), hashtext(?))";
  private static final String FREE = "SELECT pg_advisory_unlock_all()";
  private static final String HOLDERS =
      "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype ="
          + " 'advisory' AND classid = (hashtext('docduel')::bigint & 4294967295)::oid AND objid ="
          + " (hashtext(?)::bigint & 4294967295)::oid AND database = (SELECT oid FROM pg_database"
          + " WHERE datname = current_database()) AND granted AND pid <> pg_backend_pid()";
  private static final String MAY_USE =
      "SELECT has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE') FROM"
          + " pg_namespace WHERE nspname = ?";
  private static final String MAY_MAKE =
      "SELECT has_database_privilege(current_database(), 'CREATE'), current_database(),"
          + " current_user";

  /** Its own first: it has the notes that say what is in those of suites. */
  private static final String OWN_SCHEMAS =
      "SELECT nspname FROM pg_namespace WHERE nspname = ? AND obj_description(oid, 'pg_namespace')"
          + " = ? OR starts_with(nspname, ? || '_') AND obj_description(oid, 'pg_namespace') = ?"
          + " ORDER BY nspname";

  private static final String OWN_DATABASES =
      "SELECT datname FROM pg_database WHERE shobj_description(oid, 'pg_database') = ?";
  private static final String OWN_EXTENSIONS =
      "SELECT extname FROM pg_extension WHERE obj_description(oid, 'pg_extension') = '"
          + PostgresMark.TEXT
          + "'";

  private final String family;

  /**
   * For the stores of one family. Those of two may share a schema: their tables have other names.
   *
   * @param family its name
   */
  public PostgresWorkspace(String family) {
    this.family = family;
  }

  @Override
  public void check(ServerAddress address) throws Refused {
    PostgresLogin.check(address);
  }

  @Override
  public boolean takes(String url) {
    return url.startsWith("jdbc:postgresql:");
  }

  @Override
  public String version(ServerAddress address) throws Refused {
    try (Connection connection = PostgresLogin.connectAsRun(address)) {
      return ask(connection, "SELECT current_setting('server_version')").get(0);
    } catch (SQLException e) {
      throw PostgresLogin.refused(e);
    }
  }

  @Override
  public Lease lease(ServerAddress address) throws Workspace.Refused {
    SessionLease lease = new SessionLease(address, family);
    try {
      requireRights(lease.connection, address.space());
      requireOurs(lease.connection, address.space());
      return lease;
    } catch (SQLException e) {
      lease.close();
      throw PostgresLogin.refused(e);
    } catch (Workspace.Refused e) {
      lease.close();
      throw e;
    }
  }

  private static void requireRights(Connection connection, String space)
      throws SQLException, Workspace.Refused {
    List<String> user = ask(connection, "SELECT current_user");
    List<String> may = ask(connection, MAY_USE, space);
    if (may.equals(List.of("f"))) {
      throw new Workspace.Refused(
          "the user " + user.get(0) + " may not make tables in the schema " + space,
          "GRANT USAGE, CREATE ON SCHEMA " + space + " TO " + Sql.identifier(user.get(0)));
    }
    if (may.isEmpty() && ask(connection, MAY_MAKE).equals(List.of("f"))) {
      throw new Workspace.Refused(
          "the user " + user.get(0) + " may not make the schema " + space,
          "CREATE SCHEMA " + space + " AUTHORIZATION " + Sql.identifier(user.get(0)));
    }
  }

  private static void requireOurs(Connection connection, String space)
      throws SQLException, Workspace.Refused {
    List<String> others = PostgresMark.tables(connection, space, false);
    if (!others.isEmpty()) {
      throw new Workspace.Refused(
          "the schema " + space + " holds the table " + others.get(0) + ", which is not DocDuel's",
          "name another schema: " + Settings.variable(ServerAddress.SPACE));
    }
  }

  @Override
  public List<String> clean(ServerAddress address) throws Workspace.Refused {
    try (SessionLease lease = new SessionLease(address, family)) {
      Connection connection = lease.connection;
      requireAlone(connection, address.space());
      List<String> lines = new ArrayList<>();
      List<String> schemas = ownSchemas(connection, address.space());
      if (!schemas.contains(address.space())) {
        schemas.add(0, address.space()); // somebody else's, who let us make tables in it
      }
      for (String schema : schemas) {
        List<String> tables = PostgresMark.tables(connection, schema, true);
        String named = "the tables of schema " + schema + ": " + String.join(", ", tables);
        if (!tables.isEmpty()) {
          lines.add(removed(named, () -> PostgresMark.drop(connection, schema, tables)));
        }
      }
      for (String schema : ownSchemas(connection, address.space())) {
        lines.add(drop(connection, "schema", schema));
      }
      for (String extension : ask(connection, OWN_EXTENSIONS)) {
        lines.add(drop(connection, "extension", extension));
      }
      for (String database : ask(connection, OWN_DATABASES, PostgresMark.of(address.space()))) {
        Sql.run(connection, "DROP DATABASE " + Sql.identifier(database));
        lines.add("removed the database " + database);
      }
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (SQLException e) {
      throw PostgresLogin.refused(e);
    }
  }

  private static List<String> ownSchemas(Connection connection, String space) throws SQLException {
    return ask(connection, OWN_SCHEMAS, space, PostgresMark.TEXT, space, PostgresMark.of(space));
  }

  /** Also of runs of another family. */
  private static void requireAlone(Connection connection, String space)
      throws SQLException, Workspace.Refused {
    try {
      if (ask(connection, LOCK_ALL, space).equals(List.of("f"))) {
        throw inUse(space, ask(connection, HOLDERS, space));
      }
    } catch (SQLException e) {
      requireNoLocks(e);
    }
  }

  /** A look-alike without advisory locks has no leases. */
  private static void requireNoLocks(SQLException e) throws SQLException {
    if (PostgresErrors.refusal(e).isEmpty()) {
      throw e;
    }
  }

  private static Workspace.Refused inUse(String space, List<String> holders) {
    return new Workspace.Refused(
        "another run"
            + (holders.isEmpty() ? "" : " (" + holders.get(0) + ")")
            + " uses the schema "
            + space,
        "wait for its end, or name another schema: " + Settings.variable(ServerAddress.SPACE));
  }

  private static String drop(Connection connection, String kind, String name) throws SQLException {
    return removed(
        "the " + kind + " " + name,
        () -> Sql.run(connection, "DROP " + kind + " " + Sql.identifier(name) + " RESTRICT"));
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

  /** One connection and the lock on it. */
  private static final class SessionLease implements Lease {
    private final ServerAddress address;
    private final String family;
    private Connection connection;

    SessionLease(ServerAddress address, String family) throws Workspace.Refused {
      this.address = address;
      this.family = family;
      this.connection = locked();
    }

    private Connection locked() throws Workspace.Refused {
      try {
        Connection made = PostgresLogin.connectAsRun(address);
        try {
          lock(made);
          return made;
        } catch (SQLException | Workspace.Refused e) {
          made.close();
          throw e;
        }
      } catch (SQLException e) {
        throw PostgresLogin.refused(e);
      }
    }

    private void lock(Connection made) throws SQLException, Workspace.Refused {
      String space = address.space();
      try {
        if (ask(made, LOCK, space, space + " " + family).equals(List.of("f"))) {
          throw inUse(space, ask(made, HOLDERS, space));
        }
      } catch (SQLException e) {
        requireNoLocks(e);
      }
    }

    @Override
    public synchronized void confirm() throws Workspace.Refused {
      try {
        ask(connection, "SELECT 1");
      } catch (SQLException broken) {
        connection = locked(); // the lock went with the session
      }
    }

    @Override
    public synchronized void close() {
      try (Connection closing = connection) {
        if (!closing.isClosed()) {
          ask(closing, FREE); // the session ends only some time after its connection
        }
      } catch (SQLException e) {
        // the connection broke, and the server frees the lock when the session ends, however it
        // does
      }
    }
  }
}
