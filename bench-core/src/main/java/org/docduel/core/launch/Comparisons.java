package org.docduel.core.launch;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;

/** Who is compared with whom, and the verdicts on them. */
public final class Comparisons {
  private final Workload workload;
  private final List<StoreProvider> stores;

  public Comparisons(Workload workload, List<StoreProvider> stores) {
    this.workload = workload;
    this.stores = List.copyOf(stores);
  }

  /**
   * Who is compared in a benchmark: the subjects whose store keeps something, or with less than two
   * of them the usual parameter.
   *
   * @return what the option {@code --compare} takes; empty when nothing varies
   */
  public Optional<String> of(String benchmark, Collection<Map<String, String>> combinations) {
    Experiment experiment = workload.experiment(benchmark);
    PrimaryMetric metric = experiment.primaryMetric();
    Subjects subjects = experiment.subjects(stores);
    List<String> present =
        combinations.stream()
            .flatMap(one -> Stream.ofNullable(one.get(subjects.parameter())))
            .distinct()
            .filter(subject -> keeps(subjects.stores().getOrDefault(subject, "")))
            .toList();
    if (present.size() > 1) {
      return Optional.of(subjects.parameter() + "=" + String.join(",", present));
    }
    return ComparedSubjects.usual(
        combinations.stream()
            .map(combination -> {
              Map<String, String> others = new LinkedHashMap<>(combination);
              others
                  .keySet()
                  .removeAll(List.of(metric.items(), metric.scale(), subjects.parameter()));
              return others;
            })
            .toList());
  }

  private boolean keeps(String store) {
    return stores.stream().filter(one -> one.name().equals(store)).anyMatch(Comparisons::keeps);
  }

  /** Whether a store keeps what it is given; one that does not is no candidate. */
  static boolean keeps(StoreProvider store) {
    return store.capabilities().contains(Capability.READ_BACK);
  }

  /**
   * The ranking with its verdicts, as the tables print them.
   *
   * @param looks how the forks were planned; empty for a fixed number
   * @throws org.docduel.stats.jmh.BadInputException when there is nothing to compare
   */
  public Ranking ranking(Path json, String benchmark, String who, Optional<Looks> looks) {
    ComparedSubjects subjects = ComparedSubjects.parse(who);
    Twins twins = twinsOf(json, benchmark, looks);
    return Ranking.of(
        subjects.among(twins.others()),
        new PairwiseTest(
            twins.in(SuperiorityTest.withDefaults().withLooks(looks)),
            subjects.parameter(),
            List.of()));
  }

  private Twins twinsOf(Path json, String benchmark, Optional<Looks> looks) {
    Selection selection =
        new Selection(
            new ParameterMatch(Map.of("benchmark", benchmark)),
            metric(json, benchmark),
            Optional.empty());
    return Twins.of(
        SidecarFile.placed(
            List.of(json), selection.usable(JmhFile.readAll(List.of(json))).results()),
        SuperiorityTest.withDefaults().withLooks(looks));
  }

  /** What stores differ by from their twins in a benchmark, a sentence each. */
  List<String> twins(Path json, String benchmark, Optional<Looks> looks) {
    return twinsOf(json, benchmark, looks).sentences();
  }

  /** What a benchmark's results are compared by: response times where all have an offered rate. */
  String metric(Path json, String benchmark) {
    boolean offered =
        Selection.of("benchmark=" + benchmark, "")
            .usable(JmhFile.readAll(List.of(json)))
            .results()
            .stream()
            .allMatch(result -> result.metric().equals(Selection.RESPONSE));
    return offered ? Selection.RESPONSE : workload.experiment(benchmark).primaryMetric().metric();
  }

  /** The same of combinations that are still to run. */
  String metric(String benchmark, Collection<Combination> combinations) {
    return combinations.stream()
            .filter(one -> one.benchmark().equals(benchmark))
            .allMatch(one -> Selection.offersRate(one.parameters()))
        ? Selection.RESPONSE
        : workload.experiment(benchmark).primaryMetric().metric();
  }
}
