package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;

/**
 * What a session is set to. Whether a commit waits for the log, and whether the log is written at
 * once, are COMMIT_WAIT and COMMIT_LOGGING (Database Reference 23ai); order and comparison are by
 * bytes whatever the client's language (NLS_SORT and NLS_COMP).
 *
 * @param durability what an acknowledgement promises
 */
record SessionSettings(Durability durability) {
  static final String ASK =
      "SELECT name, value FROM v$parameter WHERE name IN ('commit_logging', 'commit_wait')";

  private static final String WAIT = "commit_wait";
  private static final String LOGGING = "commit_logging";

  private Map<String, String> promised() {
    return switch (durability) {
      case DEFAULT -> Map.of(WAIT, "WAIT", LOGGING, "IMMEDIATE");
      case RELAXED -> Map.of(WAIT, "NOWAIT", LOGGING, "BATCH");
      case NONE -> throw new IllegalArgumentException("durability=none");
    };
  }

  /** What a commit waits for, in the server's words. */
  String promise() {
    Map<String, String> promised = promised();
    return LOGGING + " " + promised.get(LOGGING) + ", " + WAIT + " " + promised.get(WAIT);
  }

  /** The statements that a new session begins with. */
  List<String> statements() {
    Map<String, String> promised = promised();
    return List.of(
        "ALTER SESSION SET COMMIT_LOGGING = " + promised.get(LOGGING),
        "ALTER SESSION SET COMMIT_WAIT = " + promised.get(WAIT),
        "ALTER SESSION SET NLS_SORT = BINARY",
        "ALTER SESSION SET NLS_COMP = BINARY",
        "ALTER SESSION SET DDL_LOCK_TIMEOUT = " + Waits.ofProcess().answer().toSeconds() * 9 / 10);
  }

  /**
   * What the session reports.
   *
   * @return the settings by name; that it does not tell is one of them
   * @throws StoreException when it is not what the durability promises
   */
  Map<String, String> verify(Connection connection) throws SQLException {
    Map<String, String> reported = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ASK)) {
      while (rows.next()) {
        reported.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
    } catch (SQLException e) {
      if (e.getErrorCode() != OracleErrors.NOT_THERE) {
        throw e;
      }
      return Map.of(
          "commit", "set for the session; this user may not read v$parameter, so not verified");
    }
    promised()
        .forEach((name, value) -> {
          String is = reported.getOrDefault(name, "");
          if (!is.toUpperCase(Locale.ROOT).equals(value)) {
            throw new StoreException(
                OracleProvider.NAME
                    + ": the session reports "
                    + name
                    + "="
                    + is
                    + ", not "
                    + value
                    + " as durability="
                    + durability.label()
                    + " promises");
          }
        });
    return reported;
  }
}
