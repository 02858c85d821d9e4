package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics.Metric;
import org.docduel.core.group.ClientGroup.Measured;
import org.docduel.core.group.Clients.Window;
import org.docduel.stats.sidecar.ClientRows.Row;
import org.docduel.stats.sidecar.ClientRows.Share;
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
      Pattern.compile("(?:fork\\.)?(response|service)\\.p(.+)");
  private static final Set<String> SUMMED = Set.of("throughput", "errors", "retries", "abandoned");

  /** Of each client's own; the one that is worst off tells. */
  private static final Pattern LARGEST = Pattern.compile("client\\..*|backlog");

  private final BenchmarkParams params;
  private final int fork;
  private final Map<String, String> parameters;

  /** Of each client, by iteration. */
  private final List<List<IterationResult>> parts;

  /** Of each client, by the first one's clock. */
  private final List<List<Window>> windows;

  /** Of all clients: each kind of an iteration, and then those of the next one. */
  private final List<Histogram> latencies = new ArrayList<>();

  private final List<Fact> facts = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /**
   * Of what clients measured.
   *
   * @param fork of the combination, from 1
   */
  GroupSum(GroupPlan plan, List<Measured> clients, int fork, Map<String, String> parameters) {
    parts =
        clients.stream()
            .map(one -> one.results().get(0).getBenchmarkResults().iterator().next())
            .map(own -> List.copyOf(own.getIterationResults()))
            .toList();
    params = parts.get(0).get(0).getBenchmarkParams();
    windows = clients.get(0).windows();
    this.fork = fork;
    this.parameters = parameters;
    for (int client = 0; client < clients.size(); client++) {
      for (Fact fact : clients.get(client).facts()) {
        if (fact instanceof LatencyFact latency) {
          add(latency.log());
        } else if (client > 0 && fact instanceof FindingFact finding) {
          facts.add(new FindingFact(plan.name(client) + ": " + finding.finding()));
        } else if (client == 0 || !(fact instanceof StoreFact)) {
          facts.add(fact); // what describes the store, which all use, is the first client's
        }
      }
    }
  }

  private void add(String log) {
    HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(log.getBytes(UTF_8)));
    for (int i = 0; reader.nextIntervalHistogram() instanceof Histogram read; i++) {
      if (i < latencies.size()) {
        latencies.get(i).add(read); // the earlier start and the later end of both
      } else {
        latencies.add(read);
      }
    }
  }

  /** What each client did in each iteration, once it is added up. */
  List<Row> rows() {
    return rows;
  }

  /** Adds up, as if one client had measured it all. */
  Measured together() {
    int count = parts.get(0).size();
    List<IterationResult> sums = new ArrayList<>();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int fromLast = count - i; // what is before the measured ones are warm-ups
      Row row = row(i, windows.stream().map(all -> all.get(all.size() - fromLast)).toList());
      rows.add(row);
      if (row.outcome().equals(Row.KEPT)) {
        kept.add(i);
        sums.add(sum(row));
      }
    }
    if (sums.isEmpty()) {
      return new Measured(List.of(), facts, windows);
    }
    for (Result<?> one : parts.get(0).get(count - 1).getSecondaryResults().values()) {
      if (one.getLabel().startsWith(IterationMetrics.OF_FORK)) {
        sums.get(sums.size() - 1).addResult(metric(one, kept));
      }
    }
    if (!latencies.isEmpty()) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      latenciesOf(kept).forEach(new HistogramLogWriter(log)::outputIntervalHistogram);
      facts.add(new LatencyFact(log.toString(UTF_8)));
    }
    List<BenchmarkResult> sum = List.of(new BenchmarkResult(params, sums));
    return new Measured(List.of(new RunResult(params, sum)), facts, windows);
  }

  private Stream<Histogram> latenciesOf(List<Integer> iterations) {
    int kinds = latencies.size() / parts.get(0).size();
    return iterations.stream().flatMap(i -> latencies.subList(i * kinds, (i + 1) * kinds).stream());
  }

  private Row row(int iteration, List<Window> windows) {
    List<Share> shares = new ArrayList<>();
    for (Window own : windows) {
      double score = score(parts.get(shares.size()).get(iteration)).getScore();
      shares.add(new Share(own.start(), own.end(), score));
    }
    DoubleSummaryStatistics starts =
        windows.stream().mapToDouble(Window::start).summaryStatistics();
    double skew = starts.getMax() - starts.getMin();
    double length =
        windows.stream().mapToDouble(own -> own.end() - own.start()).max().orElseThrow();
    String apart =
        "clients began %.1f ms apart, %.0f %% of an iteration".formatted(skew, 100 * skew / length);
    String outcome = skew > DROPPED_SKEW * length ? apart : Row.KEPT;
    if (skew > WARNED_SKEW * length) {
      facts.add(
          new FindingFact(
              "%s fork %d iteration %d: %s; %s"
                  .formatted(
                      params.getBenchmark(),
                      fork,
                      iteration + 1,
                      apart,
                      outcome.equals(Row.KEPT) ? Row.KEPT : "left out on all clients")));
    }
    String unit = score(parts.get(0).get(iteration)).getScoreUnit();
    return new Row(
        params.getBenchmark(), parameters, fork, iteration + 1, skew, outcome, unit, shares);
  }

  /** The rate of acknowledged operations, or JMH's score where a benchmark has no such rate. */
  private static Result<?> score(IterationResult part) {
    Result<?> rate = part.getSecondaryResults().get("throughput");
    return rate == null ? part.getPrimaryResult() : rate;
  }

  private IterationResult sum(Row row) {
    List<Share> shares = row.shares();
    List<IterationResult> each = parts.stream().map(one -> one.get(row.iteration() - 1)).toList();
    double[] scores = each.stream().mapToDouble(one -> one.getPrimaryResult().getScore()).toArray();
    IterationResult own = each.get(0);
    IterationResult sum = new IterationResult(params, own.getParams(), own.getMetadata());
    String label = own.getPrimaryResult().getLabel();
    TimeUnit unit = params.getTimeUnit();
    long unitNanos = unit.toNanos(1);
    switch (params.getMode()) {
      case SingleShotTime -> {
        double begun = shares.stream().mapToDouble(Share::startMillis).min().orElseThrow();
        double nanos = 0;
        for (int i = 0; i < scores.length; i++) {
          double lateNanos = 1e6 * (shares.get(i).startMillis() - begun);
          nanos = Math.max(nanos, lateNanos + scores[i] * unitNanos);
        }
        sum.addResult(new SingleShotResult(ResultRole.PRIMARY, label, (long) nanos, unit));
      }
      case AverageTime -> {
        double operations = DoubleStream.of(scores).map(score -> 1 / score).sum();
        sum.addResult(
            new AverageTimeResult(
                ResultRole.PRIMARY, label, operations, scores.length * unitNanos, unit));
      }
      default -> each.forEach(one -> sum.addResults(one.getRawPrimaryResults()));
    }
    for (Result<?> one : own.getSecondaryResults().values()) {
      if (!one.getLabel().startsWith(IterationMetrics.OF_FORK)) {
        sum.addResult(metric(one, List.of(row.iteration() - 1)));
      }
    }
    return sum;
  }

  /** One of the first client's, of all clients in some iterations. */
  private Result<?> metric(Result<?> like, List<Integer> iterations) {
    String name = like.getLabel();
    Matcher percentile = PERCENTILE.matcher(name.replace("max", "p100"));
    double value = like.getScore();
    if (percentile.matches()) {
      value = percentile(percentile, iterations);
    } else if (SUMMED.contains(name) || LARGEST.matcher(name).matches()) {
      DoubleSummaryStatistics each =
          parts.stream()
              .map(one -> one.get(iterations.get(0)).getSecondaryResults().get(name))
              .filter(Objects::nonNull)
              .mapToDouble(result -> result.getScore())
              .summaryStatistics();
      value = SUMMED.contains(name) ? each.getSum() : each.getMax();
    }
    return new Metric(name, value, like.getScoreUnit()).result();
  }

  /** A percentile of all clients' latencies in some iterations, in milliseconds. */
  private double percentile(Matcher name, List<Integer> iterations) {
    List<Histogram> each =
        latenciesOf(iterations)
            .filter(one -> String.valueOf(one.getTag()).startsWith(name.group(1) + ";"))
            .toList();
    Histogram all = new Histogram(each.get(0)); // as fine as they are
    each.forEach(all::add);
    return all.getValueAtPercentile(Double.parseDouble(name.group(2))) / 1e6;
  }
}
