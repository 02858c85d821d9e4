package org.docduel.stats.analysis;

import java.util.List;

/** What an estimate is about. */
sealed interface Contrast {

  /** The parts that are averaged; a single one stands for itself. */
  List<Samples> members();

  /** One ratio: a group, or all groups thrown together. */
  record Single(Samples samples) implements Contrast {
    @Override
    public List<Samples> members() {
      return List.of(samples);
    }
  }

  /** The geometric mean of the ratios of several groups. */
  record Mean(List<Samples> members) implements Contrast {
    public Mean {
      members = List.copyOf(members);
    }
  }
}
