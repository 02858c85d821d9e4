package org.docduel.core.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.group.ClientGroup.Measured;
import org.docduel.stats.sidecar.ClientRows.Row;
import org.docduel.stats.sidecar.ClientRows.Share;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.LatencyFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SingleShotResult;

/**
 * Adds up what the clients measured in one turn, iteration by iteration: rates are summed; a single
 * shot lasts from the first start to the last end; percentiles are those of the added histograms.
 * What a profiler read of the server is the first client's. An iteration whose clients did not
 * start together is left out.
 */
final class GroupSum {
  /** Of an iteration's length: more skew is a warning. */
  private static final double WARNED_SKEW = 0.05;

  /** More skew and the iteration does not count. */
  private static final double DROPPED_SKEW = 0.20;

  private static final Pattern PERCENTILE =
      Pattern.compile("(?:fork\\.)?(response|service)\\.p(.+)");
  private static final Set<String> WINDOW = Set.of(Clients.START, Clients.END);
  private static final Set<String> SUMMED = Set.of("throughput", "errors", "retries", "abandoned");

  /** Of each client's own; the one that is worst off tells. */
  private static final Pattern LARGEST = Pattern.compile("client\\..*|backlog");

  /** What each client measured, by iteration. */
  private final List<List<IterationResult>> iterations;

  private final BenchmarkParams params;

  /** Of all clients: each kind of an iteration, and then those of the next one. */
  private final List<Histogram> latencies = new ArrayList<>();

  private final List<Fact> facts = new ArrayList<>();

  GroupSum(GroupPlan plan, List<Measured> clients) {
    List<List<IterationResult>> iterationsByClient =
        clients.stream()
            .map(client -> client.results().get(0).getBenchmarkResults().iterator().next())
            .map(fork -> List.copyOf(fork.getIterationResults()))
            .toList();
    iterations =
        IntStream.range(0, iterationsByClient.get(0).size())
            .mapToObj(i -> iterationsByClient.stream().map(client -> client.get(i)).toList())
            .toList();
    params = iterationsByClient.get(0).get(0).getBenchmarkParams();
    for (int client = 0; client < clients.size(); client++) {
      StringBuilder log = new StringBuilder();
      for (Fact fact : clients.get(client).facts()) {
        if (fact instanceof LatencyFact latency) {
          log.append(latency.log());
        } else if (client > 0 && fact instanceof FindingFact finding) {
          facts.add(new FindingFact(plan.name(client) + ": " + finding.finding()));
        } else if (client == 0 || !(fact instanceof StoreFact)) {
          facts.add(fact); // what describes the store, which all use, is the first client's
        }
      }
      add(log.toString());
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

  /**
   * Adds up, as if one client had measured it all.
   *
   * @param fork of the combination, from 1
   * @param rows get what each client did in each iteration
   */
  Measured merge(int fork, Map<String, String> parameters, List<Row> rows) {
    List<Histogram> counted = new ArrayList<>();
    List<IterationResult> sums = new ArrayList<>();
    int kinds = latencies.size() / iterations.size();
    for (int i = 0; i < iterations.size(); i++) {
      List<IterationResult> each = iterations.get(i);
      Row row = row(i + 1, fork, parameters);
      rows.add(row);
      boolean counts = row.outcome().equals(Row.COUNTED);
      List<Histogram> iterationLatencies = latencies.subList(i * kinds, (i + 1) * kinds);
      if (counts) {
        counted.addAll(iterationLatencies);
        sums.add(new IterationResult(params, each.get(0).getParams(), each.get(0).getMetadata()));
        addPrimary(row.shares(), each, sums.get(sums.size() - 1));
      }
      for (Result<?> result : metrics(each)) {
        boolean ofFork = result.getLabel().startsWith(IterationMetrics.OF_FORK);
        if (ofFork ? !sums.isEmpty() : counts) {
          sums.get(sums.size() - 1)
              .addResult(metric(result, each, ofFork ? counted : iterationLatencies));
        }
      }
    }
    if (!counted.isEmpty()) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      counted.forEach(new HistogramLogWriter(log)::outputIntervalHistogram);
      facts.add(new LatencyFact(log.toString(UTF_8)));
    }
    List<BenchmarkResult> sum = List.of(new BenchmarkResult(params, sums));
    return new Measured(sums.isEmpty() ? List.of() : List.of(new RunResult(params, sum)), facts);
  }

  private Row row(int number, int fork, Map<String, String> parameters) {
    List<Share> shares = new ArrayList<>();
    String unit = "";
    for (IterationResult result : iterations.get(number - 1)) {
      // the rate of acknowledged operations, or JMH's score where a benchmark has no such rate
      Result<?> score =
          result.getSecondaryResults().getOrDefault("throughput", result.getPrimaryResult());
      unit = score.getScoreUnit();
      double start = of(List.of(result), Clients.START).getSum();
      shares.add(new Share(start, of(List.of(result), Clients.END).getSum(), score.getScore()));
    }
    DoubleSummaryStatistics starts = of(shares, Share::startMillis);
    double skew = starts.getMax() - starts.getMin();
    double length = of(shares, share -> share.endMillis() - share.startMillis()).getMax();
    String skewText =
        "clients began %.1f ms apart, %.0f %% of an iteration".formatted(skew, 100 * skew / length);
    boolean isCounted = skew <= DROPPED_SKEW * length;
    String name = params.getBenchmark();
    if (skew > WARNED_SKEW * length) {
      String where = name + " fork " + fork + " iteration " + number + ": " + skewText;
      facts.add(
          new FindingFact(where + "; " + (isCounted ? Row.COUNTED : "left out on all clients")));
    }
    String outcome = isCounted ? Row.COUNTED : skewText;
    return new Row(name, parameters, fork, number, skew, outcome, unit, shares);
  }

  private static DoubleSummaryStatistics of(List<Share> shares, ToDoubleFunction<Share> value) {
    return shares.stream().mapToDouble(value).summaryStatistics();
  }

  private static DoubleSummaryStatistics of(List<IterationResult> each, String metric) {
    return each.stream()
        .map(result -> result.getSecondaryResults().get(metric))
        .filter(Objects::nonNull)
        .mapToDouble(result -> result.getScore())
        .summaryStatistics();
  }

  private void addPrimary(List<Share> shares, List<IterationResult> each, IterationResult sum) {
    if (params.getMode() != Mode.SingleShotTime) {
      each.forEach(result -> sum.addResults(result.getRawPrimaryResults())); // JMH sums rates
      return;
    }
    double firstStart = of(shares, Share::startMillis).getMin();
    TimeUnit unit = params.getTimeUnit();
    double nanos = 0;
    for (int client = 0; client < each.size(); client++) {
      double lateNanos = 1e6 * (shares.get(client).startMillis() - firstStart);
      double score = each.get(client).getPrimaryResult().getScore();
      nanos = Math.max(nanos, lateNanos + score * unit.toNanos(1));
    }
    String label = each.get(0).getPrimaryResult().getLabel();
    sum.addResult(new SingleShotResult(ResultRole.PRIMARY, label, (long) nanos, unit));
  }

  /** Of an iteration, each as the first client has it that does: one may have done nothing. */
  private static Collection<Result<?>> metrics(List<IterationResult> each) {
    Map<String, Result<?>> metrics = new LinkedHashMap<>();
    for (IterationResult result : each) {
      result
          .getSecondaryResults()
          .values()
          .forEach(metric -> metrics.putIfAbsent(metric.getLabel(), metric));
    }
    metrics.keySet().removeAll(WINDOW);
    return metrics.values();
  }

  /** What a metric of one client is of all. */
  private static Result<?> metric(
      Result<?> first, List<IterationResult> each, List<Histogram> latencies) {
    String name = first.getLabel();
    Matcher percentile = PERCENTILE.matcher(name.replace("max", "p100"));
    double value;
    if (percentile.matches()) {
      List<Histogram> kind =
          latencies.stream()
              .filter(histogram ->
                  String.valueOf(histogram.getTag()).startsWith(percentile.group(1) + ";"))
              .toList();
      Histogram all = new Histogram(kind.get(0)); // as fine as they are
      kind.forEach(all::add);
      value = all.getValueAtPercentile(Double.parseDouble(percentile.group(2))) / 1e6;
    } else if (SUMMED.contains(name)) {
      value = of(each, name).getSum();
    } else if (LARGEST.matcher(name).matches()) {
      value = of(each, name).getMax();
    } else {
      return first;
    }
    return new Metric(name, value, first.getScoreUnit());
  }
}
