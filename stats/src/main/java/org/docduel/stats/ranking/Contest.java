package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.diagnose.TrendSummary;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;

/**
 * Results that are compared with each other and with no others: those of one benchmark, unless
 * benchmarks are compared or make the groups, of one quantity, and those at offered rates apart
 * from the others. The comparisons of a contest are one family. The console, {@code superiority}
 * and the report show the same ones.
 *
 * @param name the benchmark, and what else sets the contest apart
 * @param shown the name where several contests have verdicts; else empty
 * @param results all but those of twins
 * @param rivals those of them that are compared, in the order of the subjects
 * @param twins what stores differ by from themselves
 * @param ranking empty where nothing can be compared
 * @param without why nothing can be compared
 */
public record Contest(
    String name,
    String shown,
    List<SelectedResult> results,
    List<SelectedResult> rivals,
    Twins twins,
    Optional<Ranking> ranking,
    String without) {
  private static final int MAX_LISTED = 4;

  /** Achieved rates follow what was offered. */
  private static final String OFFERED =
      "what is achieved at an offered rate does not say who is faster, and the results have no response times";

  /**
   * The contests of some results, in order of first appearance.
   *
   * @param all with hosts and rounds
   * @param subjects who is compared; if nobody said, what {@link ComparedSubjects#usual} says of
   *     all results, or where that does not vary, of those of a contest
   * @param by the parameters that make the groups; empty for all that vary
   */
  public static List<Contest> of(
      List<SelectedResult> all,
      List<SidecarFile> sidecars,
      ComparedSubjects subjects,
      SuperiorityTest test,
      List<String> by) {
    List<SelectedResult> others = Twins.without(all);
    List<SelectedResult> competing = SidecarFile.competing(sidecars, others, subjects);
    String usual =
        subjects.isSaid()
            ? subjects.parameter()
            : ComparedSubjects.usual(competing.stream().map(SelectedResult::fields).toList())
                .orElse("");
    boolean across = usual.equals(JmhResult.BENCHMARK) || by.contains(JmhResult.BENCHMARK);
    Map<Kind, List<SelectedResult>> kinds = new LinkedHashMap<>();
    for (SelectedResult result : all) {
      kinds.computeIfAbsent(Kind.of(result, across), key -> new ArrayList<>()).add(result);
    }
    List<Contest> contests = new ArrayList<>();
    kinds.forEach((kind, members) -> {
      Twins twins = Twins.of(members, test);
      List<SelectedResult> rivals =
          competing.stream().filter(one -> Kind.of(one, across).equals(kind)).toList();
      Optional<Ranking> ranking = Optional.empty();
      String without = "";
      try {
        if (members.stream().allMatch(SelectedResult::isOfferedRate)) {
          throw new BadInputException(OFFERED);
        }
        boolean known = subjects.isSaid() || SelectedResult.varying(rivals).contains(usual);
        String parameter = known ? usual : ComparedSubjects.parameterOf(rivals);
        ranking = Optional.of(Ranking.of(rivals, twins.in(test), parameter, by));
      } catch (BadInputException e) {
        without = String.valueOf(e.getMessage());
      }
      String name = kind.name(members, kinds.keySet());
      contests.add(new Contest(name, name, twins.others(), rivals, twins, ranking, without));
    });
    boolean several = contests.stream().filter(one -> one.ranking.isPresent()).count() > 1;
    return contests.stream().map(one -> several ? one : one.alone()).toList();
  }

  private Contest alone() {
    return new Contest(name, "", results, rivals, twins, ranking, without);
  }

  /**
   * What sets contests apart.
   *
   * @param benchmark empty where benchmarks are compared
   * @param better of what is no time and no rate
   */
  private record Kind(
      String benchmark, String loop, String unit, Optional<Quantity.Better> better) {
    static Kind of(SelectedResult result, boolean across) {
      Quantity quantity = result.observations().quantity();
      return new Kind(
          across ? "" : result.field(JmhResult.BENCHMARK),
          Selection.offersRate(result.fields()) ? "open loop" : "closed loop",
          quantity.ratioOf(),
          Optional.of(quantity.better()).filter(it -> quantity.kind() == Quantity.Kind.OTHER));
    }

    /** The name of some results of this kind among others. */
    String name(List<SelectedResult> members, Collection<Kind> all) {
      String name = members.get(0).benchmarkName();
      List<Kind> near = all.stream().filter(it -> it.benchmark.equals(benchmark)).toList();
      return (benchmark.isEmpty() && members.size() > 1 ? name.replaceAll("\\.[^.]*$", "") : name)
          + (near.stream().allMatch(it -> it.loop.equals(loop)) ? "" : ", " + loop)
          + (near.stream().allMatch(it -> it.unit.equals(unit) || !it.loop.equals(loop))
              ? ""
              : ", " + unit);
    }
  }

  /** The findings of its verdicts, whose subjects begin with the name that is shown. */
  public List<Finding> findings() {
    return ranking.stream()
        .flatMap(it -> it.findings().stream())
        .map(it -> new Finding(it.kind(), said(it.subject()), it.message()))
        .toList();
  }

  /**
   * Which results were not measured in a steady state, and which pairs change places with it; lines
   * without a full stop, none where all were steady.
   */
  public List<String> trends() {
    List<String> names = SelectedResult.varying(results);
    Map<String, Observations> labelled = new LinkedHashMap<>();
    results.forEach(result -> labelled.put(result.label(names), result.observations()));
    List<String> lines = new ArrayList<>(TrendSummary.of(labelled));
    List<String> turns =
        findings().stream()
            .filter(it -> it.kind() == Finding.Kind.RANKING_TURNS)
            .map(it -> it.subject() + ": " + it.message())
            .toList();
    if (!turns.isEmpty()) {
      lines.add("the ranking turns with it: " + Printable.some(turns, MAX_LISTED, "; "));
    }
    return lines;
  }

  /** Words that begin with the name that is shown. */
  public String said(String words) {
    return shown.isEmpty() ? words : shown + ": " + words;
  }
}
