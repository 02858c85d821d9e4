package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.PairwiseTest.Pair;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Twins;
import org.docduel.stats.verdict.Verdict;

/** A verdict as the columns of a table and as a sentence, the same wherever one is told. */
public final class VerdictTables {
  /** More forks than that nobody runs for one verdict. */
  private static final int MOST_FORKS = 100;

  private static final Map<Verdict, Tone> TONES =
      Map.of(Verdict.SUPERIOR, Tone.SUPERIOR, Verdict.INFERIOR, Tone.INFERIOR);

  private VerdictTables() {}

  /**
   * The columns after those that say whose verdict it is.
   *
   * @param quantity what is compared
   * @param confidence of the intervals
   */
  public static Columns<Superiority> columns(Quantity quantity, double confidence) {
    return new Columns<Superiority>()
        .count("n_baseline", "", Superiority::baselineCount)
        .count("n_candidate", "", Superiority::candidateCount)
        .number("delta", "reduction", Superiority::delta, Numbers::reduction)
        .shown(Numbers.intervalHeading(confidence), VerdictTables::interval)
        .data("lower", row -> row.interval().lower())
        .data("upper", row -> row.interval().upper())
        .data("p", Superiority::p)
        .data("p_adjusted", row -> row.adjusted().p())
        .cell("decision", "verdict", false, row -> cell(row.verdict()))
        .shown("p adjusted", row -> Numbers.p(row.favouredAdjustedP()))
        .data("p_inferior", row -> row.primary().reversedP())
        .data("p_inferior_adjusted", row -> row.adjusted().reversedP())
        .data(
            "confidence",
            row -> Double.isNaN(row.interval().lower()) ? Double.NaN : row.interval().confidence())
        .text("method", "", row -> row.primary().method().label())
        .number("baseline_level", "baseline", Superiority::baseline, n -> Numbers.of(n, quantity))
        .number(
            "candidate_level", "candidate", Superiority::candidate, n -> Numbers.of(n, quantity))
        .data("time_ratio", row -> row.primary().timeRatio())
        .data("throughput_ratio", row -> row.primary().throughputRatio())
        .shown("n", row -> row.baselineCount() + "/" + row.candidateCount());
  }

  /** What twins differ by, for programs; people read it as a sentence. */
  public static Optional<Table> twins(Twins twins) {
    return twins.all().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Columns<Twins.Twin>()
                .text("store", "", Twins.Twin::name)
                .text("benchmark", "", Twins.Twin::benchmark)
                .data("delta", twin -> twin.row().delta())
                .data("lower", twin -> twin.row().interval().lower())
                .data("upper", twin -> twin.row().interval().upper())
                .data("confidence", twin -> twin.row().interval().confidence())
                .text("decision", "", twin -> twin.row().verdict().label())
                .table("twins", "", twins.all()));
  }

  /** A row of a pair. */
  private record PairRow(Pair pair, Superiority row) {}

  /** Every pair over all configurations that both have. */
  public static Table pairs(Ranking ranking, String title) {
    List<PairRow> rows =
        ranking.pairs().stream().map(pair -> new PairRow(pair, pair.row())).toList();
    return sides(ranking)
        .count("groups", "groups", row -> row.pair().groups().size())
        .all(columns(ranking.quantity(), confidence(rows)), PairRow::row)
        .table("pairs", title, rows);
  }

  /** Every pair in every configuration; nothing when no pair has several. */
  public static Optional<Table> groups(Ranking ranking) {
    List<PairRow> rows =
        ranking.pairs().stream()
            .flatMap(pair -> pair.groups().stream().map(row -> new PairRow(pair, row)))
            .toList();
    if (rows.size() == ranking.pairs().size()) {
      return Optional.empty();
    }
    return Optional.of(
        sides(ranking)
            .text("group", String.join(", ", ranking.test().by()), row -> row.row().group())
            .all(columns(ranking.quantity(), confidence(rows)), PairRow::row)
            .table("groups", "Each pair in each group, all of them one family", rows));
  }

  private static double confidence(List<PairRow> rows) {
    return rows.get(0).row().interval().confidence();
  }

  private static Columns<PairRow> sides(Ranking ranking) {
    return new Columns<PairRow>()
        .text("baseline", "baseline " + ranking.parameter(), row -> row.pair().baseline())
        .text("candidate", "candidate " + ranking.parameter(), row -> row.pair().candidate());
  }

  /** How many groups have which verdict: "of 4 groups, superior in 3, too few in 1". */
  public static String counts(List<Superiority> rows) {
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long count = rows.stream().filter(row -> row.verdict() == verdict).count();
      if (count > 0) {
        parts.add(verdict.label() + " in " + count);
      }
    }
    return "of " + rows.size() + " groups, " + String.join(", ", parts);
  }

  /** How a verdict stands out. */
  public static Tone tone(Verdict verdict) {
    return TONES.getOrDefault(verdict, Tone.UNDECIDED);
  }

  private static Cell cell(Verdict verdict) {
    return Cell.text(verdict.label()).with(tone(verdict));
  }

  private static String interval(Superiority row) {
    return Numbers.interval(row.interval().lower(), row.interval().upper(), Numbers::reduction);
  }

  /** What a verdict says, as a sentence, and at which look of a sequential run. */
  public static String sentence(Superiority row, String candidate, String baseline, double delta) {
    String size = Numbers.roundPercent(delta);
    String by = delta > 0 ? " by at least " + size : "";
    String sentence =
        switch (row.verdict()) {
          case SUPERIOR -> candidate + " is shown to be better than " + baseline + by;
          case INFERIOR -> baseline + " is shown to be better than " + candidate + by;
          case NOT_BETTER ->
              candidate
                  + " is not better than "
                  + baseline
                  + by
                  + " (the interval lies below; errs in at most alpha on its own)";
          case WITHHELD ->
              "no verdict on " + candidate + " against " + baseline + ": " + whyWithheld(row);
          case INCONCLUSIVE ->
              candidate
                  + " against "
                  + baseline
                  + " is undecided: the interval contains "
                  + size
                  + advice(row);
          case TOO_FEW ->
              "an observation, no verdict: "
                  + candidate
                  + " took "
                  + Numbers.significant(row.primary().timeRatio(), 3)
                  + "x as long as "
                  + baseline
                  + "; 3 forks or more make it a verdict (-f 3)";
          case NO_DIRECTION ->
              "no verdict on "
                  + candidate
                  + " against "
                  + baseline
                  + ": say which way this metric is better"
                  + " (--lower-is-better, --higher-is-better)";
        };
    String look =
        row.look()
            .filter(at -> at.forks() > 0)
            .map(at -> " (looked at with " + at.forks() + " forks)")
            .orElse("");
    return sentence + look + ".";
  }

  /** Why a verdict is withheld, in words that go on a sentence. */
  public static String whyWithheld(Superiority row) {
    Predicate<Finding.Kind> found =
        kind -> row.findings().stream().anyMatch(it -> it.kind() == kind);
    return found.test(Finding.Kind.TWIN)
        ? "a store differs from its own twin"
        : found.test(Finding.Kind.DURABILITY)
            ? "their relaxed writes promise different things"
            : "it hangs on a few iterations";
  }

  private static String advice(Superiority row) {
    int forks = row.primary().baselineUnits() + row.moreForks();
    return row.moreForks() == 0 || forks > MOST_FORKS
        ? ""
        : "; about "
            + forks
            + " forks in a new run would decide it (these do not count again), or"
            + " --until decided";
  }
}
