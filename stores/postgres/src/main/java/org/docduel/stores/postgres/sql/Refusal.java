package org.docduel.stores.postgres.sql;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** A server that lacks what was asked for, or does not permit it to this user. */
public final class Refusal {
  /**
   * From PostgreSQL's manual, appendix A: feature_not_supported, insufficient_privilege,
   * syntax_error, undefined_function, undefined_object, undefined_table, undefined_column.
   */
  private static final Set<String> STATES =
      Set.of("0A000", "42501", "42601", "42883", "42704", "42P01", "42703");

  private Refusal() {}

  /**
   * Why a server refused.
   *
   * @param failure what the driver threw
   * @return the server's words on one line, or empty when something else went wrong
   */
  public static Optional<String> reason(SQLException failure) {
    return STATES.contains(String.valueOf(failure.getSQLState()))
        ? Optional.of(SqlErrors.oneLine(failure))
        : Optional.empty();
  }
}
