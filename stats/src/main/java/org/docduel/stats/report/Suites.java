package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.SuiteScores.Question;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/** A query suite: every question, sums by category, and how the times are distributed. */
final class Suites {
  private static final String AT_LEAST = "≥" + " ";

  private Suites() {}

  /** The tables of a study; nothing when it is of no suite. */
  static List<Block> of(Study study, String prefix, List<SidecarFile> sidecars) {
    if (!SuiteScores.isSuite(study)) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    for (SuiteScores suite : SuiteScores.of(study, sidecars)) {
      blocks.addAll(tables(study, prefix, suite));
    }
    return blocks;
  }

  private static List<Block> tables(Study study, String prefix, SuiteScores suite) {
    String end = suite.label().isEmpty() ? "" : "-" + Html.fileName(suite.label());
    List<Block> blocks = new ArrayList<>();
    blocks.add(questions(study, prefix, suite, prefix + "questions" + end));
    if (!suite.common().isEmpty()) {
      blocks.add(categories(suite, prefix + "categories" + end));
      blocks.add(totals(suite, prefix + "totals" + end));
      blocks.add(buckets(suite, prefix + "buckets" + end));
    }
    return blocks;
  }

  /** The beginning of a caption where several suites stand in one report. */
  static String captioned(SuiteScores suite, String caption) {
    return suite.label().isEmpty() ? caption : suite.label() + ": " + caption;
  }

  private static Block questions(Study study, String prefix, SuiteScores suite, String name) {
    Columns<Question> columns =
        new Columns<Question>()
            .text("query", "query", Question::name)
            .text("question", "question", Question::title);
    for (String subject : suite.subjects()) {
      columns.cell(
          subject, subject, true, question -> cell(question.warm(subject), question, subject));
    }
    columns
        .number("ratio", "ratio", question -> ratio(suite, question), Numbers::factor)
        .text("fastest", "fastest", question -> fastest(suite, question))
        .cell("plan", "plan", false, question -> plan(study, prefix, question));
    String caption =
        "Every question: mean time of an execution with warm caches, the fastest in bold. The ratio"
            + " is that of the slowest to the fastest. \"> 60 s\" was cut off there. Whether a"
            + " difference is real is said below.";
    return new Html.Shown(
        columns.table(name, captioned(suite, caption), suite.questions()).withoutEmptyColumns(),
        true);
  }

  private static Cell cell(double seconds, Question question, String subject) {
    boolean best =
        question.scores().size() > 1
            && question.scores().keySet().stream()
                .allMatch(other -> seconds <= question.warm(other));
    String shown =
        question.isCutOff(subject) ? ">" + " " + Numbers.time(seconds) : Numbers.time(seconds);
    return Cell.number(seconds, shown).with(best ? Tone.STRONG : Tone.NONE);
  }

  private static double ratio(SuiteScores suite, Question question) {
    double[] times =
        suite.subjects().stream()
            .mapToDouble(question::warm)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return times.length < 2 ? Double.NaN : times[times.length - 1] / times[0];
  }

  private static String fastest(SuiteScores suite, Question question) {
    return question.scores().size() < 2
        ? ""
        : suite.subjects().stream()
            .filter(subject ->
                question.scores().keySet().stream()
                    .allMatch(other -> question.warm(subject) <= question.warm(other)))
            .collect(Collectors.joining(", "));
  }

  private static Cell plan(Study study, String prefix, Question question) {
    return question.scores().values().stream()
        .filter(score -> !score.plans().isEmpty())
        .findFirst()
        .map(score -> Cell.text("plan").linkedTo(anchor(study, prefix, score)))
        .orElse(Cell.NONE);
  }

  /** Where the plans of a score's group stand on the page. */
  static String anchor(Study study, String prefix, Score score) {
    return Html.fileName(prefix + "plan-" + study.label(score));
  }

  private static Block categories(SuiteScores suite, String name) {
    Set<String> all =
        suite.common().stream()
            .map(Question::category)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    List<Category> rows = new ArrayList<>();
    all.forEach(category ->
        rows.add(
            new Category(
                category,
                suite.common().stream().filter(q -> q.category().equals(category)).toList())));
    rows.add(new Category("all", suite.common()));
    Columns<Category> columns =
        new Columns<Category>()
            .text("category", "category", Category::title)
            .count("questions", "questions", category -> category.questions().size());
    for (String subject : suite.subjects()) {
      String first = suite.isCold(subject) ? "cold" : "first";
      columns
          .cell(
              subject + "_warm",
              subject + ", warm",
              true,
              category -> sum(category.questions(), subject, question -> question.warm(subject)))
          .cell(
              subject + "_" + first,
              subject + ", " + first,
              true,
              category -> sum(category.questions(), subject, question -> question.first(subject)));
    }
    columns.number("ratio", "ratio, warm", category -> ratio(suite, category), Numbers::factor);
    int left = suite.questions().size() - suite.common().size();
    String caption =
        "Sums over the questions of each category. cold: the first execution after the server was"
            + " restarted; first: the first of a connection to a server that was not. The ratio is"
            + " that of the largest warm sum to the smallest."
            + (left > 0
                ? " Left out of all sums, here and below: %s that not every one answered."
                    .formatted(Numbers.count(left, "question", "questions"))
                : "");
    return new Html.Shown(
        columns
            .table(
                name, captioned(suite, caption), rows, category -> category.title().equals("all"))
            .withoutEmptyColumns(),
        false);
  }

  /** Questions that are added up. */
  private record Category(String title, List<Question> questions) {}

  /** A sum; marked where a part of it is a lower bound. */
  static Cell sum(List<Question> questions, String subject, ToDoubleFunction<Question> time) {
    double sum = questions.stream().mapToDouble(time).sum();
    boolean bound = questions.stream().anyMatch(question -> question.isCutOff(subject));
    return Cell.number(sum, (bound ? AT_LEAST : "") + Numbers.time(sum));
  }

  private static double ratio(SuiteScores suite, Category category) {
    double[] sums =
        suite.subjects().stream()
            .mapToDouble(
                subject -> category.questions().stream().mapToDouble(q -> q.warm(subject)).sum())
            .sorted()
            .toArray();
    return sums.length < 2 ? Double.NaN : sums[sums.length - 1] / sums[0];
  }

  /** Upper ends of the buckets in seconds; the last has none. */
  private static final double[] ENDS = {0.010, 0.050, 0.100, 0.500, 1.000};

  private static final List<String> BUCKETS =
      List.of("0–10 ms", "11–50 ms", "51–100 ms", "101–500 ms", "501–1,000 ms", "> 1,000 ms");

  private record Total(
      SuiteScores suite, String subject, String kind, ToDoubleFunction<Question> time) {
    double[] sorted() {
      return suite.common().stream().mapToDouble(time).sorted().toArray();
    }

    double sum() {
      return Arrays.stream(sorted()).sum();
    }

    double geometricMean() {
      double[] times = sorted();
      return Math.exp(Arrays.stream(times).map(Math::log).sum() / times.length);
    }

    /** The smallest time that so many of the questions do not exceed (nearest rank). */
    double rank(double share) {
      double[] times = sorted();
      return times[Math.max(0, (int) Math.ceil(share * times.length) - 1)];
    }

    long wins() {
      return suite.common().stream()
          .filter(question ->
              suite.subjects().stream()
                  .allMatch(other -> question.warm(subject) <= question.warm(other)))
          .count();
    }
  }

  /** Sums, means and percentiles over the questions, for each subject warm and at first. */
  static Block totals(SuiteScores suite, String name) {
    List<Total> rows = new ArrayList<>();
    for (String subject : suite.subjects()) {
      rows.add(new Total(suite, subject, "warm", question -> question.warm(subject)));
      Total first =
          new Total(
              suite,
              subject,
              suite.isCold(subject) ? "cold" : "first",
              question -> question.first(subject));
      if (Double.isFinite(first.sum())) {
        rows.add(first);
      }
    }
    Columns<Total> columns =
        new Columns<Total>()
            .text("subject", "subject", Total::subject)
            .text("caches", "caches", Total::kind)
            .cell("sum", "sum", true, row -> sum(row.suite().common(), row.subject(), row.time()))
            .number("sum_ratio", "ratio", row -> against(rows, row, Total::sum), Numbers::factor)
            .number("geometric_mean", "geom. mean", Total::geometricMean, Numbers::time)
            .number(
                "geometric_mean_ratio",
                "ratio",
                row -> against(rows, row, Total::geometricMean),
                Numbers::factor)
            .number("mean", "mean", row -> row.sum() / suite.common().size(), Numbers::time);
    for (int percent : new int[] {50, 90, 95, 99, 100}) {
      String heading = percent == 100 ? "max" : "p" + percent;
      columns.number(heading, heading, row -> row.rank(percent / 100.0), Numbers::time);
    }
    if (suite.subjects().size() > 1) {
      columns.number(
          "wins",
          "fastest in",
          row -> row.kind().equals("warm") ? (double) row.wins() : Double.NaN,
          wins -> Numbers.count((long) wins));
    }
    String caption =
        "Over the %s that all answered. A few slow ones decide a sum; in the geometric mean all count"
                .formatted(Numbers.count(suite.common().size(), "question", "questions"))
            + " alike. Each ratio is to the smallest with the same caches; percentiles are over questions.";
    return new Html.Shown(
        columns.table(name, captioned(suite, caption), rows).withoutEmptyColumns(), false);
  }

  private static double against(List<Total> rows, Total row, ToDoubleFunction<Total> value) {
    boolean warm = row.kind().equals("warm");
    double least =
        rows.stream()
            .filter(other -> other.kind().equals("warm") == warm)
            .mapToDouble(value)
            .min()
            .orElse(Double.NaN);
    return row.suite().subjects().size() < 2 ? Double.NaN : value.applyAsDouble(row) / least;
  }

  private record Bucket(String subject, int place, List<Question> questions, int all) {
    double sum() {
      return questions.isEmpty()
          ? Double.NaN
          : questions.stream().mapToDouble(question -> question.warm(subject)).sum();
    }
  }

  /** How many questions of each subject lie in each bucket of times. */
  static Block buckets(SuiteScores suite, String name) {
    List<Bucket> rows = new ArrayList<>();
    for (String subject : suite.subjects()) {
      for (int i = 0; i < BUCKETS.size(); i++) {
        int place = i;
        rows.add(
            new Bucket(
                subject,
                place,
                suite.common().stream()
                    .filter(question -> bucket(question.warm(subject)) == place)
                    .toList(),
                suite.common().size()));
      }
    }
    return new Html.Shown(
        new Columns<Bucket>()
            .text("subject", "subject", Bucket::subject)
            .text("time", "time", row -> BUCKETS.get(row.place()))
            .count("questions", "questions", row -> row.questions().size())
            .number(
                "share",
                "share",
                row -> row.questions().size() / (double) row.all(),
                Numbers::percent)
            .number("sum", "sum", Bucket::sum, Numbers::time)
            .text(
                "categories",
                "categories",
                row ->
                    row.questions().stream()
                        .map(Question::category)
                        .distinct()
                        .collect(Collectors.joining(", ")))
            .table(
                name,
                captioned(suite, "How long the questions take, warm: buckets as published"),
                rows),
        false);
  }

  private static int bucket(double seconds) {
    int place = 0;
    while (place < ENDS.length && seconds > ENDS[place]) {
      place++;
    }
    return place;
  }
}
