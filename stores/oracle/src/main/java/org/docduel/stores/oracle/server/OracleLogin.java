package org.docduel.stores.oracle.server;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.ServerException;
import org.docduel.stores.oracle.OracleErrors;

/** One short connection to an Oracle Database. */
final class OracleLogin {
  /** The first release with JSON collection tables: 23ai. */
  static final int FIRST_VERSION = 23;

  private static final long LIMIT_MILLIS = 4_000;

  private OracleLogin() {}

  static void check(ServerAddress address) throws Refused {
    OracleAddress given;
    try {
      given = OracleAddress.of(address);
    } catch (IllegalArgumentException e) {
      throw new Refused(String.valueOf(e.getMessage()), "write it as " + OracleAddress.FORM);
    }
    // The connection itself checks the user, the password and the service.
    try (Connection connection = given.connect(LIMIT_MILLIS, LIMIT_MILLIS)) {
      requireCollections(connection);
    } catch (SQLException e) {
      String remedy = OracleErrors.CODES.remedy(e);
      throw new Refused(OracleErrors.problem(e), remedy.isEmpty() ? "correct the address" : remedy);
    }
  }

  static void requireCollections(Connection connection) throws SQLException, Refused {
    int version = connection.getMetaData().getDatabaseMajorVersion();
    if (version < FIRST_VERSION) {
      throw new Refused(
          "Oracle Database " + version + " has no JSON collection tables",
          "give the address of one of version 23ai or later");
    }
  }

  /**
   * Asks a server that was started here.
   *
   * @throws ServerException when it does not answer
   */
  static void requireAnswer(ServerAddress address) {
    try {
      check(address);
    } catch (Refused e) {
      throw new ServerException(
          "the Oracle Database in the container does not answer: " + e.getMessage(), e);
    }
  }
}
