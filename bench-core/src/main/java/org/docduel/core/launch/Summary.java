package org.docduel.core.launch;

import java.io.ByteArrayInputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.work.Latencies;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.stats.cli.Main;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * What a run says at its end: the tables and the verdict of the stats module, and where the files
 * are. The paths are printed whatever happens to the rest.
 */
final class Summary {
  private final Plan plan;
  private final RunRecord record;
  private final RunFiles files;
  private final Comparisons comparisons;
  private final Labels labels;
  private final PrintStream log;
  private final PrintWriter out;
  private boolean reported;
  private boolean failed;

  /** Of a run. */
  Summary(
      Plan plan,
      RunRecord record,
      RunFiles files,
      Comparisons comparisons,
      Labels labels,
      PrintStream log,
      PrintWriter out) {
    this.plan = plan;
    this.record = record;
    this.files = files;
    this.comparisons = comparisons;
    this.labels = labels;
    this.log = log;
    this.out = out;
  }

  /** Prints the summary. */
  boolean print(boolean report) {
    Map<String, List<RunResult>> benchmarks = byBenchmark();
    MeasuredTables tables = new MeasuredTables(labels, labels.order(parameters(record.results())));
    attempt(
        "the ranking",
        () -> benchmarks.forEach((name, results) -> ranking(name, results).forEach(out::println)));
    attempt(
        "the tables",
        () -> benchmarks.forEach((name, results) -> tables(name, results, benchmarks.size() > 1)));
    attempt("the response times", () -> block(tables.responseTimes(record.latencies())));
    attempt("the profilers' metrics", () -> block(tables.profilerMetrics(record.results())));
    attempt("the stored sizes", () -> block(tables.storedSizes(record.stores())));
    out.println();
    record.serverLines().forEach(out::println);
    PlanChanges.of(record.plans()).ifPresent(changes -> out.println(changes.sentence()));
    record.findings().forEach(finding -> out.println("note: " + finding));
    if (report) {
      Map.Entry<String, List<RunResult>> first = benchmarks.entrySet().iterator().next();
      attempt("the report", () -> report(first.getKey(), first.getValue()));
    }
    paths();
    attempt("the twin's line", () -> twins(benchmarks.keySet()));
    out.flush();
    return !failed && (reported || !report);
  }

  /** A failure here costs a table and the run's good end, and no result. */
  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      failed = true;
      out.println(
          "failed: "
              + what
              + " cannot be made ("
              + e
              + "); the results are written, and the log has the details");
      e.printStackTrace(log);
      log.flush();
    }
  }

  private void block(List<String> lines) {
    if (!lines.isEmpty()) {
      out.println();
      lines.forEach(out::println);
    }
  }

  private Map<String, List<RunResult>> byBenchmark() {
    return record.results().stream()
        .collect(
            Collectors.groupingBy(
                result -> result.getParams().getBenchmark(),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** That of the result tables: forks of several combinations run in another one. */
  private void tables(String benchmark, List<RunResult> results, boolean named) {
    String items = plan.workload().experiment(benchmark).primaryMetric().items();
    String metric = comparisons.metric(files.json, benchmark);
    List<String> more = new ArrayList<>(List.of("--items", items));
    String by = labelling(benchmark, results);
    if (!by.isEmpty()) {
      more.addAll(List.of("--by", by));
    }
    if (named) {
      out.println();
      out.println(new Combination(benchmark, Map.of()).shortName());
    }
    stats("summary", benchmark, metric, more);
    comparison(benchmark, results)
        .ifPresent(who ->
            stats(
                record.switches().isEmpty() ? "superiority" : "flip",
                benchmark,
                metric,
                List.of("--compare", who)));
    if (plan.explains() && (record.explains() || tellLoad(results))) {
      stats(
          "explain",
          benchmark,
          metric,
          List.of(
              "--compare",
              comparison(benchmark, results)
                  .orElse(
                      plan.workload().experiment(benchmark).subjects(plan.stores()).parameter())));
    }
  }

  private static boolean tellLoad(List<RunResult> results) {
    return results.stream()
        .anyMatch(result ->
            result.getAggregatedResult().getSecondaryResults().containsKey(ClientLoad.CPU));
  }

  private String labelling(String benchmark, List<RunResult> results) {
    return labelling(
        plan.kept().stream().filter(one -> one.benchmark().equals(benchmark)).toList(),
        parameters(results));
  }

  /** What differs in the plan names a row even where the others failed. */
  static String labelling(List<Combination> plan, List<Map<String, String>> measured) {
    List<Map<String, String>> all = new ArrayList<>(measured);
    plan.forEach(one -> all.add(one.parameters()));
    return measured.get(0).keySet().stream()
        .filter(name -> all.stream().map(one -> one.getOrDefault(name, "")).distinct().count() > 1)
        .collect(Collectors.joining(","));
  }

  private Optional<String> comparison(String benchmark, List<RunResult> results) {
    return comparisons.of(benchmark, parameters(results));
  }

  private static List<Map<String, String>> parameters(List<RunResult> results) {
    return results.stream().map(result -> StoreState.parameters(result.getParams())).toList();
  }

  private List<String> ranking(String benchmark, List<RunResult> results) {
    String subject =
        plan.workload().experiment(benchmark).subjects(plan.stores()).parameter() + "=";
    Optional<String> who = comparison(benchmark, results).filter(it -> it.startsWith(subject));
    if (who.isEmpty() || !record.switches().isEmpty()) {
      return List.of();
    }
    Ranking ranking = comparisons.ranking(files.json, benchmark, who.get(), record.looks());
    List<String> lines = new ArrayList<>(List.of(ranking.sentence()));
    ranking.sentences().forEach(sentence -> lines.add("  " + sentence));
    return lines;
  }

  private void twins(Set<String> benchmarks) {
    for (String benchmark : benchmarks) {
      comparisons
          .twins(files.json, benchmark, record.looks())
          .forEach(line ->
              out.println(
                  line
                      + (benchmarks.size() > 1
                          ? ", " + new Combination(benchmark, Map.of()).shortName()
                          : "")));
    }
  }

  private void stats(String command, String benchmark, String metric, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of(command, files.json.toString()));
    arguments.addAll(more);
    arguments.addAll(List.of("--where", "benchmark=" + benchmark));
    if (!metric.isEmpty()) {
      arguments.addAll(List.of("--metric", metric));
    }
    out.println();
    failed |= Main.run(out, out, arguments.toArray(String[]::new)) != Main.DONE;
    out.flush();
  }

  private void report(String benchmark, List<RunResult> results) {
    Experiment experiment = plan.workload().experiment(benchmark);
    PrimaryMetric metric = experiment.primaryMetric();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "report",
                files.json.toString(),
                "-o",
                files.report.toString(),
                "--per",
                metric.items()));
    comparison(benchmark, results).ifPresent(who -> arguments.addAll(List.of("--compare", who)));
    PrintWriter page = new PrintWriter(Writer.nullWriter()); // its path is printed with the others
    reported = Main.run(page, out, arguments.toArray(String[]::new)) == Main.DONE;
  }

  private void paths() {
    out.println();
    path("JMH JSON", files.json);
    path("sidecar", files.sidecar);
    if (!record.latencies().isEmpty()) {
      path("latencies", files.latencies);
    }
    if (!reported) {
      return;
    }
    path("report", files.report.resolve("report.html"));
    // the report's first figure of a long run in time; those of its metrics lie beside it
    path("series", files.report.resolve(Path.of("figures", "timeline.svg")));
  }

  private void path(String what, Path file) {
    if (Files.exists(file)) {
      out.printf("%-9s %s%n", what, RunFiles.shown(file));
    }
  }

  /** What was measured beside the scores, a line for each combination. Nothing gives no lines. */
  static final class MeasuredTables {
    /** With fewer values a percentile says nothing. */
    private static final long FEWEST = 20;

    /** What the tags begin with; a kind of operations follows a point. */
    private static final String RESPONSE = "response";

    private static final double NANOS_PER_MILLI = 1e6;

    /** Beyond this nobody reads them here. */
    private static final int MOST_METRICS = 40;

    /** What the harness measures by itself: the client, and the times of open and closed loops. */
    private static final List<String> OWN = List.of("client.", "response.", "service.", "fork.");

    private final Labels labels;
    private final Comparator<String> order;

    /** In an order of the labels. */
    MeasuredTables(Labels labels, Comparator<String> order) {
      this.labels = labels;
      this.order = order.thenComparing(Comparator.naturalOrder());
    }

    /** Response times from an HdrHistogram log, the histograms of all forks added up. */
    List<String> responseTimes(String log) {
      Map<String, Histogram> byLabel = new TreeMap<>(order);
      try (HistogramLogReader reader =
          new HistogramLogReader(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)))) {
        while (reader.hasNext()) {
          EncodableHistogram next = reader.nextIntervalHistogram();
          if (next instanceof AbstractHistogram histogram
              && histogram.getTag() != null
              && histogram.getTag().startsWith(RESPONSE)) {
            byLabel
                .computeIfAbsent(
                    labels.of(parameters(histogram.getTag())) + kind(histogram.getTag()),
                    label -> Latencies.total())
                .add(histogram);
          }
        }
      }
      List<List<String>> rows = new ArrayList<>();
      byLabel.forEach((label, all) -> {
        List<String> row = new ArrayList<>(List.of(label, shown("%,d", all.getTotalCount())));
        for (double percent : new double[] {50, 95, 99, 99.9}) {
          row.add(
              all.getTotalCount() < FEWEST
                  ? "-"
                  : shown("%,.3f", all.getValueAtPercentile(percent) / NANOS_PER_MILLI));
        }
        row.add(shown("%,.3f", all.getMaxValue() / NANOS_PER_MILLI));
        rows.add(row);
      });
      return table(
          List.of("response times, ms", "operations", "p50", "p95", "p99", "p99.9", "max"), rows);
    }

    private static String kind(String tag) {
      String first = tag.substring(RESPONSE.length(), tag.indexOf(';'));
      return first.isEmpty() ? "" : " " + first.substring(1);
    }

    private static Map<String, String> parameters(String tag) {
      Map<String, String> parameters = new LinkedHashMap<>();
      for (String part : tag.split(";", -1)) {
        int equals = part.indexOf('=');
        if (equals > 0) {
          parameters.put(part.substring(0, equals), part.substring(equals + 1));
        }
      }
      return parameters;
    }

    /**
     * What a document takes on disk: its data, its share of the indexes, and the data beside the
     * payload. Below 1 the store has compressed more than it added.
     */
    List<String> storedSizes(List<StoreFact> stores) {
      List<List<String>> rows = new ArrayList<>();
      for (StoreFact store : stores) {
        Map<String, Double> sizes = store.sizes();
        double documents = sizes.getOrDefault("documents", 0.0);
        if (documents > 0 && sizes.containsKey("totalBytes")) {
          double index = sizes.getOrDefault("indexBytes", 0.0) / documents;
          double total = sizes.getOrDefault("totalBytes", 0.0) / documents;
          String payload = store.parameters().getOrDefault(PayloadSize.PARAMETER.name(), "");
          // documents of a person's own have no payload of a size
          boolean sized = !payload.isEmpty() && Character.isDigit(payload.charAt(0));
          String label = labels.of(store.parameters());
          rows.add(
              List.of(
                  label,
                  shown("%,.0f", total - index),
                  shown("%,.0f", index),
                  shown("%,.0f", total),
                  sized
                      ? shown(
                          "%.2f", (total - index) / PayloadSize.PARAMETER.parse(payload).bytes())
                      : "-"));
        }
      }
      rows.sort(Comparator.comparing(row -> row.get(0), order));
      return table(
          List.of("on disk, bytes a document", "data", "indexes", "total", "data/payload"), rows);
    }

    /**
     * What the profilers of {@code -prof} measured: the mean of the iterations that have a value.
     * JMH's own score counts an iteration without one as 0.
     */
    List<String> profilerMetrics(List<RunResult> results) {
      List<List<String>> rows = new ArrayList<>();
      for (RunResult result : results) {
        String label = labels.of(StoreState.parameters(result.getParams()));
        Map<String, DoubleSummaryStatistics> means = new TreeMap<>();
        Map<String, String> units = new TreeMap<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
          for (IterationResult iteration : fork.getIterationResults()) {
            iteration
                .getSecondaryResults()
                .forEach((metric, value) -> {
                  if (isOfProfiler(metric) && !Double.isNaN(value.getScore())) {
                    means
                        .computeIfAbsent(metric, name -> new DoubleSummaryStatistics())
                        .accept(value.getScore());
                    units.put(metric, value.getScoreUnit());
                  }
                });
          }
        }
        means.forEach((metric, of) -> {
          double mean = of.getAverage();
          rows.add(
              List.of(
                  label,
                  metric,
                  shown(Math.abs(mean) >= 1000 ? "%,.0f" : "%.4g", mean),
                  units.getOrDefault(metric, "")));
        });
      }
      List<String> lines =
          table(
              List.of("metrics of -prof, means", "", "", ""),
              rows.subList(0, Math.min(MOST_METRICS, rows.size())));
      if (rows.size() <= MOST_METRICS) {
        return lines;
      }
      List<String> more = new ArrayList<>(lines);
      more.add("and " + (rows.size() - MOST_METRICS) + " more: the JSON has them all");
      return more;
    }

    /** JMH's profilers and those of servers name their metrics {@code profiler.metric}. */
    private static boolean isOfProfiler(String metric) {
      return metric.indexOf('.') > 0 && OWN.stream().noneMatch(metric::startsWith);
    }

    private static String shown(String format, Object number) {
      return String.format(Locale.ROOT, format, number);
    }

    /** The first column to the left, the others to the right. */
    private static List<String> table(List<String> headings, List<List<String>> rows) {
      if (rows.isEmpty()) {
        return List.of();
      }
      List<List<String>> all = new ArrayList<>(List.of(headings));
      all.addAll(rows);
      int[] widths =
          IntStream.range(0, headings.size())
              .map(column -> all.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
              .toArray();
      List<String> lines = new ArrayList<>();
      for (List<String> row : all) {
        StringBuilder line = new StringBuilder(row.get(0));
        for (int column = 1; column < row.size(); column++) {
          int end = IntStream.rangeClosed(0, column).map(i -> widths[i] + 2).sum() - 2;
          line.append(" ".repeat(end - line.length() - row.get(column).length()))
              .append(row.get(column));
        }
        lines.add(line.toString().stripTrailing());
      }
      return lines;
    }
  }

  /**
   * Short names for the combinations of a plan: the subject, and the parameters that differ
   * somewhere in the plan.
   */
  public static final class Labels {
    private final Set<String> subjects;
    private final Set<String> varying;
    private final Map<String, String> shown;

    private Labels(Set<String> subjects, Set<String> varying, Map<String, String> shown) {
      this.subjects = Set.copyOf(subjects);
      this.varying = varying;
      this.shown = shown;
    }

    /** Labels. */
    public Labels(Set<String> subjects, List<Combination> plan) {
      this(subjects, varying(plan), Map.of());
    }

    private static Set<String> varying(List<Combination> plan) {
      Map<String, Set<String>> values =
          plan.stream()
              .flatMap(combination -> combination.parameters().entrySet().stream())
              .collect(
                  Collectors.groupingBy(
                      Map.Entry::getKey,
                      Collectors.mapping(
                          Map.Entry::getValue, Collectors.toCollection(TreeSet::new))));
      return values.entrySet().stream()
          .filter(entry -> entry.getValue().size() > 1)
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }

    /**
     * With the products that were there.
     *
     * @param products subject to what is shown instead
     */
    Labels showing(Map<String, String> products) {
      return new Labels(subjects, varying, products);
    }

    /**
     * A combination's label.
     *
     * @return such as {@code noop payload=4KB}
     */
    public String of(Map<String, String> parameters) {
      StringBuilder label = new StringBuilder();
      for (String subject : subjects) {
        String name = parameters.getOrDefault(subject, "");
        label.append(shown.getOrDefault(name, name));
      }
      parameters.forEach((name, value) -> {
        if (!subjects.contains(name) && varying.contains(name)) {
          label.append(label.isEmpty() ? "" : " ").append(name).append('=').append(value);
        }
      });
      return label.toString();
    }

    /**
     * The order of tables about combinations that were run in another one.
     *
     * @param combinations the parameters of each, in the order of the result tables
     */
    Comparator<String> order(List<Map<String, String>> combinations) {
      List<String> labels = combinations.stream().map(this::of).toList();
      return Comparator.comparingInt(labels::indexOf);
    }
  }
}
