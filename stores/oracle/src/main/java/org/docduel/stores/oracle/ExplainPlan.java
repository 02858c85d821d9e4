package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.docduel.core.spi.QueryPlan;

/**
 * EXPLAIN PLAN, which every user may ask for (EXPLAIN PLAN, SQL Language Reference 23ai;
 * PLAN_TABLE, Database Reference 23ai). Times by the server's clock would need rights that only
 * administrators have.
 */
final class ExplainPlan {
  static final String PLAN =
      "SELECT depth, operation, options, object_name, object_type FROM plan_table"
          + " WHERE statement_id = 'docduel' ORDER BY id";
  static final String FORGET = "DELETE FROM plan_table WHERE statement_id = 'docduel'";

  private ExplainPlan() {}

  /** The plan of a statement without parameters. */
  static QueryPlan of(Connection connection, String sql, Table table) {
    List<String> plan = new ArrayList<>();
    List<String> indexes = new ArrayList<>();
    try (Statement explaining = connection.createStatement()) {
      explaining.execute("EXPLAIN PLAN SET STATEMENT_ID = 'docduel' FOR " + sql);
      try (ResultSet rows = explaining.executeQuery(PLAN)) {
        while (rows.next()) {
          step(rows, plan, indexes);
        }
      }
      explaining.execute(FORGET);
    } catch (SQLException e) {
      throw OracleErrors.of("explaining a query of " + table.name(), e);
    }
    return QueryPlan.ofSteps(plan, indexes);
  }

  private static void step(ResultSet rows, List<String> plan, List<String> indexes)
      throws SQLException {
    String options = rows.getString(3);
    String object = rows.getString(4);
    String type = rows.getString(5);
    plan.add(
        "  ".repeat(rows.getInt(1))
            + rows.getString(2)
            + (options == null ? "" : " " + options)
            + (object == null ? "" : " on " + object.toLowerCase(Locale.ROOT)));
    boolean index = object != null && type != null && type.startsWith("INDEX");
    if (index && !indexes.contains(object.toLowerCase(Locale.ROOT))) {
      indexes.add(object.toLowerCase(Locale.ROOT));
    }
  }
}
