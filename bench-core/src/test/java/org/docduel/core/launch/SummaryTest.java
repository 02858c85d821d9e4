package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void theSurvivorOfTwoStoresKeepsItsName() {
    Combination one = new Combination("a.B.c", Map.of("store", "here", "payload", "1B"));
    List<Combination> both = List.of(one, one.with("store", "gone"));
    assertThat(Summary.labelling(both, List.of(one.parameters()))).isEqualTo("store");
    assertThat(Summary.labelling(List.of(one), List.of(one.parameters()))).isEmpty();
  }
}
