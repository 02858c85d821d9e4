package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.stats.export.MetricSeries;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.OperationCostTable;
import org.docduel.stats.ranking.OperationCosts;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Output;
import org.docduel.stats.verdict.SuperiorityTest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that several commands share, each declared once. */
public final class Options {
  private Options() {}

  /** The parts of a list, without blanks around them. */
  static List<String> parts(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList();
  }

  /** Says which metric was taken; nothing of JMH's score and of several. */
  static Optional<String> compared(List<SelectedResult> results) {
    List<String> metrics = results.stream().map(SelectedResult::metric).distinct().toList();
    if (metrics.size() > 1 || metrics.get(0).isEmpty()) {
      return Optional.empty();
    }
    String better =
        switch (results.get(0).observations().quantity().better()) {
          case LOWER -> ", less is better";
          case HIGHER -> ", more is better";
          case UNKNOWN -> "";
        };
    return Optional.of("compared: " + metrics.get(0) + better);
  }

  /** Those of some parameters that a result has. */
  static List<String> namesIn(List<String> names, SelectedResult result) {
    return names.stream().filter(result.fields()::containsKey).toList();
  }

  /** What stands over labels made of some parameters. */
  static String heading(List<String> labels) {
    return labels.isEmpty() ? "result" : String.join(", ", labels);
  }

  /** Which results count, and what of them. */
  static final class Wanted {
    @Option(
        names = "--where",
        paramLabel = "K=V[,K=V]",
        description =
            "Only results with these values; K is a parameter, benchmark, mode or threads.")
    private String where = "";

    @Option(
        names = "--metric",
        paramLabel = "NAME",
        description =
            "A secondary metric, or primaryMetric for JMH's score (default: what the sidecar says,"
                + " else JMH's score).")
    private String metric = "";

    @Option(
        names = "--price",
        paramLabel = "K=N[,K=N]",
        description =
            "Money per cpu-hour, wal-gb, read-gb, written-gb or gb-month (stored): adds the metric"
                + " cost.price, of a million operations, to cost.cpu, cost.wal and their like.")
    private String price = "";

    @Option(
        names = "--higher-is-better",
        description =
            "Of a metric that is neither a time nor a rate of operations: more is better.")
    private boolean higher;

    @Option(
        names = "--lower-is-better",
        description = "Of such a metric: less is better. Without either it gets no verdict.")
    private boolean lower;

    Selection selection() {
      if (higher && lower) {
        throw new BadInputException("give --higher-is-better or --lower-is-better, not both");
      }
      Selection plain = Selection.of(where, metric);
      return higher
          ? plain.with(Quantity.Better.HIGHER)
          : lower ? plain.with(Quantity.Better.LOWER) : plain;
    }

    /**
     * The results of some files, with what an operation costs.
     *
     * @throws BadInputException if a file cannot be read, or nothing with a price was counted
     */
    List<JmhResult> results(List<Path> files) {
      OperationCosts costs = costs();
      List<JmhResult> results = costs.addTo(JmhFile.readAll(files));
      OperationCostTable.requireCounted(costs, results);
      return results;
    }

    /** With the prices that are given. */
    OperationCosts costs() {
      return OperationCosts.parse(price);
    }

    /**
     * All metrics of the results that count, or the one that is named.
     *
     * @throws BadInputException if no result has it
     */
    List<MetricSeries> metricSeries(List<Path> files) {
      List<MetricSeries> all =
          MetricSeries.of(results(files), SidecarFile.readAll(files), selection().where());
      List<MetricSeries> chosen =
          all.stream().filter(each -> metric.isEmpty() || each.metric().equals(metric)).toList();
      if (chosen.isEmpty()) {
        throw new BadInputException(
            "no result has the metric '%s'; there are %s"
                .formatted(
                    metric,
                    all.stream()
                        .map(MetricSeries::metric)
                        .distinct()
                        .collect(Collectors.joining(", "))));
      }
      return chosen;
    }

    /** The same, by the metrics that sidecars name. */
    Selection selection(List<SidecarFile> sidecars) {
      return selection().judging(SidecarFile.metrics(sidecars));
    }
  }

  /** The parameter whose values are compared. */
  static final class Compared {
    @Option(
        names = "--compare",
        paramLabel = "PARAM[=V,V]",
        description =
            "Every value of this parameter, or these values in this order, against every earlier"
                + " one. Default: store or variant, else the parameter by which most benchmarks"
                + " have something to compare, but no query, size or rate.")
    private String compare = "";

    ComparedSubjects subjects() {
      return compare.isEmpty() ? ComparedSubjects.UNSAID : ComparedSubjects.parse(compare);
    }
  }

  /** One pair, of which each side is what its results have. */
  static final class Sides {
    @Option(
        names = "--baseline",
        paramLabel = "K=V[,K=V]",
        description = "What the results to improve upon have.")
    private String baseline = "";

    @Option(
        names = "--candidate",
        paramLabel = "K=V[,K=V]",
        description = "What the results said to be better have.")
    private String candidate = "";

    /** The pair; nothing when neither side is named. */
    Optional<Pairing> pairing(List<String> by) {
      if (baseline.isEmpty() != candidate.isEmpty()) {
        throw new BadInputException(
            (baseline.isEmpty() ? "--baseline" : "--candidate") + " is missing");
      }
      return baseline.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Pairing(ParameterMatch.parse(baseline), ParameterMatch.parse(candidate), by));
    }
  }

  /** How the output is printed. */
  public static final class Printing {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        description = "text (default), csv, json or markdown.")
    private Format format = Format.TEXT;

    /** Prints the whole output at once; what CSV has no room for goes to the error stream. */
    public void print(Output output) {
      command.commandLine().getOut().print(format.render(output));
      if (format == Format.CSV) {
        output.remarks().forEach(command.commandLine().getErr()::println);
      }
    }
  }

  /** The level, and the resampling behind it. */
  public static final class Resamples {
    @Option(
        names = "--alpha",
        paramLabel = "LEVEL",
        description =
            "The chance of any false claim, better or worse, among what is read together (default 0.05)."
                + " Intervals have the level at which claims are made, which a line above the table says.")
    private double alpha = 0.05;

    @Option(names = "--resamples", paramLabel = "B", description = "Default 100000.")
    private int resamples = Resampling.DEFAULT.resamples();

    @Option(names = "--seed", paramLabel = "N", description = "Default 42.")
    private long seed = Resampling.DEFAULT.seed();

    @Option(
        names = "--threads",
        paramLabel = "N",
        description = "Threads that resample (default: processors); changes nothing but the time.")
    private int threads = Resampling.DEFAULT.threads();

    @Option(
        names = "--pair",
        paramLabel = "rounds",
        description =
            "Compare round by round, settled before the run; without it, the rounds decide. Of two"
                + " files: fork by fork, as interleaved runs of two revisions allow.")
    private @Nullable Pair pair;

    private enum Pair {
      ROUNDS
    }

    /**
     * The test with these.
     *
     * @throws IllegalArgumentException if one of them is out of range
     */
    public SuperiorityTest test() {
      SuperiorityTest test =
          SuperiorityTest.withDefaults()
              .withAlpha(alpha)
              .withResampling(new Resampling(resamples, seed, threads));
      return pair == null ? test : test.withPairedRounds();
    }
  }

  static final class Test {
    @Option(
        names = "--delta",
        paramLabel = "FRACTION",
        description = "Delta, the time reduction to be shown (default 0.20).")
    private double delta = 0.20;

    @Option(
        names = "--method",
        paramLabel = "M",
        description = "t (default), studentized, hierarchical, welch or percentile.")
    private @Nullable Method method;

    @Option(
        names = "--statistic",
        paramLabel = "S",
        description = "mean (default), trimmed, median, p95, p99 or min.")
    private Statistic statistic = Statistic.MEAN;

    @Mixin private Resamples resamples = new Resamples();

    SuperiorityTest test() {
      SuperiorityTest test = resamples.test().withDelta(delta).withStatistic(statistic);
      return method == null ? test : test.withMethod(method);
    }
  }
}
