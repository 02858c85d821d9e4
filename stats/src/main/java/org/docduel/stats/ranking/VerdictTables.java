package org.docduel.stats.ranking;

import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

  /** A smaller bound would be displayed as 0.0 %, and is left out of sentences. */
  public static final double MIN_BOUND = 0.0005;

  private VerdictTables() {}

  /**
   * The columns after those that say whose verdicts they are. Programs read the one-sided test at
   * Delta first, then the verdict with its interval.
   *
   * @param rows that will be shown, at least one
   */
  public static Columns<Superiority> columns(List<Superiority> rows, double delta) {
    boolean tooFew = tooFew(rows);
    return new Columns<Superiority>()
        .count("n_baseline", "", Superiority::baselineCount)
        .count("n_candidate", "", Superiority::candidateCount)
        .cell("delta", changed(rows, "time reduction", "reduction"), true, VerdictTables::delta)
        .interval("", "", row -> row.primary().interval(), row -> "")
        .displayOnly("interval", row -> Numbers.reductions(row.interval(), row.quantity()))
        .cell("", tooFew ? "" : "verdict", false, row -> cell(row, delta))
        .displayOnly(tooFew ? "" : "p", row -> Numbers.p(row.conclusion().p()))
        .data("p", Superiority::p)
        .data("p_adjusted", row -> row.adjusted().p())
        .text("decision", "", row -> row.decision().label())
        .data("p_inferior", row -> row.primary().reversedP())
        .data("p_inferior_adjusted", row -> row.adjusted().reversedP())
        .data("confidence", VerdictTables::confidence)
        .text("method", "", row -> row.primary().method().label())
        .level("baseline_level", "baseline", Superiority::baseline, Superiority::quantity)
        .level("candidate_level", "candidate", Superiority::candidate, Superiority::quantity)
        .data("time_ratio", row -> row.primary().timeRatio())
        .data("throughput_ratio", row -> row.primary().throughputRatio())
        .text("verdict", "", row -> label(row, delta))
        .data("verdict_p", row -> row.conclusion().p())
        .interval("verdict_", "", Superiority::interval, row -> "")
        .data("p_faster", row -> row.conclusion().anyDifference().p())
        .data("p_slower", row -> row.conclusion().anyDifference().reversedP())
        .displayOnly("n", row -> row.baselineCount() + "/" + row.candidateCount());
  }

  /** A verdict in words, of what is no time and no rate as better or worse. */
  public static String label(Superiority row, double delta) {
    return label(row.verdict(), delta, row.quantity());
  }

  /** A verdict in words: "faster by 20 % or more", "same within 20 %", "undecided". */
  public static String label(Verdict verdict, double delta, Quantity quantity) {
    boolean speed = quantity.isSpeed();
    String faster = speed ? "faster" : "better";
    String slower = speed ? "slower" : "worse";
    String size = Numbers.roundPercent(delta);
    return switch (verdict) {
      case FASTER_BY_DELTA -> faster + " by " + size + " or more";
      case FASTER -> faster;
      case SAME -> "same within " + size;
      case SLOWER -> slower;
      case SLOWER_BY_DELTA -> slower + " by " + size + " or more";
      default -> verdict.label();
    };
  }

  /** With what some intervals hold, in words: "all 24 intervals hold together with 95 %". */
  public static String level(List<Superiority> rows, double alpha) {
    long count = rows.stream().filter(row -> row.interval().bounded()).count();
    return (count == 1
            ? "the interval holds with "
            : "all %d intervals hold together with ".formatted(count))
        + Numbers.roundPercent(1 - alpha);
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

  /** The first row with an interval, which says how all were tested; else the first row. */
  public static Superiority tested(List<Superiority> rows) {
    return rows.stream().filter(row -> row.interval().bounded()).findFirst().orElse(rows.get(0));
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
    Interval interval = row.primary().interval();
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
        .text("decision", "", twin -> twin.row().decision().label())
        .text("verdict", "", twin -> label(twin.row(), 0))
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
    return table(columns, "pairs", contest, rows, ranking.delta());
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
        ? Optional.of(table(columns, "groups", title, rows, ranking.delta()))
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
      Columns<PairRow> columns, String name, String title, List<PairRow> rows, double delta) {
    return columns
        .all(columns(rows.stream().map(PairRow::row).toList(), delta), PairRow::row)
        .table(name, title, rows);
  }

  /** How many groups have which verdict: "of 4 groups, faster in 3, too few in 1". */
  public static String counts(List<Superiority> rows, double delta) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    rows.stream()
        .sorted(Comparator.comparing(Superiority::verdict))
        .forEach(row -> counts.merge(label(row, delta), 1, Integer::sum));
    return "of %d groups, %s"
        .formatted(
            rows.size(),
            counts.entrySet().stream()
                .map(each -> each.getKey() + " in " + each.getValue())
                .collect(Collectors.joining(", ")));
  }

  /** How a verdict stands out. */
  public static Tone tone(Verdict verdict) {
    return verdict.isFaster() ? Tone.SUPERIOR : verdict.isSlower() ? Tone.INFERIOR : Tone.UNDECIDED;
  }

  private static Cell cell(Superiority row, double delta) {
    return Cell.text(label(row, delta)).with(tone(row.verdict()));
  }

  /** What a verdict says, as a sentence, and at which look of a sequential run. */
  public static String sentence(Superiority row, String candidate, String baseline, double delta) {
    String both = candidate + " against " + baseline;
    String sentence =
        switch (row.verdict()) {
          case FASTER_BY_DELTA, FASTER -> claim(row, candidate, baseline, row.interval(), delta);
          case SLOWER, SLOWER_BY_DELTA ->
              claim(row, baseline, candidate, row.interval().mirrored(), delta);
          case SAME ->
              "%s and %s are the same within %s"
                  .formatted(candidate, baseline, Numbers.roundPercent(delta));
          case UNDECIDED ->
              "%s is undecided: %s"
                  .formatted(
                      both,
                      "neither is shown to be "
                          + label(Verdict.FASTER, delta, row.quantity())
                          + advice(row));
          case WITHHELD -> "no verdict on " + both + ": " + whyWithheld(row);
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

  /**
   * Which is better, and by how much at least.
   *
   * @param interval of the reduction that the better one has
   */
  private static String claim(
      Superiority row, String better, String worse, Interval interval, double delta) {
    String size = Numbers.roundPercent(delta);
    Verdict verdict = row.verdict().isByDelta() ? Verdict.FASTER_BY_DELTA : Verdict.FASTER;
    String claim =
        better
            + " is "
            + label(Verdict.FASTER, delta, row.quantity())
            + " than "
            + worse
            + (verdict.isByDelta() ? " by " + size + " or more" : "");
    String bound =
        interval.lower() < MIN_BOUND ? "" : ", by at least " + Numbers.percent(interval.lower());
    String open =
        delta == 0 || verdict.isByDelta()
            ? ""
            : interval.upper() < delta
                ? "; " + size + " is excluded"
                : "; whether by " + size + " is open";
    return claim + (verdict.isByDelta() ? "" : bound) + open;
  }

  /** Why a verdict is withheld, in words that go on a sentence. */
  public static String whyWithheld(Superiority row) {
    return row.verdict() == Verdict.TOO_FEW
        ? "there are too few forks"
        : has(row, Finding.Kind.DURABILITY)
            ? "their relaxed writes promise different things"
            : has(row, Finding.Kind.NETWORK)
                ? "one server is behind a published port and the other is not"
                : has(row, Finding.Kind.MEMORY)
                    ? "the memory of one server is limited and that of the other is not"
                    : has(row, Finding.Kind.TWIN)
                        ? "they differ by no more than equal stores may, as a twin shows"
                        : has(row, Finding.Kind.SENSITIVE_VERDICT)
                            ? "it hangs on a few iterations"
                            : "the method ignores that the run ended when its verdicts were in";
  }

  private static boolean has(Superiority row, Finding.Kind kind) {
    return row.findings().stream().anyMatch(finding -> finding.kind() == kind);
  }

  private static String advice(Superiority row) {
    return row.neededForks() == 0 || row.neededForks() > MAX_FORKS
        ? ""
        : "; about %d forks in a new run would decide it in four of five (these do not count again), or --until decided"
            .formatted(row.neededForks());
  }
}
