package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.ScalabilityLaw;
import org.docduel.stats.stat.Summary;

/**
 * Throughput and response times of results that differ in the number of threads alone, each thread
 * a client.
 *
 * @param label its benchmark and parameters, as far as curves differ in them
 * @param points fewest clients first, at least two
 */
public record ClientCurve(String label, List<Point> points) {
  private static final String THREADS = "threads";
  private static final double CONFIDENCE = 0.95;
  private static final double TAIL = 0.99;

  /** The last step is flat when throughput grows by less than this share of what clients do. */
  private static final double FLAT = 0.1;

  private static final int MIN_POINTS_OF_KNEE = 3;

  public ClientCurve {
    points = List.copyOf(points);
  }

  /**
   * What a number of clients gave.
   *
   * @param throughput operations per second of all clients, of each fork
   * @param p99 99th percentile of response times in seconds, of each fork; empty where none were
   *     recorded
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Point(SelectedResult result, long clients, double[] throughput, double[] p99) {
    private static Point of(SelectedResult result) {
      Observations observed = result.observations();
      double calls = observed.quantity().rate() ? 1 : result.callsAtOnce();
      return new Point(
          result,
          result.results().get(0).threads(),
          Arrays.stream(observed.forkMeans())
              .map(mean -> observed.quantity().rate() ? mean : calls / mean)
              .toArray(),
          tails(result));
    }

    /** Mean of the forks, operations per second. */
    public double meanThroughput() {
      return Means.mean(throughput);
    }

    public Interval throughputInterval() {
      return Summary.interval(throughput, CONFIDENCE).notBelowZero();
    }

    /** Mean of the forks in seconds; NaN where none were recorded. */
    public double meanP99() {
      return p99.length == 0 ? Double.NaN : Means.mean(p99);
    }

    public Interval p99Interval() {
      return Summary.interval(p99, CONFIDENCE).notBelowZero();
    }
  }

  private static double[] tails(SelectedResult result) {
    try {
      List<Observations> parts = new ArrayList<>();
      for (JmhResult part : result.results()) {
        part.metricOfForks(Selection.RESPONSE)
            .ifPresent(metric -> parts.add(metric.observations(part.source())));
      }
      if (parts.size() == result.results().size()) {
        Observations all = Observations.concat(parts); // in the unit of the file
        return Arrays.stream(all.forkMeans())
            .map(level -> all.quantity().inSeconds(level).orElse(Double.NaN))
            .toArray();
      }
    } catch (BadInputException e) {
      // response times that nobody could measure cost the throughput nothing
      return new double[0];
    }
    boolean recorded = !result.observations().operations().isEmpty();
    return recorded && result.observations().quantity().time()
        ? result.observations().forks().stream()
            .mapToDouble(fork -> Histogram.percentile(fork.histograms(), TAIL))
            .toArray()
        : new double[0];
  }

  /**
   * The curves of some results: of closed loops whose score is a time or a rate, in two numbers of
   * threads or more.
   */
  public static List<ClientCurve> of(List<SelectedResult> results) {
    Map<Map<String, String>, List<SelectedResult>> groups =
        results.stream()
            .filter(ClientCurve::isThroughput)
            .collect(
                Collectors.groupingBy(
                    ClientCurve::withoutThreads, LinkedHashMap::new, Collectors.toList()));
    groups.values().removeIf(members -> members.size() < 2);
    List<SelectedResult> curved = groups.values().stream().flatMap(List::stream).toList();
    List<String> labels = new ArrayList<>(SelectedResult.varying(curved));
    labels.remove(THREADS);
    return groups.values().stream()
        .map(members ->
            new ClientCurve(
                Ranking.label(members.get(0), labels),
                members.stream()
                    .map(Point::of)
                    .sorted(Comparator.comparingLong(Point::clients))
                    .toList()))
        .toList();
  }

  private static boolean isThroughput(SelectedResult result) {
    return result.observations().quantity().kind() != Quantity.Kind.OTHER
        && (result.metric().isEmpty() || result.observations().quantity().rate())
        && !Selection.offersRate(result.fields())
        && !result.observations().origin().part();
  }

  private static Map<String, String> withoutThreads(SelectedResult result) {
    Map<String, String> fields = new LinkedHashMap<>(result.fields());
    fields.remove(THREADS);
    return fields;
  }

  /**
   * The knee: the number of clients at which the throughput of one, times clients, meets the
   * highest throughput (asymptotic bounds; Lazowska et al. 1984, Quantitative System Performance,
   * chapter 5). One client's is taken from the fewest.
   *
   * @param clients any number from 1
   * @param interval of it over the forks, where all points have as many
   * @param capacity the highest throughput, operations per second
   */
  public record Knee(double clients, Interval interval, double capacity) {}

  /** Empty with fewer than three points, or where throughput still grows at the last one. */
  public Optional<Knee> knee() {
    double[] means = points.stream().mapToDouble(Point::meanThroughput).toArray();
    if (means.length < MIN_POINTS_OF_KNEE || grows(means)) {
      return Optional.empty();
    }
    long forks = points.stream().map(point -> point.throughput().length).distinct().count();
    int count = points.get(0).throughput().length;
    double[] knees =
        forks > 1
            ? new double[0]
            : IntStream.range(0, count)
                .mapToDouble(fork ->
                    kneeOf(points.stream().mapToDouble(p -> p.throughput()[fork]).toArray()))
                .toArray();
    return Optional.of(
        new Knee(kneeOf(means), Summary.interval(knees, CONFIDENCE), highest(means)));
  }

  private boolean grows(double[] throughput) {
    int last = throughput.length - 1;
    double clients = (double) points.get(last).clients() / points.get(last - 1).clients() - 1;
    return throughput[last] / throughput[last - 1] - 1 > FLAT * clients;
  }

  private double kneeOf(double[] throughput) {
    return highest(throughput) / (throughput[0] / points.get(0).clients());
  }

  private static double highest(double[] throughput) {
    return DoubleStream.of(throughput).max().orElse(Double.NaN);
  }

  /** The Universal Scalability Law of the means; empty with fewer than four points. */
  public Optional<ScalabilityLaw> law() {
    double[] throughput = points.stream().mapToDouble(Point::meanThroughput).toArray();
    return highest(throughput) > 0 && DoubleStream.of(throughput).allMatch(each -> each > 0)
        ? ScalabilityLaw.fit(points.stream().mapToDouble(Point::clients).toArray(), throughput)
        : Optional.empty();
  }
}
