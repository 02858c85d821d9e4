package org.docduel.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.read.suite.QuerySuiteBenchmark;

/**
 * A suite of queries to be measured by a test, as {@code docduel suite FOLDER} measures it: every
 * store answers every query, equal answers are timed, and each fork is a virtual machine of its
 * own. Immutable.
 *
 * <pre>{@code
 * SuiteResult result =
 *     DocDuel.suite(Path.of("queries")).stores("postgres-jsonb", "postgres-typed").forks(5).run();
 * assertThat(result).query("1.2").isNotSlowerThan("postgres-jsonb", percent(5));
 * }</pre>
 */
public final class DocDuel {
  private static final List<String> BUILD_DIRECTORIES = List.of("target", "build");

  private final Map<String, String> parameters;
  private final List<String> options;
  private final Map<String, String> settings;
  private final Path results;

  private DocDuel(
      Map<String, String> parameters,
      List<String> options,
      Map<String, String> settings,
      Path results) {
    this.parameters = parameters;
    this.options = options;
    this.settings = settings;
    this.results = results;
  }

  /**
   * A suite with the defaults of the command line.
   *
   * @param folder with a {@code suite.yaml}; relative to the working directory, which is the
   *     module's own under Maven and Gradle
   */
  public static DocDuel suite(Path folder) {
    Path parent =
        BUILD_DIRECTORIES.stream()
            .map(Path::of)
            .filter(Files::isDirectory)
            .findFirst()
            .orElse(Path.of("results"));
    return new DocDuel(
        Map.of("suite", folder.toAbsolutePath().normalize().toString()),
        List.of(),
        Map.of(),
        parent.endsWith("results") ? parent : parent.resolve("docduel"));
  }

  /** The stores to compare, such as {@code postgres-jsonb} and {@code mongodb}. */
  public DocDuel stores(String... names) {
    return parameter("store", names);
  }

  /** The queries to measure, by their names or categories; without it, all. */
  public DocDuel queries(String... names) {
    return parameter("query", names);
  }

  /** A parameter of the benchmark, such as {@code index} or {@code rows}. */
  public DocDuel parameter(String name, String... values) {
    return new DocDuel(
        with(parameters, name, String.join(",", values)), options, settings, results);
  }

  /** How many virtual machines measure each store; three are the least that give an interval. */
  public DocDuel forks(int count) {
    return options("-f", String.valueOf(count));
  }

  /** How many iterations each fork measures. */
  public DocDuel iterations(int count) {
    return options("-i", String.valueOf(count));
  }

  /** Further arguments of the command line, such as {@code --until}, {@code decided}. */
  public DocDuel options(String... arguments) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of(arguments));
    return new DocDuel(parameters, List.copyOf(all), settings, results);
  }

  /**
   * A setting in place of its environment variable: {@code postgres.url} stands for {@code
   * DOCDUEL_POSTGRES_URL}. No process list shows it.
   */
  public DocDuel setting(String name, String value) {
    return new DocDuel(parameters, options, with(settings, name, value), results);
  }

  /**
   * Where the results go, each run in a new folder: by default {@code docduel} in {@code target} or
   * {@code build}, or without these {@code results}.
   */
  public DocDuel results(Path directory) {
    return new DocDuel(parameters, options, settings, directory);
  }

  /**
   * Measures, in a virtual machine of its own that has the class path of this one and none of its
   * options. Its output goes to this one's.
   *
   * @throws RunFailedException when it cannot be measured, or not all of it: bad input, a server
   *     that cannot be had, answers that differ
   */
  public SuiteResult run() {
    Path file = newFolder().resolve("jmh.json");
    List<String> line = new ArrayList<>(List.of(QuerySuiteBenchmark.class.getSimpleName()));
    parameters.forEach((name, value) -> line.addAll(List.of("-p", name + "=" + value)));
    line.addAll(options);
    line.addAll(List.of("-rf", "json", "-rff", file.toString()));
    new LauncherProcess(line, settings).run();
    return SuiteResult.read(file);
  }

  private Path newFolder() {
    try {
      String suite = String.valueOf(Path.of(parameters.getOrDefault("suite", "")).getFileName());
      Files.createDirectories(results);
      return Files.createTempDirectory(results.toAbsolutePath(), suite + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(results + ": results cannot be written there", e);
    }
  }

  private static Map<String, String> with(Map<String, String> all, String name, String value) {
    Map<String, String> changed = new TreeMap<>(all);
    changed.put(name, value);
    return Map.copyOf(changed);
  }
}
