package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;

/**
 * Adds up what the clients measured in one turn, iteration by iteration: rates are summed; a time
 * per operation is the mean, each weighted by its operations; a single shot lasts from the first
 * start to the last end; percentiles are those of the added histograms. What a profiler read of the
 * server is the first client's. An iteration whose clients did not start together is left out.
 */
final class GroupSum {
  /** Of an iteration's length: more skew is a warning. */
  private static final double WARNED_SKEW = 0.05;

  /** More skew and the iteration does not count. */
  private static final double DROPPED_SKEW = 0.20;

  private static final int DIGITS = 3;

  private static final Pattern PERCENTILE =
      Pattern.compile("(response|service)\\.(?:p([0-9.]+)|max)");
  private static final Set<String> SUMMED = Set.of("throughput", "errors", "retries", "abandoned");

  /** Of each client's own; the one that is worst off tells. */
  private static final Pattern LARGEST = Pattern.compile("client\\..*|backlog");

  private final GroupPlan plan;
  private final List<ClientGroup.Measured> clients;
  private final List<List<Barrier.Window>> windows;
  private final int fork;
  private final Function<RunResult, Map<String, String>> parameters;
  private final Map<String, List<Histogram>> latencies = new LinkedHashMap<>();
  private final List<ClientRows.Row> rows = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  GroupSum(
      GroupPlan plan,
      List<ClientGroup.Measured> clients,
      List<List<Barrier.Window>> windows,
      int fork,
      Function<RunResult, Map<String, String>> parameters) {
    this.plan = plan;
    this.clients = clients;
    this.windows = windows;
    this.fork = fork;
    this.parameters = parameters;
  }

  ClientGroup.Together result() {
    List<String> facts = facts();
    List<RunResult> results = new ArrayList<>();
    for (int i = 0; i < clients.get(0).results().size(); i++) {
      int number = i;
      List<RunResult> each = clients.stream().map(client -> client.results().get(number)).toList();
      sum(each).ifPresent(results::add);
    }
    StringBuilder log = new StringBuilder();
    int count = latencies.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < count; i++) {
      for (List<Histogram> kind : latencies.values()) {
        if (i < kind.size() && (i >= rows.size() || kept(rows.get(i)))) {
          log.append(line(kind.get(i)));
        }
      }
    }
    if (!log.isEmpty()) {
      facts.add(new LatencyFact(log.toString()).json());
    }
    return new ClientGroup.Together(results, facts, rows, findings);
  }

  private static boolean kept(ClientRows.Row row) {
    return row.outcome().equals(ClientRows.Row.KEPT);
  }

  /** Latencies are added up; what describes the store, which all use, is the first client's. */
  private List<String> facts() {
    List<String> facts = new ArrayList<>();
    for (int client = 0; client < clients.size(); client++) {
      for (String json : clients.get(client).facts()) {
        Fact fact = Fact.parse(plan.name(client), json);
        if (fact instanceof LatencyFact latency) {
          add(latency.log());
        } else if (client == 0) {
          facts.add(json);
        } else if (fact instanceof FindingFact finding) {
          facts.add(new FindingFact(plan.name(client) + ": " + finding.finding()).json());
        } else if (!(fact instanceof StoreFact)) {
          facts.add(json);
        }
      }
    }
    return facts;
  }

  private void add(String log) {
    Map<String, Integer> seen = new LinkedHashMap<>();
    HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(UTF_8)));
    while (reader.nextIntervalHistogram() instanceof Histogram read) {
      String tag = Objects.requireNonNullElse(read.getTag(), "");
      List<Histogram> kind = latencies.computeIfAbsent(tag, any -> new ArrayList<>());
      int iteration = seen.merge(tag, 1, Integer::sum) - 1;
      if (iteration < kind.size()) {
        Histogram sum = kind.get(iteration);
        long start = Math.min(sum.getStartTimeStamp(), read.getStartTimeStamp());
        long end = Math.max(sum.getEndTimeStamp(), read.getEndTimeStamp());
        sum.add(read);
        sum.setStartTimeStamp(start);
        sum.setEndTimeStamp(end);
      } else {
        kind.add(read);
      }
    }
  }

  private static String line(Histogram histogram) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new HistogramLogWriter(line).outputIntervalHistogram(histogram);
    return line.toString(UTF_8);
  }

  private Optional<RunResult> sum(List<RunResult> each) {
    RunResult first = each.get(0);
    List<List<IterationResult>> iterations =
        each.stream()
            .map(one ->
                one.getBenchmarkResults().stream()
                    .flatMap(result -> result.getIterationResults().stream())
                    .toList())
            .toList();
    int count = iterations.stream().mapToInt(List::size).min().orElse(0);
    List<IterationResult> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      List<IterationResult> parts = iterations.stream().map(one -> one.get(number)).toList();
      ClientRows.Row row = row(first, parts, i, count);
      rows.add(row);
      if (kept(row)) {
        sums.add(sum(parts, row, i));
      }
    }
    if (sums.isEmpty()) {
      return Optional.empty();
    }
    IterationResult last = sums.get(sums.size() - 1);
    iterations
        .get(0)
        .get(count - 1)
        .getSecondaryResults()
        .forEach((name, result) -> {
          if (name.startsWith(IterationMetrics.OF_FORK)) {
            last.addResult(
                new IterationMetrics.Metric(name, ofFork(name, count), result.getScoreUnit())
                    .result());
          }
        });
    BenchmarkParams params = first.getParams();
    BenchmarkResult head = first.getBenchmarkResults().iterator().next();
    return Optional.of(
        new RunResult(params, List.of(new BenchmarkResult(params, sums, head.getMetadata()))));
  }

  /** Measured iterations are the last ones of a turn. */
  private ClientRows.Row row(RunResult first, List<IterationResult> parts, int iteration, int of) {
    List<Barrier.Window> own =
        windows.stream()
            .map(client ->
                client.size() < of
                    ? new Barrier.Window(Double.NaN, Double.NaN)
                    : client.get(client.size() - of + iteration))
            .toList();
    double start = own.stream().mapToDouble(Barrier.Window::start).min().orElse(Double.NaN);
    double last = own.stream().mapToDouble(Barrier.Window::start).max().orElse(Double.NaN);
    double length = own.stream().mapToDouble(one -> one.end() - one.start()).max().orElse(0);
    double skew = last - start;
    String what =
        String.format(
            Locale.ROOT,
            "clients began %.1f ms apart, %.0f %% of an iteration",
            skew,
            100 * skew / length);
    boolean together = skew <= DROPPED_SKEW * length;
    if (!(skew <= WARNED_SKEW * length)) {
      findings.add(
          "%s fork %d iteration %d: %s%s"
              .formatted(
                  first.getParams().getBenchmark(),
                  fork,
                  iteration + 1,
                  what,
                  together ? "" : "; it is left out on all clients"));
    }
    List<Result<?>> scores = parts.stream().<Result<?>>map(GroupSum::score).toList();
    return new ClientRows.Row(
        first.getParams().getBenchmark(),
        parameters.apply(first),
        fork,
        iteration + 1,
        skew,
        together ? ClientRows.Row.KEPT : what,
        scores.get(0).getScoreUnit(),
        IntStream.range(0, parts.size())
            .mapToObj(client ->
                new ClientRows.Share(
                    own.get(client).start(), own.get(client).end(), scores.get(client).getScore()))
            .toList());
  }

  /** The rate of acknowledged operations, or JMH's score where a benchmark has no such rate. */
  private static Result<?> score(IterationResult part) {
    Result<?> rate = part.getSecondaryResults().get("throughput");
    return rate == null ? part.getPrimaryResult() : rate;
  }

  private IterationResult sum(List<IterationResult> parts, ClientRows.Row row, int iteration) {
    IterationResult first = parts.get(0);
    IterationResult sum =
        new IterationResult(first.getBenchmarkParams(), first.getParams(), first.getMetadata());
    Result<?> primary = first.getPrimaryResult();
    List<Double> scores = parts.stream().map(part -> part.getPrimaryResult().getScore()).toList();
    Mode mode = first.getBenchmarkParams().getMode();
    TimeUnit unit = first.getBenchmarkParams().getTimeUnit();
    double unitNanos = unit.toNanos(1);
    if (mode == Mode.SingleShotTime) {
      sum.addResult(
          new SingleShotResult(
              ResultRole.PRIMARY,
              primary.getLabel(),
              (long) (shotMillis(scores, row, unitNanos / 1e6) * 1e6),
              unit));
    } else if (mode == Mode.AverageTime) {
      double operations = scores.stream().mapToDouble(score -> 1 / score).sum();
      sum.addResult(
          new AverageTimeResult(
              ResultRole.PRIMARY,
              primary.getLabel(),
              operations,
              (long) (scores.size() * unitNanos),
              unit));
    } else {
      parts.forEach(part -> sum.addResults(part.getRawPrimaryResults()));
    }
    first
        .getSecondaryResults()
        .forEach((name, result) -> {
          if (!name.startsWith(IterationMetrics.OF_FORK)) {
            double value = secondary(name, parts, iteration);
            sum.addResult(
                new ScalarResult(name, value, result.getScoreUnit(), AggregationPolicy.AVG));
          }
        });
    return sum;
  }

  /** From the first start to the last end. */
  private static double shotMillis(List<Double> scores, ClientRows.Row row, double unitMillis) {
    double start =
        row.shares().stream().mapToDouble(ClientRows.Share::startMillis).min().orElseThrow();
    return IntStream.range(0, scores.size())
        .mapToDouble(client ->
            row.shares().get(client).startMillis() - start + scores.get(client) * unitMillis)
        .max()
        .orElseThrow();
  }

  /** A percentile of all iterations that are kept, of all clients. */
  private double ofFork(String name, int count) {
    Matcher percentile = PERCENTILE.matcher(name.substring(IterationMetrics.OF_FORK.length()));
    if (!percentile.matches()) {
      throw new IllegalArgumentException("no percentile: " + name);
    }
    Histogram all = new Histogram(DIGITS);
    latencies.forEach((tag, kind) -> {
      for (int i = 0; tag.startsWith(percentile.group(1) + ";") && i < kind.size(); i++) {
        if (i < count && kept(rows.get(i))) {
          all.add(kind.get(i));
        }
      }
    });
    return all.getValueAtPercentile(percent(percentile)) / 1e6;
  }

  private static double percent(Matcher percentile) {
    return percentile.group(2) == null ? 100 : Double.parseDouble(percentile.group(2));
  }

  private double secondary(String name, List<IterationResult> parts, int iteration) {
    Matcher percentile = PERCENTILE.matcher(name);
    if (percentile.matches()) {
      double percent = percent(percentile);
      return latencies.entrySet().stream()
          .filter(kind -> kind.getKey().startsWith(percentile.group(1) + ";"))
          .filter(kind -> iteration < kind.getValue().size())
          .mapToDouble(kind -> kind.getValue().get(iteration).getValueAtPercentile(percent) / 1e6)
          .findFirst()
          .orElse(Double.NaN);
    }
    List<Double> values = new ArrayList<>();
    for (IterationResult part : parts) {
      Result<?> value = part.getSecondaryResults().get(name);
      if (value != null) {
        values.add(value.getScore());
      }
    }
    return SUMMED.contains(name)
        ? values.stream().mapToDouble(value -> value).sum()
        : LARGEST.matcher(name).matches()
            ? values.stream().mapToDouble(value -> value).max().orElseThrow()
            : values.get(0);
  }
}
