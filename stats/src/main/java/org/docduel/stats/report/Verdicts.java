package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.Ranking.Configuration;
import org.docduel.stats.ranking.Ranking.Pair;
import org.docduel.stats.ranking.Ranking.Place;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.report.Charts.Bar;
import org.docduel.stats.report.Charts.ForestRow;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.Verdict;

/**
 * What a reader wants first: who wins, how long each one takes, and whether the difference is real.
 */
record Verdicts(Ranking ranking, String perOperation, Map<SelectedResult, Score> scores) {
  /** Of more configurations one table shows the levels alone; the details have all scores. */
  private static final int MAX_TABLES = 6;

  private static final int MAX_ROWS = 15;
  private static final int ENDS = 20;

  private static final Interval NO_INTERVAL = new Interval(Double.NaN, Double.NaN, 0);

  private String name(String subject) {
    return ranking.name(subject);
  }

  private String name(Pair pair) {
    return name(pair.candidate()) + " against " + name(pair.baseline());
  }

  private String size() {
    return Numbers.roundPercent(ranking.delta());
  }

  private boolean ofTimes() {
    return ranking.quantity().isSpeed();
  }

  /**
   * The places over all configurations, then a table for each, or one of all of many.
   *
   * @param each whether a single configuration has its table
   */
  List<Block> tables(boolean each) {
    List<Table> tables = new ArrayList<>();
    List<Configuration> configurations = ranking.configurations();
    if (configurations.size() > 1) {
      tables.add(ranked());
    }
    if (each && configurations.size() > MAX_TABLES) {
      tables.add(matrix());
    } else if (each) {
      configurations.forEach(configuration -> tables.add(configuration(configuration)));
    }
    return tables.stream().<Block>map(Html.TableBlock::new).toList();
  }

  /**
   * The levels as bars, the best first: a panel for each configuration, or one of all of many.
   *
   * @param colours the place of each subject in the palette
   * @param numbers the table of all scores
   */
  List<Block> bars(ToIntFunction<String> colours, Table numbers) {
    List<Configuration> configurations = ranking.configurations();
    boolean many = configurations.size() > MAX_TABLES;
    List<Svg> panels =
        many
            ? List.of(relativeBars(colours))
            : configurations.stream().map(each -> bars(each, colours)).toList();
    String caption =
        many
            ? "On average over the configurations, %s.".formatted(howMany())
            : "The %s of each %s, the best first, and %s. A line spans the means of the forks, and is no interval."
                .formatted(ranking.test().statistic().label(), ranking.parameter(), howMany());
    String faint =
        (ranking.hasTotals()
                ? " Of a mix, all is the result; the rate of a kind is that of its own time."
                : "")
            + " Pale: no difference from the first is shown.";
    return List.of(new Html.Figure("bars", caption + faint, panels, numbers));
  }

  /** What factors beside bars count. */
  private String howMany() {
    return switch (ranking.quantity().kind()) {
      case TIME -> "how many times as long as the first each takes";
      case RATE -> "how many times as slow as the first each is";
      case OTHER ->
          ranking.quantity().moreIsBetter()
              ? "how many times as much as each the first has"
              : "how many times as much as the first each has";
    };
  }

  private Svg bars(Configuration at, ToIntFunction<String> colours) {
    List<Bar> bars = new ArrayList<>();
    for (String subject : at.ordered()) {
      Score score = score(at, subject);
      String level = Numbers.brief(score.level(), score.quantity());
      String factor = subject.equals(at.best()) ? "" : " · " + Numbers.times(at.relative(subject));
      bars.add(
          new Bar(
              name(subject),
              colours.applyAsInt(subject),
              score.level(),
              forkMeans(score),
              level + factor + tail(score),
              isFaint(at.group(), subject, at.best())));
    }
    return Charts.bars(at.label(), Numbers.onAxis(ranking.quantity()), bars);
  }

  /** The tail of response times, where they were recorded. */
  private static String tail(Score score) {
    double p99 = score.response("p99");
    return p99 > 0 ? " · p99 " + Numbers.time(p99, 3) : "";
  }

  /** From the smallest to the largest; of means alone. */
  private static Interval forkMeans(Score score) {
    DoubleSummaryStatistics means =
        Arrays.stream(score.observations().byFork())
            .mapToDouble(fork -> Arrays.stream(fork).average().orElse(Double.NaN))
            .summaryStatistics();
    return score.statistic() == Statistic.MEAN && means.getCount() > 1
        ? new Interval(means.getMin(), means.getMax(), 1)
        : NO_INTERVAL;
  }

  /** Bars of the ranking itself, which has no intervals. */
  private Svg relativeBars(ToIntFunction<String> colours) {
    String best = ranking.places().get(0).subject();
    List<Bar> bars =
        ranking.places().stream()
            .map(place ->
                new Bar(
                    name(place.subject()),
                    colours.applyAsInt(place.subject()),
                    againstFirst(place),
                    NO_INTERVAL,
                    Numbers.times(againstFirst(place)),
                    isFaint("", place.subject(), best)))
            .toList();
    return Charts.bars("", value -> Numbers.tick(value) + "×", bars);
  }

  /** How many times the first of all places, on average over the configurations. */
  private double againstFirst(Place place) {
    return place.relative() / ranking.places().get(0).relative();
  }

  private boolean isFaint(String group, String subject, String best) {
    return !subject.equals(best)
        && VerdictTables.tone(ranking.verdict(group, subject, best)) == Tone.UNDECIDED;
  }

  private Table ranked() {
    boolean tooFew = VerdictTables.tooFew(ranking.pairs().stream().map(Pair::row).toList());
    String caption =
        "Each %s over %s: %s (geometric mean)%s.%s%s"
            .formatted(
                ranking.parameter(),
                Numbers.count(ranking.counted().size(), "configuration", "configurations"),
                howMany(),
                tooFew
                    ? ""
                    : "; a rank is 1 plus the number of those shown to be "
                        + VerdictTables.label(Verdict.FASTER, 0, ranking.quantity()),
                ranking.hasTotals() ? " Of a mix all operations count, not each kind." : "",
                ranking.missing().stream().map(" "::concat).collect(Collectors.joining()));
    return new Columns<Place>()
        .text("subject", ranking.parameter(), place -> name(place.subject()))
        .count("place", tooFew ? "" : "rank", Place::rank)
        .number("relative", "", Place::relative, Numbers::factor)
        .number("", "against the first", this::againstFirst, Numbers::times)
        .count("best_in", "best in", Place::wins)
        .count("configurations", "of", Place::configurations)
        .text("ties", "ties with", place -> String.join(", ", place.ties()))
        .text("undecided", "undecided against", place -> String.join(", ", place.undecided()))
        .table("ranking", caption, ranking.places());
  }

  private Score score(Configuration at, String subject) {
    return Objects.requireNonNull(scores.get(at.results().get(subject)));
  }

  private Table configuration(Configuration at) {
    List<String> subjects = new ArrayList<>(at.ordered());
    subjects.sort(Comparator.comparingInt(subject -> rank(subject, at)));
    List<Score> members = subjects.stream().map(subject -> score(at, subject)).toList();
    return new Columns<String>()
        .text("subject", ranking.parameter(), this::name)
        .cell("rank", "rank", true, subject -> ranked(rank(subject, at)))
        .all(levels(members, perOperation), subject -> score(at, subject))
        .number("response_p50", "p50", subject -> score(at, subject).response("p50"), Numbers::time)
        .number("response_p99", "p99", subject -> score(at, subject).response("p99"), Numbers::time)
        .cell("against_best", "against the best", true, subject -> against(at, subject))
        .text(
            Score.DURABILITY,
            Details.durability(scores.values()),
            subject -> score(at, subject).durability())
        .table(
            "times-" + Html.fileName(at.label()),
            at.label().isEmpty() ? "Every " + ranking.parameter() : at.label(),
            subjects);
  }

  /** 1 plus the number of subjects that are shown to be better; 0 where none was tested. */
  private int rank(String subject, Configuration at) {
    List<Verdict> judged = new ArrayList<>();
    at.results().keySet().forEach(other -> judged.add(ranking.verdict(at.group(), subject, other)));
    judged.removeIf(verdict -> verdict == Verdict.TOO_FEW || verdict == Verdict.NO_VERDICT);
    long better = judged.stream().filter(Verdict::isSlower).count();
    return judged.isEmpty() ? 0 : 1 + (int) better;
  }

  private static Cell ranked(int rank) {
    return rank == 0 ? Cell.NONE : Cell.count(rank);
  }

  private Cell against(Configuration at, String subject) {
    Verdict verdict = ranking.verdict(at.group(), subject, at.best());
    double ratio = ratio(at, subject);
    return subject.equals(at.best())
        ? Cell.text("best").with(Tone.STRONG)
        : Cell.number(ratio, Numbers::factor)
            .showing(Numbers.factor(ratio) + Heat.mark(verdict))
            .with(VerdictTables.tone(verdict));
  }

  private double ratio(Configuration at, String subject) {
    return score(at, subject).level() / score(at, at.best()).level();
  }

  /** The columns of a level: itself, its interval and its rates. */
  static Columns<Score> levels(List<Score> all, String perOperation) {
    Score first = all.get(0);
    boolean times = all.stream().allMatch(score -> score.quantity().time());
    String name = first.statistic().label() + (times ? " time" : "");
    return new Columns<Score>()
        .level("level", name, Score::level, Score::quantity)
        .interval(
            "",
            Numbers.intervalHeading(first.interval().confidence()),
            Score::interval,
            score -> Numbers.interval(score.interval(), Numbers.in(score.quantity())))
        .number("operations_per_second", "ops/s", score -> inverse(score, false), Numbers::plain)
        .number("time_per_operation", "time", score -> inverse(score, true), Numbers::time)
        .number(
            "things_per_second",
            perOperation.matches("\\d.*") ? "items/s" : perOperation + "/s",
            score -> things(score, perOperation),
            Numbers::plain);
  }

  private static double inverse(Score score, boolean ofRate) {
    return score.quantity().rate() == ofRate ? score.inverse() : Double.NaN;
  }

  /** Items of a mean; one an operation is what the operations say. */
  private static double things(Score score, String items) {
    return score.statistic() == Statistic.MEAN && !items.equals("1")
        ? score.selected().itemsPerSecond(items, score.level())
        : Double.NaN;
  }

  private Table matrix() {
    Heat heat = new Heat(ranking);
    List<String> subjects = ranking.places().stream().map(Place::subject).toList();
    Columns<Configuration> columns =
        new Columns<Configuration>()
            .text("configuration", "configuration", Configuration::label)
            .text("best", "best", each -> name(each.best()));
    for (String subject : subjects) {
      columns.cell(subject, name(subject), true, each -> cell(heat, each, subject));
    }
    return columns.table(
        "configurations",
        "What each %s in each configuration, and how many times the best%s"
            .formatted(
                !ofTimes() ? "has" : ranking.quantity().rate() ? "does" : "takes",
                VerdictTables.tooFew(ranking.pairs().stream().map(Pair::row).toList())
                    ? "."
                    : ", the largest shown differences first. Only shown differences are coloured; ≈ is the same as the best within %s, ? is undecided against it."
                        .formatted(size())),
        heat.sorted());
  }

  private Cell cell(Heat heat, Configuration at, String subject) {
    if (!at.results().containsKey(subject)) {
      return Cell.NONE;
    }
    Score score = score(at, subject);
    return heat.cell(
        Cell.number(score.level(), Numbers.in(score.quantity())),
        Numbers.factor(ratio(at, subject)),
        at,
        subject);
  }

  /**
   * The forest plot of the pairs, of many those of the best; of one pair, of its configurations.
   */
  List<Block> forest() {
    List<Pair> pairs = ranking.pairs();
    Pair first = pairs.get(0);
    String best = ranking.places().get(0).subject();
    boolean grouped = pairs.size() == 1 && first.groups().size() > 1;
    List<ForestRow> rows = new ArrayList<>();
    if (grouped) {
      first.groups().forEach(row -> rows.add(new ForestRow(row.group(), row, false)));
    } else {
      pairs.stream()
          .filter(pair -> pairs.size() <= MAX_ROWS || pair.has(best))
          .forEach(pair -> rows.add(new ForestRow(name(pair), pair.row(), false)));
    }
    String cut = !grouped && rows.size() < pairs.size() ? " Shown are those of " + best + "." : "";
    if (rows.size() > 2 * ENDS) {
      rows.sort(Comparator.comparingDouble((ForestRow row) -> row.row().delta()).reversed());
      rows.subList(ENDS, rows.size() - ENDS).clear();
      cut += " Shown are the %1$d largest and the %1$d smallest reductions.".formatted(ENDS);
    }
    // the total of a mix is one of its rows already
    if (grouped && rows.stream().noneMatch(row -> row.label().equals(first.row().group()))) {
      rows.add(new ForestRow(first.row().group(), first.row(), true));
    }
    String caption =
        pairs.size() == 1
            ? name(first) + (grouped ? ", by " + String.join(", ", ranking.by()) : "") + "."
            : ofTimes()
                ? "How much less time the first of each pair takes than the second."
                : "How much better the first of each pair is than the second.";
    boolean tooFew = VerdictTables.tooFew(pairs.stream().map(Pair::row).toList());
    String title = tooFew ? "Time reductions" : "Time reductions with their intervals";
    String interval = tooFew ? "The" : "The line is the interval that decides; the";
    Table numbers = VerdictTables.pairs(ranking, "");
    return List.of(
        new Html.Figure(
            "forest",
            "%s %s dashed line is Δ = %s.%s".formatted(caption, interval, size(), cut),
            List.of(Charts.forest(title, ranking.delta(), rows)),
            grouped ? VerdictTables.groups(ranking, "").orElse(numbers) : numbers));
  }

  /** What {@code superiority} prints: every pair, and every pair in every configuration. */
  List<Block> details() {
    List<Block> blocks = new ArrayList<>();
    String title =
        "Is the candidate %s than the baseline, and by %s or more? Of the pairs %s."
            .formatted(
                VerdictTables.label(Verdict.FASTER, 0, ranking.quantity()),
                size(),
                VerdictTables.level(
                    ranking.pairs().stream().map(Pair::row).toList(),
                    ranking.test().hypothesis().alpha()));
    blocks.add(new Html.TableBlock(VerdictTables.pairs(ranking, "").withTitle(title)));
    VerdictTables.groups(ranking, "").ifPresent(groups -> blocks.add(new Html.TableBlock(groups)));
    List<String> untested =
        ranking.pairs().stream().flatMap(pair -> pair.unpaired().stream()).distinct().toList();
    if (!untested.isEmpty()) {
      blocks.add(new Html.Prose("Not compared: " + Printable.some(untested, ENDS, "; ") + "."));
    }
    return blocks;
  }
}
