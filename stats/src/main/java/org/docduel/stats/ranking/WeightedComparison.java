package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.WorkloadFact;
import org.docduel.stats.stat.Statistic;

/**
 * Two subjects over the queries of a suite with weights that both have. A fork asks all queries, so
 * that the sum of calls a minute times seconds a call is an observation of that fork.
 *
 * @param group the parameters beside the query that vary; empty when none does
 * @param totals of each fork and iteration, in seconds a minute
 * @param calls the share that it covers of the suite's calls, or of those of a captured suite's
 *     source
 * @param time the same of time, as far as a side was timed
 * @param captured the shares of {@code calls} and {@code time} that the suite has of its source;
 *     empty for a suite that was not captured
 * @param untimed queries of the suite in which neither side was timed
 */
record WeightedComparison(
    String group,
    Ranking.Pair pair,
    List<Query> queries,
    Comparison totals,
    double calls,
    double time,
    Map<String, Double> captured,
    List<String> untimed) {
  static final String QUERY = "query";

  private static final Quantity SECONDS_PER_MINUTE = new Quantity("s/min", true);

  /**
   * A query that both sides have.
   *
   * @param callsPerMinute its weight
   */
  record Query(
      String name, double callsPerMinute, SelectedResult baseline, SelectedResult candidate) {
    Stream<SelectedResult> sides() {
      return Stream.of(baseline, candidate);
    }
  }

  /**
   * Compares a pair; empty where the suite of the results has no weights, or no query has both
   * sides.
   *
   * @param results those of the group
   * @throws BadInputException if the pair has no total, with the reason
   */
  static Optional<WeightedComparison> of(
      String group,
      Ranking.Pair pair,
      Ranking ranking,
      List<SelectedResult> results,
      List<WorkloadFact> workloads) {
    List<SelectedResult> sides =
        results.stream().filter(result -> pair.has(result.field(ranking.parameter()))).toList();
    Map<String, SelectedResult> baselines = new LinkedHashMap<>();
    Map<String, SelectedResult> candidates = new LinkedHashMap<>();
    for (SelectedResult result : sides) {
      boolean baseline = result.field(ranking.parameter()).equals(pair.baseline());
      if ((baseline ? baselines : candidates).put(result.field(QUERY), result) != null) {
        throw new BadInputException("a side has several results of " + result.field(QUERY));
      }
    }
    Statistic statistic = ranking.test().statistic();
    List<Query> queries = new ArrayList<>();
    List<String> untimed = new ArrayList<>();
    Optional<WorkloadFact> workload = workload(sides, workloads);
    Map<String, Double> captured = workload.map(WorkloadFact::captured).orElse(Map.of());
    double allCalls = 0;
    double otherTime = 0;
    for (Map.Entry<String, Double> weight :
        workload.map(WorkloadFact::callsPerMinute).orElse(Map.of()).entrySet()) {
      String name = weight.getKey();
      SelectedResult baseline = baselines.get(name);
      SelectedResult candidate = candidates.get(name);
      allCalls += weight.getValue();
      if (baseline != null && candidate != null) {
        queries.add(new Query(name, weight.getValue(), baseline, candidate));
      } else if (baseline != null) {
        otherTime += weight.getValue() * statistic.level(baseline.observations());
      } else if (candidate != null) {
        otherTime += weight.getValue() * statistic.level(candidate.observations());
      } else {
        untimed.add(name);
      }
    }
    if (queries.isEmpty()) {
      return Optional.empty();
    }
    requireWhole(queries);
    double time =
        queries.stream()
            .mapToDouble(
                query -> query.callsPerMinute() * statistic.level(query.baseline().observations()))
            .sum();
    String name =
        "weighted total of %s against %s%s"
            .formatted(pair.candidate(), pair.baseline(), group.isEmpty() ? "" : ", " + group);
    Comparison totals = new Comparison(name, total(queries, false), total(queries, true));
    ranking.test().requireTestable(totals);
    double calls = queries.stream().mapToDouble(Query::callsPerMinute).sum();
    return Optional.of(
        new WeightedComparison(
            group,
            pair,
            queries,
            totals,
            captured.getOrDefault("calls", 1.0) * calls / allCalls,
            captured.getOrDefault("time", 1.0) * time / (time + otherTime),
            captured,
            untimed));
  }

  /** That of the suite that some results are of; empty where no sidecar has one. */
  private static Optional<WorkloadFact> workload(
      List<SelectedResult> results, List<WorkloadFact> workloads) {
    List<WorkloadFact> all =
        workloads.stream()
            .filter(workload ->
                results.stream()
                    .map(result -> result.measured().entrySet())
                    .anyMatch(fields -> fields.containsAll(workload.parameters().entrySet())))
            .toList();
    if (all.stream().map(WorkloadFact::callsPerMinute).distinct().count() > 1) {
      throw new BadInputException("the sides were measured with different weights");
    }
    return all.stream().findFirst();
  }

  private static void requireWhole(List<Query> queries) {
    for (Query query : queries) {
      Optional<SelectedResult> cutOff = query.sides().filter(SelectedResult::isCutOff).findFirst();
      if (cutOff.isPresent()) {
        throw new BadInputException(
            "%s takes longer than the limit of %s s; raise timeLimit"
                .formatted(query.name(), cutOff.get().field(Selection.TIME_LIMIT)));
      }
      if (query.sides().anyMatch(side -> !side.observations().quantity().time())) {
        throw new BadInputException("the metric is no time");
      }
    }
  }

  /** The totals of a side, fork by fork and iteration by iteration. */
  private static Observations total(List<Query> queries, boolean ofCandidate) {
    List<Observations> sides =
        queries.stream()
            .map(query -> (ofCandidate ? query.candidate() : query.baseline()).observations())
            .toList();
    Observations first = sides.get(0);
    List<ForkSeries> totals = new ArrayList<>();
    for (int place = 0; place < first.forks().size(); place++) {
      ForkSeries fork = first.forks().get(place);
      double[] sums = new double[fork.size()];
      for (int query = 0; query < sides.size(); query++) {
        List<ForkSeries> forks = sides.get(query).forks();
        if (forks.size() != first.forks().size() || !isSame(fork, forks.get(place))) {
          throw new BadInputException(
              "%s and %s were not timed by the same forks in the same iterations"
                  .formatted(queries.get(0).name(), queries.get(query).name()));
        }
        for (int i = 0; i < sums.length; i++) {
          sums[i] += queries.get(query).callsPerMinute() * forks.get(place).value(i);
        }
      }
      totals.add(
          new ForkSeries(fork.source(), fork.place(), sums, List.of(), fork.host(), fork.round()));
    }
    return Observations.of(SECONDS_PER_MINUTE, totals)
        .promising(first.origin().promise())
        .over(first.origin().network())
        .within(first.origin().memory())
        .after(first.origin().warmUps());
  }

  /** The result that a fork is of differs from query to query, its file does not. */
  private static boolean isSame(ForkSeries fork, ForkSeries other) {
    return fork.machine().equals(other.machine())
        && fork.place() == other.place()
        && fork.round() == other.round()
        && fork.size() == other.size();
  }
}
