package org.docduel.stores.mysql;

import java.sql.SQLException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.SqlErrors;

/**
 * By the servers' error numbers, since the SQLSTATE of one number differs between drivers (Server
 * Error Message Reference, MySQL 9.7; MariaDB Error Codes).
 */
final class MysqlErrors extends SqlErrors {
  /** ER_DBACCESS_DENIED_ERROR, ER_ACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR and others. */
  private static final int DATABASE_DENIED = 1044;

  /** The SQLSTATE of ER_ACCESS_DENIED_ERROR and ER_ACCESS_DENIED_NO_PASSWORD_ERROR. */
  static final String LOGIN_STATE = "28000";

  /** ER_OPTION_PREVENTS_STATEMENT: of --read-only, --super-read-only and others. */
  static final int OPTION_PREVENTS = 1290;

  private static final int TABLE_DENIED = 1142;
  static final int RIGHT_MISSING = 1227;

  /** Which tables of many columns need in MySQL; the server's message names it. */
  private static final String SESSION_RIGHT = "SESSION_VARIABLES_ADMIN";

  /** ER_LOCK_WAIT_TIMEOUT: of a row, or of a table that a transaction holds. */
  private static final int LOCK_WAIT = 1205;

  MysqlErrors(String store) {
    super(store);
  }

  @Override
  protected Meaning meaning(SQLException e) {
    return switch (e.getErrorCode()) {
      // Too many connections, shutdown, full disk, full table, read-only server or tablespace.
      case 1021, 1040, 1053, 1114, OPTION_PREVENTS, 1836 -> Meaning.SERVER_FAILED;
      // Duplicate key, row size, range, type, length; JSON that is broken, too deep or fits no
      // index.
      case 1062,
          1118,
          1264,
          1366,
          1406,
          1690,
          3140,
          3141,
          3144,
          3150,
          3151,
          3157,
          3903,
          3907,
          3908,
          4025 ->
          Meaning.DOCUMENT_REJECTED;
      case 1146, 1049 -> Meaning.NO_TABLE;
      default ->
          String.valueOf(e.getSQLState()).startsWith("08") ? Meaning.SERVER_FAILED : Meaning.OTHER;
    };
  }

  /** What the server said, without the connection's number that the driver puts before it. */
  @Override
  protected String line(SQLException e) {
    String message = oneLine(e).replaceFirst("^\\(conn=-?\\d+\\) ", "");
    return e.getErrorCode() > 0 ? message + " (error " + e.getErrorCode() + ")" : message;
  }

  /** What to do about an address that led to a failure. */
  String addressRemedy(SQLException e, ServerAddress address) {
    if (LOGIN_STATE.equals(e.getSQLState())) {
      return address.loginRemedy();
    }
    String remedy = remedy(e);
    return remedy.isEmpty() ? "correct the address, or its user's rights" : remedy;
  }

  @Override
  protected String remedy(SQLException e) {
    if (unknownHost(e).isPresent()) {
      return ServerAddress.CORRECT_HOST;
    } else if (LOGIN_STATE.equals(e.getSQLState())) {
      return ServerAddress.CORRECT_LOGIN;
    }
    if (e.getErrorCode() == RIGHT_MISSING && oneLine(e).contains(SESSION_RIGHT)) {
      return "have an administrator run GRANT " + SESSION_RIGHT + " ON *.* TO the address's user";
    }
    return switch (e.getErrorCode()) {
      case DATABASE_DENIED, TABLE_DENIED, RIGHT_MISSING ->
          "have an administrator run GRANT ALL ON `docduel`.* TO the address's user";
      case LOCK_WAIT ->
          "end the transaction that holds it; " + Waits.ofProcess().timeoutMessage(Waits.ANSWER);
      default ->
          String.valueOf(e.getSQLState()).startsWith("08")
              ? "start that server or correct the address"
              : "";
    };
  }
}
