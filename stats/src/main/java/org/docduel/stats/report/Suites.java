package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.Answered;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.SidecarFile;
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
  private static final String TIME_LIMIT = "timeLimit";
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
      return score(subject)
          .flatMap(score -> score.secondary(COLD).or(() -> score.secondary(FIRST)))
          .map(Observations::mean)
          .orElse(Double.NaN);
    }

    /** Whether the time is that at which the query was cut off, a lower bound. */
    boolean isCutOff(String subject) {
      return score(subject)
          .filter(score -> score.field(TIME_LIMIT).matches("[1-9][0-9]{0,8}"))
          .filter(score ->
              score.summary().max() >= Double.parseDouble(score.field(TIME_LIMIT)) * (1 - 1e-9))
          .isPresent();
    }

    boolean isBest(String subject) {
      return scores.keySet().stream().allMatch(other -> warm(subject) <= warm(other));
    }

    private Optional<Score> score(String subject) {
      return Optional.ofNullable(scores.get(subject));
    }
  }

  /** Whether a study is of the queries of a suite. */
  static boolean isSuite(Study study) {
    return study.timed()
        && (study.by().contains(QUERY) || study.compare().equals(QUERY))
        && study.scores().stream().allMatch(score -> !score.field(TIME_LIMIT).isEmpty());
  }

  /** The tables of a study; nothing when it is of no suite. */
  static List<Block> of(Study study, String prefix, List<SidecarFile> sidecars) {
    List<Block> blocks = new ArrayList<>();
    if (isSuite(study)) {
      suites(study, sidecars).forEach(suite -> blocks.addAll(suite.tables(study, prefix)));
    }
    return blocks;
  }

  /** What each store answered, once before anything was timed. */
  static List<Block> answers(Study study, String prefix, List<SidecarFile> sidecars) {
    record Row(QuestionFact question, String store, Answered answer) {}
    Set<Row> rows = new LinkedHashSet<>();
    for (SidecarFile file : sidecars) {
      for (QuestionFact question : file.sidecar().questions()) {
        Map<String, String> shown = StoreFact.shown(file.sidecar().stores());
        for (Answered answer : question.answers()) {
          String store = shown.getOrDefault(answer.store(), answer.store());
          rows.add(new Row(question, store, answer));
        }
      }
    }
    if (rows.isEmpty() || !isSuite(study)) {
      return List.of();
    }
    Table table =
        new Columns<Row>()
            .text("query", "query", row -> row.question().query())
            .text("index", "index", row -> row.question().parameters().getOrDefault("index", ""))
            .text("store", "store", row -> row.store())
            .text("outcome", "outcome", row -> row.answer().outcome())
            .count("rows", "rows", row -> row.answer().rows())
            .text("digest", "digest", row -> row.answer().digest())
            .text("first", "first rows", row -> String.join(" ", row.answer().first()))
            .table(
                prefix + "answers",
                "Answers with equal digests are equal, row by row.",
                List.copyOf(rows));
    return List.of(new Html.Shown(table.withoutEmptyColumns(), true));
  }

  /** One for each set of parameters other than the query and the subject. */
  private static List<Suites> suites(Study study, List<SidecarFile> sidecars) {
    Map<String, QuestionFact> facts = new LinkedHashMap<>();
    for (SidecarFile file : sidecars) {
      file.sidecar().questions().forEach(fact -> facts.putIfAbsent(fact.query(), fact));
    }
    boolean alone = study.compare().equals(QUERY) || study.compare().isEmpty();
    String subject = alone ? STORE : study.compare();
    List<String> others =
        study.by().stream().filter(name -> !name.equals(QUERY) && !name.equals(subject)).toList();
    Map<String, Map<String, Map<String, Score>>> groups = new LinkedHashMap<>();
    for (Score score : study.scores()) {
      groups
          .computeIfAbsent(Ranking.label(score.selected(), others), k -> new LinkedHashMap<>())
          .computeIfAbsent(score.field(QUERY), k -> new LinkedHashMap<>())
          .putIfAbsent(score.field(subject), score);
    }
    List<Suites> suites = new ArrayList<>();
    groups.forEach((label, byQuery) -> {
      Set<String> subjects = new LinkedHashSet<>();
      List<Query> queries = new ArrayList<>();
      byQuery.forEach((name, scores) -> {
        subjects.addAll(scores.keySet());
        QuestionFact fact = facts.getOrDefault(name, new QuestionFact(name, "", ""));
        String category =
            fact.category().isEmpty() ? name.replaceAll("\\..*", "") : fact.category();
        queries.add(new Query(name, fact.title(), category, scores));
      });
      suites.add(new Suites(label, List.copyOf(subjects), queries));
    });
    return suites;
  }

  private List<Block> tables(Study study, String prefix) {
    String end = label.isEmpty() ? "" : "-" + Html.fileName(label);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Html.Shown(everyQuery(study, prefix, prefix + "questions" + end), true));
    if (!common().isEmpty()) {
      blocks.add(new Html.Shown(categories(prefix + "categories" + end)));
      blocks.add(new Html.Shown(totals(prefix + "totals" + end)));
    }
    return blocks;
  }

  /** The queries that every subject has a score for: sums over others would compare nothing. */
  private List<Query> common() {
    return queries.stream().filter(query -> query.scores().keySet().containsAll(subjects)).toList();
  }

  /** What a subject's first times are: of a server just restarted, or of a new connection. */
  private String kindOfFirst(String subject) {
    boolean cold =
        queries.stream()
            .flatMap(query -> query.score(subject).stream())
            .anyMatch(score -> score.secondary(COLD).isPresent());
    return cold ? COLD : FIRST;
  }

  private String captioned(String caption) {
    return label.isEmpty() ? caption : label + ": " + caption;
  }

  private Table everyQuery(Study study, String prefix, String name) {
    Columns<Query> columns =
        new Columns<Query>()
            .text("query", "query", Query::name)
            .text("question", "question", Query::title);
    for (String subject : subjects) {
      columns.cell(subject, subject, true, query -> cell(query, subject));
    }
    columns
        .number("ratio", "ratio", query -> ratio(query::warm), Numbers::factor)
        .text(
            "fastest",
            "fastest",
            query ->
                query.scores().size() < 2
                    ? ""
                    : subjects.stream().filter(query::isBest).collect(Collectors.joining(", ")))
        .cell("plan", "plan", false, query -> plan(study, prefix, query));
    return columns
        .table(
            name,
            captioned(
                "Every query: %s time of an execution with warm caches, the fastest in bold. The ratio is that of the slowest to the fastest. \"> 60 s\" was cut off there. Whether a difference is real is said below."
                    .formatted(study.scores().get(0).statistic().label())),
            queries)
        .withoutEmptyColumns();
  }

  private static Cell cell(Query query, String subject) {
    double seconds = query.warm(subject);
    boolean best = query.scores().size() > 1 && query.isBest(subject);
    return Cell.number(seconds, (query.isCutOff(subject) ? "> " : "") + Numbers.time(seconds))
        .with(best ? Tone.STRONG : Tone.NONE);
  }

  /** The largest of the subjects' times over the smallest; NaN of fewer than two. */
  private double ratio(ToDoubleFunction<String> time) {
    double[] times =
        subjects.stream().mapToDouble(time).filter(Double::isFinite).sorted().toArray();
    return times.length < 2 ? Double.NaN : times[times.length - 1] / times[0];
  }

  private static Cell plan(Study study, String prefix, Query query) {
    return query.scores().values().stream()
        .filter(score -> !score.plans().isEmpty())
        .findFirst()
        .map(score -> Cell.text("plan").linkedTo(anchor(study, prefix, score)))
        .orElse(Cell.NONE);
  }

  /** Where the plans of a score's group stand on the page. */
  static String anchor(Study study, String prefix, Score score) {
    return Html.fileName(prefix + "plan-" + study.label(score));
  }

  /** Queries that are added up. */
  private record Category(String title, List<Query> queries) {
    double sum(ToDoubleFunction<Query> time) {
      return queries.stream().mapToDouble(time).sum();
    }

    /** A sum; marked where a part of it is a lower bound. */
    Cell cell(String subject, ToDoubleFunction<Query> time) {
      boolean bound = queries.stream().anyMatch(query -> query.isCutOff(subject));
      return Cell.number(sum(time), (bound ? "≥ " : "") + Numbers.time(sum(time)));
    }
  }

  private Table categories(String name) {
    List<Query> common = common();
    List<Category> rows = new ArrayList<>();
    common.stream()
        .map(Query::category)
        .distinct()
        .forEach(category ->
            rows.add(
                new Category(
                    category,
                    common.stream().filter(q -> q.category().equals(category)).toList())));
    Category all = new Category("all", common);
    rows.add(all);
    Columns<Category> columns =
        new Columns<Category>()
            .text("category", "category", Category::title)
            .count("questions", "queries", category -> category.queries().size());
    for (String subject : subjects) {
      String first = kindOfFirst(subject);
      columns
          .cell(
              subject + "_warm",
              subject + ", warm",
              true,
              category -> category.cell(subject, query -> query.warm(subject)))
          .cell(
              subject + "_" + first,
              subject + ", " + first,
              true,
              category -> category.cell(subject, query -> query.first(subject)));
    }
    columns.number(
        "ratio",
        "ratio, warm",
        category -> ratio(subject -> category.sum(query -> query.warm(subject))),
        Numbers::factor);
    int left = queries.size() - common.size();
    String caption =
        "Sums over the queries of each category. cold: the first execution after the server was"
            + " restarted; first: the first of a connection to a server that was not. The ratio is"
            + " that of the largest warm sum to the smallest."
            + (left > 0
                ? " Left out of all sums, here and below: %s that not every one answered."
                    .formatted(Numbers.count(left, "query", "queries"))
                : "");
    return columns
        .table(name, captioned(caption), rows, category -> category.equals(all))
        .withoutEmptyColumns();
  }

  /** A subject's times of the common queries. */
  private record Total(String subject, String kind, Category all, ToDoubleFunction<Query> time) {
    double[] sorted() {
      return all.queries().stream().mapToDouble(time).sorted().toArray();
    }

    boolean warm() {
      return kind.equals("warm");
    }

    double sum() {
      return all.sum(time);
    }

    double geometricMean() {
      return Math.exp(Arrays.stream(sorted()).map(Math::log).average().orElse(Double.NaN));
    }

    /** The smallest time that so many of the queries do not exceed (nearest rank). */
    double rank(int percent) {
      double[] times = sorted();
      return times[Math.max(0, (int) Math.ceil(percent / 100.0 * times.length) - 1)];
    }
  }

  /** Sums, means and percentiles over the queries, for each subject warm and at first. */
  private Table totals(String name) {
    Category all = new Category("all", common());
    List<Total> rows = new ArrayList<>();
    for (String subject : subjects) {
      rows.add(new Total(subject, "warm", all, query -> query.warm(subject)));
      Total first = new Total(subject, kindOfFirst(subject), all, query -> query.first(subject));
      if (Double.isFinite(first.sum())) {
        rows.add(first);
      }
    }
    Columns<Total> columns =
        new Columns<Total>()
            .text("subject", "subject", Total::subject)
            .text("caches", "caches", Total::kind)
            .cell("sum", "sum", true, row -> all.cell(row.subject(), row.time()))
            .number("sum_ratio", "ratio", row -> against(rows, row, Total::sum), Numbers::factor)
            .number("geometric_mean", "geom. mean", Total::geometricMean, Numbers::time)
            .number(
                "geometric_mean_ratio",
                "ratio",
                row -> against(rows, row, Total::geometricMean),
                Numbers::factor)
            .number("mean", "mean", row -> row.sum() / all.queries().size(), Numbers::time);
    for (int percent : new int[] {50, 90, 95, 99, 100}) {
      String heading = percent == 100 ? "max" : "p" + percent;
      columns.number(heading, heading, row -> row.rank(percent), Numbers::time);
    }
    if (subjects.size() > 1) {
      columns.number(
          "wins",
          "fastest in",
          row ->
              row.warm()
                  ? all.queries().stream().filter(query -> query.isBest(row.subject())).count()
                  : Double.NaN,
          wins -> Numbers.count((long) wins));
    }
    String caption =
        "Over the %s that all answered. A few slow ones decide a sum; in the geometric mean all count"
                .formatted(Numbers.count(all.queries().size(), "query", "queries"))
            + " alike. Each ratio is to the smallest with the same caches; percentiles are over queries.";
    return columns.table(name, captioned(caption), rows).withoutEmptyColumns();
  }

  private double against(List<Total> rows, Total row, ToDoubleFunction<Total> value) {
    double least =
        rows.stream()
            .filter(other -> other.warm() == row.warm())
            .mapToDouble(value)
            .min()
            .orElse(Double.NaN);
    return subjects.size() < 2 ? Double.NaN : value.applyAsDouble(row) / least;
  }
}
