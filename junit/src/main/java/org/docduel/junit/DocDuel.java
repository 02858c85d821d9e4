package org.docduel.junit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.Launcher;
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
  private static final long END_SECONDS = 30;

  private final Path folder;
  private final List<String> arguments;
  private final Map<String, String> settings;
  private final Path results;

  private DocDuel(Path folder, List<String> arguments, Map<String, String> settings, Path results) {
    this.folder = folder;
    this.arguments = arguments;
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
    Path results =
        Stream.of(Path.of("target"), Path.of("build"))
            .filter(Files::isDirectory)
            .findFirst()
            .map(build -> build.resolve("docduel"))
            .orElse(Path.of("results"));
    return new DocDuel(folder.toAbsolutePath().normalize(), List.of(), Map.of(), results);
  }

  /** The stores to compare, such as {@code postgres-jsonb} and {@code mongodb}. */
  public DocDuel stores(String... names) {
    return parameter("store", names);
  }

  /** The queries to measure, by their names or categories; without it, all. */
  public DocDuel queries(String... names) {
    return parameter("query", names);
  }

  /**
   * Values of a parameter of the benchmark, such as {@code index} or {@code rows}, in place of
   * those that it has.
   */
  public DocDuel parameter(String name, String... values) {
    List<String> others = new ArrayList<>(arguments);
    int i = 0;
    while (i + 1 < others.size()) {
      if (others.get(i).equals("-p") && others.get(i + 1).startsWith(name + "=")) {
        others.subList(i, i + 2).clear();
      } else {
        i++;
      }
    }
    return new DocDuel(folder, others, settings, results)
        .options("-p", name + "=" + String.join(",", values));
  }

  /** How many virtual machines measure each store; three are the least that give an interval. */
  public DocDuel forks(int count) {
    return options("-f", String.valueOf(count));
  }

  /** Further arguments of the command line, such as {@code -i}, {@code 10}. */
  public DocDuel options(String... added) {
    List<String> all = Stream.concat(arguments.stream(), Stream.of(added)).toList();
    return new DocDuel(folder, all, settings, results);
  }

  /**
   * A setting in place of its environment variable: {@code postgres.url} stands for {@code
   * DOCDUEL_POSTGRES_URL}. No process list shows it.
   */
  public DocDuel setting(String name, String value) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(name, value);
    return new DocDuel(folder, arguments, all, results);
  }

  /**
   * Where the results go, each run in a new folder: by default {@code docduel} in {@code target} or
   * {@code build}, or without these {@code results}.
   */
  public DocDuel results(Path directory) {
    return new DocDuel(folder, arguments, settings, directory);
  }

  /**
   * Measures, in a virtual machine of its own that has the class path of this one, and so have its
   * forks, but none of its options: an agent, assertions or one compiler would be measured. Its
   * output goes to this one's.
   *
   * @throws RunFailedException when it cannot be measured, or not all of it: bad input, a server
   *     that cannot be had, answers that differ
   */
  public SuiteResult run() {
    Path file = createFolder().resolve("jmh.json");
    try {
      await(launcher(file).start());
      return SuiteResult.read(file);
    } catch (IOException e) {
      throw new UncheckedIOException("the run cannot be started: " + e, e);
    }
  }

  private Path createFolder() {
    try {
      Files.createDirectories(results);
      return Files.createTempDirectory(results.toAbsolutePath(), folder.getFileName() + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "results cannot be written to %s (%s); name another folder with results(Path)"
              .formatted(results.toAbsolutePath(), e),
          e);
    }
  }

  private ProcessBuilder launcher(Path file) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String benchmark = QuerySuiteBenchmark.class.getSimpleName();
    List<String> command = new ArrayList<>(List.of(java, Launcher.class.getName(), benchmark));
    command.addAll(List.of("-p", "suite=" + folder));
    command.addAll(arguments);
    command.addAll(List.of("-rf", "json", "-rff", file.toString()));
    ProcessBuilder launcher = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = launcher.environment();
    String prefix = Settings.property("");
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(name ->
            environment.put(
                Settings.variable(name.substring(prefix.length())), System.getProperty(name)));
    settings.forEach((name, value) -> environment.put(Settings.variable(name), value));
    environment.put("CLASSPATH", classPath());
    return launcher;
  }

  /** That of the tests, which Surefire may keep from the virtual machine's own; with modules. */
  private static String classPath() {
    return Stream.of("surefire.test.class.path", "java.class.path", "jdk.module.path")
        .map(name -> System.getProperty(name, ""))
        .filter(path -> !path.isEmpty())
        .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void await(Process process) {
    // once the process has ended, the hook does nothing
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    CompletableFuture<List<String>> output =
        CompletableFuture.supplyAsync(() ->
            process
                .inputReader(Charset.defaultCharset())
                .lines()
                .peek(System.out::println)
                .toList());
    try {
      int status = process.waitFor();
      String reason = reason(output.join());
      if (status != Launcher.DONE) {
        throw new RunFailedException(reason, status);
      }
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted before the run came to its end", -1);
    }
  }

  /** The lines that say why a run failed, or the last. */
  private static String reason(List<String> lines) {
    List<String> reasons =
        lines.stream().filter(line -> line.matches("(docduel|failed): .*")).toList();
    int last = Math.max(0, lines.size() - 1);
    return String.join("\n", reasons.isEmpty() ? lines.subList(last, lines.size()) : reasons);
  }

  /** Ends it as Ctrl-C does, so that it stops its forks and servers. */
  private static void end(Process process) {
    process.destroy();
    process.onExit().completeOnTimeout(process, END_SECONDS, TimeUnit.SECONDS).join();
    process.destroyForcibly();
  }
}
