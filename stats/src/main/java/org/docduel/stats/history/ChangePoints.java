package org.docduel.stats.history;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.stats.diagnose.Pettitt;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.WholeFile;
import org.docduel.stats.stat.Means;
import org.jspecify.annotations.Nullable;

/**
 * Where the level of series changes: found by Apache Otava, run as a program, or by Pettitt's test
 * where there is none.
 *
 * @param method in words, with its level
 * @param notes what a reader has to know
 */
public record ChangePoints(String method, List<Change> changes, List<String> notes) {
  private static final double ALPHA = 0.05;
  private static final long MINUTES = 5;
  private static final String OTAVA = "otava";

  public ChangePoints {
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }

  /**
   * A change of level.
   *
   * @param run the number of the first run after it, from 0
   * @param relative mean after over mean before, less 1
   * @param p of the method; of Otava 0 stands for less than it prints
   */
  public record Change(History.Series series, int run, double relative, double p) {}

  /** By Otava where a program of this name is on the path, else by Pettitt's test. */
  public static ChangePoints of(History history) {
    boolean installed =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .filter(directory -> !directory.isEmpty())
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, OTAVA)));
    if (!installed) {
      return pettitt(history, List.of("Apache Otava is not installed (pip install apache-otava)."));
    }
    try {
      return otava(history);
    } catch (IOException | BadInputException e) {
      return pettitt(history, List.of("Apache Otava could not be used: " + e.getMessage()));
    }
  }

  private static ChangePoints otava(History history) throws IOException {
    OtavaFiles files = OtavaFiles.of(history);
    Path directory = Files.createTempDirectory("docduel-history");
    Path csv = directory.resolve("history.csv");
    Path configuration = directory.resolve("otava.yaml");
    Path output = directory.resolve("changes.json");
    Path log = directory.resolve("otava.log");
    try {
      WholeFile.write(csv, files.csv());
      WholeFile.write(configuration, files.configuration(csv));
      Process process =
          new ProcessBuilder(
                  OTAVA,
                  "analyze",
                  OtavaFiles.TEST,
                  "--config-file",
                  configuration.toString(),
                  "--output",
                  "json")
              .redirectOutput(output.toFile())
              .redirectError(log.toFile())
              .start();
      await(process);
      if (process.exitValue() != 0) {
        String said = Files.readString(log).strip();
        throw new IOException(said.substring(said.lastIndexOf('\n') + 1));
      }
      List<String> notes =
          files.leftOut().stream().map(label -> "Not in every run: " + label + ".").toList();
      return new ChangePoints(
          "Apache Otava, p at most 0.001", parse(history, Files.readString(output)), notes);
    } finally {
      for (Path file : List.of(csv, configuration, output, log, directory)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static void await(Process process) throws IOException {
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("it took more than %d minutes".formatted(MINUTES));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroy();
    }
  }

  /** What Otava prints with {@code --output json}; its means have too few digits for times. */
  static List<Change> parse(History history, String json) {
    List<Change> changes = new ArrayList<>();
    JsonTree root = JsonTree.parse("otava's output", json);
    for (History.Series series : history.series()) {
      List<Change> found = new ArrayList<>();
      for (Object group : list(root.value(), OtavaFiles.TEST)) {
        for (Object each : list(group, "changes")) {
          if (OtavaFiles.column(series.label()).equals(text(each, "metric"))) {
            int run = (int) number(each, "index");
            found.add(new Change(series, run, Double.NaN, number(each, "pvalue")));
          }
        }
      }
      found.sort(Comparator.comparingInt(Change::run));
      double[] means = series.means();
      for (int i = 0; i < found.size(); i++) {
        Change change = found.get(i);
        int from = i == 0 ? 0 : found.get(i - 1).run();
        int to = i == found.size() - 1 ? means.length : found.get(i + 1).run();
        double relative = relative(means, from, change.run(), to);
        changes.add(new Change(series, change.run(), relative, change.p()));
      }
    }
    return changes;
  }

  /** Mean from a place on over the mean before it, less 1. */
  private static double relative(double[] means, int from, int place, int to) {
    return Means.mean(Arrays.copyOfRange(means, place, to))
            / Means.mean(Arrays.copyOfRange(means, from, place))
        - 1;
  }

  private static List<?> list(@Nullable Object object, String name) {
    return object instanceof Map<?, ?> map && map.get(name) instanceof List<?> list
        ? list
        : List.of();
  }

  private static String text(@Nullable Object object, String name) {
    return object instanceof Map<?, ?> map ? String.valueOf(map.get(name)) : "";
  }

  private static double number(@Nullable Object object, String name) {
    try {
      return Double.parseDouble(text(object, name));
    } catch (NumberFormatException e) {
      throw new BadInputException("otava's output: '" + name + "' is no number", e);
    }
  }

  /** By Pettitt's test: at most one change a series, adjusted for the number of series (Holm). */
  static ChangePoints pettitt(History history, List<String> notes) {
    List<Change> candidates = new ArrayList<>();
    int possible = 0;
    for (History.Series series : history.series()) {
      double[] means = series.means();
      Pettitt test = Pettitt.of(means);
      if (test.after() == 0) {
        continue; // all are equal
      }
      double relative = relative(means, 0, test.after(), means.length);
      candidates.add(new Change(series, series.runOf(test.after()), relative, test.p()));
      possible += Pettitt.smallestP(means.length) * history.series().size() < ALPHA ? 1 : 0;
    }
    candidates.sort(Comparator.comparingDouble(Change::p));
    List<Change> changes = new ArrayList<>();
    for (Change candidate : candidates) {
      int remaining = candidates.size() - changes.size();
      if (!(candidate.p() * remaining < ALPHA)) {
        break;
      }
      changes.add(candidate);
    }
    List<String> all = new ArrayList<>(notes);
    if (possible == 0) {
      all.add("So few runs cannot show a change by this test.");
    }
    return new ChangePoints(
        "Pettitt's test, at most one a series, 5 % over all (Holm)", changes, all);
  }
}
