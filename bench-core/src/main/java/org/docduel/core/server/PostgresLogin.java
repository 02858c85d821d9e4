package org.docduel.core.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;

/** One short connection to a PostgreSQL, to see that it is there. */
final class PostgresLogin {
  private static final String LIMIT_SECONDS = "5";

  private PostgresLogin() {}

  static Connection connect(ServerAddress address) throws SQLException {
    Properties limits = new Properties();
    limits.setProperty("connectTimeout", LIMIT_SECONDS);
    limits.setProperty("loginTimeout", LIMIT_SECONDS);
    limits.setProperty("socketTimeout", LIMIT_SECONDS);
    return DriverManager.getConnection(address.url(), limits);
  }

  /**
   * Asks the server whether it flushes to disk.
   *
   * @throws ServerException when it does not, or does not answer
   */
  static void requireFsync(ServerAddress address) {
    try (Connection connection = connect(address);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW fsync")) {
      rows.next();
      String fsync = rows.getString(1);
      if (!fsync.equals("on")) {
        throw new ServerException(
            "the PostgreSQL that was started has fsync=" + fsync + "; remove that setting");
      }
    } catch (SQLException e) {
      throw new ServerException(
          "the PostgreSQL that was started does not answer: " + e.getMessage(), e);
    }
  }
}
