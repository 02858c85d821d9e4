package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.ClientRows.Row;
import org.docduel.stats.sidecar.ClientRows.Share;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;

/**
 * What part of the work each client of a run of several did, the same wherever it is told. Forks
 * are the units: a client is a level inside of them, and never a replicate.
 */
public record ClientTables(List<Client> clients) {
  private static final double CONFIDENCE = 0.95;

  /** The chance of any false warning in a run. */
  private static final double ERROR = 0.01;

  /** A smaller difference from the median client, relative to it, is not worth a warning. */
  private static final double MIN_DIFFERENCE = 0.05;

  /**
   * A client.
   *
   * @param number from 1
   * @param host its name, or the address where nobody knows that
   * @param shares of the work of each fork, 0 to 1
   * @param ofMedian the same as parts of what the median client did
   * @param equal the share of each if all are alike
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Client(int number, String host, double[] shares, double[] ofMedian, double equal) {
    /** The mean over the forks. */
    public double share() {
      return Means.mean(shares);
    }

    private Interval interval() {
      return Summary.interval(shares, CONFIDENCE);
    }

    /** Whether it differs from the others by more than chance, allowing for how many there are. */
    boolean differs() {
      Interval interval = Summary.interval(ofMedian, 1 - ERROR * equal);
      return interval.bounded()
          && !interval.contains(1)
          && Math.abs(Means.mean(ofMedian) - 1) > MIN_DIFFERENCE;
    }
  }

  /** The clients of each run that had several. */
  public static List<ClientTables> of(List<SidecarFile> sidecars) {
    return sidecars.stream()
        .flatMap(file -> file.sidecar().clientRows().stream())
        .map(ClientTables::of)
        .toList();
  }

  private static ClientTables of(ClientRows clientRows) {
    Map<List<Object>, List<double[]>> forks = new LinkedHashMap<>();
    for (Row row : clientRows.rows()) {
      double[] shares = shares(row);
      // one in which nobody did anything has no shares
      if (row.outcome().equals(Row.COUNTED) && Double.isFinite(DoubleStream.of(shares).sum())) {
        List<Object> fork = List.of(row.benchmark(), row.parameters(), row.fork());
        forks.computeIfAbsent(fork, first -> new ArrayList<>()).add(shares);
      }
    }
    List<double[]> each = forks.values().stream().map(ClientTables::mean).toList();
    List<Client> clients = new ArrayList<>();
    for (ClientRows.Client client :
        each.isEmpty() ? List.<ClientRows.Client>of() : clientRows.clients()) {
      int place = clients.size();
      clients.add(
          new Client(
              place + 1,
              client.environment().getOrDefault(Sidecar.HOST, client.address()),
              each.stream().mapToDouble(fork -> fork[place]).toArray(),
              each.stream()
                  .mapToDouble(fork -> fork[place] / Means.TYPE_7.evaluate(fork.clone(), 0.5))
                  .toArray(),
              1.0 / clientRows.clients().size()));
    }
    return new ClientTables(clients);
  }

  private static double[] mean(List<double[]> iterations) {
    double[] means = new double[iterations.get(0).length];
    Arrays.setAll(
        means,
        client ->
            iterations.stream()
                .mapToDouble(iteration -> iteration[client])
                .average()
                .orElseThrow());
    return means;
  }

  /** What each client did of an iteration; NaN where no client did anything. */
  private static double[] shares(Row row) {
    boolean rate = new MetricUnit(row.unit()).isRate();
    double[] done =
        row.shares().stream()
            .mapToDouble(Share::score)
            .map(score -> rate ? score : 1 / score)
            .toArray();
    double all = DoubleStream.of(done).sum();
    return DoubleStream.of(done).map(amount -> amount / all).toArray();
  }

  /** A client each. */
  public Table table() {
    return new Columns<Client>()
        .count("client", "client", Client::number)
        .text("host", "host", Client::host)
        .count("forks", "forks", client -> client.shares().length)
        .number("share", "share of the work", Client::share, Numbers::percent)
        .interval(
            "",
            Numbers.intervalHeading(CONFIDENCE),
            Client::interval,
            client -> Numbers.interval(client.interval(), Numbers::percent))
        .table("clients", "Clients", clients);
  }

  /** A sentence about each client that differs from the others. */
  public List<String> warnings() {
    return clients.stream()
        .filter(Client::differs)
        .map(client ->
            "client %d of %d (%s) did %s of the work, where an equal share is %s: its machine, or its way to the server, is %s than the others'"
                .formatted(
                    client.number(),
                    clients.size(),
                    client.host(),
                    Numbers.percent(client.share()),
                    Numbers.percent(client.equal()),
                    Means.mean(client.ofMedian()) < 1 ? "slower" : "faster"))
        .toList();
  }
}
