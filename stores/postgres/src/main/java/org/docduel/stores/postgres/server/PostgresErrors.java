package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.SqlErrors;

/** What SQLSTATE says (PostgreSQL's manual, appendix A). */
public enum PostgresErrors implements SqlErrors.Vendor {
  /** The only ones. */
  STATES;

  /**
   * A server that lacks what was asked for, or does not permit it to this user:
   * feature_not_supported, insufficient_privilege, syntax_error, undefined_function,
   * undefined_object, undefined_table, undefined_column.
   */
  private static final Set<String> REFUSALS =
      Set.of("0A000", "42501", "42601", "42883", "42704", "42P01", "42703");

  /** SQLSTATE lock_not_available. */
  public static final String LOCKED = "55P03";

  private static final String UNDEFINED_TABLE = "42P01";
  private static final String TOO_MANY_CONNECTIONS = "53300";

  /** SQLSTATE sqlclient_unable_to_establish_sqlconnection. */
  private static final String UNABLE_TO_CONNECT = "08001";

  /** The server's advice to drop what depends on ours as well, which is somebody else's. */
  private static final Pattern CASCADE =
      Pattern.compile("\\s*;?\\s*Hint: Use DROP \\.\\.\\. CASCADE[^;]*");

  /**
   * Why a server refused what it lacks or does not permit: its words on one line. Empty when
   * something else went wrong.
   */
  public static Optional<String> refusal(SQLException failure) {
    return REFUSALS.contains(state(failure)) ? Optional.of(said(failure)) : Optional.empty();
  }

  /** What the server said on one line, without the hint to drop more than was asked. */
  public static String said(Throwable e) {
    return CASCADE.matcher(SqlErrors.oneLine(e)).replaceAll("");
  }

  @Override
  public boolean lacksTable(SQLException e) {
    return UNDEFINED_TABLE.equals(e.getSQLState());
  }

  /**
   * Data exceptions (22), broken constraints (23), limits such as a row's size (54) and
   * DocumentDB's own class of refusals (M0) are about what was sent.
   */
  @Override
  public boolean rejectsDocument(SQLException e) {
    return Stream.of("22", "23", "54", "M0").anyMatch(state(e)::startsWith);
  }

  /**
   * Lost and refused connections (08), no disk or memory left (53), a server that goes down (57P)
   * and failures of the system below it (58) end everything. A server that is slow to answer may
   * answer the next time.
   */
  @Override
  public boolean endsTheRun(SQLException e) {
    if (state(e).equals(UNABLE_TO_CONNECT)) {
      return e.getCause() instanceof IOException
          && !(e.getCause() instanceof SocketTimeoutException);
    }
    return Stream.of("08", "53", "57P", "58").anyMatch(state(e)::startsWith);
  }

  @Override
  public String line(SQLException e) {
    return said(e) + (e.getSQLState() == null ? "" : " [" + e.getSQLState() + "]");
  }

  @Override
  public String remedy(SQLException e) {
    return TOO_MANY_CONNECTIONS.equals(e.getSQLState())
        ? "raise max_connections of the server, or the limit of the database or the role, or take"
            + " fewer threads or a pool"
        : LOCKED.equals(e.getSQLState()) ? Waits.ofProcess().passed(Waits.ANSWER) : "";
  }

  private static String state(SQLException e) {
    return String.valueOf(e.getSQLState());
  }
}
