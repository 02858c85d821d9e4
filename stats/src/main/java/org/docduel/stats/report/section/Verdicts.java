package org.docduel.stats.report.section;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.stats.analysis.Estimate;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.analysis.Verdict;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.report.chart.ForestPlot;
import org.docduel.stats.report.model.Duel;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.DataTable.Emphasis;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** Verdicts in words. */
public final class Verdicts {

  private static final int NAMED_EXCEPTIONS = 3;

  private Verdicts() {}

  /**
   * The verdict of a duel as a sentence, with its evidence.
   *
   * @param about the study, where the report has several; may be empty
   */
  public static Page.Verdict of(Duel duel, String about) {
    String threshold = Shown.roundPercent(duel.report().test().hypothesis().delta());
    Optional<Superiority> conclusion = duel.conclusion();
    if (conclusion.isEmpty()) {
      String sentence =
          "%s against %s: no overall verdict was asked for. %s"
              .formatted(duel.candidateName(), duel.baselineName(), groups(duel));
      return new Page.Verdict(
          about, sentence, settings(duel.report().test(), ""), Emphasis.UNDECIDED);
    }
    Superiority row = conclusion.get();
    String sentence = sentence(duel, row, threshold);
    String evidence = evidence(row, threshold) + settings(duel.report().test(), method(row));
    return new Page.Verdict(about, sentence, evidence, emphasis(row.verdict()));
  }

  /** What a study without a duel measured. */
  public static Page.Verdict withoutDuel(Study study, String about) {
    List<Double> medians = study.scores().stream().map(score -> score.summary().median()).toList();
    Measure measure = Measure.of(study.scores().get(0).observations().quantity(), medians);
    double low = medians.stream().min(Double::compare).orElse(Double.NaN);
    double high = medians.stream().max(Double::compare).orElse(Double.NaN);
    String range =
        low == high ? measure.show(low) : measure.show(low) + " to " + measure.show(high);
    String reason =
        study.compare().isEmpty()
            ? "Nothing varies between the results, so there is nothing to compare."
            : "No two variants share a group with two observations each, so nothing was tested.";
    return new Page.Verdict(
        about,
        "%s takes %s per operation (median).".formatted(study.name(), range),
        reason,
        Emphasis.UNDECIDED);
  }

  private static String sentence(Duel duel, Superiority row, String threshold) {
    String candidate = duel.candidateName();
    String baseline = duel.baselineName();
    boolean many = duel.report().rows().size() > 1;
    String groups = many ? " " + groups(duel) : "";
    String overall = many ? " overall" : "";
    String less = threshold + " less " + what(duel.study());
    return switch (row.verdict()) {
      case SUPERIOR ->
          "%s takes at least %s than %s%s.%s".formatted(candidate, less, baseline, overall, groups);
      case INFERIOR ->
          "%s is slower: %s takes at least %s%s.%s"
              .formatted(candidate, baseline, less, overall, groups);
      case NOT_SHOWN ->
          "It is not shown that %s takes at least %s than %s%s.%s"
              .formatted(candidate, less, baseline, overall, groups);
      case INCONCLUSIVE ->
          "The runs do not decide whether %s takes at least %s than %s%s.%s"
              .formatted(candidate, less, baseline, overall, groups);
      case TOO_FEW ->
          "Too few independent runs to say whether %s takes at least %s than %s.%s"
              .formatted(candidate, less, baseline, groups);
    };
  }

  private static String what(Study study) {
    boolean time = study.timed() || new MetricUnit(study.unit()).inSeconds(1).isPresent();
    return time ? "time" : study.unit();
  }

  private static String groups(Duel duel) {
    List<Superiority> rows = duel.report().rows();
    long superior = duel.report().count(Verdict.SUPERIOR);
    String noun = noun(duel.study().by());
    String count =
        superior == 0
            ? "None of the %d %s shows it".formatted(rows.size(), noun)
            : superior == rows.size()
                ? "Each of the %d %s shows it".formatted(rows.size(), noun)
                : "%d of %d %s show it".formatted(superior, rows.size(), noun);
    return count + exceptions(duel, superior > 0) + ".";
  }

  // Groups that show the opposite are never passed over; undecided ones are named when few.
  private static String exceptions(Duel duel, boolean anySuperior) {
    List<Superiority> inferior = with(duel, row -> row.verdict() == Verdict.INFERIOR);
    List<Superiority> undecided =
        with(duel, row -> row.verdict() != Verdict.SUPERIOR && row.verdict() != Verdict.INFERIOR);
    String text = "";
    if (!undecided.isEmpty() && areNamed(duel, undecided) && anySuperior) {
      text = "; not " + names(duel, undecided);
    }
    if (!inferior.isEmpty()) {
      text +=
          "; the opposite holds in "
              + (areNamed(duel, inferior)
                  ? names(duel, inferior)
                  : Integer.toString(inferior.size()));
    }
    return text;
  }

  // Names made of several parameters do not fit into a sentence.
  private static boolean areNamed(Duel duel, List<Superiority> rows) {
    return rows.size() <= NAMED_EXCEPTIONS && duel.study().by().size() <= 1;
  }

  private static List<Superiority> with(Duel duel, Predicate<Superiority> condition) {
    return duel.report().rows().stream().filter(condition).toList();
  }

  private static String names(Duel duel, List<Superiority> rows) {
    return rows.stream().map(duel::label).collect(Collectors.joining(", "));
  }

  /** The word for several values of the parameters that make the groups. */
  static String noun(List<String> by) {
    if (by.size() != 1 || !by.get(0).matches("[a-z]+")) {
      return "groups";
    }
    String name = by.get(0);
    return name.endsWith("s") ? name : name.endsWith("x") ? name + "es" : name + "s";
  }

  private static String evidence(Superiority row, String threshold) {
    Estimate estimate = row.primary();
    return "Time reduction %s, %s interval %s to %s; time ratio %s, throughput ratio %s; p %s (H₀: less than %s). "
        .formatted(
            Shown.percent(row.delta()),
            Shown.roundPercent(row.interval().confidence()),
            Shown.percent(row.interval().lower()),
            Shown.percent(row.interval().upper()),
            Shown.significant(estimate.timeRatio()),
            Shown.significant(estimate.throughputRatio()),
            p(row.p()),
            threshold);
  }

  private static String p(double p) {
    String shown = Shown.pValue(p);
    return shown.startsWith("<") ? shown : "=\u00a0" + shown;
  }

  private static String method(Superiority row) {
    return "%s over %d and %d units (%s)"
        .formatted(
            row.primary().method().label(),
            row.primary().baselineUnits(),
            row.primary().candidateUnits(),
            row.primary().unit());
  }

  private static String settings(SuperiorityTest test, String method) {
    String start = method.isEmpty() ? "" : "Method " + method + ", ";
    return String.format(
        Locale.ROOT,
        "%s%s resamples, seed %d.",
        start,
        Shown.count(test.resampling().resamples()),
        test.resampling().seed());
  }

  /** The colour of a verdict. */
  static Emphasis emphasis(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> Emphasis.SUPERIOR;
      case INFERIOR -> Emphasis.INFERIOR;
      default -> Emphasis.UNDECIDED;
    };
  }

  /** The mark of a verdict in a forest plot. */
  static ForestPlot.Outcome outcome(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> ForestPlot.Outcome.SUPERIOR;
      case INFERIOR -> ForestPlot.Outcome.INFERIOR;
      default -> ForestPlot.Outcome.UNDECIDED;
    };
  }
}
