package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.Answered;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/**
 * A query suite: every query, sums by category, and how the times are distributed.
 *
 * @param label the other parameters that vary; empty when none does
 * @param queries in the order of the results
 */
record Suites(String label, List<String> subjects, List<Query> queries) {
  private static final String QUERY = "query";
  private static final String STORE = "store";
  private static final String COLD = "cold";
  private static final String FIRST = "first";

  /**
   * A query.
   *
   * @param title what it asks; may be empty
   */
  private record Query(String name, String title, String category, Map<String, Score> scores) {
    /** A subject's time in seconds once its caches are warm, by the study's statistic; or NaN. */
    double warm(String subject) {
      return score(subject).map(Score::level).orElse(Double.NaN);
    }

    /** A subject's first time in seconds, the mean over its forks; NaN without one. */
    double first(String subject) {
      return cold(subject)
          .or(() -> score(subject).flatMap(score -> score.secondary(FIRST)))
          .map(Observations::mean)
          .orElse(Double.NaN);
    }

    /** The times just after the server was restarted. */
    Optional<Observations> cold(String subject) {
      return score(subject).flatMap(score -> score.secondary(COLD));
    }

    /** Whether the time is that at which the query was cut off, a lower bound. */
    boolean isCutOff(String subject) {
      return score(subject).filter(score -> score.selected().isCutOff()).isPresent();
    }

    private Optional<Score> score(String subject) {
      return Optional.ofNullable(scores.get(subject));
    }

    boolean isBest(String subject) {
      return scores.size() > 1
          && !isCutOff(subject)
          && scores.keySet().stream().allMatch(other -> warm(subject) <= warm(other));
    }
  }

  /** Whether a study is of the queries of a suite. */
  static boolean isSuite(Study study) {
    return study.timed()
        && (study.by().contains(QUERY) || study.compare().equals(QUERY))
        && study.scores().stream().noneMatch(score -> score.field(Selection.TIME_LIMIT).isEmpty());
  }

  /** The tables of a study; nothing when it is of no suite. */
  static List<Block> of(Study study, List<Sidecar> sidecars) {
    List<Block> blocks = new ArrayList<>();
    if (!isSuite(study)) {
      return blocks;
    }
    Map<String, QuestionFact> facts = new LinkedHashMap<>();
    for (Sidecar sidecar : sidecars) {
      sidecar.questions().forEach(fact -> facts.putIfAbsent(fact.query(), fact));
    }
    boolean byStore = study.compare().equals(QUERY) || study.compare().isEmpty();
    String subject = byStore ? STORE : study.compare();
    List<String> others = new ArrayList<>(study.by());
    others.removeAll(List.of(QUERY, subject));
    Study.grouped(study.scores(), score -> Ranking.label(score.selected(), others))
        .forEach((label, scores) -> {
          List<Query> queries = new ArrayList<>();
          Study.grouped(scores, score -> score.field(QUERY))
              .forEach((name, queryScores) -> {
                Map<String, Score> bySubject = new LinkedHashMap<>();
                queryScores.forEach(score -> bySubject.putIfAbsent(score.field(subject), score));
                QuestionFact fact = facts.getOrDefault(name, new QuestionFact(name, "", ""));
                String group = fact.category();
                String category = group.isEmpty() ? name.replaceAll("\\..*", "") : group;
                queries.add(new Query(name, fact.title(), category, bySubject));
              });
          Suites suite =
              new Suites(
                  label,
                  scores.stream().map(score -> score.field(subject)).distinct().toList(),
                  queries);
          String end = label.isEmpty() ? "" : "-" + Html.fileName(label);
          blocks.add(new Html.TableBlock(suite.everyQuery(study, "questions" + end), true));
          Table sums = suite.sums("categories" + end);
          if (!sums.rows().isEmpty()) {
            blocks.add(new Html.TableBlock(sums));
          }
        });
    return blocks;
  }

  /** What each store answered, once before anything was timed. */
  static List<Block> answers(Study study, List<Sidecar> sidecars) {
    record Row(QuestionFact fact, String store, Answered answer) {}
    Set<Row> rows = new LinkedHashSet<>();
    for (Sidecar sidecar : sidecars) {
      Map<String, String> displayNames = StoreFact.displayNames(sidecar.stores());
      for (QuestionFact fact : sidecar.questions()) {
        for (Answered answer : fact.answers()) {
          String store = displayNames.getOrDefault(answer.store(), answer.store());
          rows.add(new Row(fact, store, answer));
        }
      }
    }
    Table table =
        new Columns<Row>()
            .text("query", "query", row -> row.fact().query())
            .text("index", "index", row -> row.fact().parameters().getOrDefault("index", ""))
            .text("store", "store", Row::store)
            .text("outcome", "outcome", row -> row.answer().outcome())
            .count("rows", "rows", row -> row.answer().rows())
            .text("digest", "digest", row -> row.answer().digest())
            .text("first", "first rows", row -> String.join(" ", row.answer().first()))
            .table(
                "answers", "Answers with equal digests are equal, row by row.", List.copyOf(rows));
    return rows.isEmpty() || !isSuite(study)
        ? List.of()
        : List.of(new Html.TableBlock(table, true));
  }

  private String captioned(String caption) {
    return label.isEmpty() ? caption : label + ": " + caption;
  }

  private Table everyQuery(Study study, String name) {
    Columns<Query> columns =
        new Columns<Query>()
            .text("query", "query", Query::name)
            .text("question", "question", Query::title);
    for (String subject : subjects) {
      columns.cell(subject, subject, true, query -> cell(query, subject));
    }
    columns
        .cell("ratio", "ratio", true, query -> ratio(query::warm, query::isCutOff))
        .text(
            "fastest",
            "",
            query -> subjects.stream().filter(query::isBest).collect(Collectors.joining(", ")))
        .cell("plan", "plan", false, query -> plan(study, query));
    return columns.table(
        name,
        captioned(
            "Every query: %s time of an execution with warm caches, the fastest in bold. The ratio is that of the slowest to the fastest. \"> 60 s\" was cut off there. Whether a difference is real is said below."
                .formatted(study.statistic())),
        queries);
  }

  private static Cell cell(Query query, String subject) {
    String bound = query.isCutOff(subject) ? "> " : "";
    return Cell.number(query.warm(subject), seconds -> bound + Numbers.time(seconds))
        .with(query.isBest(subject) ? Tone.STRONG : Tone.NONE);
  }

  /**
   * The largest of the subjects' times over the smallest; nothing of fewer than two, or where the
   * smallest is a lower bound.
   */
  private Cell ratio(ToDoubleFunction<String> time, Predicate<String> cutOff) {
    List<String> ordered = new ArrayList<>(subjects);
    ordered.removeIf(subject -> !Double.isFinite(time.applyAsDouble(subject)));
    ordered.sort(Comparator.comparingDouble(time));
    if (ordered.size() < 2 || cutOff.test(ordered.get(0))) {
      return Cell.NONE;
    }
    String slowest = ordered.get(ordered.size() - 1);
    String bound = cutOff.test(slowest) ? "> " : "";
    double ratio = time.applyAsDouble(slowest) / time.applyAsDouble(ordered.get(0));
    return Cell.number(ratio, number -> bound + Numbers.factor(number));
  }

  private static Cell plan(Study study, Query query) {
    return query.scores().values().stream()
        .filter(score -> !score.plans().isEmpty())
        .findFirst()
        .map(score -> Cell.text("plan").linkedTo(anchor(study, score)))
        .orElse(Cell.NONE);
  }

  /** Where the plans of a score's group stand on the page. */
  static String anchor(Study study, Score score) {
    return Html.fileName("plan-" + study.label(score));
  }

  /**
   * What is made of the times of some queries, sorted.
   *
   * @param rank of the time that it is, from 1; 0 where it is made of all
   */
  private record Aggregate(
      String name, List<Query> queries, int rank, ToDoubleFunction<double[]> number) {
    double of(String subject, BiFunction<Query, String, Double> time) {
      return number.applyAsDouble(
          queries.stream().mapToDouble(query -> time.apply(query, subject)).sorted().toArray());
    }

    /** Whether it is a lower bound, as what it is made of. */
    boolean isCutOff(String subject) {
      double limit = rank == 0 ? Double.POSITIVE_INFINITY : of(subject, Query::warm);
      return queries.stream()
          .anyMatch(query -> query.isCutOff(subject) && query.warm(subject) <= limit);
    }

    Cell cell(String subject, BiFunction<Query, String, Double> time) {
      String bound = isCutOff(subject) ? "≥ " : "";
      return Cell.number(of(subject, time), seconds -> bound + Numbers.time(seconds));
    }
  }

  /** Sums by category and in all, means and percentiles of each subject, warm and at first. */
  private Table sums(String tableName) {
    // sums over others would compare nothing
    List<Query> common = new ArrayList<>(queries);
    common.removeIf(query -> !query.scores().keySet().containsAll(subjects));
    List<Aggregate> rows = new ArrayList<>();
    ToDoubleFunction<double[]> sum = times -> DoubleStream.of(times).sum();
    Map<String, List<Query>> categories = Study.grouped(common, Query::category);
    if (categories.size() > 1 && categories.size() < common.size()) {
      categories.forEach((category, categoryQueries) ->
          rows.add(new Aggregate(category, categoryQueries, 0, sum)));
    }
    if (!common.isEmpty()) {
      rows.add(new Aggregate("all", common, 0, sum));
    }
    if (common.size() > 1) {
      rows.add(
          new Aggregate(
              "geometric mean",
              common,
              0,
              times ->
                  Math.exp(DoubleStream.of(times).map(Math::log).average().orElse(Double.NaN))));
      for (int percent : new int[] {50, 90, 95, 99, 100}) {
        int rank = (int) Math.ceil(percent / 100.0 * common.size());
        if (rank < common.size() || percent == 100) { // of few queries most are the largest
          String name = percent == 100 ? "max" : "p" + percent;
          rows.add(new Aggregate(name, common, rank, times -> times[rank - 1]));
        }
      }
    }
    Columns<Aggregate> columns =
        new Columns<Aggregate>()
            .text("category", "category", Aggregate::name)
            .count("questions", "queries", row -> row.queries().size());
    for (String subject : subjects) {
      boolean restarted = queries.stream().anyMatch(query -> query.cold(subject).isPresent());
      String first = restarted ? COLD : FIRST;
      columns
          .cell(subject + "_warm", subject + ", warm", true, row -> row.cell(subject, Query::warm))
          .cell(
              subject + "_" + first,
              subject + ", " + first,
              true,
              row -> row.cell(subject, Query::first));
    }
    columns.cell(
        "ratio",
        "ratio, warm",
        true,
        row -> ratio(subject -> row.of(subject, Query::warm), row::isCutOff));
    String wins =
        subjects.stream()
            .map(subject ->
                subject + " in " + common.stream().filter(query -> query.isBest(subject)).count())
            .collect(Collectors.joining(", "));
    int omitted = queries.size() - common.size();
    String caption =
        "Sums by category; sum, geometric mean and percentiles over all. cold: the first execution"
            + " after the server was restarted; first: the first of a connection to a server that"
            + " was not. The ratio is that of the largest warm number to the smallest."
            + (subjects.size() > 1 ? " Fastest when warm: " + wins + "." : "")
            + (omitted > 0
                ? " Left out: %s that not every one answered."
                    .formatted(Numbers.count(omitted, "query", "queries"))
                : "");
    return columns.table(tableName, captioned(caption), rows);
  }
}
