package org.docduel.capture;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.stores.jdbc.Sql;

/**
 * A snapshot of {@code pg_stat_statements} for one database. The difference of two has exact calls
 * and times, and no values.
 *
 * @param reset when the statistics were reset; empty where the server does not say it
 * @param evicted how often statements have fallen out since then
 */
record Statistics(Map<String, Row> rows, String reset, long evicted, long nanos) {
  private static final String HIDDEN = "<insufficient privilege>";

  /** Why they cannot be had, with what an administrator does about it. */
  private static final String MISSING =
      "the database has no pg_stat_statements; an administrator may add it to"
          + " shared_preload_libraries, restart the server, and run CREATE EXTENSION"
          + " pg_stat_statements; or capture its log";

  /** One user's calls of a statement, and its time. */
  private record Row(String text, long calls, double millis) {}

  /**
   * Reads them.
   *
   * @throws BadInputException when the server has none, or does not show them
   */
  static Statistics read(Source source) {
    Connection connection = source.connection();
    try {
      Optional<String> schema =
          Sql.first(
              connection,
              "SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n"
                  + " ON n.oid = extnamespace WHERE extname = 'pg_stat_statements'");
      BadInputException.require(schema.isPresent(), MISSING);
      String view = schema.get() + ".pg_stat_statements";
      boolean is14 = Integer.parseInt(source.setting("server_version_num")) >= 140_000;
      Map<String, Row> rows = new LinkedHashMap<>();
      Sql.rows(
          connection,
          "SELECT concat_ws(' ', userid, queryid%s), query, calls, total_exec_time + total_plan_time FROM %s"
                  .formatted(is14 ? ", toplevel" : "", view)
              + " WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())",
          row ->
              rows.put(
                  row.getString(1), new Row(row.getString(2), row.getLong(3), row.getDouble(4))));
      long hidden = rows.values().stream().filter(row -> HIDDEN.equals(row.text())).count();
      BadInputException.require(
          hidden == 0,
          "%d statements of other roles are hidden; an administrator may run GRANT pg_read_all_stats TO %s",
          hidden,
          source.role());
      String reset = "";
      long evicted = 0;
      if (is14) {
        String info = " FROM " + view + "_info";
        reset = Sql.first(connection, "SELECT stats_reset" + info).orElse("");
        evicted = Long.parseLong(Sql.first(connection, "SELECT dealloc" + info).orElse("0"));
      }
      return new Statistics(rows, reset, evicted, System.nanoTime());
    } catch (SQLException e) {
      if ("55000".equals(e.getSQLState())) { // object_not_in_prerequisite_state: not preloaded
        throw new BadInputException(MISSING, e);
      }
      throw Source.failure("reading pg_stat_statements", e);
    }
  }

  /**
   * Adds what was called since an earlier snapshot.
   *
   * @return minutes between the two
   * @throws BadInputException when they were reset in between
   */
  double addSince(Statistics earlier, StatementTable table) {
    boolean fell =
        earlier.rows.entrySet().stream()
            .anyMatch(row ->
                rows.containsKey(row.getKey())
                    && Optional.ofNullable(rows.get(row.getKey())).orElseThrow().calls()
                        < row.getValue().calls());
    BadInputException.require(
        reset.equals(earlier.reset) && !fell,
        "pg_stat_statements was reset between the two snapshots; run it again");
    rows.forEach((key, row) -> {
      Row before = earlier.rows.getOrDefault(key, new Row("", 0, 0));
      long calls = row.calls() - before.calls();
      if (calls > 0 && !String.valueOf(row.text()).contains("pg_stat_statements")) {
        table.add(String.valueOf(row.text()), (double) calls, row.millis() - before.millis());
      }
    });
    return (nanos - earlier.nanos) / 60e9;
  }
}
