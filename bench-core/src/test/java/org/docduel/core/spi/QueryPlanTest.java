package org.docduel.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.docduel.core.spi.Read.QueryPlan;
import org.junit.jupiter.api.Test;

class QueryPlanTest {
  @Test
  void rejectsUnknownNumber() {
    assertThatThrownBy(() -> new QueryPlan(Map.of("executed", 1.0), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'executed'");
  }

  @Test
  void unreportedNumberIsEmpty() {
    QueryPlan plan = new QueryPlan(Map.of(QueryPlan.PLANNING, 1.5), List.of(), List.of());

    assertThat(plan.number(QueryPlan.PLANNING)).hasValue(1.5);
    assertThat(plan.number(QueryPlan.EXECUTION)).isEmpty();
  }
}
