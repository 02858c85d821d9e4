package org.docduel.stats.jmh;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations.Source;

/**
 * The results of a run iteration by iteration: a line of JSON for each iteration of each result,
 * appended when it has ended, and one when a fork has ended well. A run that was interrupted leaves
 * it, and it is read like JMH's JSON. A last line without its end is passed over: a kill cuts it.
 */
public final class SeriesFile {
  /** How the names of such files end. */
  public static final String SUFFIX = ".series.ndjson";

  /** The field of results that says which of their forks did not end, in words. */
  public static final String UNFINISHED = "unfinished";

  private static final String ENDED = "ended";

  private SeriesFile() {}

  /** A number with its unit. */
  public record Measured(double value, String unit) {
    private static Measured of(JsonTree tree) {
      return new Measured(tree.get("value").number().orElse(Double.NaN), tree.get("unit").text());
    }

    private Map<String, Object> fields() {
      return Map.of("value", value, "unit", unit);
    }
  }

  /**
   * One iteration of one result.
   *
   * @param turn of the fork among all forks of the run, from 1
   * @param fork of the result, from 1
   * @param number of the iteration, from 1
   * @param planned how many iterations the fork was to have
   * @param endMillis when it ended, in milliseconds since 1970
   * @param stated how it was measured, by the names of JMH's fields
   */
  public record Iteration(
      int turn,
      int fork,
      int number,
      int planned,
      long endMillis,
      String benchmark,
      String mode,
      Map<String, String> params,
      Map<String, String> stated,
      Measured score,
      Map<String, Measured> metrics) {
    /** The iteration as a line, with its line feed. */
    public String line() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("turn", turn);
      fields.put("fork", fork);
      fields.put("iteration", number);
      fields.put("of", planned);
      fields.put("endMillis", endMillis);
      fields.put("benchmark", benchmark);
      fields.put("mode", mode);
      fields.put("params", params);
      fields.put("stated", stated);
      fields.put("score", score.fields());
      Map<String, Object> values = new LinkedHashMap<>();
      metrics.forEach((name, measured) -> values.put(name, measured.fields()));
      fields.put("metrics", values);
      return asLine(fields);
    }

    private static Iteration of(JsonTree line) {
      Map<String, Measured> metrics = new LinkedHashMap<>();
      line.get("metrics").fields().forEach((name, each) -> metrics.put(name, Measured.of(each)));
      return new Iteration(
          integer(line, "turn"),
          integer(line, "fork"),
          integer(line, "iteration"),
          integer(line, "of"),
          line.get("endMillis").number().orElse(0.0).longValue(),
          line.get("benchmark").text(),
          line.get("mode").text(),
          line.get("params").flat(),
          line.get("stated").flat(),
          Measured.of(line.get("score")),
          metrics);
    }

    /** Equal in all iterations of a result. */
    private List<Object> result() {
      return List.of(benchmark, mode, stated.getOrDefault("threads", ""), params);
    }
  }

  /** The line that says that a fork has ended and all checks have passed. */
  public static String endLine(int turn) {
    return asLine(Map.of(ENDED, turn));
  }

  private static String asLine(Map<String, Object> fields) {
    try {
      return JSON.std.asString(fields) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a string takes everything
    }
  }

  private static int integer(JsonTree line, String field) {
    return line.get(field).number().orElse(0.0).intValue();
  }

  /** Whether a file is one by its name. */
  public static boolean isNamedBy(Path file) {
    return file.toString().endsWith(SUFFIX);
  }

  /** The one that a run would leave beside a result file. */
  public static Path beside(Path resultFile) {
    String name = String.valueOf(resultFile.getFileName());
    return resultFile.resolveSibling(name.replaceFirst("(?<=.)\\.[^.]*$", "") + SUFFIX);
  }

  /**
   * When the last iteration ended of those forks that ended well, in milliseconds since 1970; 0
   * where none did.
   *
   * @throws BadInputException if the file cannot be read
   */
  public static long lastEndMillis(Path file) {
    Map<Integer, Long> ends = new LinkedHashMap<>();
    long last = 0;
    for (String text : wholeLines(file)) {
      JsonTree line = JsonTree.parse(file.toString(), text);
      if (line.get(ENDED).number().isPresent()) {
        last = Math.max(last, ends.getOrDefault(integer(line, ENDED), 0L));
      } else {
        ends.put(integer(line, "turn"), Iteration.of(line).endMillis);
      }
    }
    return last;
  }

  private static List<String> wholeLines(Path file) {
    String text = JsonTree.text(file);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  /**
   * Reads a file; it holds at least one result.
   *
   * @throws BadInputException if it cannot be read, or holds anything else
   */
  static List<JmhResult> read(Path file) {
    List<String> lines = wholeLines(file);
    Set<Integer> ended = new LinkedHashSet<>();
    Map<List<Object>, List<Iteration>> results = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String name = file + ", line " + (i + 1);
      JsonTree line = JsonTree.parse(name, lines.get(i));
      if (line.get(ENDED).number().isPresent()) {
        ended.add(integer(line, ENDED));
        continue;
      }
      Iteration iteration = Iteration.of(line);
      if (iteration.benchmark.isEmpty() || iteration.number < 1) {
        throw new BadInputException(name + ": no iteration of a run; docduel writes such files");
      }
      results.computeIfAbsent(iteration.result(), key -> new ArrayList<>()).add(iteration);
    }
    if (results.isEmpty()) {
      throw new BadInputException(file + ": holds no iteration; did the run end before the first?");
    }
    List<JmhResult> all = new ArrayList<>();
    results
        .values()
        .forEach(each -> all.add(result(new Source(file.toString(), all.size()), each, ended)));
    return all;
  }

  private static JmhResult result(Source source, List<Iteration> all, Set<Integer> ended) {
    Map<Integer, List<Iteration>> forks =
        all.stream()
            .collect(Collectors.groupingBy(Iteration::turn, TreeMap::new, Collectors.toList()));
    Iteration first = all.get(0);
    Map<String, String> stated = new LinkedHashMap<>(first.stated);
    String unfinished =
        forks.entrySet().stream()
            .filter(fork -> !ended.contains(fork.getKey()))
            .map(fork -> fork.getValue().get(fork.getValue().size() - 1))
            .map(last ->
                "fork %d did not end: %d of %d iterations, and what they wrote was not checked"
                    .formatted(last.fork, last.number, last.planned))
            .collect(Collectors.joining("; "));
    if (!unfinished.isEmpty()) {
      stated.put(UNFINISHED, unfinished);
    }
    Set<String> names = new LinkedHashSet<>();
    all.forEach(iteration -> names.addAll(iteration.metrics.keySet()));
    Map<String, JmhMetric> secondary = new LinkedHashMap<>();
    for (String name : names) {
      List<List<Measured>> rows =
          forks.values().stream()
              .map(fork ->
                  fork.stream()
                      .map(each -> each.metrics.get(name))
                      .filter(Objects::nonNull)
                      .toList())
              .toList();
      secondary.put(name, metric(source, name, rows));
    }
    List<List<Measured>> scores =
        forks.values().stream().map(fork -> fork.stream().map(Iteration::score).toList()).toList();
    return new JmhResult(
        source,
        first.benchmark,
        HasLabel.of(Mode.values(), first.mode)
            .orElseThrow(() ->
                new BadInputException(source + ": mode '" + first.mode + "' is not one of JMH's")),
        first.params,
        stated,
        metric(source, "primary", scores),
        secondary);
  }

  private static JmhMetric metric(Source source, String name, List<List<Measured>> rows) {
    String unit = rows.stream().flatMap(List::stream).map(Measured::unit).findFirst().orElse("");
    List<List<Double>> raw =
        rows.stream().map(row -> row.stream().map(Measured::value).toList()).toList();
    return JmhMetric.of(source, name, new MetricUnit(unit), Double.NaN, raw);
  }
}
