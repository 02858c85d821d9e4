package org.docduel.stats.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.Twins;

/**
 * One metric of one result, with what its sidecar adds.
 *
 * @param metric its name in the file; {@link Selection#SCORE} for JMH's score
 * @param values its forks; times in seconds, rates per second
 * @param store the value of the parameter that names the store; empty without one
 * @param product name and version of the server; empty when no sidecar states it
 * @param rounds the round of each fork, from 1; empty when no sidecar states it
 */
public record MetricSeries(
    JmhResult result,
    String metric,
    JmhMetric values,
    String store,
    String product,
    List<Integer> rounds) {

  /**
   * All metrics of some results.
   *
   * @throws org.docduel.stats.jmh.BadInputException if nothing matches
   */
  public static List<MetricSeries> of(
      List<JmhResult> results, List<SidecarFile> sidecarFiles, ParameterMatch where) {
    Map<String, Sidecar> sidecars = new HashMap<>();
    sidecarFiles.forEach(file -> sidecars.put(file.resultFile(), file.sidecar()));
    List<MetricSeries> series = new ArrayList<>();
    for (JmhResult result : where.among(results, JmhResult::fields, "")) {
      Sidecar sidecar = sidecars.getOrDefault(result.source().file(), Sidecar.EMPTY);
      String store =
          result.params().entrySet().stream()
              .filter(parameter -> ComparedSubjects.isDefaultParameter(parameter.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse("");
      List<List<Integer>> all = sidecar.run().rounds();
      int index = result.source().index();
      List<Integer> rounds = index < all.size() ? all.get(index) : List.of();
      String product = product(result, sidecar);
      Stream.concat(
              Stream.of(Map.entry(Selection.SCORE, result.primary())),
              result.secondary().entrySet().stream())
          .forEach(metric ->
              series.add(
                  new MetricSeries(
                      result, metric.getKey(), metric.getValue(), store, product, rounds)));
    }
    return series;
  }

  private static String product(JmhResult result, Sidecar sidecar) {
    Map<String, String> measured = new HashMap<>(result.fields());
    measured.replaceAll((name, value) ->
        value.endsWith(Twins.SUFFIX)
            ? value.substring(0, value.length() - Twins.SUFFIX.length())
            : value);
    return sidecar.stores().stream()
        .filter(fact -> SidecarFile.isAbout(fact.store(), fact.parameters(), measured))
        .map(StoreFact::product)
        .findFirst()
        .orElse("");
  }

  /** The round of a fork, from 1; 0 when nobody noted it. */
  int round(ForkSeries fork) {
    return fork.place() < rounds.size() ? rounds.get(fork.place()) : 0;
  }

  /** The unit of the values. */
  String unit() {
    return values.unit().quantity().unit();
  }
}
