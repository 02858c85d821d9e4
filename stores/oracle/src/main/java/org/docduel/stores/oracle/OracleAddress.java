package org.docduel.stores.oracle;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.StringJoiner;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;

/**
 * An address in the driver's words. {@code user} and {@code password} stand among its parameters,
 * as in PostgreSQL's addresses, percent-encoded; the driver takes them apart from the address.
 */
record OracleAddress(String url, Properties login) {
  /** How an address is written. */
  static final String FORM = "jdbc:oracle:thin:@//HOST:PORT/SERVICE?user=USER&password=PASSWORD";

  /** Rows in a round trip of a read; unless told, the driver asks for 10. */
  private static final String FETCH_ROWS = "1000";

  private static final String PREFIX = "jdbc:oracle:thin:";

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when it is no address of this driver; without the address,
   *     which may hold a password
   */
  static OracleAddress of(ServerAddress address) {
    String url = address.url();
    if (!url.startsWith(PREFIX) || url.indexOf('@') < 0) {
      throw new IllegalArgumentException("this is no JDBC address of an Oracle Database");
    }
    Properties login = new Properties();
    int question = url.indexOf('?', url.lastIndexOf('@'));
    if (question < 0) {
      return new OracleAddress(url, login);
    }
    StringJoiner rest = new StringJoiner("&", "?", "").setEmptyValue("");
    for (String parameter : url.substring(question + 1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      if (equals > 0 && (name.equals("user") || name.equals("password"))) {
        login.setProperty(
            name, URLDecoder.decode(parameter.substring(equals + 1), StandardCharsets.UTF_8));
      } else if (!parameter.isEmpty()) {
        rest.add(parameter);
      }
    }
    return new OracleAddress(url.substring(0, question) + rest, login);
  }

  /** Connects, with autocommit on, and waits no longer than these limits. */
  Connection connect(Duration reach, Duration answer) throws SQLException {
    String reachMillis = Long.toString(reach.toMillis());
    Properties properties = new Properties();
    properties.putAll(login);
    // Names of connection properties of oracle.jdbc.OracleConnection.
    properties.setProperty("oracle.net.CONNECT_TIMEOUT", reachMillis);
    properties.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", reachMillis);
    properties.setProperty("oracle.jdbc.ReadTimeout", reachMillis);
    properties.setProperty("oracle.jdbc.implicitStatementCacheSize", "0");
    properties.setProperty("defaultRowPrefetch", FETCH_ROWS);
    try {
      Connection connection = new oracle.jdbc.OracleDriver().connect(url, properties);
      Sql.waitFor(connection, answer);
      return connection;
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
  }
}
