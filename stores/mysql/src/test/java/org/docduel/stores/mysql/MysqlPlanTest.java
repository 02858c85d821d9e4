package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.docduel.core.spi.Read.QueryPlan;
import org.junit.jupiter.api.Test;

/** Executions as MySQL 9.7.4 and MariaDB 10.11.19 describe them, shortened. */
class MysqlPlanTest {
  @Test
  void readsTheTimeAndRowsOfMysqlsLastStep() {
    assertThat(
            MysqlPlan.numbers(
                MysqlServer.MYSQL,
                """
                -> Filter: (r.b = 1)  (cost=3.78 rows=9) (actual time=0.0266..0.0366 rows=9 loops=1)
                    -> Covering index lookup on r using i (t='A')  (actual time=0.01..0.02 rows=90 loops=1)
                """))
        .isEqualTo(Map.of(QueryPlan.EXECUTION, 0.0366, "rows", 9.0));
    assertThat(MysqlPlan.numbers(MysqlServer.MYSQL, "-> Filter (never executed)")).isEmpty();
  }

  @Test
  void readsTheTimesOfMariadbsWholeQuery() {
    assertThat(
            MysqlPlan.numbers(
                MysqlServer.MARIADB,
                """
                {
                  "query_optimization": {
                    "r_total_time_ms": 0.14
                  },
                  "query_block": {
                    "select_id": 1,
                    "r_loops": 1,
                    "r_total_time_ms": 0.02,
                    "nested_loop": [
                      {
                        "table": {
                          "attached_condition": "json_value(p.doc,'$."zz"') = 'A'",
                          "r_total_time_ms": 0.01
                        }
                      }
                    ]
                  }
                }
                """))
        .isEqualTo(Map.of(QueryPlan.PLANNING, 0.14, QueryPlan.EXECUTION, 0.02));
  }
}
