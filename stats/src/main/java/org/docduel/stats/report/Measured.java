package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Mode;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.report.Charts.Across;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Charts.Stop;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/**
 * What was measured, as pictures: every observation, latencies of operations, growth by a size, and
 * what is sustained of asked rates.
 *
 * @param study the study
 * @param prefix of its files; empty when the report has one study
 */
record Measured(Study study, String prefix) {
  private static final int MOST_PANELS = 12;
  private static final int MOST_OBSERVATIONS = 20_000;
  private static final int MOST_CURVES = 3;
  private static final double WIDE_RANGE = 8;

  /** A percentile is known where at least so many operations lie beyond it. */
  private static final long BEYOND = 10;

  private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final String RESPONSE = "response.";
  private static final List<String> RESPONSES = List.of("p50", "p90", "p99", "p99.9", "max");
  private static final String CRITERION =
      "Sustained is the highest asked rate up to which at least 99 % of what was asked was done,"
          + " less two standard deviations of what chance lets fall due.";

  private Quantity quantity() {
    return study.scores().get(0).observations().quantity();
  }

  private String shown(double level) {
    return Numbers.of(level, quantity());
  }

  private String tick(double level) {
    return quantity().time() ? Charts.time(level) : Numbers.compact(level);
  }

  /** A table that begins with the columns that tell scores apart, durability among them. */
  Columns<Score> columns() {
    Columns<Score> columns = new Columns<>();
    for (String name : study.by()) {
      columns.text(name, name, score -> score.field(name));
    }
    String subject = study.compare().isEmpty() ? "benchmark" : study.compare();
    columns.text(subject, subject, study::subjectValue);
    boolean elsewhere = study.by().contains("durability") || study.compare().equals("durability");
    return elsewhere ? columns : columns.text("durability", "durability", Score::durability);
  }

  private static String cut(int shown, int all) {
    return shown < all ? " Shown are the first %d of %d groups.".formatted(shown, all) : "";
  }

  /** Every observation as a dot, fork below fork, beside the level and its interval. */
  List<Block> observations() {
    List<Study.Group> groups = study.groups();
    List<Svg> panels = new ArrayList<>();
    int observations = 0;
    for (Study.Group group : groups) {
      observations += group.scores().stream().mapToInt(score -> score.summary().n()).sum();
      if (panels.size() == MOST_PANELS || observations > MOST_OBSERVATIONS) {
        break;
      }
      List<Charts.StripRow> rows =
          group.scores().stream()
              .map(score ->
                  new Charts.StripRow(
                      study.subject(score),
                      study.series(score),
                      List.of(score.observations().byFork()),
                      score.level(),
                      score.interval().lower(),
                      score.interval().upper()))
              .toList();
      panels.add(Charts.strips(group.label(), this::tick, this::shown, rows));
    }
    if (panels.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Html.Figure(
            prefix + "observations",
            "Every observation as a dot: fork below fork, and within a fork from its first iteration"
                + " down to its last. The diamond is the %s, its line the interval.%s"
                    .formatted(
                        study.scores().get(0).statistic().label(),
                        cut(panels.size(), groups.size())),
            panels,
            Verdicts.levels(
                    columns().count("forks", "forks", score -> score.summary().forks()),
                    score -> score,
                    Score::level,
                    study.scores(),
                    "")
                .table(prefix + "observations", "Levels", study.scores())));
  }

  /** Latencies of single operations where they were recorded, and response times. */
  List<Block> latencies() {
    List<Block> blocks = new ArrayList<>();
    List<Score> recorded =
        study.scores().stream().filter(s -> s.observations().operations().isPresent()).toList();
    if (!recorded.isEmpty() && study.timed()) {
      blocks.addAll(percentiles(recorded));
    }
    responses().ifPresent(blocks::add);
    return blocks;
  }

  private List<Block> percentiles(List<Score> recorded) {
    List<Svg> panels = new ArrayList<>();
    List<Stop> stops = new ArrayList<>();
    for (double share : SHARES) {
      stops.add(new Stop(nines(share), label(share)));
    }
    for (Study.Group group : study.groups()) {
      List<Line> lines = new ArrayList<>();
      for (Score score : group.scores()) {
        score
            .observations()
            .operations()
            .ifPresent(operations ->
                lines.add(new Line(study.subject(score), study.series(score), curve(operations))));
      }
      if (!lines.isEmpty() && panels.size() < MOST_PANELS) {
        double end =
            lines.stream()
                .mapToDouble(line -> line.points().get(line.points().size() - 1).x())
                .max()
                .orElse(1);
        String heading = group.label().isEmpty() ? "latency" : "latency, " + group.label();
        panels.add(
            Charts.lines(
                heading,
                this::tick,
                new Across(
                    "share of operations that are faster",
                    stops.stream().filter(stop -> stop.value() <= end).toList(),
                    false,
                    0,
                    end),
                lines,
                List.of()));
      }
    }
    Columns<Score> columns =
        columns().count("operations", "operations", score -> operations(score).total());
    for (double share : SHARES) {
      columns.number(
          label(share).replace('.', '_'),
          label(share),
          score ->
              known(operations(score), share) ? operations(score).percentile(share) : Double.NaN,
          this::shown);
    }
    columns.number("max", "max", score -> operations(score).max(), this::shown);
    return List.of(
        new Html.Figure(
            prefix + "latency",
            "Latencies of single operations, from the merged histograms of all forks and"
                + " iterations, up to where at least %d operations lie beyond.%s"
                    .formatted(BEYOND, cut(panels.size(), study.groups().size())),
            panels,
            columns.table(prefix + "latency", "Percentiles of single operations", recorded)),
        new Html.Shown(
            columns.table(prefix + "latency-percentiles", "Percentiles of operations", recorded)));
  }

  private static Histogram operations(Score score) {
    return score.observations().operations().orElseThrow();
  }

  /** The share of slower operations on a scale of ratios: every nine gets the same length. */
  private static List<Point> curve(Histogram operations) {
    List<Point> points = new ArrayList<>();
    double end = Math.max(nines(0.5), Math.log10(operations.total() / (double) BEYOND));
    int steps = 60;
    for (int i = 0; i <= steps; i++) {
      double place = end * i / steps;
      points.add(new Point(place, operations.percentile(1 - Math.pow(10, -place))));
    }
    return points;
  }

  private static boolean known(Histogram operations, double share) {
    return operations.total() * (1 - share) >= BEYOND || share == SHARES[0];
  }

  private static double nines(double share) {
    return -Math.log10(1 - share);
  }

  private static String label(double share) {
    return "p" + String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "");
  }

  /** Response times of operations that fell due at a rate, the mean over the iterations. */
  private Optional<Block> responses() {
    List<Score> with =
        study.scores().stream().filter(score -> response(score, "p99").isPresent()).toList();
    if (with.isEmpty()) {
      return Optional.empty();
    }
    Columns<Score> columns = columns();
    for (String name : RESPONSES) {
      columns.number(
          name.replace('.', '_'),
          name,
          score -> response(score, name).map(Observations::mean).orElse(Double.NaN),
          Numbers::time);
    }
    return Optional.of(
        new Html.Shown(
            columns.table(
                prefix + "responses",
                "Response times, from when an operation fell due to its end: means over iterations",
                with)));
  }

  private static Optional<Observations> response(Score score, String name) {
    return score.secondary(RESPONSE + name).filter(observations -> observations.quantity().time());
  }

  /** How levels grow over each parameter that is a size. */
  List<Block> growth() {
    List<Block> blocks = new ArrayList<>();
    for (String parameter : study.by()) {
      // What is achieved at an asked rate is that rate, not a time that grows with it.
      if (!parameter.equals(OpenLoop.RATE)) {
        Sizes.of(parameter, study.scores().stream().map(s -> s.field(parameter)).toList())
            .ifPresent(sizes -> blocks.add(growth(sizes)));
      }
    }
    return blocks;
  }

  private Block growth(Sizes sizes) {
    List<Stop> stops =
        sizes.steps().stream().map(step -> new Stop(step.size(), name(step))).toList();
    double low = stops.get(0).value();
    double high = stops.get(stops.size() - 1).value();
    Across across = new Across(sizes.parameter(), stops, sizes.logarithmic(), low, high);
    List<Svg> panels = new ArrayList<>();
    List<Study.Group> groups = study.groupsWithout(sizes.parameter());
    for (Study.Group group : groups.subList(0, Math.min(MOST_PANELS, groups.size()))) {
      Map<String, Line> lines = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        sizes.steps().stream()
            .filter(step -> step.value().equals(score.field(sizes.parameter())))
            .forEach(step ->
                lines
                    .computeIfAbsent(
                        study.subject(score),
                        label -> new Line(label, study.series(score), new ArrayList<>()))
                    .points()
                    .add(new Point(step.size(), score.level())));
      }
      lines.values().forEach(line -> line.points().sort(Comparator.comparingDouble(Point::x)));
      String heading = group.label().isEmpty() ? study.name() : group.label();
      panels.add(Charts.lines(heading, this::tick, across, List.copyOf(lines.values()), List.of()));
    }
    String name = prefix + "scaling-" + Html.fileName(sizes.parameter());
    return new Html.Figure(
        name,
        "The %s by %s%s.%s"
            .formatted(
                study.scores().get(0).statistic().label(),
                sizes.parameter(),
                sizes.logarithmic() ? " (log scale)" : "",
                cut(panels.size(), groups.size())),
        panels,
        columns()
            .number("level", "level", Score::level, this::shown)
            .table(name, "By " + sizes.parameter(), study.scores()));
  }

  private static String name(Sizes.Step step) {
    return step.value().matches("\\d{4,}")
        ? Numbers.compact(step.size())
        : Sizes.label(step.value());
  }

  /** The rates that one subject was asked for, sorted. */
  private record Curve(String subject, int series, List<OpenLoopRun> runs) {
    String words() {
      OptionalDouble sustained = OpenLoopRun.sustainedRate(runs);
      return sustained.isPresent()
          ? " sustains " + Numbers.tick(sustained.getAsDouble()) + " operations a second"
          : " sustains none of the asked rates";
    }
  }

  /** What a study of asked rates shows, in words. */
  Statement sustained(String about) {
    List<String> parts = new ArrayList<>();
    sweeps()
        .forEach((group, curves) -> {
          String where = group.isEmpty() ? "" : group + ": ";
          curves.forEach(curve -> parts.add(where + curve.subject() + curve.words()));
        });
    String sentence =
        parts.isEmpty()
            ? study.name() + " was asked for one rate, which does not show what is sustained"
            : String.join("; ", parts.subList(0, Math.min(MOST_CURVES, parts.size())));
    String more =
        parts.size() > MOST_CURVES
            ? " and %d more below".formatted(parts.size() - MOST_CURVES)
            : "";
    return new Statement(about, sentence + more + ".", CRITERION, Tone.UNDECIDED);
  }

  private Map<String, List<Curve>> sweeps() {
    Map<String, List<Curve>> sweeps = new LinkedHashMap<>();
    boolean compared = OpenLoop.isCompared(study);
    for (Study.Group group : study.groupsWithout(OpenLoop.RATE)) {
      Map<String, Curve> curves = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        String subject = compared ? study.name() : study.subject(score);
        int series = compared ? 0 : study.series(score);
        OpenLoop.asked(score)
            .ifPresent(asked ->
                curves
                    .computeIfAbsent(subject, name -> new Curve(name, series, new ArrayList<>()))
                    .runs()
                    .add(OpenLoopRun.of(asked, score.selected().results())));
      }
      curves.values().removeIf(curve -> curve.runs().size() < 2);
      curves
          .values()
          .forEach(curve -> curve.runs().sort(Comparator.comparingDouble(OpenLoopRun::asked)));
      if (!curves.isEmpty()) {
        sweeps.put(group.label(), List.copyOf(curves.values()));
      }
    }
    return sweeps;
  }

  /** Achieved rates and response times over asked rates, a figure for each group. */
  List<Block> rates() {
    List<Block> blocks = new ArrayList<>();
    if (study.mode() == Mode.THROUGHPUT && study.timed()) {
      sweeps().forEach((group, curves) -> blocks.add(rates(group, curves)));
    }
    return blocks;
  }

  private record Asked(String subject, OpenLoopRun run) {}

  private Block rates(String group, List<Curve> curves) {
    List<Asked> asked = new ArrayList<>();
    List<Line> achieved = new ArrayList<>();
    List<Line> responses = new ArrayList<>();
    for (Curve curve : curves) {
      List<Point> done = new ArrayList<>();
      List<Point> slow = new ArrayList<>();
      for (OpenLoopRun run : curve.runs()) {
        asked.add(new Asked(curve.subject(), run));
        done.add(new Point(run.asked(), run.achieved()));
        run.responseP99().ifPresent(seconds -> slow.add(new Point(run.asked(), seconds)));
      }
      achieved.add(new Line(curve.subject(), curve.series(), done));
      if (!slow.isEmpty()) {
        responses.add(new Line(curve.subject(), curve.series(), slow));
      }
    }
    double low = asked.stream().mapToDouble(a -> a.run().asked()).min().orElse(1);
    double high = asked.stream().mapToDouble(a -> a.run().asked()).max().orElse(1);
    double most = asked.stream().mapToDouble(a -> a.run().achieved()).max().orElse(1);
    boolean wide = high / low >= WIDE_RANGE;
    Across across = new Across("asked rate, ops/s", List.of(), wide, wide ? low : 0, high);
    double end = Math.min(high, most);
    List<Point> all =
        List.of(new Point(low, low), new Point(Math.max(low, end), Math.max(low, end)));
    List<Svg> panels = new ArrayList<>();
    panels.add(Charts.lines("achieved, ops/s", Numbers::compact, across, achieved, all));
    if (!responses.isEmpty()) {
      panels.add(Charts.lines("p99 response time", Charts::time, across, responses, List.of()));
    }
    StringBuilder caption = new StringBuilder(group.isEmpty() ? "" : group + ": ");
    caption.append("Achieved over the asked rate; on the dashed line all that is asked is done. ");
    caption.append(CRITERION);
    curves.forEach(c -> caption.append(' ').append(c.subject()).append(c.words()).append('.'));
    String name = prefix + (group.isEmpty() ? "saturation" : "saturation-" + Html.fileName(group));
    return new Html.Figure(
        name,
        caption.toString(),
        panels,
        new Columns<Asked>()
            .text("subject", "subject", Asked::subject)
            .number("asked", "asked, ops/s", a -> a.run().asked(), Numbers::tick)
            .number("achieved", "achieved, ops/s", a -> a.run().achieved(), Numbers::plain)
            .number(
                "achieved_share",
                "achieved / asked",
                a -> a.run().achieved() / a.run().asked(),
                Numbers::percent)
            .cell(
                "response_p99_seconds",
                "p99 response",
                true,
                a ->
                    a.run().responseP99().isPresent()
                        ? Cell.number(
                            a.run().responseP99().getAsDouble(),
                            Numbers.time(a.run().responseP99().getAsDouble()))
                        : Cell.NONE)
            .table(name, "Asked and achieved rates", asked));
  }
}
