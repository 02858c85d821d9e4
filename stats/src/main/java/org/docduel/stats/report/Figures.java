package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.report.Charts.Axis;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Charts.Tick;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Study.Group;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/**
 * What was measured, as pictures: every observation, latencies of operations, growth by a size, and
 * what is sustained of offered rates.
 */
record Figures(Study study, Table scores) {
  private static final int MAX_PANELS = 12;
  private static final int MAX_OBSERVATIONS = 20_000;
  private static final int MAX_CURVES = 4;
  private static final double WIDE_RANGE = 8;

  /** Two numbers with a point, such as 1.2, are a place in a list rather than a size. */
  private static final Pattern PLACE = Pattern.compile("[0-9]+\\.[0-9]+");

  /** Sizes are numbers such as 1000, 4KB, 10x20B, users-90. */
  private static final Pattern PREFIX = Pattern.compile("^([a-z]+-)?");

  /** A percentile is known where at least so many operations lie beyond it. */
  private static final long MIN_TAIL_OPERATIONS = 10;

  private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final String MAX = "max";
  private static final List<String> RESPONSES = List.of("p50", "p90", "p99", "p99.9", MAX);
  private static final String CRITERION =
      "Sustained is the highest offered rate up to which at least 99 % of it was achieved,"
          + " minus two standard deviations of random arrivals.";

  /** A figure with a panel for each of the first of all groups. */
  private static <G> Block figure(
      String name, String caption, List<G> groups, int all, Function<G, Svg> panel, Table numbers) {
    List<Svg> panels = groups.stream().limit(MAX_PANELS).map(panel).toList();
    String cut = " Shown are the first %d of %d groups.".formatted(panels.size(), all);
    return new Html.Figure(name, caption + (panels.size() < all ? cut : ""), panels, numbers);
  }

  private String heading(Group group, String what) {
    return group.label().isEmpty()
        ? what
        : what.equals(study.name()) ? group.label() : what + ", " + group.label();
  }

  /** Every observation as a dot, fork below fork, beside the level and its interval. */
  List<Block> observations() {
    List<Group> all = study.groups();
    List<Group> few = new ArrayList<>();
    int dots = 0;
    for (Group group : all) {
      dots += group.scores().stream().mapToInt(score -> score.summary().n()).sum();
      if (dots <= MAX_OBSERVATIONS) {
        few.add(group);
      }
    }
    String caption =
        "Every observation as a dot: fork below fork, and within a fork from its first iteration"
            + " down to its last. The diamond is the %s%s."
                .formatted(
                    study.statistic(),
                    study.scores().stream().anyMatch(score -> score.interval().bounded())
                        ? ", its line the interval"
                        : "");
    return few.isEmpty()
        ? List.of()
        : List.of(
            figure(
                "observations",
                caption,
                few,
                all.size(),
                group -> Charts.strips(study, group),
                scores));
  }

  /** Where the time goes, as far as forks told it. */
  static List<Block> parts(ExplainTables tables) {
    var configurations = List.copyOf(tables.configurations().entrySet());
    if (configurations.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    tables.sentences().stream().limit(MAX_PANELS).map(Html.Prose::new).forEach(blocks::add);
    blocks.add(
        figure(
            "parts",
            "What a client waits for, by its parts; those below zero are in the table alone. "
                + ExplainTables.LIMITS,
            configurations,
            configurations.size(),
            each -> Charts.parts(each.getKey(), each.getValue()),
            tables.parts()));
    blocks.add(new Html.TableBlock(tables.parts()));
    return blocks;
  }

  /** Latencies of single operations where they were recorded, and response times. */
  List<Block> latencies() {
    List<Block> blocks = new ArrayList<>();
    List<Score> withLatencies =
        study.scores().stream().filter(s -> !s.observations().operations().isEmpty()).toList();
    if (!withLatencies.isEmpty() && study.timed()) {
      Table table = percentiles(withLatencies);
      List<Group> groups = new ArrayList<>(study.groups());
      groups.removeIf(group -> group.scores().stream().noneMatch(withLatencies::contains));
      blocks.add(
          figure(
              table.name(),
              "Latencies of single operations, from the merged histograms of all forks and"
                  + " iterations, up to where at least %d operations lie beyond."
                      .formatted(MIN_TAIL_OPERATIONS),
              groups,
              groups.size(),
              group ->
                  curves(group, group.scores().stream().filter(withLatencies::contains).toList()),
              table));
      blocks.add(new Html.TableBlock(table));
    }
    List<Score> responding =
        study.scores().stream().filter(score -> score.response("p99") > 0).toList();
    if (!responding.isEmpty()) {
      Columns<Score> columns = Details.columns(List.of(study));
      for (String name : RESPONSES) {
        columns.number(name.replace('.', '_'), name, score -> score.response(name), Numbers::time);
      }
      String title =
          "Response times, from when an operation %s to its end: each percentile is the mean of the forks', max the largest of all"
              .formatted(study.openLoop() ? "fell due" : "was sent");
      blocks.add(new Html.TableBlock(columns.table("responses", title, responding)));
    }
    return blocks;
  }

  private Table percentiles(List<Score> withLatencies) {
    DoubleFunction<String> format = Numbers.in(study.quantity());
    Columns<Score> columns = Details.columns(List.of(study));
    columns.count(
        "operations", "operations", score -> Histogram.total(score.observations().operations()));
    for (double share : SHARES) {
      String name = label(share);
      columns.number(name.replace('.', '_'), name, score -> percentile(score, share), format);
    }
    columns.number(MAX, MAX, score -> percentile(score, 1), format);
    return columns.table(
        "latency", "Percentiles of single operations, all forks together", withLatencies);
  }

  private static double percentile(Score score, double share) {
    List<Histogram> operations = score.observations().operations();
    boolean reliable =
        Histogram.total(operations) * (1 - share) >= MIN_TAIL_OPERATIONS
            || share == SHARES[0]
            || share == 1;
    return reliable ? Histogram.percentile(operations, share) : Double.NaN;
  }

  /** Latencies on a scale where every nine of the share has the same length. */
  private Svg curves(Group group, List<Score> withLatencies) {
    List<Line> lines = new ArrayList<>();
    double longest = 0;
    for (Score score : withLatencies) {
      List<Histogram> operations = score.observations().operations();
      double total = Histogram.total(operations);
      double end = Math.max(nines(0.5), Math.log10(total / MIN_TAIL_OPERATIONS));
      longest = Math.max(longest, end);
      List<Point> points = new ArrayList<>();
      for (int i = 0; i <= 60; i++) {
        double place = end * i / 60;
        points.add(new Point(place, Histogram.percentile(operations, 1 - Math.pow(10, -place))));
      }
      lines.add(new Line(study.subject(score), study.series(score), points));
    }
    double end = longest;
    List<Tick> ticks =
        DoubleStream.of(SHARES)
            .mapToObj(share -> new Tick(nines(share), label(share)))
            .filter(tick -> tick.value() <= end)
            .toList();
    Axis along = new Axis(0, end, false, ticks);
    return Charts.lines(
        heading(group, "latency"),
        Numbers.onAxis(study.quantity()),
        "share of operations that are faster",
        along,
        lines,
        List.of());
  }

  private static double nines(double share) {
    return -Math.log10(1 - share);
  }

  private static String label(double share) {
    return "p" + String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "");
  }

  /** How levels grow over each parameter that is a size. */
  List<Block> growth() {
    List<Block> blocks = new ArrayList<>();
    List<String> parameters = new ArrayList<>(study.by());
    if (ClientFigures.apply(study)) { // which show them
      parameters.remove(ClientFigures.THREADS);
    }
    for (String parameter : parameters) {
      sizes(parameter)
          .ifPresent(sizes -> {
            List<Group> groups = study.groupsWithout(parameter);
            blocks.add(
                figure(
                    "scaling-" + Html.fileName(parameter),
                    "The %s by %s%s."
                        .formatted(study.statistic(), parameter, sizes.log() ? " (log scale)" : ""),
                    groups,
                    groups.size(),
                    group -> growth(group, parameter, sizes),
                    scores));
          });
    }
    return blocks;
  }

  private Svg growth(Group group, String parameter, Axis sizes) {
    List<Line> lines = new ArrayList<>();
    Study.grouped(group.scores(), study::subject)
        .forEach((subject, subjectScores) ->
            lines.add(
                new Line(
                    subject,
                    study.series(subjectScores.get(0)),
                    subjectScores.stream()
                        .map(score -> new Point(size(score.field(parameter)), score.level()))
                        .sorted(Comparator.comparingDouble(Point::x))
                        .toList())));
    return Charts.lines(
        heading(group, study.name()),
        Numbers.onAxis(study.quantity()),
        parameter,
        sizes,
        lines,
        List.of());
  }

  private static double size(String value) {
    return Magnitude.of(value).orElse(Double.NaN);
  }

  /** The values of a parameter along an axis, if there are two or more and all are sizes. */
  private Optional<Axis> sizes(String parameter) {
    List<String> values =
        study.scores().stream().map(score -> score.field(parameter)).distinct().toList();
    List<Tick> ticks =
        values.stream()
            .map(value ->
                new Tick(
                    size(value),
                    value.matches("\\d{4,}")
                        ? Numbers.compact(size(value))
                        : PREFIX.matcher(value).replaceFirst("")))
            .sorted(Comparator.comparingDouble(Tick::value))
            .toList();
    double low = ticks.get(0).value();
    double high = ticks.get(ticks.size() - 1).value();
    // What is achieved at an offered rate is that rate, not a time that grows with it.
    boolean sizes =
        !parameter.equals(Score.RATE)
            && !ComparedSubjects.TASKS.contains(parameter)
            && values.stream().map(Figures::prefix).distinct().count() == 1
            && values.stream().noneMatch(value -> PLACE.matcher(value).matches())
            && ticks.stream().map(Tick::value).distinct().count() == ticks.size()
            && ticks.size() > 1
            && !Double.isNaN(high);
    boolean log = low > 0 && high / low >= WIDE_RANGE;
    return sizes ? Optional.of(new Axis(low, high, log, ticks)) : Optional.empty();
  }

  private static String prefix(String value) {
    return value.substring(0, value.length() - PREFIX.matcher(value).replaceFirst("").length());
  }

  /** The rates that one subject was asked for, sorted. */
  private record Curve(String where, String subject, int series, List<OpenLoopRun> runs) {
    String summary() {
      OptionalDouble sustained = OpenLoopRun.sustainedRate(runs);
      return sustained.isPresent()
          ? subject + " sustains " + Numbers.tick(sustained.getAsDouble()) + " operations a second"
          : subject + " sustains none of the offered rates";
    }

    Line line(Function<OpenLoopRun, OptionalDouble> value) {
      List<Point> points = new ArrayList<>();
      runs.forEach(
          run -> value.apply(run).ifPresent(found -> points.add(new Point(run.offered(), found))));
      return new Line(subject, series, points);
    }
  }

  private List<Curve> curves() {
    List<Curve> curves = new ArrayList<>();
    boolean compared = study.compare().equals(Score.RATE);
    for (Group group : study.openLoop() ? study.groupsWithout(Score.RATE) : List.<Group>of()) {
      Study.grouped(group.scores(), score -> compared ? study.name() : study.subject(score))
          .forEach((subject, subjectScores) -> {
            List<OpenLoopRun> runs = new ArrayList<>();
            for (Score score : subjectScores.stream().filter(Figures::receivesFullRate).toList()) {
              runs.add(OpenLoopRun.of(score.offered(), score.selected().results()));
            }
            runs.sort(Comparator.comparingDouble(OpenLoopRun::offered));
            if (runs.size() > 1) {
              int series = compared ? 0 : study.series(subjectScores.get(0));
              curves.add(new Curve(group.label(), subject, series, runs));
            }
          });
    }
    return curves;
  }

  /** Not of a kind of a mix, which does its part of what is asked for: it has no backlog. */
  private static boolean receivesFullRate(Score score) {
    return score.first().metric("rate").isEmpty() || score.first().metric("backlog").isPresent();
  }

  /** What a study of several offered rates shows, in words; empty for any other. */
  Optional<Statement> sustained(String about) {
    List<String> parts =
        curves().stream()
            .map(curve -> (curve.where.isEmpty() ? "" : curve.where + ": ") + curve.summary())
            .toList();
    String sentence = Printable.some(parts, MAX_CURVES, "; ") + ".";
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Statement(about, sentence, CRITERION, Tone.UNDECIDED));
  }

  /** Achieved rates and response times over offered rates, a figure for each group. */
  List<Block> rates() {
    List<Block> blocks = new ArrayList<>();
    boolean responses = study.first().metric(Selection.RESPONSE).isPresent();
    if (study.mode() == Mode.THROUGHPUT && (study.timed() || responses)) {
      Study.grouped(curves(), Curve::where)
          .forEach((where, curves) -> blocks.add(rates(where, curves)));
    }
    return blocks;
  }

  private Block rates(String where, List<Curve> curves) {
    record RatePoint(String subject, OpenLoopRun run) {}
    List<RatePoint> ratePoints = new ArrayList<>();
    curves.forEach(
        curve -> curve.runs.forEach(run -> ratePoints.add(new RatePoint(curve.subject, run))));
    double low = ratePoints.stream().mapToDouble(a -> a.run().offered()).min().orElse(1);
    double high = ratePoints.stream().mapToDouble(a -> a.run().offered()).max().orElse(1);
    double maxAchieved = ratePoints.stream().mapToDouble(a -> a.run().achieved()).max().orElse(1);
    boolean wide = high / low >= WIDE_RANGE;
    Axis along =
        wide ? Axis.ratios(low, high, Numbers::compact) : Axis.linear(0, high, 5, Numbers::compact);
    double end = Math.max(low, Math.min(high, maxAchieved));
    String xLabel = "offered rate, ops/s";
    List<Line> achieved =
        curves.stream().map(c -> c.line(run -> OptionalDouble.of(run.achieved()))).toList();
    List<Point> all = List.of(new Point(low, low), new Point(end, end));
    List<Svg> panels = new ArrayList<>();
    panels.add(Charts.lines("achieved, ops/s", Numbers::compact, xLabel, along, achieved, all));
    List<Line> responses =
        curves.stream()
            .map(curve -> curve.line(OpenLoopRun::responseP99))
            .filter(line -> !line.points().isEmpty())
            .toList();
    if (!responses.isEmpty()) {
      panels.add(
          Charts.lines(
              "p99 response time", Numbers::timeTick, xLabel, along, responses, List.of()));
    }
    StringBuilder caption = new StringBuilder(where.isEmpty() ? "" : where + ": ");
    caption.append("Achieved over the offered rate; on the dashed line all of it is achieved. ");
    caption.append(CRITERION);
    curves.forEach(curve -> caption.append(' ').append(curve.summary()).append('.'));
    String name = (where.isEmpty() ? "saturation" : "saturation-" + Html.fileName(where));
    Table table =
        new Columns<RatePoint>()
            .text("subject", "subject", RatePoint::subject)
            .data("asked", a -> a.run().offered())
            .data("achieved", a -> a.run().achieved())
            .data("achieved_share", a -> a.run().achieved() / a.run().offered())
            .data("response_p99_seconds", a -> a.run().responseP99().orElse(Double.NaN))
            .table(name, "Asked and achieved rates", ratePoints);
    return new Html.Figure(name, caption.toString(), panels, table);
  }
}
