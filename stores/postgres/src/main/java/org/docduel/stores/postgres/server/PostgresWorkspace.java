package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
 *
 * @param family whose stores use it: those of two may share a schema, their tables have other names
 */
public record PostgresWorkspace(String family) implements Workspace {
  /**
   * The role of a suite's questions, without a superuser's rights, in servers that are started
   * here.
   */
  public static final String QUESTIONS_ROLE = "docduel_questions";

  private static final String HAS_QUESTIONS_ROLE =
      "SELECT count(*) FROM pg_roles q, pg_roles u WHERE q.rolname = '"
          + QUESTIONS_ROLE
          + "' AND u.rolname = session_user AND u.rolsuper";
  private static final String MAKE_ROLE = Sql.file(PostgresWorkspace.class, "questions-role.sql");
  private static final String LOCK = Sql.file(PostgresWorkspace.class, "lock.sql");
  private static final String RIGHTS = Sql.file(PostgresWorkspace.class, "rights.sql");
  private static final String OTHERS =
      "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind IN ('r',"
          + " 'p') AND obj_description(oid, 'pg_class') IS DISTINCT FROM ? ORDER BY relname";

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

  /** Whether the role is there, and this user can take it. */
  public static boolean hasQuestionsRole(Connection connection) throws SQLException {
    return Sql.rows(connection, HAS_QUESTIONS_ROLE, row -> row.getLong(1)).get(0) > 0;
  }

  /** Readies a server that was started here: it must flush to disk, and gets questions' role. */
  static void ready(ServerAddress address) {
    try (Connection connection = connect(address, STARTED_LIMIT)) {
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
  public void check(ServerAddress address) throws Refused {
    if (!takes(address.url()) || Driver.parseURL(address.url(), null) == null) {
      // without the driver's own words, which may repeat the password
      throw new Refused("this is no JDBC address of a PostgreSQL", "write it as " + FORM);
    }
    version(address);
  }

  @Override
  public boolean takes(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public String version(ServerAddress address) throws Refused {
    try (Connection connection = connect(address, GIVEN_LIMIT)) {
      return Sql.first(connection, "SELECT current_setting('server_version')").orElse("");
    } catch (SQLException e) {
      throw refused(e);
    }
  }

  /** What the server said, and what to do about it. */
  private static Refused refused(SQLException e) {
    return new Refused(PostgresErrors.said(e), PostgresErrors.loginRemedy(e));
  }

  /** Keeps other runs of the family out of the space, which has to be ours, and open to us. */
  @Override
  public Lease lease(ServerAddress address) throws Refused {
    String space = address.space();
    if ((space + "_").startsWith("pg_")) { // as a suite's schema begins
      throw new Refused("PostgreSQL reserves names that begin with pg_", OTHER_SPACE);
    }
    return lease(
        address,
        connection -> {
          lock(connection, space, family);
          Optional<String> grant = Sql.first(connection, RIGHTS, space);
          if (grant.isPresent()) {
            throw new Refused("its user may not make tables in the schema " + space, grant.get());
          }
          Optional<String> other = Sql.first(connection, OTHERS, space, PostgresMark.TEXT);
          if (other.isPresent()) {
            throw new Refused(
                "the schema %s holds the table %s, which is not DocDuel's"
                    .formatted(space, other.get()),
                OTHER_SPACE);
          }
        });
  }

  private static SessionLease lease(ServerAddress address, SessionLease.Taking taking)
      throws Refused {
    return new SessionLease(
        () -> connect(address, GIVEN_LIMIT),
        taking,
        connection -> Sql.first(connection, "SELECT pg_advisory_unlock_all()"),
        PostgresWorkspace::refused);
  }

  /** A look-alike without advisory locks has no leases. */
  private static void lock(Connection connection, String space, String family)
      throws SQLException, Refused {
    List<String> holders = new ArrayList<>();
    PostgresErrors.permitted(
        () -> Sql.first(connection, LOCK, space, family).ifPresent(holders::add), why -> {});
    if (!holders.isEmpty()) {
      throw new Refused(
          "another run" + holders.get(0) + " uses the schema " + space,
          "wait for its end, or " + OTHER_SPACE);
    }
  }

  /** The runs of other families have to have ended too. */
  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    String space = address.space();
    try (SessionLease lease = lease(address, connection -> lock(connection, space, ""))) {
      Connection connection = lease.connection();
      Sql.waitFor(connection, Waits.ofProcess().work());
      List<String> lines = new ArrayList<>();
      for (PostgresMark.Own one : PostgresMark.own(connection, space)) {
        lines.add(
            PostgresMark.drop(connection, one)
                .map(other -> "not removed: " + one.what() + ", since " + other)
                .orElse("removed " + one.what()));
      }
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (SQLException e) {
      throw refused(e);
    }
  }
}
