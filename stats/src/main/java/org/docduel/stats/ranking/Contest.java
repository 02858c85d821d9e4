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
 * @param displayName the name where several contests have verdicts; else empty
 * @param results all but those of twins
 * @param rivals those of them that are compared, in the order of the subjects
 * @param twins what stores differ by from themselves
 * @param ranking empty where nothing can be compared
 * @param without why nothing can be compared
 */
public record Contest(
    String name,
    String displayName,
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
   * @param subjects who is compared; if nobody said, what {@link ComparedSubjects#defaultParameter}
   *     says of all results, or where that does not vary, of those of a contest
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
    String commonParameter =
        subjects.isSpecified()
            ? subjects.parameter()
            : ComparedSubjects.defaultParameter(
                    competing.stream().map(SelectedResult::fields).toList())
                .orElse("");
    boolean acrossBenchmarks =
        commonParameter.equals(JmhResult.BENCHMARK) || by.contains(JmhResult.BENCHMARK);
    Map<Kind, List<SelectedResult>> kinds = new LinkedHashMap<>();
    for (SelectedResult result : all) {
      kinds
          .computeIfAbsent(Kind.of(result, acrossBenchmarks), key -> new ArrayList<>())
          .add(result);
    }
    List<Contest> contests = new ArrayList<>();
    kinds.forEach((kind, members) -> {
      Twins twins = Twins.of(members, test);
      List<SelectedResult> rivals =
          competing.stream()
              .filter(result -> Kind.of(result, acrossBenchmarks).equals(kind))
              .toList();
      Optional<Ranking> ranking = Optional.empty();
      String without = "";
      try {
        if (members.stream().allMatch(SelectedResult::isOfferedRate)) {
          throw new BadInputException(OFFERED);
        }
        boolean applies =
            subjects.isSpecified() || SelectedResult.varying(rivals).contains(commonParameter);
        String parameter = applies ? commonParameter : ComparedSubjects.parameterOf(rivals);
        ranking = Optional.of(Ranking.of(rivals, twins.in(test), parameter, by));
      } catch (BadInputException e) {
        without = String.valueOf(e.getMessage());
      }
      String name = kind.name(members, kinds.keySet());
      contests.add(new Contest(name, name, twins.others(), rivals, twins, ranking, without));
    });
    boolean several = contests.stream().filter(contest -> contest.ranking.isPresent()).count() > 1;
    return contests.stream()
        .map(contest -> several ? contest : contest.withoutDisplayName())
        .toList();
  }

  private Contest withoutDisplayName() {
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
    static Kind of(SelectedResult result, boolean acrossBenchmarks) {
      Quantity quantity = result.observations().quantity();
      return new Kind(
          acrossBenchmarks ? "" : result.field(JmhResult.BENCHMARK),
          Selection.offersRate(result.fields()) ? "open loop" : "closed loop",
          quantity.ratioOf(),
          Optional.of(quantity.better()).filter(better -> quantity.kind() == Quantity.Kind.OTHER));
    }

    /** The name of some results of this kind among others. */
    String name(List<SelectedResult> members, Collection<Kind> all) {
      String name = members.get(0).benchmarkName();
      List<Kind> sameBenchmark =
          all.stream().filter(kind -> kind.benchmark.equals(benchmark)).toList();
      return (benchmark.isEmpty() && members.size() > 1 ? name.replaceAll("\\.[^.]*$", "") : name)
          + (sameBenchmark.stream().allMatch(kind -> kind.loop.equals(loop)) ? "" : ", " + loop)
          + (sameBenchmark.stream()
                  .allMatch(kind -> kind.unit.equals(unit) || !kind.loop.equals(loop))
              ? ""
              : ", " + unit);
    }
  }

  /** The findings of its verdicts, whose subjects begin with the name that is shown. */
  public List<Finding> findings() {
    return ranking.stream()
        .flatMap(ranked -> ranked.findings().stream())
        .map(finding -> new Finding(finding.kind(), prefixed(finding.subject()), finding.message()))
        .toList();
  }

  /**
   * Which results were not measured in a steady state, and which pairs change places with it; lines
   * without a full stop, none where all were steady.
   */
  public List<String> trends() {
    List<String> names = SelectedResult.varying(results);
    Map<String, Observations> labelled = new LinkedHashMap<>();
    results.forEach(result -> labelled.put(result.label(names), result.iterations()));
    List<String> lines = new ArrayList<>(TrendSummary.of(labelled));
    List<String> turns =
        findings().stream()
            .filter(finding -> finding.kind() == Finding.Kind.RANKING_TURNS)
            .map(finding -> finding.subject() + ": " + finding.message())
            .toList();
    if (!turns.isEmpty()) {
      lines.add("the ranking turns with it: " + Printable.some(turns, MAX_LISTED, "; "));
    }
    return lines;
  }

  /** Words that begin with the name that is shown. */
  public String prefixed(String text) {
    return displayName.isEmpty() ? text : displayName + ": " + text;
  }
}
