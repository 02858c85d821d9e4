package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.SuiteScores;
import org.docduel.stats.report.model.SuiteScores.Question;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataCell;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.report.page.FileName;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.TimeScale;
import org.docduel.stats.sidecar.SidecarFile;

/** A query suite: every question, then sums by category, and how the times are distributed. */
public final class SuiteTables {
  private static final String AT_LEAST = "≥" + Display.UNIT_SPACE;

  private SuiteTables() {}

  /** The tables of a study; nothing when it is of no suite. */
  public static List<Block> of(StudyContext context, List<SidecarFile> sidecars) {
    if (!SuiteScores.isSuite(context.study())) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    for (SuiteScores suite : SuiteScores.of(context.study(), sidecars)) {
      blocks.addAll(tables(context, suite));
    }
    return blocks;
  }

  private static List<Block> tables(StudyContext context, SuiteScores suite) {
    String end = suite.label().isEmpty() ? "" : "-" + FileName.of(suite.label());
    List<Block> blocks = new ArrayList<>();
    blocks.add(questions(context, suite, context.file("questions" + end)));
    if (!suite.common().isEmpty()) {
      blocks.add(categories(suite, context.file("categories" + end)));
      blocks.add(SuiteSums.totals(suite, context.file("totals" + end)));
      blocks.add(SuiteSums.buckets(suite, context.file("buckets" + end)));
    }
    return blocks;
  }

  /** The beginning of a caption where several suites stand in one report. */
  static String captioned(SuiteScores suite, String caption) {
    return suite.label().isEmpty() ? caption : suite.label() + ": " + caption;
  }

  private static Block questions(StudyContext context, SuiteScores suite, String name) {
    Columns<Question> columns =
        new Columns<Question>()
            .text("query", "query", Question::name)
            .text("question", "question", Question::title);
    for (String subject : suite.subjects()) {
      columns.cell(
          subject, subject, true, question -> cell(question.warm(subject), question, subject));
    }
    columns
        .number("ratio", "ratio", question -> ratio(suite, question), Display::times)
        .text("fastest", "fastest", question -> fastest(suite, question))
        .cell("plan", "plan", false, question -> plan(context, question));
    String caption =
        "Every question: mean time of an execution with warm caches, the fastest in bold. The ratio"
            + " is that of the slowest to the fastest. \"> 60 s\" was cut off there. Whether a"
            + " difference is real is said below.";
    return new Block.TableBlock(
        columns.table(name, captioned(suite, caption), suite.questions()).withoutEmptyColumns(),
        false,
        true);
  }

  private static DataCell cell(double seconds, Question question, String subject) {
    boolean best =
        question.scores().size() > 1
            && question.scores().keySet().stream()
                .allMatch(other -> seconds <= question.warm(other));
    String shown =
        question.isCutOff(subject)
            ? ">" + Display.UNIT_SPACE + TimeScale.show(seconds)
            : TimeScale.show(seconds);
    return DataCell.number(seconds, shown).with(best ? Emphasis.STRONG : Emphasis.NONE);
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

  private static DataCell plan(StudyContext context, Question question) {
    return question.scores().values().stream()
        .filter(score -> !score.plans().isEmpty())
        .findFirst()
        .map(score -> DataCell.link("plan", anchor(context, score)))
        .orElse(DataCell.NONE);
  }

  /** Where the plans of a score's group stand on the page. */
  static String anchor(StudyContext context, Score score) {
    return context.file("plan-" + FileName.of(context.study().label(score)));
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
              subject + ", warm",
              subject + "_warm",
              true,
              category -> sum(category.questions(), subject, question -> question.warm(subject)))
          .cell(
              subject + ", " + first,
              subject + "_" + first,
              true,
              category -> sum(category.questions(), subject, question -> question.first(subject)));
    }
    columns.number("ratio, warm", "ratio", category -> ratio(suite, category), Display::times);
    int left = suite.questions().size() - suite.common().size();
    String caption =
        "Sums over the questions of each category. cold: the first execution after the server was"
            + " restarted; first: the first of a connection to a server that was not. The ratio is"
            + " that of the largest warm sum to the smallest."
            + (left > 0
                ? " Left out of all sums, here and below: %s that not every one answered."
                    .formatted(Display.count(left, "question", "questions"))
                : "");
    return new Block.TableBlock(
        columns
            .table(
                name, captioned(suite, caption), rows, category -> category.title().equals("all"))
            .withoutEmptyColumns(),
        false);
  }

  /** Questions that are added up. */
  private record Category(String title, List<Question> questions) {}

  /** A sum; marked where a part of it is a lower bound. */
  static DataCell sum(List<Question> questions, String subject, ToDoubleFunction<Question> time) {
    double sum = questions.stream().mapToDouble(time).sum();
    boolean bound = questions.stream().anyMatch(question -> question.isCutOff(subject));
    return DataCell.number(sum, (bound ? AT_LEAST : "") + TimeScale.show(sum));
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
}
