package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.Ranking.Configuration;
import org.docduel.stats.ranking.Ranking.Place;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.report.Charts.ForestRow;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.PairwiseTest.Pair;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What a reader wants first: who wins, how long each one takes, and whether the difference is real.
 *
 * @param prefix of tables and figures; empty with a single ranking
 */
record Verdicts(
    Ranking ranking,
    boolean places,
    String prefix,
    String perOperation,
    IdentityHashMap<SelectedResult, Score> scores) {
  /** Of more configurations one table shows the levels alone; the details have all scores. */
  private static final int MOST_TABLES = 6;

  private static final int MOST_SUBJECTS = 12;
  private static final int MOST_ROWS = 15;
  private static final int NAMED = 4;
  private static final int ENDS = 20;

  /** A sentence about the first subject, or one for each pair asked for. */
  List<Statement> statements(String about) {
    if (!places) {
      return ranking.pairs().stream().map(pair -> ofPair(pair, about)).toList();
    }
    Map<List<String>, Verdict> verdicts = ranking.verdicts();
    String first = ranking.places().get(0).subject();
    Map<String, Superiority> rows = new HashMap<>();
    for (Pair pair : ranking.pairs()) {
      if (pair.baseline().equals(first) || pair.candidate().equals(first)) {
        rows.put(pair.baseline().equals(first) ? pair.candidate() : pair.baseline(), pair.row());
      }
    }
    List<String> beaten = new ArrayList<>();
    List<String> open = new ArrayList<>();
    Map<String, List<String>> withheld = new LinkedHashMap<>();
    boolean tooFew = true;
    for (Place other : ranking.places().subList(1, ranking.places().size())) {
      Superiority row = rows.get(other.subject());
      if (row != null) {
        tooFew &= row.verdict() == Verdict.TOO_FEW;
        boolean best = verdicts.get(List.of(first, other.subject())) == Verdict.SUPERIOR;
        (row.verdict() == Verdict.WITHHELD
                ? withheld.computeIfAbsent(VerdictTables.whyWithheld(row), why -> new ArrayList<>())
                : best ? beaten : open)
            .add(name(other.subject()));
      }
    }
    List<String> sentences = new ArrayList<>();
    if (ranking.pairs().get(0).row().verdict() == Verdict.NO_DIRECTION) {
      sentences.add(
          "No verdict: nobody said whether less or more %s is better. %s has the least."
              .formatted(ranking.quantity().unit(), name(first)));
    } else if (tooFew) {
      sentences.add(
          "Too few independent runs to rank. %s was best in these runs.".formatted(name(first)));
    } else {
      if (!beaten.isEmpty()) {
        sentences.add(
            "%s takes at least %s than %s.".formatted(name(first), less(), listed(beaten)));
      }
      if (!open.isEmpty()) {
        sentences.add(
            "%s cannot be told apart from %s at Δ = %s."
                .formatted(beaten.isEmpty() ? name(first) : "It", listed(open), size()));
      }
      withheld.forEach((why, others) ->
          sentences.add(
              "The verdict on %s against %s is withheld: %s."
                  .formatted(name(first), listed(others), why)));
    }
    int count = ranking.configurations().size();
    Pair pair = ranking.pairs().get(0);
    String over = count == 1 ? "" : "Over all %s configurations. ".formatted(Numbers.count(count));
    return List.of(
        new Statement(
            about,
            String.join(" ", sentences),
            over + (ranking.pairs().size() == 1 ? evidence(pair) : "") + method(pair),
            beaten.isEmpty() ? Tone.UNDECIDED : Tone.SUPERIOR));
  }

  private Statement ofPair(Pair pair, String about) {
    String sentence =
        VerdictTables.sentence(
            pair.row(), name(pair.candidate()), name(pair.baseline()), ranking.delta());
    String counts =
        pair.groups().size() == 1
            ? ""
            : " Overall: %s.".formatted(VerdictTables.counts(pair.groups()));
    return new Statement(
        about,
        Doubts.capitalised(sentence) + counts,
        evidence(pair) + method(pair),
        VerdictTables.tone(pair.row().verdict()));
  }

  private String name(String subject) {
    return Ranking.name(ranking.parameter(), subject);
  }

  private String name(Pair pair) {
    return name(pair.candidate()) + " against " + name(pair.baseline());
  }

  private String size() {
    return Numbers.roundPercent(ranking.delta());
  }

  private String less() {
    Quantity quantity = ranking.quantity();
    boolean time =
        quantity.kind() != Quantity.Kind.OTHER
            || new MetricUnit(quantity.unit()).inSeconds(1).isPresent();
    return size() + " less " + (time ? "time" : quantity.unit());
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    if (names.size() > NAMED) {
      return String.join(", ", names.subList(0, NAMED))
          + " and "
          + Numbers.count(names.size() - NAMED, "other", "others");
    }
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private String evidence(Pair pair) {
    Superiority row = pair.row();
    String interval =
        Numbers.interval(row.interval().lower(), row.interval().upper(), Numbers::reduction);
    return "%s: time ratio %s, %s. "
        .formatted(
            name(pair),
            Numbers.significant(row.primary().timeRatio(), 3),
            row.verdict() == Verdict.TOO_FEW
                ? "an observation, without an interval"
                : "reduction %s, interval %s, p adjusted %s"
                    .formatted(
                        Numbers.reduction(row.delta()),
                        interval,
                        Numbers.p(row.favouredAdjustedP())));
  }

  private String method(Pair pair) {
    SuperiorityTest test = ranking.test().test();
    var primary = pair.row().primary();
    return "Method %s over %d and %d units (%s)%s%s."
        .formatted(
            primary.method().label(),
            primary.baselineUnits(),
            primary.candidateUnits(),
            primary.unit(),
            primary.method().resamples()
                ? ", %s resamples, seed %d"
                    .formatted(
                        Numbers.count(test.resampling().resamples()), test.resampling().seed())
                : ", which needs no resampling",
            test.looks().map(plan -> "; " + plan).orElse(""));
  }

  /** The places over all configurations, then a table for each, or one of all of many. */
  List<Block> tables() {
    List<Block> blocks = new ArrayList<>();
    if (places && ranking.configurations().size() > 1) {
      blocks.add(new Html.Shown(ranked()));
    }
    if (ranking.configurations().size() > MOST_TABLES) {
      blocks.add(new Html.Shown(matrix()));
    } else {
      ranking.configurations().forEach(each -> blocks.add(new Html.Shown(configuration(each))));
    }
    return blocks;
  }

  private Table ranked() {
    String caption =
        "All %s over %d configurations. The time is the geometric mean of times relative to the best of each; a rank is 1 plus the number of those shown to take at least %s less.%s"
            .formatted(
                Numbers.count(ranking.places().size(), "subject", "subjects"),
                ranking.configurations().size(),
                size(),
                ranking.limited() ? " Of so many pairs only those of the fastest are tested." : "");
    return new Columns<Place>()
        .text("subject", ranking.parameter(), place -> name(place.subject()))
        .count("place", "rank", Place::rank)
        .number(
            "relative",
            ranking.quantity().ratioOf().equals("time") ? "time" : "level",
            Place::relative,
            Numbers::factor)
        .count("best_in", "best in", Place::wins)
        .count("configurations", "of", Place::configurations)
        .text("ties", "ties with", place -> String.join(", ", place.ties()))
        .text("undecided", "undecided against", place -> String.join(", ", place.undecided()))
        .table(prefix + "ranking", caption, ranking.places());
  }

  private Score score(Configuration at, String subject) {
    return Objects.requireNonNull(scores.get(at.results().get(subject)));
  }

  private Table configuration(Configuration at) {
    record Entry(String subject, Score score, int rank) {}
    Map<List<String>, Verdict> verdicts =
        ranking.verdictsByGroup().getOrDefault(at.group(), Map.of());
    String best = at.best();
    List<Entry> entries =
        at.results().keySet().stream()
            .map(subject -> new Entry(subject, score(at, subject), rank(subject, at, verdicts)))
            .sorted(
                Comparator.comparingInt(Entry::rank)
                    .thenComparingDouble(entry -> at.cost(entry.subject())))
            .toList();
    Columns<Score> levels = levels(entries.stream().map(Entry::score).toList(), perOperation);
    return new Columns<Entry>()
        .text("subject", ranking.parameter(), entry -> name(entry.subject()))
        .cell(
            "rank", "rank", true, entry -> entry.rank() == 0 ? Cell.NONE : Cell.count(entry.rank()))
        .all(levels, Entry::score)
        .cell(
            "against_best",
            "against the best",
            true,
            entry ->
                entry.subject().equals(best)
                    ? Cell.text("best").with(Tone.STRONG)
                    : against(
                        entry.score().level() / score(at, best).level(),
                        verdicts.get(List.of(entry.subject(), best))))
        .text(
            Score.DURABILITY,
            Details.durability(scores.values()),
            entry -> entry.score().durability())
        .table(
            prefix + "times-" + Html.fileName(at.label()),
            at.label().isEmpty() ? "Every " + ranking.parameter() : at.label(),
            entries);
  }

  /** 1 plus the number of subjects that are shown to be better; 0 where none was tested. */
  private static int rank(String subject, Configuration at, Map<List<String>, Verdict> verdicts) {
    List<Verdict> judged =
        at.results().keySet().stream()
            .map(other -> verdicts.getOrDefault(List.of(subject, other), Verdict.TOO_FEW))
            .filter(verdict -> verdict != Verdict.TOO_FEW && verdict != Verdict.NO_DIRECTION)
            .toList();
    long better = judged.stream().filter(verdict -> verdict == Verdict.INFERIOR).count();
    return judged.isEmpty() ? 0 : 1 + (int) better;
  }

  // Too few forks say nothing, not that two are alike.
  private static Cell against(double ratio, @Nullable Verdict verdict) {
    boolean open = verdict == Verdict.INCONCLUSIVE || verdict == Verdict.NOT_BETTER;
    return Cell.number(ratio, Numbers.factor(ratio) + (open ? " ≈" : ""))
        .with(verdict == null ? Tone.NONE : VerdictTables.tone(verdict));
  }

  /** The columns of a level: itself, its interval and its rates. */
  static Columns<Score> levels(List<Score> all, String perOperation) {
    Score first = all.get(0);
    Quantity quantity = first.quantity();
    String name = first.statistic().label();
    return new Columns<Score>()
        .level("level", name + (quantity.time() ? " time" : ""), Score::level, Score::quantity)
        .cell(
            "interval",
            Numbers.intervalHeading(first.summary().interval().confidence()),
            true,
            Verdicts::interval)
        .number(
            quantity.rate() ? "time_per_operation" : "operations_per_second",
            quantity.rate() ? "time" : "ops/s",
            Score::inverse,
            quantity.rate() ? Numbers::time : Numbers::plain)
        .number(
            "things_per_second",
            perOperation + "/s",
            score -> score.perSecond() * things(score.selected(), perOperation),
            Numbers::plain);
  }

  /** How many things an operation handles; the size of a collection says nothing of it. */
  private static double things(SelectedResult result, String parameter) {
    String value = result.field(parameter);
    return !result.handlesOne() && value.matches("[1-9]\\d{0,9}")
        ? Double.parseDouble(value)
        : Double.NaN;
  }

  private static Cell interval(Score score) {
    Interval interval = score.interval();
    return Double.isNaN(interval.lower())
        ? Cell.NONE
        : Cell.text(interval.lower() + ".." + interval.upper())
            .showing(
                Numbers.interval(
                    interval.lower(),
                    interval.upper(),
                    bound -> Numbers.of(bound, score.quantity())));
  }

  private Table matrix() {
    List<String> subjects = ranking.places().stream().map(Place::subject).toList();
    Map<String, Map<List<String>, Verdict>> verdicts = ranking.verdictsByGroup();
    Columns<Configuration> columns =
        new Columns<Configuration>()
            .text("configuration", "configuration", Configuration::label)
            .text("best", "best", each -> name(each.best()));
    for (String subject : subjects.subList(0, Math.min(MOST_SUBJECTS, subjects.size()))) {
      columns.cell(
          subject,
          name(subject),
          true,
          each -> cell(each, subject, verdicts.getOrDefault(each.group(), Map.of())));
    }
    String cut =
        subjects.size() > MOST_SUBJECTS
            ? " Shown are the first %d of %d subjects.".formatted(MOST_SUBJECTS, subjects.size())
            : "";
    return columns.table(
        prefix + "configurations",
        "Each configuration: what each %s, and how many times the best. ≈ cannot be told apart from the best."
                .formatted(ranking.quantity().rate() ? "does" : "takes")
            + cut,
        ranking.configurations());
  }

  private Cell cell(Configuration at, String subject, Map<List<String>, Verdict> verdicts) {
    if (!at.results().containsKey(subject)) {
      return Cell.NONE;
    }
    Score score = score(at, subject);
    String shown = Numbers.of(score.level(), score.quantity());
    if (subject.equals(at.best())) {
      return Cell.number(score.level(), shown).with(Tone.STRONG);
    }
    Verdict verdict = verdicts.get(List.of(subject, at.best()));
    String against = against(at.relative(subject), verdict).shown();
    return Cell.number(score.level(), shown + " " + (against.endsWith("≈") ? "≈" : against));
  }

  /** The forest plot of the pairs; of one pair, of its configurations. */
  List<Block> forest() {
    boolean single = ranking.pairs().size() == 1;
    List<ForestRow> rows = single ? ofPair(ranking.pairs().get(0)) : ofPairs();
    int all = single ? ranking.pairs().get(0).groups().size() : ranking.pairs().size();
    String caption =
        single
            ? name(ranking.pairs().get(0)) + "."
            : "How much less time the first of each pair takes than the second.";
    String cut =
        rows.size() >= all
            ? ""
            : single
                ? " Shown are the %1$d largest and the %1$d smallest reductions.".formatted(ENDS)
                : " Shown are %d of %d pairs; the table has all.".formatted(rows.size(), all);
    Table pairs = named(VerdictTables.pairs(ranking, ""));
    return List.of(
        new Html.Figure(
            prefix + "forest",
            "%s The line is the interval that decides; the dashed line is Δ = %s.%s"
                .formatted(caption, size(), cut),
            List.of(Charts.forest("Time reductions with their intervals", ranking.delta(), rows)),
            VerdictTables.groups(ranking).filter(groups -> single).map(this::named).orElse(pairs)));
  }

  private Table named(Table table) {
    return table.withName(prefix + table.name());
  }

  private List<ForestRow> ofPairs() {
    String first = ranking.places().get(0).subject();
    boolean few = ranking.pairs().size() <= MOST_ROWS || !places;
    return ranking.pairs().stream()
        .filter(pair -> few || pair.baseline().equals(first) || pair.candidate().equals(first))
        .limit(2 * ENDS)
        .map(pair -> new ForestRow(name(pair), pair.row(), false))
        .toList();
  }

  private List<ForestRow> ofPair(Pair pair) {
    List<Superiority> groups = new ArrayList<>(pair.groups());
    if (groups.size() == 1) {
      return List.of(new ForestRow(name(pair), pair.row(), false));
    }
    if (groups.size() > 2 * ENDS) {
      groups.sort(Comparator.comparingDouble(Superiority::delta).reversed());
      groups.subList(ENDS, groups.size() - ENDS).clear();
    }
    List<ForestRow> rows = new ArrayList<>();
    groups.forEach(row -> rows.add(new ForestRow(row.group(), row, false)));
    rows.add(new ForestRow(pair.row().group(), pair.row(), true));
    return rows;
  }

  /** What {@code superiority} prints: every pair, and every pair in every configuration. */
  List<Block> details() {
    List<Block> blocks = new ArrayList<>();
    Table pairs =
        VerdictTables.pairs(
            ranking,
            "One-sided superiority test: does the candidate take at least %s less than the baseline? α = %s."
                .formatted(
                    size(), Numbers.roundPercent(ranking.test().test().hypothesis().alpha())));
    blocks.add(new Html.Shown(named(pairs)));
    VerdictTables.groups(ranking).ifPresent(groups -> blocks.add(new Html.Shown(named(groups))));
    List<String> untested =
        ranking.pairs().stream().flatMap(pair -> pair.unpaired().stream()).distinct().toList();
    if (!untested.isEmpty()) {
      blocks.add(new Html.Prose("Not compared: " + Printable.some(untested, ENDS, "; ") + "."));
    }
    return blocks;
  }
}
