package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.OpenLoopRun;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.ranking.ExplainTables.Side;
import org.docduel.stats.report.Charts.Across;
import org.docduel.stats.report.Charts.Line;
import org.docduel.stats.report.Charts.Stop;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.report.Svg.Point;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/**
 * What was measured, as pictures: every observation, latencies of operations, growth by a size, and
 * what is sustained of offered rates.
 *
 * @param prefix of its files; empty when the report has one study
 * @param scores of the study
 */
record Figures(Study study, String prefix, Table scores) {
  private static final int MOST_PANELS = 12;
  private static final int MOST_OBSERVATIONS = 20_000;
  private static final int MOST_CURVES = 4;
  private static final double WIDE_RANGE = 8;

  /** Two numbers with a point, such as 1.2, are a place in a list rather than a size. */
  private static final Pattern PLACE = Pattern.compile("[0-9]+\\.[0-9]+");

  /** Sizes are numbers such as 1000, 4KB, 10x20B, users-90. */
  private static final Pattern PREFIX = Pattern.compile("^[a-z]+-");

  /** A percentile is known where at least so many operations lie beyond it. */
  private static final long BEYOND = 10;

  private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99, 0.999, 0.9999};
  private static final List<String> RESPONSES = List.of("p50", "p90", "p99", "p99.9", "max");
  private static final String CRITERION =
      "Sustained is the highest asked rate up to which at least 99 % of what was asked was done,"
          + " minus two standard deviations of random arrivals.";

  private String shown(double level) {
    return Numbers.of(level, study.quantity());
  }

  private String tick(double level) {
    return study.quantity().time() ? Numbers.timeTick(level) : Numbers.compact(level);
  }

  private static String cut(int shown, int all) {
    return shown < all ? " Shown are the first %d of %d groups.".formatted(shown, all) : "";
  }

  private String heading(Study.Group group, String what) {
    return group.label().isEmpty()
        ? what
        : what.equals(study.name()) ? group.label() : what + ", " + group.label();
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
              .map(score -> new Charts.StripRow(study.subject(score), study.series(score), score))
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
            scores));
  }

  /** Where the time goes, as far as forks told it. */
  List<Block> parts(List<SidecarFile> sidecars) {
    ExplainTables tables =
        ExplainTables.of(
            sidecars, study.compare(), study.scores().stream().map(Score::selected).toList());
    Map<String, List<Side>> configurations = tables.configurations();
    if (configurations.isEmpty()) {
      return List.of();
    }
    List<Svg> panels = new ArrayList<>();
    configurations.forEach((label, sides) -> {
      if (panels.size() < MOST_PANELS) {
        panels.add(Charts.parts(label, sides));
      }
    });
    List<Block> blocks = new ArrayList<>();
    tables.sentences().stream()
        .limit(MOST_PANELS)
        .forEach(sentence -> blocks.add(new Html.Prose(sentence)));
    blocks.add(
        new Html.Figure(
            prefix + "parts",
            "What a client waits for, by its parts; those below zero are in the table alone. %s%s"
                .formatted(ExplainTables.LIMITS, cut(panels.size(), configurations.size())),
            panels,
            tables.table().withName(prefix + "parts")));
    blocks.add(new Html.Shown(tables.table().withName(prefix + "parts")));
    blocks.add(new Html.Shown(tables.counts().withName(prefix + "counts")));
    return blocks;
  }

  /** Latencies of single operations where they were recorded, and response times. */
  List<Block> latencies() {
    List<Block> blocks = new ArrayList<>();
    List<Score> recorded =
        study.scores().stream().filter(s -> s.observations().operations().isPresent()).toList();
    if (!recorded.isEmpty() && study.timed()) {
      blocks.addAll(percentiles(recorded));
    }
    List<Score> with = study.scores().stream().filter(score -> response(score, "p99") > 0).toList();
    if (!with.isEmpty()) {
      Columns<Score> columns = Details.columns(study);
      for (String name : RESPONSES) {
        columns.number(name.replace('.', '_'), name, score -> response(score, name), Numbers::time);
      }
      blocks.add(
          new Html.Shown(
              columns.table(
                  prefix + "responses",
                  "Response times, from when an operation fell due to its end: means over forks",
                  with)));
    }
    return blocks;
  }

  /** The mean in seconds; NaN where there is none. */
  private static double response(Score score, String name) {
    return score
        .secondary("response." + name)
        .map(times ->
            new MetricUnit(times.quantity().unit()).inSeconds(times.mean()).orElse(Double.NaN))
        .orElse(Double.NaN);
  }

  private List<Block> percentiles(List<Score> recorded) {
    List<Svg> panels = new ArrayList<>();
    for (Study.Group group : study.groups()) {
      List<Line> lines = new ArrayList<>();
      double end = 0;
      for (Score score : group.scores()) {
        if (score.observations().operations().isPresent()) {
          Line line = new Line(study.subject(score), study.series(score), curve(operations(score)));
          end = Math.max(end, line.points().get(line.points().size() - 1).x());
          lines.add(line);
        }
      }
      List<Stop> stops = new ArrayList<>();
      for (double share : SHARES) {
        if (nines(share) <= end) {
          stops.add(new Stop(nines(share), label(share)));
        }
      }
      if (!lines.isEmpty() && panels.size() < MOST_PANELS) {
        Across across = new Across("share of operations that are faster", stops, false, 0, end);
        panels.add(Charts.lines(heading(group, "latency"), this::tick, across, lines, List.of()));
      }
    }
    Columns<Score> columns =
        Details.columns(study)
            .count("operations", "operations", score -> operations(score).total());
    for (double share : SHARES) {
      columns.number(
          label(share).replace('.', '_'),
          label(share),
          score -> percentile(operations(score), share),
          this::shown);
    }
    columns.number("max", "max", score -> operations(score).max(), this::shown);
    Table table = columns.table(prefix + "latency", "Percentiles of single operations", recorded);
    return List.of(
        new Html.Figure(
            prefix + "latency",
            "Latencies of single operations, from the merged histograms of all forks and"
                + " iterations, up to where at least %d operations lie beyond.%s"
                    .formatted(BEYOND, cut(panels.size(), study.groups().size())),
            panels,
            table),
        new Html.Shown(table));
  }

  private static Histogram operations(Score score) {
    return score.observations().operations().orElseThrow();
  }

  private static double percentile(Histogram operations, double share) {
    boolean known = operations.total() * (1 - share) >= BEYOND || share == SHARES[0];
    return known ? operations.percentile(share) : Double.NaN;
  }

  /** Latencies on a scale where every nine of the share has the same length. */
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

  private static double nines(double share) {
    return -Math.log10(1 - share);
  }

  private static String label(double share) {
    return "p" + String.format(Locale.ROOT, "%.2f", share * 100).replaceAll("\\.?0+$", "");
  }

  /** How levels grow over each parameter that is a size. */
  List<Block> growth() {
    List<Block> blocks = new ArrayList<>();
    for (String parameter : study.by()) {
      sizes(parameter).ifPresent(sizes -> blocks.add(growth(sizes)));
    }
    return blocks;
  }

  private Block growth(Across sizes) {
    List<Svg> panels = new ArrayList<>();
    List<Study.Group> groups = study.groupsWithout(sizes.label());
    for (Study.Group group : groups.subList(0, Math.min(MOST_PANELS, groups.size()))) {
      Map<String, Line> lines = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        lines
            .computeIfAbsent(
                study.subject(score),
                label -> new Line(label, study.series(score), new ArrayList<>()))
            .points()
            .add(new Point(Magnitude.of(score.field(sizes.label())).orElse(0), score.level()));
      }
      lines.values().forEach(line -> line.points().sort(Comparator.comparingDouble(Point::x)));
      panels.add(
          Charts.lines(
              heading(group, study.name()),
              this::tick,
              sizes,
              List.copyOf(lines.values()),
              List.of()));
    }
    String name = prefix + "scaling-" + Html.fileName(sizes.label());
    return new Html.Figure(
        name,
        "The %s by %s%s.%s"
            .formatted(
                study.scores().get(0).statistic().label(),
                sizes.label(),
                sizes.log() ? " (log scale)" : "",
                cut(panels.size(), groups.size())),
        panels,
        scores);
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

  /** What a study of several asked rates shows, in words; empty for any other. */
  Optional<Statement> sustained(String about) {
    List<String> parts = new ArrayList<>();
    sweeps()
        .forEach((group, curves) -> {
          String where = group.isEmpty() ? "" : group + ": ";
          curves.forEach(curve -> parts.add(where + curve.subject() + curve.words()));
        });
    String sentence = Printable.some(parts, MOST_CURVES, "; ") + ".";
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Statement(about, sentence, CRITERION, Tone.UNDECIDED));
  }

  private Map<String, List<Curve>> sweeps() {
    Map<String, List<Curve>> sweeps = new LinkedHashMap<>();
    boolean compared = study.compare().equals(Score.RATE);
    for (Study.Group group : study.groupsWithout(Score.RATE)) {
      Map<String, Curve> curves = new LinkedHashMap<>();
      for (Score score : group.scores()) {
        String subject = compared ? study.name() : study.subject(score);
        int series = compared ? 0 : study.series(score);
        score
            .offered()
            .ifPresent(rate ->
                curves
                    .computeIfAbsent(subject, name -> new Curve(name, series, new ArrayList<>()))
                    .runs()
                    .add(OpenLoopRun.of(rate, score.selected().results())));
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
    boolean responses = study.first().metric(Selection.RESPONSE).isPresent();
    if (study.mode() == Mode.THROUGHPUT && (study.timed() || responses)) {
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
      responses.add(new Line(curve.subject(), curve.series(), slow));
    }
    double low = asked.stream().mapToDouble(a -> a.run().asked()).min().orElse(1);
    double high = asked.stream().mapToDouble(a -> a.run().asked()).max().orElse(1);
    double most = asked.stream().mapToDouble(a -> a.run().achieved()).max().orElse(1);
    boolean wide = high / low >= WIDE_RANGE;
    Across across = new Across("asked rate, ops/s", List.of(), wide, wide ? low : 0, high);
    double end = Math.max(low, Math.min(high, most));
    List<Point> all = List.of(new Point(low, low), new Point(end, end));
    List<Svg> panels = new ArrayList<>();
    panels.add(Charts.lines("achieved, ops/s", Numbers::compact, across, achieved, all));
    responses.removeIf(line -> line.points().isEmpty());
    if (!responses.isEmpty()) {
      panels.add(
          Charts.lines("p99 response time", Numbers::timeTick, across, responses, List.of()));
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
            .data("asked", a -> a.run().asked())
            .data("achieved", a -> a.run().achieved())
            .data("achieved_share", a -> a.run().achieved() / a.run().asked())
            .data("response_p99_seconds", a -> a.run().responseP99().orElse(Double.NaN))
            .table(name, "Asked and achieved rates", asked));
  }

  /** The values of a parameter along an axis, if there are two or more and all are sizes. */
  private Optional<Across> sizes(String parameter) {
    List<String> values =
        study.scores().stream().map(score -> score.field(parameter)).distinct().toList();
    long prefixes = values.stream().map(value -> value.replace(bare(value), "")).distinct().count();
    // What is achieved at an offered rate is that rate, not a time that grows with it.
    if (parameter.equals(Score.RATE)
        || ComparedSubjects.TASKS.contains(parameter)
        || prefixes > 1
        || values.stream().anyMatch(value -> PLACE.matcher(value).matches())) {
      return Optional.empty();
    }
    List<Stop> stops = new ArrayList<>();
    for (String value : values) {
      double size = Magnitude.of(value).orElse(Double.NaN);
      stops.add(new Stop(size, value.matches("\\d{4,}") ? Numbers.compact(size) : bare(value)));
    }
    stops.sort(Comparator.comparingDouble(Stop::value));
    double low = stops.get(0).value();
    double high = stops.get(stops.size() - 1).value();
    return stops.stream().mapToDouble(Stop::value).distinct().count() < stops.size()
            || stops.size() < 2
            || Double.isNaN(high)
        ? Optional.empty()
        : Optional.of(new Across(parameter, stops, low > 0 && high / low >= WIDE_RANGE, low, high));
  }

  private static String bare(String value) {
    return PREFIX.matcher(value).replaceFirst("");
  }
}
