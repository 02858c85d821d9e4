package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;

/** What SQLSTATE says (PostgreSQL's manual, appendix A). */
public final class PostgresErrors extends SqlErrors {
  /**
   * A server that lacks what was asked for, or does not permit it to this user:
   * feature_not_supported, insufficient_privilege, syntax_error, undefined_function,
   * undefined_object, undefined_table, undefined_column.
   */
  private static final Set<String> REFUSALS =
      Set.of("0A000", "42501", "42601", "42883", "42704", "42P01", "42703");

  /** The server's advice to drop what depends on ours as well, which is somebody else's. */
  private static final Pattern CASCADE =
      Pattern.compile("\\s*;?\\s*Hint: Use DROP \\.\\.\\. CASCADE[^;]*");

  /** For a store. */
  public PostgresErrors(String store) {
    super(store);
  }

  /**
   * Why a server refused what it lacks or does not permit: its words on one line. Empty when
   * something else went wrong.
   */
  public static Optional<String> rejectionReason(SQLException failure) {
    return REFUSALS.contains(state(failure)) ? Optional.of(message(failure)) : Optional.empty();
  }

  /** Whether the server refused what was sent as data (classes 22 and 23). */
  public static boolean isData(SQLException failure) {
    return state(failure).startsWith("22") || state(failure).startsWith("23");
  }

  /** Does what a server may lack or not permit; whether it did, and else why. */
  public static boolean permitted(Sql.SqlRunnable step, Consumer<String> onRejection)
      throws SQLException {
    try {
      step.run();
      return true;
    } catch (SQLException e) {
      onRejection.accept(rejectionReason(e).orElseThrow(() -> e));
      return false;
    }
  }

  /** What the server said on one line, without the hint to drop more than was asked. */
  public static String message(Throwable e) {
    return CASCADE.matcher(SqlErrors.oneLine(e)).replaceAll("");
  }

  /**
   * Lost and refused connections (08), no disk or memory left (53), a server that goes down (57P)
   * and failures of the system below it (58) end everything; a server that is slow to answer may
   * answer the next time. Data exceptions (22), broken constraints (23), limits such as a row's
   * size (54) and DocumentDB's own class of refusals (M0) are about what was sent.
   */
  @Override
  protected Meaning meaning(SQLException e) {
    String state = state(e);
    if (state.equals("08001")) { // sqlclient_unable_to_establish_sqlconnection
      boolean slow = e.getCause() instanceof SocketTimeoutException;
      return e.getCause() instanceof IOException && !slow ? Meaning.SERVER_FAILED : Meaning.OTHER;
    } else if (state.equals("42P01")) { // undefined_table
      return Meaning.NO_TABLE;
    } else if (Stream.of("08", "53", "57P", "58").anyMatch(state::startsWith)) {
      return Meaning.SERVER_FAILED;
    }
    return Stream.of("22", "23", "54", "M0").anyMatch(state::startsWith)
        ? Meaning.DOCUMENT_REJECTED
        : Meaning.OTHER;
  }

  @Override
  protected String line(SQLException e) {
    return message(e) + (e.getSQLState() == null ? "" : " [" + e.getSQLState() + "]");
  }

  @Override
  protected String remedy(SQLException e) {
    return switch (state(e)) {
      case "42501" -> // insufficient_privilege
          "docs/servers.md#given-addresses has the rights that its user needs";
      case "53300" -> // too_many_connections
          "raise max_connections of the server, or the limit of the database or the role, or take"
              + " fewer threads or a pool";
      case "55P03" -> // lock_not_available
          Waits.ofProcess().timeoutMessage(Waits.ANSWER);
      case "57014" -> // query_canceled
          "raise the server's own limit, statement_timeout of the database or the role";
      default -> "";
    };
  }

  /** What to do about an address that led to a failure. */
  static String addressRemedy(SQLException e, ServerAddress address) {
    String message = message(e);
    String state = state(e);
    if (unknownHost(e).isPresent()) {
      return ServerAddress.CORRECT_HOST;
    } else if (message.contains("no pg_hba.conf entry")) {
      return message.contains("no encryption")
          ? "add sslmode=require to it, or have that server's pg_hba.conf let this user in"
          : "have that server's pg_hba.conf let this user in from here";
    } else if (message.contains("does not support SSL")) { // 08004, too
      return "take sslmode out of it, or switch SSL on in that server";
    } else if (message.contains("PKIX") || message.contains("root certificate")) {
      return "name the certificate of that server's authority with sslrootcert=FILE, or take"
          + " sslmode=require, which encrypts and checks no certificate";
    } else if (state.startsWith("28") || state.equals("08004")) { // 08004: no password was given
      return address.loginRemedy();
    } else if (state.startsWith("3D")) { // invalid_catalog_name
      return "correct its database";
    }
    String remedy = new PostgresErrors("").remedy(e);
    return remedy.isEmpty() ? "start that server or correct the address" : remedy;
  }

  private static String state(SQLException e) {
    return String.valueOf(e.getSQLState());
  }
}
