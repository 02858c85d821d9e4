package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;

/**
 * Identifies a fork among all results that it measured.
 *
 * @param baseline whether it is of the baseline: two revisions may have forks of one name
 * @param processes the name of the processes of its file; the observations themselves where these
 *     forks measured nothing else
 * @param file the result file
 * @param round in which it ran; 0 when unknown
 * @param number its position among the forks of its result; 0 where the round identifies it
 * @param occurrence 0, or the number of earlier forks that are alike in all of these
 */
record ForkId(
    boolean baseline, Object processes, String file, int round, int number, int occurrence) {

  /** The forks of a side, in their order. */
  static List<ForkId> of(Observations side, boolean baseline) {
    List<ForkId> ids = new ArrayList<>();
    Map<ForkId, Integer> seen = new HashMap<>();
    for (ForkSeries fork : side.forks()) {
      String file = fork.machine();
      String name = side.origin().processes().getOrDefault(file, "");
      Object processes = name.isEmpty() ? side : name;
      int number = fork.round() > 0 ? 0 : fork.place();
      ForkId id = new ForkId(baseline, processes, file, fork.round(), number, 0);
      int earlier = seen.merge(id, 1, Integer::sum) - 1;
      ids.add(new ForkId(baseline, processes, file, fork.round(), number, earlier));
    }
    return ids;
  }
}
