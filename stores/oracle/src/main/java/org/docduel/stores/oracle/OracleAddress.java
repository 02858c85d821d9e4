package org.docduel.stores.oracle;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
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

  private static final Pattern LOGIN = Pattern.compile("[?&](user|password)=([^&]*)");

  /** Opens connections to an address, with autocommit on. */
  @FunctionalInterface
  interface Opener {
    /** Waits no longer than these limits. */
    Connection open(ServerAddress address, Duration reach, Duration answer) throws SQLException;
  }

  /**
   * Reads one.
   *
   * @throws StoreException when it is no address of this driver; without the address, which may
   *     hold a password
   */
  static OracleAddress of(ServerAddress address) {
    String url = address.url();
    if (!url.matches("(?s)jdbc:oracle:thin:.*@.*")) {
      throw OracleSystem.ERRORS.storeException("this is not a JDBC address of an Oracle Database");
    }
    Properties login = new Properties();
    int queryStart = url.indexOf('?', url.lastIndexOf('@'));
    if (queryStart < 0) {
      return new OracleAddress(url, login);
    }
    Matcher matcher = LOGIN.matcher(url.substring(queryStart));
    while (matcher.find()) {
      login.setProperty(matcher.group(1), decoded(matcher.group(2)));
    }
    String remainder = matcher.replaceAll("").replaceFirst("^&", "?");
    return new OracleAddress(url.substring(0, queryStart) + remainder, login);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // its message repeats a part of the password
      throw OracleSystem.ERRORS.storeException(
          "user or password cannot be decoded: percent-encode what is special in them ("
              + ServerAddress.ENCODED
              + ")");
    }
  }

  /** The way of the driver. */
  static Connection open(ServerAddress address, Duration reach, Duration answer)
      throws SQLException {
    OracleAddress parsed = of(address);
    String reachMillis = Long.toString(reach.toMillis());
    Properties properties = new Properties();
    properties.putAll(parsed.login);
    // Names of connection properties of oracle.jdbc.OracleConnection.
    properties.setProperty("oracle.net.CONNECT_TIMEOUT", reachMillis);
    properties.setProperty("oracle.net.OUTBOUND_CONNECT_TIMEOUT", reachMillis);
    properties.setProperty("oracle.jdbc.ReadTimeout", reachMillis);
    properties.setProperty("oracle.jdbc.implicitStatementCacheSize", "0");
    properties.setProperty("defaultRowPrefetch", FETCH_ROWS);
    try {
      Connection connection = new oracle.jdbc.OracleDriver().connect(parsed.url, properties);
      Sql.waitFor(connection, answer);
      return connection;
    } catch (SQLException e) {
      throw SqlErrors.limitedBy(Waits.CONNECT, e);
    }
  }
}
