package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.docduel.stats.report.model.SuiteScores;
import org.docduel.stats.report.model.SuiteScores.Question;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.TimeScale;

/** How the times of a suite's questions are distributed. */
final class SuiteSums {
  /** Upper ends of the buckets in seconds; the last has none. */
  private static final double[] ENDS = {0.010, 0.050, 0.100, 0.500, 1.000};

  private static final List<String> BUCKETS =
      List.of("0–10 ms", "11–50 ms", "51–100 ms", "101–500 ms", "501–1,000 ms", "> 1,000 ms");

  private SuiteSums() {}

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
            .cell(
                "sum",
                "sum",
                true,
                row -> SuiteTables.sum(row.suite().common(), row.subject(), row.time()))
            .number("ratio", "sum_ratio", row -> against(rows, row, Total::sum), Display::times)
            .number("geom. mean", "geometric_mean", Total::geometricMean, TimeScale::show)
            .number(
                "ratio",
                "geometric_mean_ratio",
                row -> against(rows, row, Total::geometricMean),
                Display::times)
            .number("mean", "mean", row -> row.sum() / suite.common().size(), TimeScale::show);
    for (int percent : new int[] {50, 90, 95, 99, 100}) {
      String heading = percent == 100 ? "max" : "p" + percent;
      columns.number(heading, heading, row -> row.rank(percent / 100.0), TimeScale::show);
    }
    if (suite.subjects().size() > 1) {
      columns.number(
          "fastest in",
          "wins",
          row -> row.kind().equals("warm") ? (double) row.wins() : Double.NaN,
          wins -> Display.count((long) wins));
    }
    String caption =
        "Over the %s that all answered. A few slow ones decide a sum; in the geometric mean all count"
                .formatted(Display.count(suite.common().size(), "question", "questions"))
            + " alike. Each ratio is to the smallest with the same caches; percentiles are over questions.";
    return new Block.TableBlock(
        columns.table(name, SuiteTables.captioned(suite, caption), rows).withoutEmptyColumns(),
        false);
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
    return new Block.TableBlock(
        new Columns<Bucket>()
            .text("subject", "subject", Bucket::subject)
            .text("time", "time", row -> BUCKETS.get(row.place()))
            .count("questions", "questions", row -> row.questions().size())
            .number(
                "share",
                "share",
                row -> row.questions().size() / (double) row.all(),
                Display::percent)
            .number("sum", "sum", Bucket::sum, TimeScale::show)
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
                SuiteTables.captioned(
                    suite, "How long the questions take, warm: buckets as published"),
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
