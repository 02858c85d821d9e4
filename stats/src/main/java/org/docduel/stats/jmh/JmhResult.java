package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Observations.Source;

/**
 * One result of a JMH JSON file.
 *
 * @param benchmark the full name of the benchmark method
 * @param params its parameters, in the order of the file
 * @param stated how it was measured, by the names of JMH's fields; what the file does not state is
 *     absent. Merged files hold more forks than were asked for: count the rows
 * @param secondary the secondary metrics by name, in the order of the file
 */
public record JmhResult(
    Source source,
    String benchmark,
    Mode mode,
    Map<String, String> params,
    Map<String, String> stated,
    JmhMetric primary,
    Map<String, JmhMetric> secondary) {
  /** The field that holds the benchmark's name. */
  public static final String BENCHMARK = "benchmark";

  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) (\\w+)");

  public JmhResult {
    stated = Map.copyOf(stated);
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
  }

  /** Seconds of a time as JMH writes it, for example {@code 10 s}; 0 when the text states none. */
  static double seconds(String time) {
    Matcher matcher = TIME.matcher(time);
    return matcher.matches()
        ? new MetricUnit(matcher.group(2)).inSeconds(Double.parseDouble(matcher.group(1))).orElse(0)
        : 0;
  }

  /** Seconds that an iteration was measured; 0 when the file does not state them. */
  public double iterationSeconds() {
    return seconds(stated("measurementTime"));
  }

  /**
   * How many iterations as long as the measured ones came before them; 0 when of another length.
   */
  int warmUps() {
    return stated("warmupTime").equals(stated("measurementTime")) ? count("warmupIterations") : 0;
  }

  /** Which forks did not end, of a run that was interrupted, in words; empty when all did. */
  public String unfinished() {
    return stated(SeriesFile.UNFINISHED);
  }

  private String stated(String field) {
    return stated.getOrDefault(field, "");
  }

  private int count(String field) {
    return Integer.parseInt(stated.getOrDefault(field, "0"));
  }

  /**
   * What this result can be selected by: its benchmark, mode and threads, then the parameters in
   * the order of the file. A parameter of one of these names hides it.
   */
  public Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put(BENCHMARK, benchmark);
    fields.put("mode", mode.label());
    fields.put("threads", Integer.toString(count("threads")));
    fields.putAll(params);
    return fields;
  }

  /**
   * How many calls of the benchmark end within the time that the primary metric gives: where JMH
   * times each thread alone, all threads do in that time what one does. A single shot is a whole
   * batch of calls; JMH divides other times and all rates by the batch itself.
   *
   * @return 1 for a rate, else the threads, times the batch for single shots
   */
  public long callsAtOnce() {
    return switch (mode) {
      case THROUGHPUT -> 1;
      case AVERAGE_TIME, SAMPLE_TIME -> threads();
      case SINGLE_SHOT -> threads() * Math.max(1, count("measurementBatchSize"));
    };
  }

  /** How many threads call the benchmark; 1 where the file does not say. */
  public long threads() {
    return Math.max(1, count("threads"));
  }

  /** How it was made, as people read it; what the file does not state is empty. */
  public Map<String, String> circumstances() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("JMH", stated("jmhVersion"));
    facts.put("JDK", stated("jdkVersion"));
    facts.put("VM", (stated("vmName") + " " + stated("vmVersion")).strip());
    facts.put("JVM arguments", stated("jvmArgs"));
    facts.put("mode", mode.label());
    facts.put("threads", count("threads") == 0 ? "" : stated("threads"));
    facts.put("warm-up", iterations(count("warmupIterations"), stated("warmupTime")));
    facts.put("measurement", iterations(count("measurementIterations"), stated("measurementTime")));
    return facts;
  }

  /**
   * How the files of one result were made differently, for example by several JDKs: then they are
   * no repetitions of one run. JVM arguments hold paths and are not compared.
   */
  public static List<String> differences(List<JmhResult> results) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (JmhResult result : results) {
      result
          .circumstances()
          .forEach((name, value) ->
              values.computeIfAbsent(name, key -> new LinkedHashSet<>()).add(value));
    }
    values.keySet().remove("JVM arguments");
    values.values().forEach(all -> all.remove(""));
    return values.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> each.getKey() + " is " + String.join(" and ", each.getValue()))
        .toList();
  }

  private static String iterations(int count, String time) {
    boolean timed = !time.isEmpty() && !time.equals("single-shot");
    return count == 0
        ? "none"
        : count + (count == 1 ? " iteration" : " iterations") + (timed ? " of " + time : "");
  }

  /**
   * A benchmark as it is shown: without its package, unless another of some would have the same
   * name then.
   */
  public static String displayName(String benchmark, Collection<String> among) {
    String shortName = withoutPackage(benchmark);
    return among.stream()
            .filter(other -> withoutPackage(other).equals(shortName))
            .allMatch(benchmark::equals)
        ? shortName
        : benchmark;
  }

  /** The class and the method of a benchmark. */
  public static String withoutPackage(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(method < 0 ? 0 : benchmark.lastIndexOf('.', method - 1) + 1);
  }

  /** A secondary metric; old names with a leading middle dot find the new ones. */
  public Optional<JmhMetric> metric(String name) {
    return Optional.ofNullable(secondary.get(JmhMetric.plainName(name)));
  }

  /**
   * A secondary metric as forks are compared by it: of a percentile, one value a fork, that of the
   * fork's merged histogram, where it was measured.
   */
  public Optional<JmhMetric> metricOfForks(String name) {
    return metric(Selection.OF_FORK + name)
        .filter(metric -> !metric.forks().isEmpty())
        .or(() -> metric(name));
  }

  /** The modes of JMH. */
  public enum Mode implements HasLabel {
    /** Operations per unit of time. */
    THROUGHPUT("thrpt"),
    /** Mean time per operation of an iteration. */
    AVERAGE_TIME("avgt"),
    /** Times of sampled operations, as a histogram per iteration. */
    SAMPLE_TIME("sample"),
    /** Time of a single, cold operation per iteration. */
    SINGLE_SHOT("ss");

    private final String shortName;

    Mode(String shortName) {
      this.shortName = shortName;
    }

    /** The name in JMH's JSON. */
    @Override
    public String label() {
      return shortName;
    }
  }

  /**
   * One metric of a result.
   *
   * @param unit in the file
   * @param score the score that JMH computed, in its unit; NaN when it computed none
   * @param forks those that have observations, which nobody checked yet: times in seconds, rates
   *     per second
   * @param emptyForks how many forks have none
   */
  public record JmhMetric(
      String name, MetricUnit unit, double score, List<ForkSeries> forks, int emptyForks) {

    /**
     * A metric as a file has it.
     *
     * @param source the result that it belongs to
     * @param raw the numbers or the histograms of each fork, in the unit of the metric
     */
    public static JmhMetric of(
        Source source, String name, MetricUnit unit, double score, List<? extends List<?>> raw) {
      List<ForkSeries> forks = new ArrayList<>();
      for (int place = 0; place < raw.size(); place++) {
        double[] values = new double[raw.get(place).size()];
        List<Histogram> histograms = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
          if (raw.get(place).get(i) instanceof Histogram histogram) {
            histograms.add(histogram.mapped(unit::toObservation));
            values[i] = histograms.get(i).mean();
          } else {
            values[i] = unit.toObservation((Double) raw.get(place).get(i));
          }
        }
        if (values.length > 0) {
          forks.add(new ForkSeries(source, place, values, histograms, "", 0));
        }
      }
      return new JmhMetric(name, unit, score, forks, raw.size() - forks.size());
    }

    // Before 1.34 profilers' metrics began with a middle dot, which files written in a one-byte
    // encoding hold as '?'.
    static String plainName(String name) {
      return name.replaceFirst("^[\u00b7\u00c2?\ufffd]+", "");
    }

    /** All values that are finite: a profiler may print NaN where it saw nothing. */
    public DoubleStream finite() {
      return forks.stream()
          .flatMapToDouble(fork -> DoubleStream.of(fork.values()))
          .filter(Double::isFinite);
    }

    /**
     * The observations of this metric. An iteration without an operation is a rate of 0.
     *
     * @param source the result that this metric belongs to
     * @throws BadInputException if there are none, or one is not finite, negative or a time of zero
     */
    public Observations observations(Source source) {
      String problem =
          forks.isEmpty()
              ? "holds no raw data; run it in the fork, or choose another metric"
              : unit.isRate() && forks.stream().anyMatch(fork -> !fork.histograms().isEmpty())
                  ? "has histograms of a rate (" + unit.name() + ")"
                  : "";
      if (!problem.isEmpty()) {
        throw new BadInputException(source, "metric '" + name + "' " + problem);
      }
      return Observations.of(unit.quantity(), forks).withEmptyForks(emptyForks);
    }
  }
}
