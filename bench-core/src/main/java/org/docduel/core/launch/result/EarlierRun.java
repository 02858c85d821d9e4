package org.docduel.core.launch.result;

import static org.docduel.core.config.BadInputException.require;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.SecretText;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.CommandLine;
import org.docduel.core.launch.cli.Option;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.SeriesFile;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A run that did not come to its end, from its files: the forks that ended well need not run again.
 * A fork that broke is never continued: its caches, and what it knew of acknowledged writes, are
 * gone.
 */
public record EarlierRun(Path json, Sidecar sidecar, List<Part> parts) {
  /** JMH computes with nanoseconds; a thousand operations keep three digits more. */
  private static final long SCALE = 1_000;

  /**
   * One result of it.
   *
   * @param params as its results have them
   * @param rounds in which its forks ran, from 1
   * @param processes a number of the forks that measured it
   */
  record Part(
      BenchmarkParams params, List<BenchmarkResult> forks, List<Integer> rounds, int processes) {}

  /**
   * The run that a command line names, if it does.
   *
   * @throws BadInputException when its files cannot be read, or it was made otherwise
   */
  public static Optional<EarlierRun> of(List<String> line) {
    CommandLine typed = CommandLine.of(line, List.of());
    return typed.value(Option.RESUME).map(file -> read(Path.of(file)));
  }

  private static EarlierRun read(Path json) {
    try {
      Sidecar sidecar =
          SidecarFile.read(json)
              .map(SidecarFile::sidecar)
              .orElseThrow(() ->
                  BadInputException.of(
                      "--resume %s: there is no sidecar beside it, which says what was run", json));
      List<JsonTree> results = JsonTree.parse(json.toString(), JsonTree.text(json)).elements();
      require(!results.isEmpty(), "--resume %s: no fork of the run ended; run it anew", json);
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < results.size(); i++) {
        parts.add(part(json, results.get(i), sidecar.run(), i));
      }
      EarlierRun run = new EarlierRun(json, sidecar, parts);
      run.requireSameProgram();
      return run;
    } catch (org.docduel.stats.jmh.BadInputException e) {
      throw new BadInputException("--resume " + e.getMessage(), e);
    }
  }

  private void requireSameProgram() {
    Map<String, String> now = HostFacts.gather();
    for (String fact : List.of("gitRevision", "jvm", Sidecar.HOST, Sidecar.CPU)) {
      String earlier = sidecar.environment().getOrDefault(fact, "");
      String current = now.getOrDefault(fact, "");
      require(
          earlier.equals(current),
          "--resume %s: %s was %s and is %s: forks of both are no sample; run it anew",
          json,
          fact,
          earlier,
          current);
    }
  }

  /**
   * The whole command line: the earlier one, with its results where they are. Its arguments may be
   * typed beside, or a pattern that its benchmark matches, as the commands that run one benchmark
   * do.
   *
   * @throws BadInputException when something else is typed beside
   */
  public List<String> line(List<String> typed) {
    List<String> arguments = without(typed, List.of(Option.RESUME.typed));
    List<String> earlier = sidecar.run().command();
    List<String> masked = arguments.stream().map(SecretText::mask).toList();
    List<String> files = List.of("-rff", "-rf");
    boolean isRepeated = without(masked, files).equals(without(earlier, files));
    List<String> others = isRepeated ? arguments : withoutBenchmark(arguments);
    require(
        isRepeated || others.isEmpty(),
        "--resume %s: the run had the arguments %s; leave out all others",
        json,
        String.join(" ", earlier));
    require(
        !others.isEmpty() || earlier.stream().noneMatch(argument -> argument.contains("***")),
        "--resume %s: its arguments held a password; give all of them once more",
        json);
    List<String> whole = others.isEmpty() ? earlier : others;
    CommandLine options = CommandLine.of(whole, List.of());
    for (Option option : List.of(Option.UNTIL, Option.CLIENTS)) {
      require(
          !options.has(option),
          "--resume %s: a run with %s cannot be continued; run it anew",
          json,
          option.typed);
    }
    return Stream.concat(without(whole, files).stream(), Stream.of("-rff", json.toString()))
        .toList();
  }

  private List<String> withoutBenchmark(List<String> others) {
    if (others.size() != 1 || others.get(0).startsWith("-")) {
      return others;
    }
    Arguments.requirePatterns(others);
    Pattern pattern = Pattern.compile(others.get(0));
    for (Part part : parts) {
      String benchmark = part.params.getBenchmark();
      require(
          pattern.matcher(benchmark).find(), // as JMH chooses benchmarks
          "--resume %s: this was a run of %s, not of %s; docduel run --resume %s continues it",
          json,
          JmhResult.withoutPackage(benchmark),
          others.get(0),
          json);
    }
    return List.of();
  }

  private static List<String> without(List<String> line, List<String> options) {
    List<String> rest = new ArrayList<>();
    for (Iterator<String> tokens = line.iterator(); tokens.hasNext(); ) {
      String token = tokens.next();
      if (options.contains(token)) {
        tokens.next();
      } else if (!options.contains(token.split("=", 2)[0])) {
        rest.add(token);
      }
    }
    return rest;
  }

  private static Part part(Path json, JsonTree result, Sidecar.Run run, int place) {
    BenchmarkParams params = params(json, result);
    JsonTree primary = result.get("primaryMetric");
    List<JsonTree> rows = primary.get("rawData").elements();
    Map<String, JsonTree> secondary = result.get("secondaryMetrics").fields();
    List<BenchmarkResult> forks = new ArrayList<>();
    for (int fork = 0; fork < rows.size(); fork++) {
      List<IterationResult> iterations = new ArrayList<>();
      double[] scores = numbers(rows.get(fork));
      for (double score : scores) {
        IterationResult iteration = new IterationResult(params, params.getMeasurement(), null);
        iteration.addResult(primary(params, score));
        iterations.add(iteration);
      }
      for (Map.Entry<String, JsonTree> metric : secondary.entrySet()) {
        List<JsonTree> metricRows = metric.getValue().get("rawData").elements();
        double[] values = fork < metricRows.size() ? numbers(metricRows.get(fork)) : new double[0];
        for (int i = 0; i < values.length; i++) {
          // one value for a fork is of its last iteration; what others lack, the first ones lack
          iterations
              .get(iterations.size() - values.length + i)
              .addResult(
                  new Metric(
                      metric.getKey(), values[i], metric.getValue().get("scoreUnit").text()));
        }
      }
      forks.add(new BenchmarkResult(params, iterations));
    }
    List<Integer> rounds =
        place < run.rounds().size()
            ? run.rounds().get(place)
            : IntStream.rangeClosed(1, forks.size()).boxed().toList();
    int processes = place < run.processes().size() ? run.processes().get(place) : place + 1;
    return new Part(params, forks, rounds, processes);
  }

  private static double[] numbers(JsonTree row) {
    return row.elements().stream().mapToDouble(each -> each.number().orElse(Double.NaN)).toArray();
  }

  private static Result<?> primary(BenchmarkParams params, double score) {
    String label = params.getBenchmark().replaceFirst(".*\\.", "");
    TimeUnit unit = params.getTimeUnit();
    long nanos = Math.round(score * unit.toNanos(1));
    return switch (params.getMode()) {
      case Throughput ->
          new ThroughputResult(ResultRole.PRIMARY, label, score, unit.toNanos(1), unit);
      case AverageTime ->
          new AverageTimeResult(
              ResultRole.PRIMARY, label, SCALE, Math.round(score * SCALE * unit.toNanos(1)), unit);
      default -> new SingleShotResult(ResultRole.PRIMARY, label, nanos, unit);
    };
  }

  private static BenchmarkParams params(Path json, JsonTree result) {
    Mode mode =
        Stream.of(Mode.values())
            .filter(each -> each.shortLabel().equals(result.get("mode").text()))
            .filter(each -> each != Mode.SampleTime && each != Mode.All)
            .findFirst()
            .orElseThrow(() ->
                BadInputException.of(
                    "--resume %s: results of the mode %s cannot be continued",
                    json, result.get("mode").text()));
    WorkloadParams parameters = new WorkloadParams();
    result.get("params").flat().forEach((name, value) -> parameters.put(name, value, 0));
    int threads = integer(result, "threads");
    return new BenchmarkParams(
        result.get("benchmark").text(),
        "",
        true,
        threads,
        new int[] {threads},
        List.of(),
        integer(result, "forks"),
        0,
        iterations(result, "warmup", IterationType.WARMUP),
        iterations(result, "measurement", IterationType.MEASUREMENT),
        mode,
        parameters,
        unit(result.get("primaryMetric").get("scoreUnit").text()),
        1,
        result.get("jvm").text(),
        result.get("jvmArgs").texts(),
        result.get("jdkVersion").text(),
        result.get("vmName").text(),
        result.get("vmVersion").text(),
        result.get("jmhVersion").text(),
        TimeValue.minutes(1));
  }

  private static IterationParams iterations(JsonTree result, String kind, IterationType type) {
    String time = result.get(kind + "Time").text();
    return new IterationParams(
        type,
        integer(result, kind + "Iterations"),
        time.matches(".*[0-9].*") ? TimeValue.fromString(time) : TimeValue.NONE,
        Math.max(1, integer(result, kind + "BatchSize")));
  }

  private static int integer(JsonTree result, String field) {
    return result.get(field).number().orElse(0.0).intValue();
  }

  private static TimeUnit unit(String scoreUnit) {
    String time = scoreUnit.replaceFirst("^ops/|/op$", "").replaceFirst("/op$", "");
    return Stream.of(TimeUnit.values())
        .filter(unit -> TimeValue.tuToString(unit).equals(time))
        .findFirst()
        .orElse(TimeUnit.SECONDS);
  }

  /** What its forks and its launcher have said, but that it failed. */
  List<Fact> facts() {
    return Stream.of(
            sidecar.stores().stream(),
            sidecar.checks().stream(),
            sidecar.plans().stream(),
            sidecar.questions().stream(),
            sidecar.workloads().stream(),
            sidecar.explained().stream(),
            sidecar.warmUps().stream(),
            sidecar.findings().stream().map(Fact.FindingFact::new))
        .<Fact>flatMap(facts -> facts)
        .toList();
  }

  /**
   * An HdrHistogram log without what a fork left that did not end: what began after the last
   * iteration of those that did.
   *
   * @param series of the run; where there is none, all forks have ended
   */
  String endedLatencies(String log, Path series) {
    if (Files.notExists(series)) {
      return log;
    }
    double lastSeconds = SeriesFile.lastEndMillis(series) / 1e3;
    return log.lines()
        .filter(line -> {
          String[] fields = line.split(",", 3);
          boolean isInterval = fields.length == 3 && fields[0].startsWith("Tag=");
          return !isInterval || Double.parseDouble(fields[1]) < lastSeconds;
        })
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }
}
