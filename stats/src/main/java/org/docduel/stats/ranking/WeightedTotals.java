package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.WorkloadFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;

/**
 * What a minute of calls takes: the sum of calls a minute times seconds a call over the queries of
 * a suite with weights. Totals are tested like any time, on the log ratio of the forks' totals;
 * those of all pairs are one family, apart from that of the queries.
 *
 * @param totals of each pair in each group
 * @param missing why pairs have none, a sentence each
 */
public record WeightedTotals(List<Total> totals, List<String> missing) {
  private static final String STORE = "store";
  private static final int MAX_LISTED = 5;
  private static final int MAX_NAMES = 20;

  /**
   * A total.
   *
   * @param group the parameters beside the query that vary; empty when none does
   * @param delta the reduction to be shown
   * @param row what the test says of the totals, in seconds a minute
   * @param calls the share that it covers of the suite's calls, or of those of a captured suite's
   *     source
   * @param time the same of time, as far as a side was timed
   * @param captured the shares of {@code calls} and {@code time} that the suite has of its source;
   *     empty for a suite that was not captured
   * @param untimed queries of the suite in which neither side was timed
   * @param queries those that it covers, the largest difference of a minute first
   */
  public record Total(
      String group,
      String baseline,
      String candidate,
      double delta,
      Superiority row,
      double calls,
      double time,
      Map<String, Double> captured,
      List<String> untimed,
      List<QueryDifference> queries) {
    /** Both totals, and the verdict on them. */
    public String sentence() {
      return "weighted total%s: %s takes %s a minute where %s takes %s (reduction %s%s). %s"
          .formatted(
              group.isEmpty() ? "" : ", " + group,
              candidate,
              Numbers.time(row.candidate()),
              baseline,
              Numbers.time(row.baseline()),
              Numbers.reductionOf(row.quantity()).apply(row.delta()),
              row.interval().bounded()
                  ? ", interval " + Numbers.reductions(row.interval(), row.quantity())
                  : "",
              VerdictTables.sentence(row, candidate, baseline, delta));
    }

    /** What it covers, the largest differences, and which queries are slower or planned anew. */
    public List<String> sentences() {
      List<String> sentences = new ArrayList<>();
      sentences.add(
          "covers %s of calls and %s%s of time, in %s%s%s"
              .formatted(
                  Numbers.percent(calls),
                  untimed.isEmpty() ? "" : "at most ",
                  Numbers.percent(time),
                  Numbers.count(queries.size(), "query", "queries"),
                  untimed.isEmpty()
                      ? ""
                      : "; without a time: " + Printable.some(untimed, MAX_LISTED, ", "),
                  captured.isEmpty()
                      ? ""
                      : "; the capture left out %s of calls and %s of time"
                          .formatted(
                              Numbers.percent(1 - captured.getOrDefault("calls", 1.0)),
                              Numbers.percent(1 - captured.getOrDefault("time", 1.0)))));
      sentences.add(
          "by weight x difference: "
              + Printable.some(
                  queries.stream().map(QueryDifference::sentence).toList(), MAX_LISTED, "; "));
      List<QueryDifference> slower = queries.stream().filter(QueryDifference::isSlower).toList();
      sentences.add(
          slower.isEmpty() ? "no query is shown to be slower" : "slower: " + names(slower));
      List<QueryDifference> changed =
          queries.stream().filter(QueryDifference::planChanged).toList();
      if (!changed.isEmpty()) {
        sentences.add("plan changed: " + names(changed));
      }
      return sentences;
    }

    private static String names(List<QueryDifference> queries) {
      return Printable.some(queries.stream().map(QueryDifference::query).toList(), MAX_NAMES, ", ");
    }
  }

  /**
   * A query in a total.
   *
   * @param callsPerMinute its weight
   * @param baseline seconds a call
   * @param candidate seconds a call
   * @param row what the test says of its times, among all queries; empty where none was made
   * @param planChanged whether the two sides, of one store, plan it otherwise
   */
  public record QueryDifference(
      String query,
      double callsPerMinute,
      double baseline,
      double candidate,
      Optional<Superiority> row,
      boolean planChanged) {
    /** By how many seconds a minute the candidate takes longer. */
    public double secondsPerMinute() {
      return callsPerMinute * (candidate - baseline);
    }

    /** Whether the interval of its times says that the candidate takes longer. */
    public boolean isSlower() {
      return row.filter(each -> each.interval().upper() < 0).isPresent();
    }

    private String verdict(double delta) {
      return row.map(each -> VerdictTables.label(each, delta)).orElse("");
    }

    private String sentence() {
      return "%s %s%s a minute%s"
          .formatted(
              query,
              secondsPerMinute() < 0 ? "" : "+",
              Numbers.time(secondsPerMinute()),
              planChanged ? " (plan changed)" : "");
    }
  }

  /** The totals of a contest; none where no sidecar has weights for it, or nobody is compared. */
  public static WeightedTotals of(Contest contest, List<SidecarFile> sidecars) {
    List<WorkloadFact> workloads =
        sidecars.stream()
            .flatMap(file -> file.sidecar().workloads().stream())
            .filter(workload -> !workload.callsPerMinute().isEmpty())
            .toList();
    return contest
        .ranking()
        .filter(ranking -> !workloads.isEmpty())
        .map(ranking -> of(ranking, contest.rivals(), workloads, sidecars))
        .orElse(new WeightedTotals(List.of(), List.of()));
  }

  private static WeightedTotals of(
      Ranking ranking,
      List<SelectedResult> rivals,
      List<WorkloadFact> workloads,
      List<SidecarFile> sidecars) {
    List<String> others = new ArrayList<>(ranking.by());
    others.remove(WeightedComparison.QUERY);
    Map<String, List<SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : rivals) {
      if (!result.field(WeightedComparison.QUERY).isEmpty()) {
        groups
            .computeIfAbsent(Ranking.label(result, others), group -> new ArrayList<>())
            .add(result);
      }
    }
    List<WeightedComparison> comparisons = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    groups.forEach((group, results) -> {
      for (Ranking.Pair pair : ranking.pairs()) {
        try {
          WeightedComparison.of(group, pair, ranking, results, workloads)
              .ifPresent(comparisons::add);
        } catch (BadInputException e) {
          missing.add(
              "no weighted total of %s against %s%s: %s"
                  .formatted(
                      pair.candidate(),
                      pair.baseline(),
                      group.isEmpty() ? "" : ", " + group,
                      e.getMessage()));
        }
      }
    });
    if (comparisons.isEmpty()) {
      return new WeightedTotals(List.of(), missing);
    }
    SuperiorityTest test = ranking.test();
    List<SuperiorityReport> reports =
        test.testTogether(comparisons.stream().map(each -> List.of(each.totals())).toList());
    List<Total> totals = new ArrayList<>();
    for (SuperiorityReport report : reports) {
      WeightedComparison of = comparisons.get(totals.size());
      totals.add(
          new Total(
              of.group(),
              of.pair().baseline(),
              of.pair().candidate(),
              ranking.delta(),
              report.conclusion(),
              of.calls(),
              of.time(),
              of.captured(),
              of.untimed(),
              differences(of, ranking, sidecars)));
    }
    return new WeightedTotals(totals, missing);
  }

  private static List<QueryDifference> differences(
      WeightedComparison of, Ranking ranking, List<SidecarFile> sidecars) {
    return of.queries().stream()
        .map(query -> {
          String group = query.baseline().label(ranking.by());
          return new QueryDifference(
              query.name(),
              query.callsPerMinute(),
              ranking.test().statistic().level(query.baseline().observations()),
              ranking.test().statistic().level(query.candidate().observations()),
              of.pair().groups().stream().filter(row -> row.group().equals(group)).findFirst(),
              isPlanChanged(query, sidecars));
        })
        .sorted(
            Comparator.comparingDouble(
                (QueryDifference each) -> -Math.abs(each.secondsPerMinute())))
        .toList();
  }

  /** Plans of different stores are different anyway. */
  private static boolean isPlanChanged(WeightedComparison.Query query, List<SidecarFile> sidecars) {
    boolean sameStore =
        query
                .sides()
                .map(side -> PlanChanges.withoutVersion(side.measured().getOrDefault(STORE, "")))
                .distinct()
                .count()
            == 1;
    Optional<PlanFact> plan = plan(query.baseline(), sidecars);
    Optional<PlanFact> other = plan(query.candidate(), sidecars);
    return sameStore
        && plan.isPresent()
        && other.isPresent()
        && PlanChanges.differ(plan.get(), other.get());
  }

  private static Optional<PlanFact> plan(SelectedResult result, List<SidecarFile> sidecars) {
    Set<String> files =
        result.observations().sources().stream()
            .map(Observations.Source::file)
            .collect(Collectors.toSet());
    return sidecars.stream()
        .filter(file -> files.contains(file.resultFile()))
        .flatMap(file -> file.sidecar().plans().stream())
        .filter(plan -> SidecarFile.isAbout(plan.store(), plan.parameters(), result))
        .findFirst();
  }

  /** Every total, for people and programs. */
  public Table table() {
    return new Columns<Total>()
        .text("group", "", Total::group)
        .text("baseline", "baseline", Total::baseline)
        .text("candidate", "candidate", Total::candidate)
        .number("baseline_level", "baseline, a minute", of -> of.row().baseline(), Numbers::time)
        .number("candidate_level", "candidate, a minute", of -> of.row().candidate(), Numbers::time)
        .number("delta", "reduction", of -> of.row().delta(), Numbers::percent)
        .interval(
            "",
            "interval",
            of -> of.row().interval(),
            of -> Numbers.reductions(of.row().interval(), of.row().quantity()))
        .data("p", of -> of.row().p())
        .text("decision", "verdict", of -> VerdictTables.label(of.row(), of.delta()))
        .number("calls", "of calls", Total::calls, Numbers::percent)
        .number("time", "of time", Total::time, Numbers::percent)
        .count("queries", "queries", of -> of.queries().size())
        .table(
            "weighted_totals", "What the calls of a minute take, by the suite's weights", totals);
  }

  private record Line(Total total, QueryDifference of) {}

  /** Every query of every total, the largest difference first. */
  public Table queries() {
    List<Line> lines =
        totals.stream()
            .flatMap(total -> total.queries().stream().map(query -> new Line(total, query)))
            .toList();
    boolean several = totals.size() > 1;
    return new Columns<Line>()
        .text("group", several ? "group" : "", line -> line.total().group())
        .text("baseline", several ? "baseline" : "", line -> line.total().baseline())
        .text("candidate", several ? "candidate" : "", line -> line.total().candidate())
        .text("query", "query", line -> line.of().query())
        .number("calls", "calls a minute", line -> line.of().callsPerMinute(), Numbers::tick)
        .number("baseline_call", "baseline", line -> line.of().baseline(), Numbers::time)
        .number("candidate_call", "candidate", line -> line.of().candidate(), Numbers::time)
        .number(
            "difference",
            "difference, a minute",
            line -> line.of().secondsPerMinute(),
            Numbers::time)
        .text("decision", "verdict", line -> line.of().verdict(line.total().delta()))
        .text("plan", "plan", line -> line.of().planChanged() ? "changed" : "")
        .table(
            "weighted_queries", "Queries by calls a minute times the difference of a call", lines);
  }
}
