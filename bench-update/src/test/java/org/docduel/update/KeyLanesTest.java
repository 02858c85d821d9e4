package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyLanesTest {
  @Test
  void lanesTakeTurnsWhoeverTakesThem() {
    KeyLanes lanes = new KeyLanes(KeyChoice.UNIFORM, 100, 4);
    List<KeyLane> taken = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      KeyLane lane = lanes.take();
      taken.add(lane);
      lanes.give(lane);
    }

    assertThat(taken.subList(0, 4)).doesNotHaveDuplicates();
    assertThat(taken.subList(4, 8)).isEqualTo(taken.subList(0, 4));
    assertThat(taken.subList(8, 12)).isEqualTo(taken.subList(0, 4));
  }

  @Test
  void everyDocumentIsInOneLane() {
    KeyLanes lanes = new KeyLanes(KeyChoice.UNIFORM, 30, 3);
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Set<Integer> own = new HashSet<>();
      KeyLane lane = lanes.take();
      for (int draw = 0; draw < 2_000; draw++) {
        own.add(lane.getAsInt());
      }
      assertThat(all).doesNotContainAnyElementsOf(own);
      all.addAll(own);
    }

    assertThat(all).hasSize(30);
  }

  @Test
  void aWorkerThatKeepsALaneIsFound() {
    KeyLanes lanes = new KeyLanes(KeyChoice.UNIFORM, 10, 1);
    lanes.take();

    assertThatThrownBy(lanes::take).isInstanceOf(IllegalStateException.class);
  }
}
