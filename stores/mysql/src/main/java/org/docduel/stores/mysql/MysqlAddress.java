package org.docduel.stores.mysql;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.mariadb.jdbc.Driver;

/**
 * Connections of MariaDB's driver, which speaks to both servers. The address may set every
 * parameter of the driver; what it does not set is set here.
 */
final class MysqlAddress {
  /** How an address is written. */
  static final String FORM = "jdbc:mysql://HOST:PORT/?user=USER&password=PASSWORD";

  private static final String SCHEME = "jdbc:(mysql|mariadb)://";

  private static final Pattern LOGIN = Pattern.compile("[?&](user|password)=([^&]*)");

  private MysqlAddress() {}

  static boolean takes(String url) {
    return url.matches("(?s)" + SCHEME + ".*");
  }

  /**
   * Opens a connection that commits each statement, with the session settings that statements of
   * the stores rely on.
   *
   * @param reach how long connecting may take
   * @param answer how long the connection waits for an answer
   */
  static Connection open(ServerAddress address, Duration reach, Duration answer)
      throws SQLException {
    Properties properties = new Properties();
    String url = withoutLogin(address.url(), properties);
    properties.setProperty("connectTimeout", Long.toString(reach.toMillis()));
    properties.setProperty("socketTimeout", Long.toString(answer.toMillis()));
    setUnlessGiven(properties, url, "useServerPrepStmts", "true"); // as the other stores prepare
    setUnlessGiven(properties, url, "rewriteBatchedStatements", "true");
    if (url.matches("(?s)" + SCHEME + "(localhost|127\\.[0-9.]+|\\[::1\\])[:/?].*")) {
      setUnlessGiven(properties, url, "sslMode", "disable"); // as PostgreSQL's driver on loopback
      setUnlessGiven(properties, url, "allowPublicKeyRetrieval", "true");
    }
    try {
      Connection connection =
          new Driver().connect(url.replaceFirst(SCHEME, "jdbc:mariadb://"), properties);
      return Sql.initialize(connection, settings(MysqlServer.of(connection), answer));
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
  }

  /** The driver takes a login as it is written; here it is percent-encoded, as for other stores. */
  static String withoutLogin(String url, Properties properties) throws SQLException {
    Matcher login = LOGIN.matcher(url);
    StringBuilder rest = new StringBuilder();
    while (login.find()) {
      try {
        String value = URLDecoder.decode(login.group(2), StandardCharsets.UTF_8);
        properties.setProperty(login.group(1), value);
      } catch (IllegalArgumentException e) {
        throw new SQLException(
            "the " + login.group(1) + " in the address cannot be decoded", MysqlErrors.LOGIN_STATE);
      }
      login.appendReplacement(rest, "");
    }
    return login.appendTail(rest).toString().replaceFirst("^([^?]*)&", "$1?");
  }

  private static void setUnlessGiven(Properties properties, String url, String name, String value) {
    if (!url.matches("(?is).*[?&]" + name + "=.*")) {
      properties.setProperty(name, value);
    }
  }

  /**
   * Quoted names and plain backslashes as in standard SQL, no silent change of a value, UTC, and
   * waits for locks that end before the client stops waiting: DDL waits for a year by default.
   */
  private static List<String> settings(MysqlServer server, Duration answer) {
    long lockSeconds = Math.max(1, answer.toSeconds() * 9 / 10);
    List<String> statements = new ArrayList<>();
    statements.add(
        "SET SESSION sql_mode ="
            + " 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY',"
            + " time_zone = '+00:00', lock_wait_timeout = "
            + lockSeconds
            + ", innodb_lock_wait_timeout = "
            + lockSeconds);
    statements.addAll(server.sessionSettings());
    return statements;
  }
}
