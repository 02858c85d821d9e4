package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Means;

/**
 * What an operation costs its server, as secondary metrics: worked out for each iteration from what
 * profilers counted. What no profiler counted is absent.
 *
 * @param prices money by resource; empty for no prices
 */
public record OperationCosts(Map<Resource, Double> prices) {
  /** Without prices. */
  public static final OperationCosts UNPRICED = new OperationCosts(Map.of());

  /** The metric with the price of a million operations. */
  public static final String PRICE = "cost.price";

  private static final String THROUGHPUT = "throughput";
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double BYTES_PER_GB = 1e9;
  private static final double OPERATIONS = 1e6;

  /** What a server uses for an operation. */
  public enum Resource {
    /** Seconds on a processor: the percentage of one that was busy, over operations a second. */
    CPU("cost.cpu", "cpu-hour", "s/op", SECONDS_PER_HOUR, List.of("servercpu.busy")),
    WAL(
        "cost.wal",
        "wal-gb",
        "B/op",
        BYTES_PER_GB,
        List.of("pgstat.wal", "mongostat.journal", "mysqlstat.redo")),
    READ("cost.read", "read-gb", "B/op", BYTES_PER_GB, List.of("servercpu.disk_read")),
    WRITTEN("cost.written", "written-gb", "B/op", BYTES_PER_GB, List.of("servercpu.disk_written")),
    /** Of what is stored, for a month: no part of an operation. */
    STORED("", "gb-month", "", BYTES_PER_GB, List.of());

    private final String metric;
    private final String price;
    private final String unit;
    private final double pricedUnit;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> sources;

    Resource(String metric, String price, String unit, double pricedUnit, List<String> sources) {
      this.metric = metric;
      this.price = price;
      this.unit = unit;
      this.pricedUnit = pricedUnit;
      this.sources = sources;
    }

    /** The name of the metric; empty of what is stored. */
    public String metric() {
      return metric;
    }
  }

  public OperationCosts {
    prices = Map.copyOf(prices);
  }

  /**
   * Reads prices, such as {@code cpu-hour=0.04,gb-month=0.1}.
   *
   * @throws BadInputException for another name, or a price that is no number from 0
   */
  public static OperationCosts parse(String text) {
    Map<Resource, Double> prices = new LinkedHashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String[] sides = part.split("=", -1);
      Optional<Resource> resource =
          List.of(Resource.values()).stream()
              .filter(each -> each.price.equals(sides[0].strip()))
              .findFirst();
      double price = sides.length == 2 ? number(sides[1]) : Double.NaN;
      if (resource.isEmpty() || !(price >= 0 && price < Double.POSITIVE_INFINITY)) {
        throw new BadInputException(
            "--price %s: accepted is NAME=NUMBER with cpu-hour, wal-gb, read-gb, written-gb or gb-month"
                .formatted(part));
      }
      if (prices.put(resource.get(), price) != null) {
        throw new BadInputException("--price: %s is given twice".formatted(sides[0]));
      }
    }
    return new OperationCosts(prices);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** The results, each with the costs that its metrics tell. */
  public List<JmhResult> addTo(List<JmhResult> results) {
    return results.stream().map(this::addTo).toList();
  }

  private JmhResult addTo(JmhResult result) {
    Map<String, JmhMetric> metrics = new LinkedHashMap<>();
    for (Resource resource : Resource.values()) {
      resource.sources.stream()
          .flatMap(name -> result.metric(name).stream())
          .findFirst()
          .flatMap(source -> perOperation(resource, source, result))
          .ifPresent(metric -> metrics.put(resource.metric, metric));
    }
    price(metrics).ifPresent(metric -> metrics.put(PRICE, metric));
    if (metrics.isEmpty()) {
      return result;
    }
    Map<String, JmhMetric> all = new LinkedHashMap<>(result.secondary());
    all.putAll(metrics);
    return new JmhResult(
        result.source(),
        result.benchmark(),
        result.mode(),
        result.params(),
        result.stated(),
        result.primary(),
        all);
  }

  /** Iteration by iteration; empty unless both metrics have them all. */
  private static Optional<JmhMetric> perOperation(
      Resource resource, JmhMetric source, JmhResult result) {
    // acknowledged operations where a benchmark counts them
    JmhMetric rate = result.metric(THROUGHPUT).orElse(result.primary());
    Quantity quantity = rate.unit().quantity();
    double calls = result.callsAtOnce();
    double seconds = result.iterationSeconds();
    boolean singleShot = result.mode() == Mode.SINGLE_SHOT;
    if (quantity.kind() == Quantity.Kind.OTHER
        || (resource != Resource.CPU && seconds <= 0 && !singleShot)) {
      return Optional.empty();
    }
    DoubleBinaryOperator cost =
        (level, counted) -> {
          double perSecond = quantity.rate() ? level : calls / level;
          double operations = singleShot ? calls : perSecond * seconds;
          return resource == Resource.CPU ? counted / 100 / perSecond : counted / operations;
        };
    return combined(resource.metric, resource.unit, rate, source, cost);
  }

  private static Optional<JmhMetric> combined(
      String name, String unit, JmhMetric first, JmhMetric second, DoubleBinaryOperator combine) {
    Map<Integer, ForkSeries> others = new LinkedHashMap<>();
    second.forks().forEach(fork -> others.put(fork.place(), fork));
    List<ForkSeries> forks = new ArrayList<>();
    for (ForkSeries fork : first.forks()) {
      ForkSeries other = others.get(fork.place());
      if (other == null || other.size() != fork.size()) {
        return Optional.empty();
      }
      double[] values = new double[fork.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = combine.applyAsDouble(fork.value(i), other.value(i));
        if (!Double.isFinite(values[i]) || values[i] < 0) {
          return Optional.empty(); // such as of a profiler that lost its server
        }
      }
      forks.add(new ForkSeries(fork.source(), fork.place(), values, List.of(), "", 0));
    }
    double score =
        Means.mean(
            forks.stream().flatMapToDouble(fork -> DoubleStream.of(fork.values())).toArray());
    return forks.isEmpty()
        ? Optional.empty()
        : Optional.of(new JmhMetric(name, new MetricUnit(unit), score, forks, first.emptyForks()));
  }

  /** Empty when a resource that has a price was not counted: a sum without it would be too low. */
  private Optional<JmhMetric> price(Map<String, JmhMetric> metrics) {
    Optional<JmhMetric> sum = Optional.empty();
    for (Resource resource : Resource.values()) {
      Double price = prices.get(resource);
      if (price == null || resource == Resource.STORED) {
        continue;
      }
      JmhMetric metric = metrics.get(resource.metric);
      if (metric == null) {
        return Optional.empty();
      }
      double factor = OPERATIONS * price / resource.pricedUnit;
      sum =
          sum.isEmpty()
              ? combined(PRICE, "money/Mop", metric, metric, (cost, same) -> factor * cost)
              : combined(PRICE, "money/Mop", sum.get(), metric, (so, cost) -> so + factor * cost);
      if (sum.isEmpty()) {
        return sum;
      }
    }
    return sum;
  }

  /** The price of bytes that are stored for a month; NaN where none is given. */
  public double monthly(double bytes) {
    Double price = prices.get(Resource.STORED);
    return price == null ? Double.NaN : price * bytes / BYTES_PER_GB;
  }
}
