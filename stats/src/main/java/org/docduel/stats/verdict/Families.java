package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Contrast;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Samples;
import org.docduel.stats.stat.Streams;

/** Arranges comparisons into the families that are read together, and has them decided. */
final class Families {
  private final SuperiorityTest test;
  private final IdentityHashMap<Observations, List<Finding>> diagnosed = new IdentityHashMap<>();

  private Rounds rounds = Rounds.NONE;

  Families(SuperiorityTest test) {
    this.test = test;
  }

  /** What of a list can be tested, and why the rest cannot. */
  private record Usable(List<Samples> samples, List<String> untested) {}

  List<SuperiorityReport> test(List<List<Comparison>> lists) {
    List<Usable> usable = lists.stream().map(this::usable).toList();
    List<Overall> overall = test.overall();
    rounds = rounds(usable);
    List<Row> groups = new ArrayList<>();
    usable.forEach(each -> each.samples().forEach(samples -> groups.add(group(samples))));
    Rows rows = new Rows(test);
    List<Superiority> decided = rows.decide("groups", groups);
    List<List<Superiority>> overallRows = new ArrayList<>();
    for (Overall kind : overall) {
      overallRows.add(overall(kind, usable, groups, decided, rows));
    }
    List<SuperiorityReport> reports = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < usable.size(); i++) {
      int size = usable.get(i).samples().size();
      List<SuperiorityReport.OverallRow> own = new ArrayList<>();
      for (int kind = 0; kind < overall.size(); kind++) {
        if (size > 1 || lists.size() > 1) {
          own.add(
              new SuperiorityReport.OverallRow(overall.get(kind), overallRows.get(kind).get(i)));
        }
      }
      reports.add(
          new SuperiorityReport(
              test,
              lists.get(i).get(0).baseline().quantity(),
              decided.subList(first, first + size),
              own,
              usable.get(i).untested()));
      first += size;
    }
    return reports;
  }

  /** The rounds of everything that is compared; with looks, each look has its own. */
  private Rounds rounds(List<Usable> lists) {
    List<Observations> sides = new ArrayList<>(test.bystanders());
    for (Usable list : lists) {
      for (Samples samples : list.samples()) {
        sides.add(samples.parts().get(0).baseline());
        sides.add(samples.parts().get(0).candidate());
      }
    }
    return test.looks().isPresent() ? Rounds.NONE : test.rounds(sides, lists.size());
  }

  private Usable usable(List<Comparison> comparisons) {
    if (comparisons.isEmpty()) {
      throw new IllegalArgumentException("there is no comparison to test");
    }
    List<Samples> samples = new ArrayList<>();
    List<String> untested = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      comparison.baseline().requireSameRatio(comparisons.get(0).baseline());
      try {
        test.requireTestable(comparison);
        samples.add(new Samples(List.of(comparison)));
      } catch (BadInputException e) {
        untested.add(comparison.group() + ": " + e.getMessage());
        if (untested.size() == comparisons.size()) {
          throw e;
        }
      }
    }
    return new Usable(samples, untested);
  }

  private Row group(Samples samples) {
    Comparison comparison = samples.parts().get(0);
    List<Finding> findings = new ArrayList<>();
    findings.addAll(diagnosed(comparison.group() + Finding.OF_BASELINE, comparison.baseline()));
    findings.addAll(diagnosed(comparison.group() + Finding.OF_CANDIDATE, comparison.candidate()));
    return row(comparison.group(), new Contrast.Single(samples), "group", findings);
  }

  private List<Finding> diagnosed(String subject, Observations side) {
    return diagnosed.computeIfAbsent(side, each -> Diagnostics.of("", each)).stream()
        .map(finding -> new Finding(finding.kind(), subject, finding.message()))
        .toList();
  }

  private Row row(String name, Contrast contrast, String kind, List<Finding> findings) {
    Streams streams = new Streams(test.resampling().seed(), Streams.key(kind, name));
    return Row.of(name, contrast, test.statistic(), streams, rounds, findings);
  }

  /** The overall rows of a kind; the group of a list that has but one stands for it. */
  private List<Superiority> overall(
      Overall kind, List<Usable> lists, List<Row> groups, List<Superiority> decided, Rows rows) {
    List<Row> family = new ArrayList<>();
    int first = 0;
    for (Usable list : lists) {
      List<Samples> all = list.samples();
      List<Samples> totals = totals(all);
      family.add(
          totals.size() == 1
              ? groups.get(first + all.indexOf(totals.get(0)))
              : overall(kind, totals));
      first += all.size();
    }
    boolean same = groups.size() == lists.size();
    return same ? decided : rows.decide("overall " + kind.label(), family);
  }

  /** A total stands for its parts: over both, an overall row would be about neither. */
  private static List<Samples> totals(List<Samples> groups) {
    List<Samples> totals =
        groups.stream().filter(group -> !group.parts().get(0).baseline().origin().part()).toList();
    return totals.isEmpty() ? groups : totals;
  }

  private Row overall(Overall kind, List<Samples> groups) {
    String name = "Overall (" + kind.label() + ")";
    Contrast contrast =
        kind == Overall.STRATIFIED
            ? new Contrast.Mean(groups)
            : new Contrast.Single(
                new Samples(groups.stream().flatMap(group -> group.parts().stream()).toList()));
    Streams streams = new Streams(test.resampling().seed(), Streams.key("overall", kind.label()));
    return Row.of(name, contrast, test.statistic(), streams, rounds, List.of());
  }
}
