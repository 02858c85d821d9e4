package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Units;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;
import org.docduel.stats.verdict.Verdict;

/** A verdict as the columns of a table and as a sentence, the same wherever one is told. */
public final class VerdictTables {
  /** More forks than that nobody runs for one verdict. */
  private static final int MAX_FORKS = 100;

  private VerdictTables() {}

  /**
   * The columns after those that say whose verdicts they are.
   *
   * @param rows that will be shown, at least one
   */
  public static Columns<Superiority> columns(List<Superiority> rows) {
    String level = Numbers.intervalHeading(tested(rows).interval().confidence());
    return new Columns<Superiority>()
        .count("n_baseline", "", Superiority::baselineCount)
        .count("n_candidate", "", Superiority::candidateCount)
        .cell("delta", changed(rows, "time reduction", "reduction"), true, VerdictTables::delta)
        .interval("", level, Superiority::interval, row -> interval(row, level))
        .data("p", Superiority::p)
        .data("p_adjusted", row -> row.adjusted().p())
        .cell("decision", tooFew(rows) ? "" : "verdict", false, row -> cell(row.verdict()))
        .displayOnly("p adjusted", row -> Numbers.p(row.favouredAdjustedP()))
        .data("p_inferior", row -> row.primary().reversedP())
        .data("p_inferior_adjusted", row -> row.adjusted().reversedP())
        .data("confidence", VerdictTables::confidence)
        .text("method", "", row -> row.primary().method().label())
        .level("baseline_level", "baseline", Superiority::baseline, Superiority::quantity)
        .level("candidate_level", "candidate", Superiority::candidate, Superiority::quantity)
        .data("time_ratio", row -> row.primary().timeRatio())
        .data("throughput_ratio", row -> row.primary().throughputRatio())
        .displayOnly("n", row -> row.baselineCount() + "/" + row.candidateCount());
  }

  /** What stands over changes: of rates, a word for time; else a word, and of what it is. */
  public static String changed(List<Superiority> rows, String ofTime, String heading) {
    List<Quantity> quantities = rows.stream().map(Superiority::quantity).toList();
    if (quantities.stream().anyMatch(Quantity::rate)) {
      return ofTime;
    }
    return quantities.stream().anyMatch(Quantity::moreIsBetter) ? heading + " of 1/level" : heading;
  }

  private static Cell delta(Superiority row) {
    return Cell.number(row.delta(), Numbers.reductionOf(row.quantity()));
  }

  /** With its level where that is not the one in the heading. */
  private static String interval(Superiority row, String heading) {
    String rowHeading = Numbers.intervalHeading(row.interval().confidence());
    String bounds = Numbers.reductions(row.interval(), row.quantity());
    return row.interval().bounded() && !rowHeading.equals(heading)
        ? bounds + " (" + rowHeading.replace(" interval", "") + ")"
        : bounds;
  }

  /** The first row whose interval has the level that most have; of no interval the first row. */
  public static Superiority tested(List<Superiority> rows) {
    Map<String, List<Superiority>> byLevel = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.interval().bounded())
        .forEach(row ->
            byLevel
                .computeIfAbsent(
                    Numbers.intervalHeading(row.interval().confidence()), key -> new ArrayList<>())
                .add(row));
    return byLevel.values().stream()
        .reduce((largest, other) -> other.size() > largest.size() ? other : largest)
        .map(largest -> largest.get(0))
        .orElse(rows.get(0));
  }

  /** How rows were tested: "method t over 8 and 8 forks; 10,000 resamples, seed 42". */
  public static String method(List<Superiority> rows, SuperiorityTest test) {
    Estimate first = tested(rows).primary();
    List<Estimate> all =
        rows.stream()
            .map(Superiority::primary)
            .filter(each -> each.unit().equals(first.unit()))
            .toList();
    return "method %s over %s; %s resamples, seed %d"
        .formatted(
            first.method().label(),
            all.stream().map(VerdictTables::units).distinct().count() == 1
                ? units(first)
                : range(all),
            Numbers.count(test.resampling().resamples()),
            test.resampling().seed());
  }

  private static String units(Estimate of) {
    String candidate = Numbers.count(of.candidateUnits(), of.unit(), of.unit() + "s");
    return of.baselineUnits() + " and " + candidate;
  }

  private static String range(List<Estimate> all) {
    IntSummaryStatistics units =
        all.stream()
            .flatMapToInt(each -> IntStream.of(each.baselineUnits(), each.candidateUnits()))
            .summaryStatistics();
    return "%d to %d %ss a side".formatted(units.getMin(), units.getMax(), all.get(0).unit());
  }

  /** Whether no row can have a verdict for want of forks. */
  public static boolean tooFew(List<Superiority> rows) {
    return rows.stream().allMatch(row -> row.verdict() == Verdict.TOO_FEW);
  }

  /** What stands for the verdicts of rows that are all observations. */
  public static String observations(List<Superiority> rows) {
    String needed = needed(rows.get(0));
    return "Observations, no verdicts: %s make them verdicts%s."
        .formatted(needed, needed.contains("fork") ? " (-f " + Units.MIN_REPLICATES + ")" : "");
  }

  private static String needed(Superiority row) {
    String unit = row.primary().unit();
    String units = (Set.of("machine", "file").contains(unit) ? unit : "fork") + "s";
    return Units.MIN_REPLICATES + " " + units + " or more";
  }

  private static double confidence(Superiority row) {
    Interval interval = row.interval();
    return Double.isNaN(interval.lower()) ? Double.NaN : interval.confidence();
  }

  /** What twins differ by, for programs; people read it as a sentence. */
  public static Table twins(Twins twins) {
    return new Columns<Twins.Twin>()
        .text("store", "", Twins.Twin::name)
        .text("benchmark", "", Twins.Twin::benchmark)
        .data("delta", twin -> twin.row().delta())
        .interval("", "", twin -> twin.row().interval(), twin -> "")
        .data("confidence", twin -> twin.row().interval().confidence())
        .text("decision", "", twin -> twin.row().verdict().label())
        .table("twins", "", twins.all());
  }

  /** A row of a pair. */
  private record PairRow(Ranking.Pair pair, Superiority row) {}

  /**
   * Every pair over all configurations that both have.
   *
   * @param contest its name, where there are several
   */
  public static Table pairs(Ranking ranking, String contest) {
    Columns<PairRow> columns =
        sides(ranking, contest).count("groups", "groups", row -> ranking.averaged(row.pair()));
    List<PairRow> rows =
        ranking.pairs().stream().map(pair -> new PairRow(pair, pair.row())).toList();
    return table(columns, "pairs", contest, rows);
  }

  /** Every pair in every configuration; nothing when no pair has several. */
  public static Optional<Table> groups(Ranking ranking, String contest) {
    Columns<PairRow> columns =
        sides(ranking, contest)
            .text("group", String.join(", ", ranking.by()), row -> row.row().group());
    List<PairRow> rows =
        ranking.pairs().stream()
            .flatMap(pair -> pair.groups().stream().map(row -> new PairRow(pair, row)))
            .toList();
    String title =
        (contest.isEmpty() ? "" : contest + ": ")
            + "Each pair in each group, all of them one family";
    return ranking.grouped()
        ? Optional.of(table(columns, "groups", title, rows))
        : Optional.empty();
  }

  private static Columns<PairRow> sides(Ranking ranking, String contest) {
    Columns<PairRow> columns = new Columns<>();
    if (!contest.isEmpty()) {
      columns.text("benchmark", "", row -> contest);
    }
    return columns
        .text("baseline", "baseline " + ranking.parameter(), row -> row.pair().baseline())
        .text("candidate", "candidate " + ranking.parameter(), row -> row.pair().candidate());
  }

  private static Table table(
      Columns<PairRow> columns, String name, String title, List<PairRow> rows) {
    return columns
        .all(columns(rows.stream().map(PairRow::row).toList()), PairRow::row)
        .table(name, title, rows);
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
    return switch (verdict) {
      case SUPERIOR -> Tone.SUPERIOR;
      case INFERIOR -> Tone.INFERIOR;
      default -> Tone.UNDECIDED;
    };
  }

  private static Cell cell(Verdict verdict) {
    return Cell.text(verdict.label()).with(tone(verdict));
  }

  /** What a verdict says, as a sentence, and at which look of a sequential run. */
  public static String sentence(Superiority row, String candidate, String baseline, double delta) {
    String size = Numbers.roundPercent(delta);
    String by = delta > 0 ? " by at least " + size : "";
    String both = candidate + " against " + baseline;
    String sentence =
        switch (row.verdict()) {
          case SUPERIOR -> candidate + " is shown to be better than " + baseline + by;
          case INFERIOR -> baseline + " is shown to be better than " + candidate + by;
          case NOT_BETTER ->
              "%s is not better than %s%s (the interval lies below; errs in at most alpha on its own)"
                  .formatted(candidate, baseline, by);
          case WITHHELD -> "no verdict on " + both + ": " + whyWithheld(row);
          case INCONCLUSIVE -> both + " is undecided: the interval contains " + size + advice(row);
          case TOO_FEW -> "no verdict on " + both + ": " + needed(row) + " a side make one";
          case NO_VERDICT ->
              "no verdict on %s: say which way this metric is better (--lower-is-better, --higher-is-better)"
                  .formatted(both);
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
        kind -> row.findings().stream().anyMatch(finding -> finding.kind() == kind);
    return row.verdict() == Verdict.TOO_FEW
        ? "there are too few forks"
        : found.test(Finding.Kind.TWIN)
            ? "a store differs from its own twin"
            : found.test(Finding.Kind.DURABILITY)
                ? "their relaxed writes promise different things"
                : found.test(Finding.Kind.NETWORK)
                    ? "one server is behind a published port and the other is not"
                    : found.test(Finding.Kind.OPTIMISTIC_METHOD)
                        ? "the method ignores that the run ended when its verdicts were in"
                        : "it hangs on a few iterations";
  }

  private static String advice(Superiority row) {
    return row.neededForks() == 0 || row.neededForks() > MAX_FORKS
        ? ""
        : "; about %d forks in a new run would decide it (these do not count again), or --until decided"
            .formatted(row.neededForks());
  }
}
