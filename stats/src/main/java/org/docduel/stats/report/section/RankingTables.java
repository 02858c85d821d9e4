package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.Verdict;
import org.docduel.stats.report.model.PairResult;
import org.docduel.stats.report.model.Ranking;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Shape;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.Measure;

/** All subjects in one table, and which of them suits which shape. */
public final class RankingTables {
  private static final int MOST_SUBJECTS = 12;
  private static final int NAMED = 6;

  private RankingTables() {}

  /** The subjects, best first; nothing when the reader asked for single pairs. */
  public static List<Block> ranking(Ranking ranking, String name) {
    if (ranking.places().isEmpty()) {
      return List.of();
    }
    Map<String, String> durability = durability(ranking);
    String threshold =
        Display.roundPercent(ranking.pairs().get(0).report().test().hypothesis().delta());
    Columns<Ranking.Place> columns =
        new Columns<Ranking.Place>()
            .text(
                ranking.study().compare().equals("benchmark") ? "benchmark" : "subject",
                "subject",
                Ranking.Place::name)
            .count("place", "place", Ranking.Place::place)
            .number(
                ranking.quantity().time() ? "time" : "level",
                "relative",
                Ranking.Place::relative,
                Display::times)
            .count("best in", "best_in", Ranking.Place::wins)
            .count("shapes", "shapes", Ranking.Place::shapes)
            .text("cannot be told apart from", "ties", place -> listed(place.ties()))
            .text("durability", "durability", p -> durability.getOrDefault(p.subject(), ""));
    String caption =
        "Ranking of all %s over %s. The time is the geometric mean of the times relative to the best"
                .formatted(
                    Display.count(ranking.places().size(), "subject", "subjects"),
                    Display.count(ranking.shapes().size(), "shape", "shapes"))
            + " of each shape. A place is 1 plus the number of subjects shown to take at least %s less."
                .formatted(threshold)
            + (ranking.onlyTheFastestMeetsAll()
                ? " Of so many pairs only those of the fastest subject are tested."
                : "");
    return List.of(
        new Block.TableBlock(
            columns.table(name, caption, ranking.places()).withoutEmptyColumns(), false));
  }

  private static String listed(List<String> names) {
    return names.size() <= NAMED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, NAMED)) + ", …";
  }

  private static Map<String, String> durability(Ranking ranking) {
    Map<String, String> durability = new HashMap<>();
    for (Ranking.Place place : ranking.places()) {
      durability.put(
          place.subject(),
          ranking.shapes().stream()
              .flatMap(shape -> shape.of(place.subject()).stream())
              .map(Score::durability)
              .filter(text -> !text.isEmpty())
              .distinct()
              .collect(Collectors.joining(" or ")));
    }
    return durability;
  }

  /** Which one for which shape: the mean of each subject in each shape. */
  public static List<Block> shapes(Ranking ranking, String name) {
    if (ranking.shapes().size() < 2 || ranking.places().isEmpty()) {
      return List.of();
    }
    Map<String, Verdict> verdicts = verdicts(ranking);
    Columns<Shape> columns =
        new Columns<Shape>()
            .text("shape", "shape", Shape::label)
            .text(
                "best", "best", shape -> best(shape).map(ranking.study()::subjectName).orElse(""));
    List<String> subjects = ranking.subjects();
    for (String subject : subjects.subList(0, Math.min(MOST_SUBJECTS, subjects.size()))) {
      columns.cell(
          ranking.study().subjectName(subject),
          subject,
          true,
          shape -> cell(shape, subject, verdicts));
    }
    String caption =
        "Which one for which shape: the mean of each subject, and how many times the best of the"
            + " shape it takes. ≈ cannot be told apart from the best."
            + (subjects.size() > MOST_SUBJECTS
                ? " Shown are the first %d of %d subjects."
                    .formatted(MOST_SUBJECTS, subjects.size())
                : "");
    return List.of(
        new Block.TableBlock(
            columns.table(name, caption, ranking.shapes()).withoutEmptyColumns(), false));
  }

  private static DataCell cell(Shape shape, String subject, Map<String, Verdict> verdicts) {
    Optional<Score> found = shape.of(subject);
    if (found.isEmpty()) {
      return DataCell.NONE;
    }
    double mean = found.get().summary().mean();
    String shown = Measure.of(found.get().observations().quantity(), List.of(mean)).show(mean);
    double ratio = shape.cost(subject) / shape.best();
    if (ratio <= 1) {
      return DataCell.number(mean, shown).with(Emphasis.STRONG);
    }
    Verdict verdict =
        best(shape).map(best -> verdicts.get(key(shape.group(), best, subject))).orElse(null);
    boolean decided = verdict == Verdict.SUPERIOR || verdict == Verdict.INFERIOR;
    String remark =
        verdict != null && !decided
            ? " ≈"
            : Double.isFinite(ratio) ? " " + Display.times(ratio) : "";
    return DataCell.number(mean, shown + remark);
  }

  private static Optional<String> best(Shape shape) {
    return shape.scores().keySet().stream().min(Comparator.comparingDouble(shape::cost));
  }

  // Of each pair in each shape, whichever side is the candidate.
  private static Map<String, Verdict> verdicts(Ranking ranking) {
    Map<String, Verdict> verdicts = new HashMap<>();
    for (PairResult pair : ranking.pairs()) {
      for (Superiority row : pair.report().rows()) {
        verdicts.put(key(row.group(), pair.candidate(), pair.baseline()), row.verdict());
        verdicts.put(key(row.group(), pair.baseline(), pair.candidate()), row.verdict());
      }
    }
    return verdicts;
  }

  private static String key(String group, String one, String other) {
    return String.join("\n", List.of(group, one, other));
  }

  /** The overall verdict of every pair in one table; nothing for a single pair. */
  public static List<Block> pairs(Ranking ranking, String name) {
    List<PairResult> concluded = new ArrayList<>();
    ranking.pairs().stream().filter(p -> p.conclusion().isPresent()).forEach(concluded::add);
    if (concluded.size() < 2) {
      return List.of();
    }
    Columns<PairResult> columns =
        new Columns<PairResult>()
            .text("candidate", "candidate", PairResult::candidateName)
            .text("baseline", "baseline", PairResult::baselineName)
            .count("shapes", "groups", pair -> pair.report().rows().size());
    VerdictColumns.add(columns, pair -> pair.conclusion().orElseThrow());
    return List.of(
        new Block.TableBlock(
            columns.table(name, "Every pair, over all shapes that both have", concluded),
            concluded.size() > 2 * MOST_SUBJECTS));
  }
}
