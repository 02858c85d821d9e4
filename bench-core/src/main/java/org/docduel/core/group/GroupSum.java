package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
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
import java.util.stream.DoubleStream;
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
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
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

  private static final Pattern PERCENTILE =
      Pattern.compile("(?:fork\\.)?(response|service)\\.(?:p([0-9.]+)|max)");
  private static final Set<String> SUMMED = Set.of("throughput", "errors", "retries", "abandoned");

  /** Of each client's own; the one that is worst off tells. */
  private static final Pattern LARGEST = Pattern.compile("client\\..*|backlog");

  private final GroupPlan plan;
  private final List<ClientGroup.Measured> clients;
  private final List<List<Clients.Window>> windows;
  private final int fork;
  private final Function<RunResult, Map<String, String>> parameters;

  /** Of all clients, an iteration after the other, by tag. */
  private final Map<String, List<Histogram>> latencies = new LinkedHashMap<>();

  private final List<ClientRows.Row> rows = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  GroupSum(
      GroupPlan plan,
      List<ClientGroup.Measured> clients,
      List<List<Clients.Window>> windows,
      int fork,
      Function<RunResult, Map<String, String>> parameters) {
    this.plan = plan;
    this.clients = clients;
    this.windows = windows;
    this.fork = fork;
    this.parameters = parameters;
  }

  ClientGroup.Together result() {
    List<Fact> facts = facts();
    List<RunResult> results = new ArrayList<>();
    for (int i = 0; i < clients.get(0).results().size(); i++) {
      int number = i;
      sum(clients.stream().map(client -> client.results().get(number)).toList())
          .ifPresent(results::add);
    }
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(log);
    for (int i = 0; i < rows.size(); i++) {
      for (List<Histogram> kind : latencies.values()) {
        if (kept(i) && i < kind.size()) {
          writer.outputIntervalHistogram(kind.get(i));
        }
      }
    }
    if (log.size() > 0) {
      facts.add(new LatencyFact(log.toString(UTF_8)));
    }
    return new ClientGroup.Together(results, facts, rows, findings);
  }

  private boolean kept(int iteration) {
    return rows.get(iteration).outcome().equals(ClientRows.Row.KEPT);
  }

  /** Latencies are added up; what describes the store, which all use, is the first client's. */
  private List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (int client = 0; client < clients.size(); client++) {
      for (Fact fact : clients.get(client).facts()) {
        if (fact instanceof LatencyFact latency) {
          add(latency.log());
        } else if (client > 0 && fact instanceof FindingFact finding) {
          facts.add(new FindingFact(plan.name(client) + ": " + finding.finding()));
        } else if (client == 0 || !(fact instanceof StoreFact)) {
          facts.add(fact);
        }
      }
    }
    return facts;
  }

  private void add(String log) {
    Map<String, Integer> seen = new HashMap<>();
    HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(UTF_8)));
    while (reader.nextIntervalHistogram() instanceof Histogram read) {
      String tag = Objects.requireNonNullElse(read.getTag(), "");
      List<Histogram> kind = latencies.computeIfAbsent(tag, any -> new ArrayList<>());
      int iteration = seen.merge(tag, 1, Integer::sum) - 1;
      if (iteration < kind.size()) {
        kind.get(iteration).add(read); // the earlier start and the later end of both
      } else {
        kind.add(read);
      }
    }
  }

  private Optional<RunResult> sum(List<RunResult> each) {
    List<List<IterationResult>> iterations =
        each.stream()
            .map(one -> one.getBenchmarkResults().iterator().next().getIterationResults())
            .<List<IterationResult>>map(List::copyOf)
            .toList();
    int count = iterations.get(0).size();
    List<IterationResult> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i;
      List<IterationResult> parts = iterations.stream().map(one -> one.get(number)).toList();
      rows.add(row(each.get(0), parts, i, count));
      if (kept(i)) {
        sums.add(sum(parts, i));
      }
    }
    if (sums.isEmpty()) {
      return Optional.empty();
    }
    IterationResult last = sums.get(sums.size() - 1);
    int[] kept = IntStream.range(0, count).filter(this::kept).toArray();
    iterations
        .get(0)
        .get(count - 1)
        .getSecondaryResults()
        .forEach((name, result) -> {
          if (name.startsWith(IterationMetrics.OF_FORK)) {
            last.addResult(metric(name, percentile(name, kept), result));
          }
        });
    BenchmarkParams params = each.get(0).getParams();
    BenchmarkResult head = each.get(0).getBenchmarkResults().iterator().next();
    return Optional.of(
        new RunResult(params, List.of(new BenchmarkResult(params, sums, head.getMetadata()))));
  }

  /** Measured iterations are the last ones of a turn. */
  private ClientRows.Row row(RunResult first, List<IterationResult> parts, int iteration, int of) {
    List<ClientRows.Share> shares = new ArrayList<>();
    for (int client = 0; client < parts.size(); client++) {
      List<Clients.Window> all = windows.get(client);
      Clients.Window own = all.get(all.size() - of + iteration);
      shares.add(new ClientRows.Share(own.start(), own.end(), score(parts.get(client)).getScore()));
    }
    double skew =
        shares.stream().mapToDouble(ClientRows.Share::startMillis).max().orElseThrow()
            - start(shares);
    double length =
        shares.stream().mapToDouble(one -> one.endMillis() - one.startMillis()).max().orElseThrow();
    String benchmark = first.getParams().getBenchmark();
    String what =
        String.format(
            Locale.ROOT,
            "clients began %.1f ms apart, %.0f %% of an iteration",
            skew,
            100 * skew / length);
    boolean together = skew <= DROPPED_SKEW * length;
    if (skew > WARNED_SKEW * length) {
      findings.add(
          "%s fork %d iteration %d: %s%s"
              .formatted(
                  benchmark,
                  fork,
                  iteration + 1,
                  what,
                  together ? "" : "; it is left out on all clients"));
    }
    return new ClientRows.Row(
        benchmark,
        parameters.apply(first),
        fork,
        iteration + 1,
        skew,
        together ? ClientRows.Row.KEPT : what,
        score(parts.get(0)).getScoreUnit(),
        shares);
  }

  private static double start(List<ClientRows.Share> shares) {
    return shares.stream().mapToDouble(ClientRows.Share::startMillis).min().orElseThrow();
  }

  /** The rate of acknowledged operations, or JMH's score where a benchmark has no such rate. */
  private static Result<?> score(IterationResult part) {
    Result<?> rate = part.getSecondaryResults().get("throughput");
    return rate == null ? part.getPrimaryResult() : rate;
  }

  private IterationResult sum(List<IterationResult> parts, int iteration) {
    IterationResult first = parts.get(0);
    IterationResult sum =
        new IterationResult(first.getBenchmarkParams(), first.getParams(), first.getMetadata());
    String label = first.getPrimaryResult().getLabel();
    double[] scores =
        parts.stream().mapToDouble(part -> part.getPrimaryResult().getScore()).toArray();
    TimeUnit unit = first.getBenchmarkParams().getTimeUnit();
    long unitNanos = unit.toNanos(1);
    switch (first.getBenchmarkParams().getMode()) {
      case SingleShotTime -> {
        List<ClientRows.Share> shares = rows.get(iteration).shares();
        double nanos =
            IntStream.range(0, scores.length)
                .mapToDouble(client ->
                    1e6 * (shares.get(client).startMillis() - start(shares))
                        + scores[client] * unitNanos)
                .max()
                .orElseThrow();
        sum.addResult(new SingleShotResult(ResultRole.PRIMARY, label, (long) nanos, unit));
      }
      case AverageTime -> {
        double operations = DoubleStream.of(scores).map(score -> 1 / score).sum();
        sum.addResult(
            new AverageTimeResult(
                ResultRole.PRIMARY, label, operations, scores.length * unitNanos, unit));
      }
      default -> parts.forEach(part -> sum.addResults(part.getRawPrimaryResults()));
    }
    first
        .getSecondaryResults()
        .forEach((name, result) -> {
          if (!name.startsWith(IterationMetrics.OF_FORK)) {
            sum.addResult(metric(name, secondary(name, parts, iteration), result));
          }
        });
    return sum;
  }

  private static Result<?> metric(String name, double value, Result<?> like) {
    return new IterationMetrics.Metric(name, value, like.getScoreUnit()).result();
  }

  private double secondary(String name, List<IterationResult> parts, int iteration) {
    if (PERCENTILE.matcher(name).matches()) {
      return percentile(name, iteration);
    }
    double[] values =
        parts.stream()
            .flatMap(part -> Optional.ofNullable(part.getSecondaryResults().get(name)).stream())
            .mapToDouble(result -> result.getScore())
            .toArray();
    return SUMMED.contains(name)
        ? DoubleStream.of(values).sum()
        : LARGEST.matcher(name).matches() ? DoubleStream.of(values).max().orElseThrow() : values[0];
  }

  /** A percentile of all clients' latencies in some iterations, in milliseconds. */
  private double percentile(String name, int... iterations) {
    Matcher percentile = PERCENTILE.matcher(name);
    if (!percentile.matches()) {
      throw new IllegalArgumentException("no percentile: " + name);
    }
    List<Histogram> all =
        latencies.entrySet().stream()
            .filter(kind -> kind.getKey().startsWith(percentile.group(1) + ";"))
            .flatMap(kind -> IntStream.of(iterations).mapToObj(i -> kind.getValue().get(i)))
            .toList();
    Histogram sum = all.get(0).copy();
    all.subList(1, all.size()).forEach(sum::add);
    double percent = percentile.group(2) == null ? 100 : Double.parseDouble(percentile.group(2));
    return sum.getValueAtPercentile(percent) / 1e6;
  }
}
