package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
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
import java.util.stream.Stream;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.Ranking.Configuration;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.Answered;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;

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

  /** A table of more queries is folded, and only what is shown of them stands open. */
  private static final int MAX_OPEN = 20;

  /**
   * A query.
   *
   * @param title what it asks; may be empty
   * @param changedPlan whether versions of a server plan it otherwise
   */
  private record Query(
      String name, String title, String category, boolean changedPlan, Map<String, Score> scores) {
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
    Set<String> changed = changedPlans(sidecars);
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
                queries.add(
                    new Query(name, fact.title(), category, changed.contains(name), bySubject));
              });
          Suites suite =
              new Suites(
                  label,
                  scores.stream().map(score -> score.field(subject)).distinct().toList(),
                  queries);
          String end = label.isEmpty() ? "" : "-" + Html.fileName(label);
          blocks.addAll(suite.queryTables(study, end));
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

  /** The queries that versions of a server plan otherwise. */
  private static Set<String> changedPlans(List<Sidecar> sidecars) {
    return sidecars.stream()
        .flatMap(sidecar -> PlanChanges.of(sidecar.plans()).stream())
        .flatMap(changes -> changes.changes().values().stream().flatMap(List::stream))
        .map(plan -> plan.parameters().getOrDefault(QUERY, ""))
        .collect(Collectors.toSet());
  }

  /** All queries; of many first those that a reader looks for, and all where he unfolds them. */
  private List<Block> queryTables(Study study, String end) {
    QueryCells cells = new QueryCells(study);
    Table all =
        everyQuery(
            study,
            cells,
            "questions" + end,
            "Every query: %s time of an execution with warm caches. %s \"> 60 s\" was cut off there."
                .formatted(
                    study.statistic(),
                    cells.heat.isEmpty()
                        ? "The ratio is that of the slowest to the fastest."
                        : "Only shown differences are coloured; ? is undecided against the fastest."),
            queries);
    if (queries.size() <= MAX_OPEN || cells.heat.isEmpty()) {
      return List.of(new Html.TableBlock(all, true));
    }
    List<Query> notable =
        queries.stream()
            .filter(query -> query.changedPlan || cells.largest(query) > 1)
            .sorted(
                Comparator.comparing((Query query) -> !query.changedPlan)
                    .thenComparing(Comparator.comparingDouble(cells::largest).reversed()))
            .toList();
    String count = Numbers.count(queries.size(), "query", "queries");
    Block open =
        notable.isEmpty()
            ? new Html.Prose("For none of the %s a difference is shown.".formatted(count))
            : new Html.TableBlock(
                everyQuery(
                    study,
                    cells,
                    "questions-shown" + end,
                    "Of %s those with a shown difference, which is coloured, the largest first; before them those with another plan on another version."
                        .formatted(count),
                    notable));
    return List.of(
        open, new Html.Section("", "", "Every query", List.of(new Html.TableBlock(all, true))));
  }

  /** How cells of queries stand out, where their subjects are compared. */
  private static final class QueryCells {
    private final IdentityHashMap<SelectedResult, Configuration> configurations =
        new IdentityHashMap<>();
    private final Optional<Heat> heat;

    QueryCells(Study study) {
      heat =
          study
              .contest()
              .ranking()
              .filter(ranking -> !ranking.parameter().equals(QUERY))
              .map(Heat::new);
      heat.ifPresent(known ->
          known
              .ranking()
              .configurations()
              .forEach(each ->
                  each.results().values().forEach(result -> configurations.put(result, each))));
    }

    private Optional<Configuration> of(Query query) {
      return query.scores().values().stream()
          .flatMap(score -> Stream.ofNullable(configurations.get(score.selected())))
          .findFirst();
    }

    /** The largest shown ratio of a query; 1 where none is shown. */
    double largest(Query query) {
      return heat.flatMap(known -> of(query).map(known::largest)).orElse(1.0);
    }

    Cell cell(Query query, String subject) {
      String bound = query.isCutOff(subject) ? "> " : "";
      Cell level = Cell.number(query.warm(subject), seconds -> bound + Numbers.time(seconds));
      return heat.flatMap(known ->
              of(query)
                  .filter(at -> at.results().containsKey(subject))
                  .map(at ->
                      known.cell(level, bound + Numbers.factor(at.relative(subject)), at, subject)))
          .orElse(level);
    }
  }

  private Table everyQuery(
      Study study, QueryCells cells, String name, String caption, List<Query> rows) {
    Columns<Query> columns = new Columns<Query>().text("query", "query", Query::name);
    for (String subject : subjects) {
      columns.cell(subject, subject, true, query -> cells.cell(query, subject));
    }
    columns
        .cell(
            "ratio",
            cells.heat.isEmpty() ? "ratio" : "", // which may be chance
            true,
            query -> ratio(query::warm, query::isCutOff))
        .text(
            "fastest",
            "",
            query -> subjects.stream().filter(query::isBest).collect(Collectors.joining(", ")))
        .cell("plan", "plan", false, query -> plan(study, query))
        .text("question", "question", Query::title);
    return columns.table(name, captioned(caption), rows);
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
        .map(score ->
            Cell.text(query.changedPlan ? "changed" : "plan").linkedTo(anchor(study, score)))
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
