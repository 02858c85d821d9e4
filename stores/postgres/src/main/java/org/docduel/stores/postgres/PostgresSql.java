package org.docduel.stores.postgres;

import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.suite.SqlReader;

/** SQL of suites as PostgreSQL's lexer reads it (SQL Syntax, Lexical Structure). */
final class PostgresSql {
  private static final String TOKENS =
      "(?<comment>--[^\\r\\n]*)|[eE]'(?:[^'\\\\]|\\\\.|'')*+'"
          + "|\\$(?<tag>[A-Za-z_\\x{80}-\\x{ffff}][A-Za-z0-9_\\x{80}-\\x{ffff}]*)?\\$"
          + ".*?\\$\\k<tag>\\$|\\$\\$.*?\\$\\$|";

  /** What reaches files, programs, other sessions, settings, or runs text that nobody has read. */
  private static final String FUNCTIONS =
      "lo_.*|loread|lowrite|pg_(?:try_)?advisory_.*|pg_read_.*|pg_ls_.*|pg_stat_file|pg_file_.*"
          + "|pg_(?:terminate|cancel)_backend|pg_reload_conf|pg_rotate_logfile|pg_notify"
          + "|pg_logical_.*|pg_create_.*|pg_replication_.*|pg_switch_wal|pg_promote|pg_backup_.*"
          + "|set_config|setval|nextval|dblink.*|.*_to_xml(?:schema|_and_xmlschema)?|ts_stat"
          + "|ts_rewrite";

  /** The reader; a name or text in escapes ({@code U&}) could hide what it says. */
  static final SqlReader READER =
      new SqlReader(
          Pattern.compile(TOKENS + SqlReader.STANDARD_TOKENS, Pattern.DOTALL),
          true,
          List.of(
              "CREATE INDEX",
              "CREATE UNIQUE INDEX",
              "CREATE STATISTICS",
              "CREATE EXTENSION",
              "ALTER TABLE",
              "ANALYZE"),
          Pattern.compile("(?:" + FUNCTIONS + ")\\(|u&"));

  private PostgresSql() {}

  /** A scalar as the server reads it, whatever its type. */
  static String text(Value value) {
    if (value instanceof IntegerValue number) {
      return String.valueOf(number.value());
    } else if (value instanceof DoubleValue number) {
      return number.digits();
    } else if (value instanceof DecimalValue number) {
      return number.value().toPlainString();
    } else if (value instanceof BooleanValue truth) {
      return String.valueOf(truth.value());
    } else if (value instanceof TimestampValue time) {
      return JsonForm.text(time);
    }
    return ((StringValue) value).value();
  }

  /** A query as the driver takes it, whose own question mark is a parameter: operators have two. */
  static String forDriver(String sql) {
    return READER.replaceTokens(
        sql, token -> token.equals("?") ? "??" : SqlReader.isParameter(token) ? "?" : token);
  }
}
