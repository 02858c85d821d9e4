package org.docduel.stats.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Summary;

/**
 * Results of the same benchmarks in several runs, a file each, in the order of time.
 *
 * @param runs the earliest first, at least one
 * @param series one for each benchmark and parameters
 */
public record History(List<Run> runs, List<Series> series) {
  private static final double CONFIDENCE = 0.95;
  private static final int DEPTH = 3;

  public History {
    runs = List.copyOf(runs);
    series = List.copyOf(series);
  }

  /**
   * A run.
   *
   * @param name of its file, as short as tells the files apart
   * @param time when it started, as its sidecar says; without one, when its file was written
   */
  public record Run(String name, Instant time) {}

  /**
   * What one benchmark with some parameters gave.
   *
   * @param label its benchmark and the parameters that vary
   * @param points one for each run, in their order; empty where a run has no such result
   */
  public record Series(String label, Quantity quantity, List<Optional<Summary>> points) {
    public Series {
      points = List.copyOf(points);
    }

    /** Whether every run has it. */
    public boolean complete() {
      return points.stream().allMatch(Optional::isPresent);
    }

    /** The number of a run, from 0, that is so many-th of those that have it, from 0. */
    int runOf(int place) {
      int seen = -1;
      for (int run = 0; run < points.size(); run++) {
        seen += points.get(run).isPresent() ? 1 : 0;
        if (seen == place) {
          return run;
        }
      }
      return points.size() - 1;
    }

    /** The means of the runs that have it. */
    public double[] means() {
      return points.stream().flatMap(Optional::stream).mapToDouble(Summary::mean).toArray();
    }
  }

  /**
   * The result files in a directory and those below it, three deep.
   *
   * @param leftOut takes other JSON files, with the reason
   * @throws BadInputException if the directory cannot be read or holds fewer than two
   */
  public static List<Path> filesIn(Path directory, List<String> leftOut) {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(directory, DEPTH)) {
      for (Path file : all.filter(History::mayBeResult).sorted().toList()) {
        try {
          JmhFile.read(file);
          files.add(file);
        } catch (BadInputException e) {
          leftOut.add(String.valueOf(e.getMessage()));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new BadInputException(
          directory + ": cannot be read (" + e.getMessage() + "); name a directory of results", e);
    }
    if (files.size() < 2) {
      throw new BadInputException(
          "%s: holds %d result files; a history needs two or more"
              .formatted(directory, files.size()));
    }
    return files;
  }

  private static boolean mayBeResult(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".json") && !name.endsWith(".sidecar.json");
  }

  /**
   * Reads files.
   *
   * @throws BadInputException if one cannot be read, or a series has several units
   */
  public static History of(List<Path> files, Selection selection) {
    List<Path> ordered =
        files.stream()
            .sorted(Comparator.comparing(History::time).thenComparing(file -> file))
            .toList();
    List<Run> runs = new ArrayList<>();
    List<List<SelectedResult>> selected = new ArrayList<>();
    for (Path file : ordered) {
      runs.add(new Run(name(file, ordered), time(file)));
      List<JmhResult> results = JmhFile.read(file);
      selected.add(
          selection
              .judging(SidecarFile.metrics(SidecarFile.readAll(List.of(file))))
              .usable(results)
              .results());
    }
    List<SelectedResult> all = selected.stream().flatMap(List::stream).toList();
    List<String> labels =
        SelectedResult.distinguishing(all).stream().filter(name -> varies(name, all)).toList();
    Map<String, List<SelectedResult>> byLabel =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    result -> label(result, labels), LinkedHashMap::new, Collectors.toList()));
    List<Series> series = new ArrayList<>();
    byLabel.forEach((label, results) -> {
      results.forEach(
          result -> result.observations().requireSameQuantity(results.get(0).observations()));
      Map<String, Summary> byFile = new HashMap<>();
      results.forEach(result ->
          byFile.put(
              result.results().get(0).source().file(),
              Summary.of(label, result.observations(), CONFIDENCE)));
      series.add(
          new Series(
              label,
              results.get(0).observations().quantity(),
              ordered.stream()
                  .map(file -> Optional.ofNullable(byFile.get(file.toString())))
                  .toList()));
    });
    return new History(runs, series);
  }

  /** A parameter that came with a later version tells no results apart. */
  private static boolean varies(String name, List<SelectedResult> results) {
    return results.stream()
            .map(result -> result.field(name))
            .filter(value -> !value.isEmpty())
            .distinct()
            .count()
        > 1;
  }

  private static String label(SelectedResult result, List<String> labels) {
    List<String> parts = new ArrayList<>(List.of(result.benchmarkName()));
    for (String name : labels) {
      if (!name.equals(JmhResult.BENCHMARK) && result.fields().containsKey(name)) {
        parts.add(name + "=" + result.field(name));
      }
    }
    return String.join(" ", parts);
  }

  /** The name of the file, or of its directory where all files have the same name. */
  private static String name(Path file, List<Path> all) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    boolean sameName = all.stream().map(Path::getFileName).distinct().count() < all.size();
    Path last = sameName && directory != null ? directory.getFileName() : file.getFileName();
    return String.valueOf(last).replaceFirst("\\.json$", "");
  }

  private static Instant time(Path file) {
    String started = SidecarFile.read(file).map(each -> each.sidecar().run().started()).orElse("");
    try {
      return started.isEmpty()
          ? Files.getLastModifiedTime(file).toInstant()
          : OffsetDateTime.parse(started).toInstant();
    } catch (DateTimeParseException e) {
      throw new BadInputException(
          "%s: its sidecar has the start '%s', which is no time".formatted(file, started), e);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }
}
