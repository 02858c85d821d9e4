package org.docduel.stats.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.DuplicateHeaderMode;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.stat.Means;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description = "Turns a CSV file of timings, one observation a row, into JMH JSON.",
    footer = {
      "",
      "Example: convert-csv runs.csv --benchmark read --params variant,scenario \\",
      "    --value execution_ms=ms/op --secondary shared_hits=blocks/op > runs.json"
    })
final class ConvertCsvCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A CSV file with a header.")
  private Path file = Path.of("");

  @Option(names = "--benchmark", required = true, description = "The name the results get.")
  private String benchmark = "";

  @Option(
      names = "--params",
      paramLabel = "COLUMN[,COLUMN]",
      split = ",",
      hideParamSyntax = true,
      description = "Columns that are parameters.")
  private List<String> params = List.of();

  @Option(
      names = "--fork",
      paramLabel = "COLUMN",
      description = "Column that tells forks apart (default: one fork).")
  private String fork = "";

  @Option(
      names = "--value",
      paramLabel = "COLUMN=UNIT",
      required = true,
      description = "Column of the observations and its unit, for example execution_ms=ms/op.")
  private String value = "";

  @Option(
      names = "--secondary",
      paramLabel = "COLUMN=UNIT[,...]",
      split = ",",
      hideParamSyntax = true,
      description = "Columns of secondary metrics and their units.")
  private List<String> secondary = List.of();

  /** A column of numbers and its unit, as JMH writes units. */
  private record Measure(String column, String unit) {
    static Measure of(String text) {
      int equals = text.indexOf('=');
      if (equals < 1 || equals == text.length() - 1) {
        throw new BadInputException("'" + text + "' is not of the form COLUMN=UNIT");
      }
      return new Measure(text.substring(0, equals), text.substring(equals + 1));
    }

    double number(String where, CSVRecord cells) {
      String cell = cell(where, cells, column);
      try {
        return Double.parseDouble(cell.strip());
      } catch (NumberFormatException e) {
        throw new BadInputException(where + ": '" + column + "' is '" + cell + "', no number", e);
      }
    }
  }

  /** Rows with the same parameters make one result, in the order of the file. */
  @Override
  public Integer call() {
    List<Measure> measures = new ArrayList<>(List.of(Measure.of(value)));
    secondary.forEach(text -> measures.add(Measure.of(text)));
    // The numbers of each row, by parameters and fork.
    Map<Map<String, String>, Map<String, List<double[]>>> results = new LinkedHashMap<>();
    CSVFormat format =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setDuplicateHeaderMode(DuplicateHeaderMode.DISALLOW)
            .build();
    try (CSVParser parser = CSVParser.parse(JsonTree.text(file), format)) {
      for (CSVRecord cells : parser) {
        String where = file + ", line " + parser.getCurrentLineNumber();
        int columns = parser.getHeaderNames().size();
        if (cells.size() != columns) {
          throw new BadInputException(
              "%s: has %d cells, but the header has %d".formatted(where, cells.size(), columns));
        }
        Map<String, String> key = new LinkedHashMap<>();
        params.forEach(param -> key.put(param, cell(where, cells, param)));
        results
            .computeIfAbsent(key, unused -> new LinkedHashMap<>())
            .computeIfAbsent(
                fork.isEmpty() ? "" : cell(where, cells, fork), unused -> new ArrayList<>())
            .add(measures.stream().mapToDouble(measure -> measure.number(where, cells)).toArray());
      }
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      // the library goes on with what its programmers may do
      String problem = String.valueOf(e.getMessage()).replaceFirst("\\. If .*", "");
      throw new BadInputException(file + ": is not a CSV table (" + problem + ")", e);
    }
    if (results.isEmpty()) {
      throw new BadInputException(file + ": holds no rows; a header and rows are expected");
    }
    List<Object> json = new ArrayList<>();
    results.forEach((key, forks) -> json.add(result(key, measures, List.copyOf(forks.values()))));
    spec.commandLine().getOut().print(JsonTree.write(json) + "\n");
    return Main.DONE;
  }

  private static String cell(String where, CSVRecord cells, String column) {
    if (!cells.isMapped(column)) {
      List<String> header = cells.getParser().getHeaderNames();
      throw new BadInputException(
          "%s: there is no column '%s'; there are %s"
              .formatted(where, column, String.join(", ", header)));
    }
    return cells.get(column);
  }

  private Map<String, Object> result(
      Map<String, String> key, List<Measure> measures, List<List<double[]>> forks) {
    List<Map<String, Object>> metrics = new ArrayList<>();
    Map<String, Object> others = new LinkedHashMap<>();
    for (Measure measure : measures) {
      int place = metrics.size();
      List<List<Double>> raw =
          forks.stream().map(rows -> rows.stream().map(row -> row[place]).toList()).toList();
      Map<String, Object> metric = new LinkedHashMap<>();
      double[] all = raw.stream().flatMap(List::stream).mapToDouble(each -> each).toArray();
      metric.put("score", Means.mean(all));
      metric.put("scoreUnit", measure.unit());
      metric.put("rawData", raw);
      metrics.add(metric);
      if (place > 0) {
        others.put(measure.column(), metric);
      }
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("benchmark", benchmark);
    result.put("mode", Mode.SINGLE_SHOT.label());
    result.put("threads", 1);
    result.put("forks", forks.size());
    result.put("warmupIterations", 0);
    result.put("measurementIterations", forks.get(0).size());
    result.put("params", key);
    result.put("primaryMetric", metrics.get(0));
    result.put("secondaryMetrics", others);
    return result;
  }
}
