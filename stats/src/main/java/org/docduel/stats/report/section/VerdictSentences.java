package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.analysis.Verdict;
import org.docduel.stats.input.MetricUnit;
import org.docduel.stats.report.model.PairResult;
import org.docduel.stats.report.model.Ranking;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.Measure;

/** Verdicts in words. */
public final class VerdictSentences {
  private static final int NAMED_EXCEPTIONS = 3;
  private static final int NAMED_SUBJECTS = 4;

  private VerdictSentences() {}

  /** What a ranking shows: a sentence about its first subject, or one for each pair asked for. */
  public static List<Page.Statement> of(Ranking ranking, String about) {
    if (ranking.places().isEmpty()) {
      return ranking.pairs().stream().map(pair -> of(pair, ranking, about)).toList();
    }
    Ranking.Place first = ranking.places().get(0);
    List<String> beaten = new ArrayList<>();
    List<String> tied = new ArrayList<>();
    boolean undecidable = true;
    for (Ranking.Place other : ranking.places().subList(1, ranking.places().size())) {
      Optional<PairResult> pair = ranking.pair(first.subject(), other.subject());
      if (pair.isPresent()) {
        Verdict verdict = pair.get().verdict();
        undecidable &= verdict == Verdict.TOO_FEW;
        boolean decided = verdict == Verdict.SUPERIOR || verdict == Verdict.INFERIOR;
        (decided ? beaten : tied).add(other.name());
      }
    }
    PairResult pair = ranking.pairs().get(0);
    String less = less(pair, ranking);
    String at = at(pair);
    String sentence;
    if (pair.verdict() == Verdict.NO_DIRECTION) {
      sentence =
          "No verdict: nobody said whether less or more %s is better. %s has the least."
              .formatted(ranking.quantity().unit(), first.name());
    } else if (undecidable) {
      sentence =
          "Too few independent runs to rank. %s was best in these runs.".formatted(first.name());
    } else if (beaten.isEmpty()) {
      sentence =
          tied.size() == 1
              ? "%s and %s cannot be told apart%s.".formatted(first.name(), tied.get(0), at)
              : "%s cannot be told apart from %s%s.".formatted(first.name(), listed(tied), at);
    } else {
      sentence =
          "%s takes at least %s than %s.%s"
              .formatted(
                  first.name(),
                  less,
                  listed(beaten),
                  tied.isEmpty()
                      ? ""
                      : " It cannot be told apart from %s%s.".formatted(listed(tied), at));
    }
    String shapes =
        ranking.shapes().size() == 1
            ? ""
            : "Over all %s. ".formatted(Display.count(ranking.shapes().size(), "shape", "shapes"));
    String evidence =
        shapes
            + (ranking.pairs().size() == 1 ? evidence(pair) : "")
            + settings(pair.report().test(), pair.conclusion());
    Emphasis emphasis = beaten.isEmpty() ? Emphasis.UNDECIDED : Emphasis.SUPERIOR;
    return List.of(new Page.Statement(about, sentence, evidence, emphasis));
  }

  private static String listed(List<String> names) {
    if (names.size() > NAMED_SUBJECTS) {
      return String.join(", ", names.subList(0, NAMED_SUBJECTS))
          + " and %d others".formatted(names.size() - NAMED_SUBJECTS);
    }
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private static String less(PairResult pair, Ranking ranking) {
    String threshold = Display.roundPercent(pair.report().test().hypothesis().delta());
    boolean time =
        ranking.quantity().time()
            || new MetricUnit(ranking.quantity().unit()).inSeconds(1).isPresent();
    return threshold + " less " + (time ? "time" : ranking.quantity().unit());
  }

  private static String at(PairResult pair) {
    return " at Δ\u00a0=\u00a0" + Display.roundPercent(pair.report().test().hypothesis().delta());
  }

  private static Page.Statement of(PairResult pair, Ranking ranking, String about) {
    String less = less(pair, ranking);
    boolean many = pair.report().rows().size() > 1;
    String overall = many ? " overall" : "";
    String groups = many ? " " + groups(pair, ranking) : "";
    String candidate = pair.candidateName();
    String baseline = pair.baselineName();
    Optional<Superiority> conclusion = pair.conclusion();
    if (conclusion.isEmpty()) {
      return new Page.Statement(
          about,
          "%s: no overall verdict was asked for.%s".formatted(pair.name(), groups),
          settings(pair.report().test(), conclusion),
          Emphasis.UNDECIDED);
    }
    String sentence =
        switch (pair.verdict()) {
          case SUPERIOR ->
              "%s takes at least %s than %s%s.%s"
                  .formatted(candidate, less, baseline, overall, groups);
          case INFERIOR ->
              "%s takes at least %s than %s%s.%s"
                  .formatted(baseline, less, candidate, overall, groups);
          case NO_DIRECTION ->
              "No verdict on %s and %s: nobody said whether less or more %s is better."
                  .formatted(candidate, baseline, ranking.quantity().unit());
          case TOO_FEW ->
              "Too few independent runs to compare %s and %s.%s"
                  .formatted(candidate, baseline, groups);
          default ->
              "%s and %s cannot be told apart%s%s.%s"
                  .formatted(candidate, baseline, overall, at(pair), groups);
        };
    return new Page.Statement(
        about,
        sentence,
        evidence(pair) + settings(pair.report().test(), conclusion),
        emphasis(pair.verdict()));
  }

  private static String groups(PairResult pair, Ranking ranking) {
    List<Superiority> rows = pair.report().rows();
    Verdict sought = pair.verdict() == Verdict.INFERIOR ? Verdict.INFERIOR : Verdict.SUPERIOR;
    Verdict opposite = sought == Verdict.INFERIOR ? Verdict.SUPERIOR : Verdict.INFERIOR;
    long count = pair.report().count(sought);
    String noun = noun(ranking);
    String text =
        count == 0
            ? "None of the %d %s shows %s faster".formatted(rows.size(), noun, pair.candidateName())
            : count == rows.size()
                ? "Each of the %d %s shows it".formatted(rows.size(), noun)
                : "%d of %d %s show it".formatted(count, rows.size(), noun);
    List<Superiority> reversed = with(pair, row -> row.verdict() == opposite);
    boolean named = reversed.size() <= NAMED_EXCEPTIONS && ranking.study().by().size() <= 1;
    return text
        + (reversed.isEmpty()
            ? ""
            : "; the opposite holds in "
                + (named
                    ? reversed.stream().map(pair::label).collect(Collectors.joining(", "))
                    : Integer.toString(reversed.size())))
        + ".";
  }

  private static List<Superiority> with(PairResult pair, Predicate<Superiority> condition) {
    return pair.report().rows().stream().filter(condition).toList();
  }

  /** The word for several values of the parameters that make the groups. */
  private static String noun(Ranking ranking) {
    List<String> by = ranking.study().by();
    if (ranking.studies().size() > 1 || by.size() != 1 || !by.get(0).matches("[a-z]+")) {
      return "shapes";
    }
    String name = by.get(0);
    return name.endsWith("s") ? name : name.endsWith("x") ? name + "es" : name + "s";
  }

  private static String evidence(PairResult pair) {
    Optional<Superiority> conclusion = pair.conclusion();
    if (conclusion.isEmpty()) {
      return "";
    }
    Superiority row = conclusion.get();
    if (Double.isInfinite(row.interval().lower())) {
      return "%s: time ratio %s, throughput ratio %s: an observation, without an interval. "
          .formatted(
              pair.name(),
              Display.significant(row.primary().timeRatio()),
              Display.significant(row.primary().throughputRatio()));
    }
    String p = Display.pValue(row.p());
    return "%s: time reduction %s, interval %s to %s; time ratio %s, throughput ratio %s; p %s. "
        .formatted(
            pair.name(),
            Display.percent(row.delta()),
            Display.percent(row.interval().lower()),
            Display.percent(row.interval().upper()),
            Display.significant(row.primary().timeRatio()),
            Display.significant(row.primary().throughputRatio()),
            p.startsWith("<") ? p : "=" + Display.UNIT_SPACE + p);
  }

  private static String settings(SuperiorityTest test, Optional<Superiority> conclusion) {
    String method =
        conclusion
            .map(row ->
                "Method %s over %d and %d units (%s)"
                    .formatted(
                        row.primary().method().label(),
                        row.primary().baselineUnits(),
                        row.primary().candidateUnits(),
                        row.primary().unit()))
            .orElse("Method " + test.approach().method().map(m -> m.label()).orElse("default"));
    boolean resampled = conclusion.map(row -> row.primary().method().resamples()).orElse(true);
    String how =
        resampled
            ? String.format(
                Locale.ROOT,
                "%s, %s resamples, seed %d",
                method,
                Display.count(test.resampling().resamples()),
                test.resampling().seed())
            : method + ", which needs no resampling";
    String looks = test.approach().looks().map(plan -> "; " + plan).orElse("");
    return how + looks + ".";
  }

  /** What a study without a comparison measured. */
  public static Page.Statement withoutComparison(Study study, String about) {
    List<Double> medians = study.scores().stream().map(score -> score.summary().median()).toList();
    Measure measure = Measure.of(study.scores().get(0).observations().quantity(), medians);
    double low = medians.stream().min(Double::compare).orElse(Double.NaN);
    double high = medians.stream().max(Double::compare).orElse(Double.NaN);
    String range =
        low == high ? measure.show(low) : measure.show(low) + " to " + measure.show(high);
    String reason =
        study.compare().isEmpty()
            ? "Nothing varies between the results, so there is nothing to compare."
            : "No two subjects share a shape with two observations each, so nothing was tested.";
    return new Page.Statement(
        about,
        "%s takes %s per operation (median).".formatted(study.name(), range),
        reason,
        Emphasis.UNDECIDED);
  }

  /** The colour of a verdict. */
  static Emphasis emphasis(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> Emphasis.SUPERIOR;
      case INFERIOR -> Emphasis.INFERIOR;
      default -> Emphasis.UNDECIDED;
    };
  }
}
