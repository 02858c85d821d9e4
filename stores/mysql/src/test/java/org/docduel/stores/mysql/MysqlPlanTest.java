package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.docduel.core.spi.Read.QueryPlan;
import org.junit.jupiter.api.Test;

/** Answers as MySQL 9.7.4 and MariaDB 10.11.19 gave them, shortened. */
class MysqlPlanTest {
  @Test
  void readsMysqlsStepsIndexesAndTimes() {
    QueryPlan plan =
        MysqlPlan.read(
            MysqlServer.MYSQL,
            """
            {"query_plan": {"operation": "Filter: (p.c1 = 'A')", "actual_rows": 3.0, "actual_last_row_ms": 0.02,
             "inputs": [{"operation": "Covering index lookup on p using p_i1", "index_name": "p_i1",
                         "index_access_type": "index_lookup"}]}}
            """,
            name -> "suite_" + name);
    assertThat(plan.plan())
        .containsExactly("Filter: (p.c1 = 'A')", "  Covering index lookup on p using p_i1");
    assertThat(plan.indexes()).containsExactly("suite_p_i1");
    assertThat(plan.number(QueryPlan.EXECUTION)).contains(0.02);
    assertThat(plan.number("rows")).contains(3.0);
  }

  @Test
  void takesALookupByThePrimaryKeyForAnIndexButNotAScanOfIt() {
    String step =
        "{\"query_plan\": {\"operation\": \"x\", \"index_name\": \"PRIMARY\", \"index_access_type\": \"%s\"}}";
    assertThat(
            MysqlPlan.read(MysqlServer.MYSQL, step.formatted("index_range_scan"), n -> n).indexes())
        .containsExactly("primary_key");
    assertThat(MysqlPlan.read(MysqlServer.MYSQL, step.formatted("index_scan"), n -> n).indexes())
        .isEmpty();
  }

  @Test
  void readsMariadbsTablesAndConditionsThatItWritesWithPlainQuotes() {
    QueryPlan plan =
        MysqlPlan.read(
            MysqlServer.MARIADB,
            """
            {
              "query_optimization": {
                "r_total_time_ms": 0.14
              },
              "query_block": {
                "r_total_time_ms": 0.02,
                "nested_loop": [
                  {
                    "table": {
                      "table_name": "p",
                      "access_type": "range",
                      "key": "p_i1",
                      "attached_condition": "json_value(p.doc,'$."zz"') = 'A'",
                      "using_index": true
                    }
                  }
                ]
              }
            }
            """,
            name -> name);
    assertThat(plan.plan())
        .containsExactly("range by p_i1, index only where json_value(p.doc,'$.\"zz\"') = 'A'");
    assertThat(plan.indexes()).containsExactly("p_i1");
    assertThat(plan.number(QueryPlan.EXECUTION)).contains(0.02);
    assertThat(plan.number(QueryPlan.PLANNING)).contains(0.14);
  }
}
