package org.docduel.stores.oracle;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;

/**
 * The driver's exceptions as one line each, with Oracle's code and what to do about it (Database
 * Error Messages 23ai).
 */
final class OracleErrors extends SqlErrors {
  /** The user lacks a right. */
  static final int LACKS_PRIVILEGE = 1031;

  /** No table or view, or none that this user may see. */
  static final int NOT_THERE = 942;

  /** What a user is told who may not read a view: as if it were not there, or which right lacks. */
  static final Set<Integer> NOT_READABLE = Set.of(NOT_THERE, LACKS_PRIVILEGE, 41_900);

  /** A table has that name already. */
  static final int NAME_IN_USE = 955;

  /** No password was given, or user and password are wrong. */
  private static final Set<Integer> LOGIN_REFUSED = Set.of(1005, 1017);

  /** NOWAIT or DDL_LOCK_TIMEOUT. */
  static final int LOCKED = 54;

  /** A value is larger than the type that JSON_VALUE returns, of an index too. */
  private static final int TEXT_TOO_LONG = 40_478;

  private static final Pattern CONNECTION_ID = Pattern.compile("\\s*\\(CONNECTION_ID=[^)]*\\)");

  OracleErrors() {
    super(OracleProvider.NAME);
  }

  /** Does work that may fail with a code; returns that failure, or empty when it did not fail. */
  static Optional<SQLException> failure(int code, Sql.SqlRunnable work) throws SQLException {
    return failure(Set.of(code), work);
  }

  /** The same with any of some codes. */
  static Optional<SQLException> failure(Set<Integer> codes, Sql.SqlRunnable work)
      throws SQLException {
    try {
      work.run();
      return Optional.empty();
    } catch (SQLException e) {
      if (!codes.contains(e.getErrorCode())) {
        throw e;
      }
      return Optional.of(e);
    }
  }

  @Override
  protected Meaning meaning(SQLException e) {
    return switch (e.getErrorCode()) {
      // Connections lost or refused, or more than the server takes; a server that goes down or is
      // not open; space, quota, undo or memory that is used up.
      case 18, 20, 28, 600, 1012, 1033, 1034, 1089, 1092, 1109, 1536, 1555, 1652, 1653, 1654 ->
          Meaning.SERVER_FAILED;
      case 1658, 1688, 1691, 3113, 3114, 3135, 4031, 4036, 12516, 12519, 12520, 12528, 12537 ->
          Meaning.SERVER_FAILED;
      case 12541, 12570, 12571, 12954, 17002, 17008, 17410, 17868, 30036 -> Meaning.SERVER_FAILED;
      // A key that is there already, and values that are too long.
      case 1, 1450, 1461, 12899 -> Meaning.DOCUMENT_REJECTED;
      case NOT_THERE -> Meaning.NO_TABLE;
      // SQL/JSON errors: what a value is, its depth and its size.
      default ->
          e.getErrorCode() / 1000 == 40 && e.getErrorCode() >= 40_400
              ? Meaning.DOCUMENT_REJECTED
              : Meaning.OTHER;
    };
  }

  /** What the server said, without the address of its help page; with its code if it has one. */
  @Override
  protected String line(SQLException e) {
    if (unknownHost(e).isPresent()) {
      return oneLine(e);
    }
    String first = String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("");
    String message = CONNECTION_ID.matcher(first).replaceAll("").strip().replaceFirst("\\.$", "");
    boolean coded = message.startsWith("ORA-") || e.getErrorCode() == 0;
    return coded ? message : String.format("ORA-%05d: %s", e.getErrorCode(), message);
  }

  /** What to do about an address that led to a failure. */
  String addressRemedy(SQLException e, ServerAddress address) {
    if (LOGIN_REFUSED.contains(e.getErrorCode())) {
      return address.loginRemedy();
    }
    String remedy = remedy(e);
    return remedy.isEmpty() ? "correct the address, or its user's rights and quota" : remedy;
  }

  @Override
  protected String remedy(SQLException e) {
    if (unknownHost(e).isPresent()) {
      return ServerAddress.CORRECT_HOST;
    }
    if (LOGIN_REFUSED.contains(e.getErrorCode())) {
      return ServerAddress.CORRECT_LOGIN;
    }
    return switch (e.getErrorCode()) {
      case LOCKED ->
          "end the session that has it; " + Waits.ofProcess().timeoutMessage(Waits.ANSWER);
      case 12505, 12514 -> "correct the service, the part after the last slash (FREEPDB1 in Free)";
      case 1034, 1109, 12528, 12541, 17002, 17868 -> "start that server or correct the address";
      case 18, 20, 12516, 12519, 12520 ->
          "take fewer threads, or raise the server's parameters processes and sessions";
      case 1536 -> "give the address's user more quota on its tablespace";
      case TEXT_TOO_LONG ->
          "a text of an indexed field is longer than the 4,000 bytes that are indexed";
      case LACKS_PRIVILEGE ->
          "have an administrator run GRANT DB_DEVELOPER_ROLE TO the address's user";
      default -> "";
    };
  }
}
