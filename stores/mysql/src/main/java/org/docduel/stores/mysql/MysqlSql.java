package org.docduel.stores.mysql;

import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.spi.suite.SqlReader;

/**
 * SQL of suites as both servers read it in the sessions of {@link MysqlAddress}, in which
 * backslashes mean themselves and double quotes are names (Comments and Literal Values, MySQL 9.7).
 */
final class MysqlSql {
  /**
   * Comments of two dashes need a blank behind them, and others do not nest. Comments that the
   * server runs, {@code /*!} and {@code /*M!}, hints with quotes and comments with another one in
   * them are none here, and are refused by their first two signs.
   */
  private static final String TOKENS =
      "(?<comment>(?:--(?=[\\s\\p{Cntrl}]|\\z)|#)[^\\n\\x00]*+"
          + "|/\\*(?!M?!|\\+)(?:(?!/\\*|\\*/).)*+\\*/|/\\*\\+(?:(?!/\\*|\\*/)[^'\"`])*+\\*/)"
          + "|`(?:[^`]|``)*+`|";

  /** What reaches files, waits, takes locks, or changes more than a row of an answer. */
  private static final String FUNCTIONS =
      "load_file|sleep|benchmark|get_lock|release_(?:all_)?locks?|nextval|setval"
          + "|(?:master|source)_(?:pos|gtid)_wait|wait_for_executed_gtid_set|sys_(?:exec|eval|set|get)";

  /** Variables that are set, parameters, the driver's escapes, and storage elsewhere. */
  private static final String SIGNS =
      ":=|/\\*|[?{$\\x00].*|(?:data|index)directory|(?:import|discard)tablespace"
          + "|exchangepartition|renameto|nextvalue";

  static final SqlReader READER =
      new SqlReader(
          Pattern.compile(TOKENS + SqlReader.STANDARD_TOKENS, Pattern.DOTALL),
          false,
          List.of(
              "CREATE INDEX",
              "CREATE UNIQUE INDEX",
              "CREATE FULLTEXT INDEX",
              "ALTER TABLE",
              "ANALYZE TABLE"),
          Pattern.compile("(?:" + FUNCTIONS + ")\\(|" + SIGNS, Pattern.DOTALL));

  private MysqlSql() {}
}
