package org.docduel.stats.stat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.docduel.stats.jmh.Observations;

/** What an estimate is about. */
public sealed interface Contrast {

  /** The parts that are averaged; a single one stands for itself. */
  List<Samples> members();

  /** The same contrast of other observations. */
  Contrast map(UnaryOperator<Observations> change);

  /**
   * One ratio: a group, or all groups thrown together.
   *
   * @param samples its two samples
   */
  record Single(Samples samples) implements Contrast {
    @Override
    public List<Samples> members() {
      return List.of(samples);
    }

    @Override
    public Contrast map(UnaryOperator<Observations> change) {
      return new Single(samples.map(change));
    }
  }

  /**
   * The geometric mean of the ratios of several groups.
   *
   * @param members the groups, each of which counts the same
   */
  record Mean(List<Samples> members) implements Contrast {
    /** Copies the list. */
    public Mean {
      members = List.copyOf(members);
    }

    @Override
    public Contrast map(UnaryOperator<Observations> change) {
      return new Mean(members.stream().map(member -> member.map(change)).toList());
    }
  }
}
