package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.ScalabilityLaw;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Superiority;

/** What curves over clients say, in tables and sentences. */
public final class ClientCurveTables {
  /** What the sentences mean by a knee. */
  public static final String RULE =
      "The knee is where one client's throughput, times clients, would meet the highest throughput.";

  private static final Quantity RATE = Quantity.rate("ops/s");
  private static final String THREADS = "threads";

  private ClientCurveTables() {}

  /** A point and what the law says of it; NaN where no law fits. */
  private record Row(ClientCurve curve, ClientCurve.Point point, double fitted) {}

  /** A row for each point; the columns of the law only where it describes the points. */
  public static Table table(List<ClientCurve> curves) {
    List<Row> rows = new ArrayList<>();
    for (ClientCurve curve : curves) {
      Optional<ScalabilityLaw> law = curve.law().filter(ScalabilityLaw::describesPoints);
      for (ClientCurve.Point point : curve.points()) {
        double clients = point.clients();
        double fitted = law.map(each -> each.throughput(clients)).orElse(Double.NaN);
        rows.add(new Row(curve, point, fitted));
      }
    }
    return new Columns<Row>()
        .text("label", "throughput by clients", row -> row.curve().label())
        .count("clients", "clients", row -> row.point().clients())
        .level("throughput", "ops/s", row -> row.point().meanThroughput(), row -> RATE)
        .interval(
            "throughput_",
            "95 % of ops/s",
            row -> row.point().throughputInterval(),
            row -> Numbers.interval(row.point().throughputInterval(), Numbers::plain))
        .number("p99", "p99", row -> row.point().meanP99(), Numbers::time)
        .interval(
            "p99_",
            "95 % of p99",
            row -> row.point().p99Interval(),
            row -> Numbers.interval(row.point().p99Interval(), Numbers::time))
        .number("fitted", "law ops/s", Row::fitted, Numbers::plain)
        .number(
            "residual",
            "residual",
            row -> row.point().meanThroughput() / row.fitted() - 1,
            Numbers::percent)
        .table("clients", "", rows);
  }

  /** The knee and the law of each curve, a sentence each; none without curves. */
  public static List<String> sentences(List<ClientCurve> curves) {
    List<String> sentences = new ArrayList<>();
    for (ClientCurve curve : curves) {
      String label = curve.label().isEmpty() ? "" : curve.label() + ": ";
      sentences.add(label + knee(curve) + law(curve) + ".");
    }
    if (curves.stream().anyMatch(curve -> curve.knee().isPresent())) {
      sentences.add(RULE);
    }
    return sentences;
  }

  private static String knee(ClientCurve curve) {
    long last = curve.points().get(curve.points().size() - 1).clients();
    return curve
        .knee()
        .map(knee ->
            "knee at %s clients%s, %s ops/s at most"
                .formatted(
                    Numbers.significant(knee.clients(), 2),
                    knee.interval().bounded() ? " " + bounds(knee.interval()) : "",
                    Numbers.plain(knee.capacity())))
        .orElse("no knee up to " + last + " clients");
  }

  private static String bounds(Interval interval) {
    return Numbers.interval(interval, number -> Numbers.significant(number, 2));
  }

  private static String law(ClientCurve curve) {
    return curve
        .law()
        .map(law ->
            law.describesPoints()
                ? "; the scalability law fits within %s (contention %s, coherency %s%s)"
                    .formatted(
                        Numbers.percent(law.maxResidual()),
                        Numbers.significant(law.sigma(), 2),
                        Numbers.significant(law.kappa(), 2),
                        Double.isFinite(law.peak())
                            ? ", peak at " + Numbers.significant(law.peak(), 2) + " clients"
                            : "")
                : "; the scalability law does not fit (residual %s)"
                    .formatted(Numbers.percent(law.maxResidual())))
        .orElse("");
  }

  /** A number of clients at which two subjects met. */
  private record Encounter(long clients, Superiority row) {
    /** 1 where the candidate is shown to be faster, -1 where the baseline is, else 0. */
    int shown() {
      return switch (row.verdict()) {
        case FASTER, FASTER_BY_DELTA -> 1;
        case SLOWER, SLOWER_BY_DELTA -> -1;
        default -> 0;
      };
    }

    int direction() {
      return (int) Math.signum(row.delta());
    }
  }

  /** Where one subject overtakes another as clients are added, and whether that is shown. */
  public static List<String> overtakings(Ranking ranking) {
    List<String> sentences = new ArrayList<>();
    for (Ranking.Pair pair : ranking.pairs()) {
      encounters(ranking, pair)
          .forEach((where, encounters) ->
              overtaking(pair, encounters)
                  .ifPresent(sentence ->
                      sentences.add(where.isEmpty() ? sentence : where + ": " + sentence)));
    }
    return sentences;
  }

  /** The encounters of a pair by the parameters beside the threads, fewest clients first. */
  private static Map<String, List<Encounter>> encounters(Ranking ranking, Ranking.Pair pair) {
    List<String> others = new ArrayList<>(ranking.by());
    Map<String, List<Encounter>> encounters = new LinkedHashMap<>();
    if (!others.remove(THREADS)) {
      return encounters;
    }
    Map<String, SelectedResult> results = new LinkedHashMap<>();
    ranking
        .configurations()
        .forEach(each -> results.put(each.group(), each.results().values().iterator().next()));
    for (Superiority row : pair.groups()) {
      SelectedResult result = results.get(row.group());
      if (result != null) {
        encounters
            .computeIfAbsent(Ranking.label(result, others), key -> new ArrayList<>())
            .add(new Encounter(result.results().get(0).threads(), row));
      }
    }
    encounters.values().forEach(all -> all.sort(Comparator.comparingLong(Encounter::clients)));
    return encounters;
  }

  private static Optional<String> overtaking(Ranking.Pair pair, List<Encounter> all) {
    List<Encounter> shown = all.stream().filter(each -> each.shown() != 0).toList();
    for (int i = 1; i < shown.size(); i++) {
      if (shown.get(i).shown() != shown.get(i - 1).shown()) {
        boolean candidate = shown.get(i).shown() > 0;
        return Optional.of(
            "%s overtakes %s: it is shown to be slower with %s and faster with %d."
                .formatted(
                    candidate ? pair.candidate() : pair.baseline(),
                    candidate ? pair.baseline() : pair.candidate(),
                    Numbers.count(shown.get(i - 1).clients(), "client", "clients"),
                    shown.get(i).clients()));
      }
    }
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i).direction() * all.get(i - 1).direction() < 0) {
        return Optional.of(
            "%s and %s change places between %d and %d clients, which is not shown to be more than chance."
                .formatted(
                    pair.baseline(),
                    pair.candidate(),
                    all.get(i - 1).clients(),
                    all.get(i).clients()));
      }
    }
    return Optional.empty();
  }
}
