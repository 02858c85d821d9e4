package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/** What a reader wants first: who wins, and how long each one takes. */
final class Verdicts {
  /** Of more shapes one table shows the levels alone; all scores stand in the details. */
  private static final int MOST_TABLES = 6;

  private static final int MOST_SUBJECTS = 12;
  private static final int NAMED = 4;

  private final Ranking ranking;
  private final String perOperation;
  private final Map<List<String>, Verdict> verdicts = new HashMap<>();
  private final Map<List<String>, Double> levels = new HashMap<>();

  Verdicts(Ranking ranking, String perOperation) {
    this.ranking = ranking;
    this.perOperation = perOperation;
    for (PairResult pair : ranking.pairs()) {
      for (Superiority row : pair.report().rows()) {
        verdicts.put(List.of(row.group(), pair.candidate(), pair.baseline()), row.verdict());
        verdicts.put(
            List.of(row.group(), pair.baseline(), pair.candidate()), reversed(row.verdict()));
        levels.put(List.of(row.group(), pair.baseline()), row.baseline());
        levels.put(List.of(row.group(), pair.candidate()), row.candidate());
      }
    }
  }

  private static Verdict reversed(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> Verdict.INFERIOR;
      case INFERIOR -> Verdict.SUPERIOR;
      default -> verdict;
    };
  }

  /** What a ranking shows: a sentence about its first subject, or one for each pair asked for. */
  List<Statement> statements(String about) {
    if (ranking.places().isEmpty()) {
      return ranking.pairs().stream().map(pair -> ofPair(pair, about)).toList();
    }
    Ranking.Place first = ranking.places().get(0);
    List<String> beaten = new ArrayList<>();
    List<String> tied = new ArrayList<>();
    boolean tooFew = true;
    for (Ranking.Place other : ranking.places().subList(1, ranking.places().size())) {
      Optional<PairResult> pair = ranking.pair(first.subject(), other.subject());
      if (pair.isPresent()) {
        Verdict verdict = pair.get().verdict();
        tooFew &= verdict == Verdict.TOO_FEW;
        boolean decided = verdict == Verdict.SUPERIOR || verdict == Verdict.INFERIOR;
        (decided ? beaten : tied).add(other.name());
      }
    }
    String sentence;
    if (ranking.pairs().get(0).verdict() == Verdict.NO_DIRECTION) {
      sentence =
          "No verdict: nobody said whether less or more %s is better. %s has the least."
              .formatted(ranking.quantity().unit(), first.name());
    } else if (tooFew) {
      sentence =
          "Too few independent runs to rank. %s was best in these runs.".formatted(first.name());
    } else if (beaten.isEmpty()) {
      sentence =
          tied.size() == 1
              ? "%s and %s cannot be told apart%s.".formatted(first.name(), tied.get(0), at())
              : "%s cannot be told apart from %s%s.".formatted(first.name(), listed(tied), at());
    } else {
      String rest =
          tied.isEmpty() ? "" : " It cannot be told apart from %s%s.".formatted(listed(tied), at());
      sentence =
          "%s takes at least %s than %s.%s".formatted(first.name(), less(), listed(beaten), rest);
    }
    String shapes =
        ranking.shapes().size() == 1
            ? ""
            : "Over all %s. ".formatted(Numbers.count(ranking.shapes().size(), "shape", "shapes"));
    PairResult pair = ranking.pairs().get(0);
    return List.of(
        new Statement(
            about,
            sentence,
            shapes + (ranking.pairs().size() == 1 ? evidence(pair) : "") + method(pair),
            beaten.isEmpty() ? Tone.UNDECIDED : Tone.SUPERIOR));
  }

  private static String listed(List<String> names) {
    if (names.size() > NAMED) {
      return String.join(", ", names.subList(0, NAMED))
          + " and %d others".formatted(names.size() - NAMED);
    }
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private double delta() {
    return ranking.pairs().get(0).report().test().hypothesis().delta();
  }

  private String less() {
    boolean time =
        ranking.quantity().kind() != Quantity.Kind.OTHER
            || new MetricUnit(ranking.quantity().unit()).inSeconds(1).isPresent();
    return Numbers.roundPercent(delta()) + " less " + (time ? "time" : ranking.quantity().unit());
  }

  private String at() {
    return " at Δ = " + Numbers.roundPercent(delta());
  }

  private Statement ofPair(PairResult pair, String about) {
    boolean many = pair.report().rows().size() > 1;
    String overall = many ? " overall" : "";
    String candidate = pair.candidateName();
    String baseline = pair.baselineName();
    String sentence =
        pair.conclusion().isEmpty()
            ? pair.name() + ": no overall verdict was asked for."
            : switch (pair.verdict()) {
              case SUPERIOR ->
                  "%s takes at least %s than %s%s.".formatted(candidate, less(), baseline, overall);
              case INFERIOR ->
                  "%s takes at least %s than %s%s.".formatted(baseline, less(), candidate, overall);
              case NO_DIRECTION ->
                  "No verdict on %s and %s: nobody said whether less or more %s is better."
                      .formatted(candidate, baseline, ranking.quantity().unit());
              case TOO_FEW ->
                  "Too few independent runs to compare %s and %s.".formatted(candidate, baseline);
              default ->
                  "%s and %s cannot be told apart%s%s."
                      .formatted(candidate, baseline, overall, at());
            };
    return new Statement(
        about,
        sentence + (many ? " " + groups(pair) : ""),
        evidence(pair) + method(pair),
        tone(pair.verdict()));
  }

  private static String groups(PairResult pair) {
    int all = pair.report().rows().size();
    Verdict sought = pair.verdict() == Verdict.INFERIOR ? Verdict.INFERIOR : Verdict.SUPERIOR;
    long count = pair.report().count(sought);
    List<String> opposite =
        pair.report().rows().stream()
            .filter(row -> row.verdict() == reversed(sought))
            .map(pair::label)
            .toList();
    String text =
        count == 0
            ? "None of the %d shapes shows %s faster".formatted(all, pair.candidateName())
            : count == all
                ? "Each of the %d shapes shows it".formatted(all)
                : "%d of %d shapes show it".formatted(count, all);
    return text
        + (opposite.isEmpty()
            ? "."
            : "; the opposite holds in %s."
                .formatted(
                    opposite.size() < NAMED ? String.join(", ", opposite) : opposite.size()));
  }

  private static String evidence(PairResult pair) {
    if (pair.conclusion().isEmpty()) {
      return "";
    }
    Superiority row = pair.conclusion().get();
    String ratios =
        "time ratio %s, throughput ratio %s"
            .formatted(
                Numbers.significant(row.primary().timeRatio(), 3),
                Numbers.significant(row.primary().throughputRatio(), 3));
    return Double.isInfinite(row.interval().lower())
        ? "%s: %s: an observation, without an interval. ".formatted(pair.name(), ratios)
        : "%s: time reduction %s, interval %s; %s; p %s. "
            .formatted(
                pair.name(),
                Numbers.reduction(row.delta()),
                Numbers.interval(
                    row.interval().lower(), row.interval().upper(), Numbers::reduction),
                ratios,
                Numbers.p(row.p()));
  }

  private static String method(PairResult pair) {
    var test = pair.report().test();
    if (pair.conclusion().isEmpty()) {
      return "";
    }
    var primary = pair.conclusion().get().primary();
    String how =
        "Method %s over %d and %d units (%s)"
            .formatted(
                primary.method().label(),
                primary.baselineUnits(),
                primary.candidateUnits(),
                primary.unit());
    String draws =
        primary.method().resamples()
            ? ", %s resamples, seed %d"
                .formatted(Numbers.count(test.resampling().resamples()), test.resampling().seed())
            : ", which needs no resampling";
    return how + draws + test.approach().looks().map(plan -> "; " + plan).orElse("") + ".";
  }

  /** The colour of a verdict. */
  static Tone tone(Verdict verdict) {
    return switch (verdict) {
      case SUPERIOR -> Tone.SUPERIOR;
      case INFERIOR -> Tone.INFERIOR;
      default -> Tone.UNDECIDED;
    };
  }

  /**
   * The places over all shapes, then a table for each shape, or one of all where there are many.
   */
  List<Block> tables(String prefix) {
    List<Block> blocks = new ArrayList<>();
    boolean many = ranking.shapes().size() > 1;
    if (many && !ranking.places().isEmpty()) {
      blocks.add(new Html.Shown(places(prefix)));
    }
    if (ranking.shapes().size() > MOST_TABLES) {
      blocks.add(new Html.Shown(matrix(prefix)));
    } else {
      ranking.shapes().forEach(shape -> blocks.add(new Html.Shown(configuration(shape, prefix))));
    }
    return blocks;
  }

  private Table places(String prefix) {
    String caption =
        "All %s over %s. The time is the geometric mean of times relative to the best of each shape."
                .formatted(
                    Numbers.count(ranking.places().size(), "subject", "subjects"),
                    Numbers.count(ranking.shapes().size(), "shape", "shapes"))
            + " A rank is 1 plus the number of those shown to take at least %s less."
                .formatted(Numbers.roundPercent(delta()))
            + (ranking.onlyTheFastestMeetsAll()
                ? " Of so many pairs only those of the fastest are tested."
                : "");
    return new Columns<Ranking.Place>()
        .text("subject", heading(), Ranking.Place::name)
        .count("place", "rank", Ranking.Place::place)
        .number(
            "relative",
            ranking.quantity().ratioOf().equals("time") ? "time" : "level",
            Ranking.Place::relative,
            Numbers::factor)
        .count("best_in", "best in", Ranking.Place::wins)
        .count("shapes", "shapes", Ranking.Place::shapes)
        .text("ties", "cannot be told apart from", place -> listed(place))
        .table(prefix + "ranking", caption, ranking.places());
  }

  private static String listed(Ranking.Place place) {
    return place.ties().isEmpty() ? "" : listed(place.ties());
  }

  private String heading() {
    return ranking.study().compare();
  }

  /** A row of a shape's table. */
  private record Entry(Shape shape, String subject, Score score, double level, int rank) {}

  private Table configuration(Shape shape, String prefix) {
    List<Entry> entries = new ArrayList<>();
    for (String subject : ranking.subjects()) {
      shape
          .of(subject)
          .ifPresent(score ->
              entries.add(
                  new Entry(shape, subject, score, level(shape, subject), rank(shape, subject))));
    }
    entries.sort(
        Comparator.comparingInt(Entry::rank)
            .thenComparingDouble(entry -> shape.cost(entry.subject())));
    String best = entries.isEmpty() ? "" : entries.get(0).subject();
    Columns<Entry> columns =
        levels(
                new Columns<Entry>()
                    .text("subject", heading(), e -> ranking.study().subjectName(e.subject()))
                    .cell(
                        "rank",
                        "rank",
                        true,
                        e -> e.rank() == 0 ? Cell.NONE : Cell.count(e.rank())),
                Entry::score,
                Entry::level,
                entries.stream().map(Entry::score).toList(),
                perOperation)
            .cell("against_best", "against the best", true, e -> against(e, best))
            .text("durability", "durability", e -> e.score().durability());
    String name = shape.label().isEmpty() ? ranking.study().name() : shape.label();
    return columns.table(
        prefix + "times-" + Html.fileName(shape.label()), name, entries, e -> false);
  }

  /** The columns of a level: itself, its interval and its rates. */
  static <T> Columns<T> levels(
      Columns<T> columns,
      java.util.function.Function<T, Score> score,
      java.util.function.ToDoubleFunction<T> level,
      List<Score> all,
      String perOperation) {
    Quantity quantity = all.get(0).observations().quantity();
    String name = all.get(0).statistic().label();
    return columns
        .number(
            "level",
            quantity.time() ? name + " time" : name + ", " + quantity.unit(),
            level,
            value -> Numbers.of(value, quantity))
        .cell(
            "interval",
            Numbers.intervalHeading(all.get(0).summary().interval().confidence()),
            true,
            t -> interval(score.apply(t)))
        .number(
            quantity.rate() ? "time_per_operation" : "operations_per_second",
            quantity.rate() ? "time" : "ops/s",
            t ->
                quantity.kind() == Quantity.Kind.OTHER
                    ? Double.NaN
                    : score.apply(t).selected().callsAtOnce() / level.applyAsDouble(t),
            value -> quantity.rate() ? Numbers.time(value) : Numbers.plain(value))
        .number(
            "things_per_second",
            perOperation + "/s",
            t -> score.apply(t).rate() * things(score.apply(t), perOperation),
            Numbers::plain);
  }

  private static double things(Score score, String parameter) {
    String value = score.field(parameter);
    return value.matches("[1-9]\\d{0,9}") ? Double.parseDouble(value) : Double.NaN;
  }

  private static Cell interval(Score score) {
    Interval interval = score.interval();
    Quantity quantity = score.observations().quantity();
    return Double.isNaN(interval.lower())
        ? Cell.NONE
        : new Cell(
            interval.lower() + ".." + interval.upper(),
            Numbers.interval(
                interval.lower(), interval.upper(), value -> Numbers.of(value, quantity)),
            Tone.NONE,
            "");
  }

  // The level that the test compared, so that both say the same.
  private double level(Shape shape, String subject) {
    return levels.getOrDefault(
        List.of(shape.group(), subject), shape.of(subject).map(Score::level).orElse(Double.NaN));
  }

  /**
   * 1 plus the number of subjects that are shown to be better in a shape; 0 where none was tested.
   */
  private int rank(Shape shape, String subject) {
    List<Verdict> against =
        shape.scores().keySet().stream()
            .filter(other -> verdicts.containsKey(List.of(shape.group(), subject, other)))
            .map(other ->
                verdicts.getOrDefault(List.of(shape.group(), subject, other), Verdict.TOO_FEW))
            .toList();
    boolean judged =
        against.stream().anyMatch(v -> v != Verdict.TOO_FEW && v != Verdict.NO_DIRECTION);
    return judged ? 1 + (int) against.stream().filter(v -> v == Verdict.INFERIOR).count() : 0;
  }

  private Cell against(Entry entry, String best) {
    if (entry.subject().equals(best)) {
      return Cell.text("best").with(Tone.STRONG);
    }
    double ratio = entry.level() / level(entry.shape(), best);
    Verdict verdict = verdicts.get(List.of(entry.shape().group(), entry.subject(), best));
    String shown = Numbers.factor(ratio) + (isTie(verdict) ? " ≈" : "");
    return Cell.number(ratio, shown).with(verdict == null ? Tone.NONE : tone(verdict));
  }

  private Table matrix(String prefix) {
    Columns<Shape> columns =
        new Columns<Shape>()
            .text("shape", "shape", Shape::label)
            .text("best", "best", s -> best(s).map(ranking.study()::subjectName).orElse(""));
    List<String> subjects = ranking.subjects();
    for (String subject : subjects.subList(0, Math.min(MOST_SUBJECTS, subjects.size()))) {
      columns.cell(
          subject, ranking.study().subjectName(subject), true, shape -> cell(shape, subject));
    }
    String caption =
        "Each shape: what each takes, and how many times the best. ≈ cannot be told apart from the best."
            + (subjects.size() > MOST_SUBJECTS
                ? " Shown are the first %d of %d subjects."
                    .formatted(MOST_SUBJECTS, subjects.size())
                : "");
    return columns.table(prefix + "shapes", caption, ranking.shapes());
  }

  private static Optional<String> best(Shape shape) {
    return shape.scores().keySet().stream().min(Comparator.comparingDouble(shape::cost));
  }

  private Cell cell(Shape shape, String subject) {
    Optional<Score> found = shape.of(subject);
    if (found.isEmpty()) {
      return Cell.NONE;
    }
    double level = level(shape, subject);
    String shown = Numbers.of(level, found.get().observations().quantity());
    double ratio = shape.cost(subject) / shape.best();
    if (ratio <= 1) {
      return Cell.number(level, shown).with(Tone.STRONG);
    }
    Verdict verdict =
        best(shape).map(best -> verdicts.get(List.of(shape.group(), best, subject))).orElse(null);
    return Cell.number(level, shown + (isTie(verdict) ? " ≈" : " " + Numbers.factor(ratio)));
  }

  // Too few forks say nothing, not that two are alike.
  private static boolean isTie(@Nullable Verdict verdict) {
    return verdict == Verdict.INCONCLUSIVE || verdict == Verdict.NOT_SHOWN;
  }

  /** What a study without a comparison measured. */
  static Statement withoutComparison(Study study, String about) {
    Quantity quantity = study.scores().get(0).observations().quantity();
    double[] levels = study.scores().stream().mapToDouble(Score::level).sorted().toArray();
    String low = Numbers.of(levels[0], quantity);
    String high = Numbers.of(levels[levels.length - 1], quantity);
    return new Statement(
        about,
        "%s takes %s per operation (%s)."
            .formatted(
                study.name(),
                low.equals(high) ? low : low + " to " + high,
                study.scores().get(0).statistic().label()),
        study.compare().isEmpty()
            ? "Nothing varies between the results, so there is nothing to compare."
            : "No two subjects share a shape with two observations each, so nothing was tested.",
        Tone.UNDECIDED);
  }

  /** The verdict columns of a pair's row. */
  static <T> Columns<T> verdict(
      Columns<T> columns, java.util.function.Function<T, Superiority> row) {
    return columns
        .number("delta", "time reduction", t -> row.apply(t).delta(), Numbers::reduction)
        .number("lower", "lower", t -> bound(row.apply(t).interval().lower()), Numbers::reduction)
        .number("upper", "upper", t -> bound(row.apply(t).interval().upper()), Numbers::reduction)
        .number("p", "p", t -> row.apply(t).p(), Numbers::p)
        .number("p_adjusted", "p (adjusted)", t -> row.apply(t).favouredAdjustedP(), Numbers::p)
        .cell(
            "decision",
            "verdict",
            false,
            t -> Cell.text(row.apply(t).verdict().label()).with(tone(row.apply(t).verdict())))
        .number(
            "time_ratio",
            "time ratio",
            t -> row.apply(t).primary().timeRatio(),
            ratio -> Numbers.significant(ratio, 3))
        .data("throughput_ratio", t -> row.apply(t).primary().throughputRatio());
  }

  private static double bound(double bound) {
    return Double.isFinite(bound) ? bound : Double.NaN;
  }

  static String names(List<String> all, int most) {
    return all.stream().limit(most).collect(Collectors.joining("; "))
        + (all.size() > most ? " and %d more".formatted(all.size() - most) : "");
  }
}
