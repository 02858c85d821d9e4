package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Observations of one thing, fork by iteration, with the results they came from. Times are in
 * seconds per operation, rates per second. Immutable.
 */
public final class Observations {
  private static final Source NO_FILE = new Source("(given)", 0);

  private final Quantity quantity;
  private final List<ForkSeries> forks;
  private final Origin origin;

  /**
   * What sets some observations apart from others.
   *
   * @param processes by result file, the name of the processes that made its forks, equal in all
   *     results that they made; empty where no result shares its forks with another
   * @param promise what an acknowledged write promised, where it is less than the default; else
   *     empty
   * @param network what lay between them and their server
   * @param memory what held their server to its memory: a {@code ServerMemory}'s source; empty when
   *     nothing did
   * @param part whether they are one kind of operation of a mix, whose total stands beside them
   * @param warmUps iterations that came before the first of each fork, as long as those; 0 where
   *     there were none, they were of another length, or nobody said
   * @param emptyForks how many forks have no observations, which are not among the forks
   */
  public record Origin(
      Map<String, String> processes,
      String promise,
      Network network,
      String memory,
      boolean part,
      int warmUps,
      int emptyForks) {
    private static final Origin NONE = new Origin(Map.of(), "", Network.UNKNOWN, "", false, 0, 0);

    public Origin {
      processes = Map.copyOf(processes);
    }

    private Origin withProcesses(Map<String, String> changed, boolean isPart) {
      return new Origin(changed, promise, network, memory, isPart, warmUps, emptyForks);
    }

    private Origin withPromise(String changed) {
      return new Origin(processes, changed, network, memory, part, warmUps, emptyForks);
    }

    private Origin withNetwork(Network changed) {
      return new Origin(processes, promise, changed, memory, part, warmUps, emptyForks);
    }

    private Origin withMemory(String changed) {
      return new Origin(processes, promise, network, changed, part, warmUps, emptyForks);
    }

    private Origin withWarmUps(int changed) {
      return new Origin(processes, promise, network, memory, part, changed, emptyForks);
    }

    private Origin withEmptyForks(int changed) {
      return new Origin(processes, promise, network, memory, part, warmUps, changed);
    }
  }

  private Observations(Quantity quantity, List<ForkSeries> forks, Origin origin) {
    this.origin = origin;
    this.quantity = quantity;
    this.forks = List.copyOf(forks);
  }

  /**
   * Creates observations.
   *
   * @param forks at least one
   * @throws BadInputException if an observation is not finite, is negative, or is a time of zero
   */
  public static Observations of(Quantity quantity, List<ForkSeries> forks) {
    if (forks.isEmpty()) {
      throw new IllegalArgumentException("observations need at least one fork");
    }
    Observations observations = new Observations(quantity, forks, Origin.NONE);
    for (int fork = 0; fork < forks.size(); fork++) {
      for (int i = 0; i < forks.get(fork).size(); i++) {
        String problem = problem(forks.get(fork).value(i), quantity);
        if (!problem.isEmpty()) {
          throw new BadInputException(
              "%s: fork %d, iteration %d: the observation is %s"
                  .formatted(observations.name(), fork + 1, i + 1, problem));
        }
      }
    }
    return observations;
  }

  /** Seconds per operation that come from no file, fork by iteration; forks may be ragged. */
  public static Observations ofSeconds(double[]... secondsPerOperation) {
    return of(
        Quantity.SECONDS_PER_OPERATION,
        Arrays.stream(secondsPerOperation)
            .map(fork -> ForkSeries.ofValues(NO_FILE.file(), fork))
            .toList());
  }

  // 1e100 leaves room for the squares and sums of the tests below the largest double.
  private static String problem(double value, Quantity quantity) {
    if (!Double.isFinite(value)) {
      return value + "; remove the result or run it again";
    }
    if (value < 0) {
      return "negative (" + value + " " + quantity.unit() + ")";
    }
    if (quantity.time() && !(value >= 1e-100)) {
      return value + " s/op; a time per operation must be above zero";
    }
    return value <= 1e100
        ? ""
        : "out of range (" + value + " " + quantity.unit() + "); at most 1e100 is accepted";
  }

  /**
   * Puts observations of the same thing from several results together, fork after fork.
   *
   * @param parts at least one
   * @throws BadInputException if they do not count the same quantity
   */
  public static Observations concat(List<Observations> parts) {
    List<ForkSeries> forks = new ArrayList<>();
    for (Observations part : parts) {
      part.requireSameQuantity(parts.get(0));
      forks.addAll(part.forks);
    }
    int empty = parts.stream().mapToInt(part -> part.origin.emptyForks()).sum();
    return new Observations(parts.get(0).quantity, forks, parts.get(0).origin)
        .withEmptyForks(empty);
  }

  /**
   * Checks that these observations can be compared with others.
   *
   * @throws BadInputException if the units are mixed
   */
  public void requireSameQuantity(Observations other) {
    if (!quantity.sameAs(other.quantity)) {
      throw new BadInputException(
          "%s: mixed units: %s against %s (%s); select results of one metric"
              .formatted(name(), quantity.unit(), other.quantity.unit(), other.name()));
    }
  }

  /**
   * Checks that ratios of these observations can be read together with ratios of others.
   *
   * @throws BadInputException if they are ratios of different things
   */
  public void requireSameRatio(Observations other) {
    if (!quantity.ratioOf().equals(other.quantity.ratioOf())) {
      requireSameQuantity(other);
    }
  }

  private String name() {
    Source source = forks.get(0).source();
    return source.equals(NO_FILE) ? source.file() : source.toString();
  }

  /** The results the observations came from. */
  public List<Source> sources() {
    return forks.stream().map(ForkSeries::source).distinct().toList();
  }

  /** What the observations count. */
  public Quantity quantity() {
    return quantity;
  }

  /** The forks, in run order. */
  public List<ForkSeries> forks() {
    return forks;
  }

  /** The machines (result files) in order of first appearance. */
  public List<String> machines() {
    return forks.stream().map(ForkSeries::machine).distinct().toList();
  }

  /** Number of observations over all forks. */
  public int size() {
    return forks.stream().mapToInt(ForkSeries::size).sum();
  }

  /** All observations, fork after fork, in run order. */
  public double[] values() {
    return forks.stream().flatMapToDouble(fork -> Arrays.stream(fork.values())).toArray();
  }

  /** The mean of each fork. */
  public double[] forkMeans() {
    return forks.stream().mapToDouble(fork -> fork.mean()).toArray();
  }

  /** The observations of each fork. */
  public double[][] byFork() {
    return forks.stream().map(ForkSeries::values).toArray(double[][]::new);
  }

  /**
   * The mean as JMH averages: over all observations, of recorded operations over the operations.
   */
  public double mean() {
    return mean(forkMeans(), weights());
  }

  private static double mean(double[] values, double[] weights) {
    double sum = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
      all += weights[i];
    }
    DoubleSummaryStatistics range = Arrays.stream(values).summaryStatistics();
    return Math.max(range.getMin(), Math.min(range.getMax(), sum / all)); // equal values are theirs
  }

  /** What each fork counts for in the mean: its operations where all recorded them. */
  public double[] weights() {
    boolean countOperations = hasHistograms();
    return forks.stream()
        .mapToDouble(fork -> countOperations ? Histogram.total(fork.histograms()) : fork.size())
        .toArray();
  }

  private boolean hasHistograms() {
    return forks.stream().noneMatch(fork -> fork.histograms().isEmpty());
  }

  /** The first forks of each machine; all of them where it has no more. */
  public Observations firstForks(int count) {
    Map<String, Integer> forksByMachine = new HashMap<>();
    return new Observations(
        quantity,
        forks.stream()
            .filter(fork -> forksByMachine.merge(fork.machine(), 1, Integer::sum) <= count)
            .toList(),
        origin);
  }

  /** The smallest number of forks that a machine has. */
  public int forksPerMachine() {
    Map<String, Integer> counts = new HashMap<>();
    forks.forEach(fork -> counts.merge(fork.machine(), 1, Integer::sum));
    return Collections.min(counts.values());
  }

  /** The same observations of other forks. */
  public Observations map(UnaryOperator<ForkSeries> change) {
    return new Observations(quantity, forks.stream().map(change).toList(), origin);
  }

  /** The same observations, of which those below a floor count as the floor. */
  public Observations withFloor(double floor) {
    return map(fork ->
        new ForkSeries(
            fork.source,
            fork.place,
            Arrays.stream(fork.values).map(value -> Math.max(floor, value)).toArray(),
            fork.histograms,
            fork.host,
            fork.round));
  }

  /** The same observations of no place and no round, as forks or as one of all of them. */
  public Observations pooled(boolean asForks) {
    ForkSeries single = new ForkSeries(NO_FILE, 0, values(), operations(), "", 0);
    List<ForkSeries> each =
        forks.stream()
            .map(fork -> new ForkSeries(NO_FILE, 0, fork.values, fork.histograms, "", 0))
            .toList();
    return new Observations(quantity, asForks ? each : List.of(single), Origin.NONE);
  }

  /** The same observations of a quantity whose better direction is known. */
  public Observations withBetter(Quantity.Better better) {
    return new Observations(quantity.withBetter(better), forks, origin);
  }

  /**
   * The same observations, made by named processes: one process may measure several things.
   *
   * @param processes by result file; empty where these forks measured nothing else
   * @param part whether they are a part of a total
   */
  public Observations by(Map<String, String> processes, boolean part) {
    return new Observations(quantity, forks, origin.withProcesses(processes, part));
  }

  /** The same observations of writes that promised so much. */
  public Observations promising(String text) {
    return new Observations(quantity, forks, origin.withPromise(text));
  }

  /** The same observations after so many iterations of warm-up, as long as theirs. */
  public Observations after(int warmUps) {
    return new Observations(quantity, forks, origin.withWarmUps(warmUps));
  }

  /** The same observations of a server that was reached so. */
  public Observations over(Network network) {
    return new Observations(quantity, forks, origin.withNetwork(network));
  }

  /** The same observations on a server that something held to its memory. */
  public Observations within(String memory) {
    return new Observations(quantity, forks, origin.withMemory(memory));
  }

  /** The same observations, beside so many forks that have none. */
  Observations withEmptyForks(int count) {
    return new Observations(quantity, forks, origin.withEmptyForks(count));
  }

  /** What sets them apart from others. */
  public Origin origin() {
    return origin;
  }

  /**
   * All operations of all forks, iteration after iteration; none unless every fork recorded them.
   */
  public List<Histogram> operations() {
    return hasHistograms()
        ? forks.stream().flatMap(fork -> fork.histograms().stream()).toList()
        : List.of();
  }

  @Override
  public String toString() {
    return "%s: %d %s in %d %s"
        .formatted(
            name(),
            size(),
            size() == 1 ? "observation" : "observations",
            forks.size(),
            forks.size() == 1 ? "fork" : "forks");
  }

  /**
   * The observations of one fork in the order they were made.
   *
   * @param source the result that the fork is of; its file stands for the machine
   * @param place among the forks of the result, from 0: one may have no observations
   * @param values one of each iteration, at least one; never changed
   * @param histograms of operations, one of each iteration, or none when the mode recorded none
   * @param host that it ran on; empty when nobody said
   * @param round of the run in which it ran, from 1; 0 when nobody said
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record ForkSeries(
      Source source,
      int place,
      double[] values,
      List<Histogram> histograms,
      String host,
      int round) {

    public ForkSeries {
      if (values.length == 0) {
        throw new IllegalArgumentException("a fork needs at least one observation");
      }
      histograms = List.copyOf(histograms);
    }

    /** A fork whose iterations each gave one number. */
    public static ForkSeries ofValues(String machine, double... values) {
      return new ForkSeries(new Source(machine, 0), 0, values.clone(), List.of(), "", 0);
    }

    /** The same fork, of a host and a round that are known. */
    public ForkSeries at(String hostName, int number) {
      return new ForkSeries(source, place, values, histograms, hostName, number);
    }

    /** The machine (the result file) the fork ran on. */
    public String machine() {
      return source.file();
    }

    /** The host; the file stands for one that nobody names. */
    public String hostOrFile() {
      return host.isEmpty() ? machine() : host;
    }

    /** Number of observations. */
    public int size() {
      return values.length;
    }

    /** The observation of an iteration. */
    public double value(int iteration) {
      return values[iteration];
    }

    /** A copy of the observations in run order. */
    @Override
    public double[] values() {
      return values.clone();
    }

    /** The mean of the observations; of recorded operations, the mean over the operations. */
    public double mean() {
      double[] weights = new double[values.length];
      Arrays.setAll(weights, i -> histograms.isEmpty() ? 1 : histograms.get(i).total());
      return Observations.mean(values, weights);
    }
  }

  /**
   * Where a number came from.
   *
   * @param file the result file as the user named it
   * @param index zero-based place of the result in the file
   */
  public record Source(String file, int index) {

    /** The file and the one-based result, as messages name them. */
    @Override
    public String toString() {
      return file + ", result " + (index + 1);
    }
  }
}
