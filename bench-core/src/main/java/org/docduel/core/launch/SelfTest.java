package org.docduel.core.launch;

import static org.docduel.core.config.BadInputException.require;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.launch.cli.Benchmarks;
import org.docduel.core.launch.result.HostFacts;
import org.docduel.core.launch.result.Secrets;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.JsonTree;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The command {@code selftest}: runs what a store promises against one server, compares the store
 * with itself, and writes one file that can be sent to the project. The file holds no address, no
 * user and no password.
 */
final class SelfTest {
  static final String NAME = "selftest";
  static final String USAGE =
      "--store STORE [-p NAME=VALUE]... [--minutes N] [--file FILE]: checks STORE against its"
          + " server (contract, sizes, plans, counters, settings), compares it with itself for N"
          + " minutes (2; 0 leaves that out), and writes FILE (selftest-STORE.json) for a report of"
          + " a problem";

  private static final int MAX_MINUTES = 60;

  /** Shorter parts of an address occur in words by chance. */
  private static final int SHORTEST_PLACE = 3;

  /** Forks of the comparison: three give a verdict. */
  private static final int FORKS = 3;

  /** What a fork of each of two combinations takes beside its iterations, roughly. */
  private static final int FORK_OVERHEAD_SECONDS = 5;

  private static final Pattern PLACE =
      Pattern.compile("//(?:([^/:@]+)(?::[^/@]*)?@)?([^/?@]+)|[?&]user=([^&]+)");

  private final Workload workload;
  private final PrintWriter out;
  private final String store;
  private final int minutes;

  /** The store's own parameters that are not at their defaults. */
  private final Map<String, String> parameters;

  private final Path file;
  private final Secrets secrets = new Secrets();

  /** Addresses' parts that are no secrets but nobody else's business. */
  private final List<String> places = new ArrayList<>();

  /** What was found, by step, for the file. */
  private final Map<String, Object> steps = new LinkedHashMap<>();

  private boolean failed;

  /**
   * Reads its arguments.
   *
   * @throws BadInputException for an unknown option or a bad value
   */
  SelfTest(List<String> arguments, Workload workload, PrintWriter out) {
    this.workload = workload;
    this.out = out;
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i += 2) {
      String name = arguments.get(i);
      require(
          List.of("--store", "-p", "--minutes", "--file").contains(name)
              && i + 1 < arguments.size(),
          "%s %s: %s",
          NAME,
          name,
          USAGE);
      String value = arguments.get(i + 1);
      if (name.equals("-p")) {
        String[] sides = value.split("=", 2);
        require(sides.length == 2, "-p %s: accepted is NAME=VALUE", value);
        values.put(sides[0], sides[1]);
      } else {
        options.put(name, value);
      }
    }
    parameters = Map.copyOf(values);
    require(options.containsKey("--store"), "%s: name a store; %s", NAME, USAGE);
    store = options.getOrDefault("--store", "");
    String time = options.getOrDefault("--minutes", "2");
    require(
        time.matches("[0-9]{1,2}") && Integer.parseInt(time) <= MAX_MINUTES,
        "--minutes %s: accepted are whole numbers from 0 to %s",
        time,
        MAX_MINUTES);
    minutes = Integer.parseInt(time);
    file =
        Path.of(
            options.getOrDefault(
                "--file", NAME + "-" + store.replaceAll("[^A-Za-z0-9.-]", "_") + ".json"));
  }

  /** Runs all steps, whether or not one of them fails, and writes the file; the exit status. */
  int run() throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    require(
        directory != null && Files.isWritable(directory) && !Files.isDirectory(file),
        "--file %s: it cannot be written there",
        file);
    StoreProvider provider = provider();
    parameters.forEach((name, value) ->
        provider
            .parameter(name)
            .orElseThrow(() -> BadInputException.of("-p %s: %s has no such parameter", name, store))
            .parameter()
            .parse(value));
    Map<String, Object> facts = new LinkedHashMap<>(HostFacts.gather());
    facts.keySet().removeAll(List.of("host", "disk"));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      Optional<ServerAddress> address = provider.server().map(family -> start(servers, family));
      SelfTestChecks checks =
          new SelfTestChecks(
              provider,
              address,
              StoreConfig.defaults().withSettings(new StoreSettings(parameters)));
      checks.all().forEach((name, check) -> step(name, check));
    }
    if (minutes > 0) {
      step("comparison with itself", lines -> compare(provider, lines));
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("selftest", 1);
    report.put("store", store);
    report.put("parameters", parameters);
    report.put("workload", workload.name());
    report.put("result", failed ? "failed" : "passed");
    report.put("machine", facts);
    report.put("steps", steps);
    Files.writeString(file, JsonTree.write(report) + "\n");
    out.println((failed ? "Failed" : "Passed") + "; the report is in " + file);
    return failed ? Launcher.FAILED : Launcher.DONE;
  }

  private StoreProvider provider() {
    return StoreProviders.byName(store)
        .orElseThrow(() ->
            BadInputException.of(
                "--store %s: there are %s",
                store,
                String.join(
                    ", ", StoreProviders.all().stream().map(StoreProvider::name).toList())));
  }

  private ServerAddress start(Servers servers, ServerFamily family) {
    ServerAddress address = servers.start(family).address();
    servers.lease(family);
    secrets.add(address);
    places.addAll(places(address.url()));
    return address;
  }

  private void step(String name, SelfTestChecks.Check check) {
    long started = System.nanoTime();
    List<String> lines = new ArrayList<>();
    String outcome = "passed";
    try {
      check.run(lines);
    } catch (UnsupportedOperationException e) {
      outcome = "not supported: " + e.getMessage();
    } catch (SelfTestChecks.CheckFailedException | StoreException | ServerException e) {
      failed = true;
      outcome = "failed: " + e.getMessage();
    } catch (RuntimeException e) {
      failed = true;
      outcome = "failed: " + e;
    }
    Map<String, Object> step = new LinkedHashMap<>();
    step.put("outcome", hidden(outcome));
    step.put("seconds", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started) / 1e3);
    step.put("details", lines.stream().map(this::hidden).toList());
    steps.put(name, step);
    out.println(name + ": " + step.get("outcome"));
  }

  private String hidden(String text) {
    String hidden = secrets.hide(text);
    for (String place : places) {
      // by itself: a user may be called as a store, a table or a product is
      hidden = hidden.replaceAll("(?<![\\w-])" + Pattern.quote(place) + "(?![\\w-])", "***");
    }
    return hidden.replaceAll("\\s*\\R\\s*", " ");
  }

  /** The first benchmark that the store can run, with itself as its twin, by the launcher. */
  private void compare(StoreProvider provider, List<String> lines) {
    List<StoreProvider> stores = StoreProviders.all(List.of(store));
    Experiment experiment =
        workload.experiments().stream()
            .filter(candidate ->
                candidate
                    .requiredCapability()
                    .filter(provider.capabilities()::contains)
                    .isPresent())
            .filter(candidate -> candidate.subjects(stores).stores().containsKey(store))
            .findFirst()
            .orElseThrow(() ->
                new UnsupportedOperationException(
                    "this jar has no benchmark for it; take another one"));
    String benchmark = experiment.benchmark().getSimpleName();
    Options named = new OptionsBuilder().include("\\." + benchmark + "\\.").build();
    BenchmarkListEntry entry = Benchmarks.matching(named).iterator().next();
    int seconds =
        Math.max(1, (minutes * 60 / (2 * FORKS) - FORK_OVERHEAD_SECONDS) / 4); // 1 + 3 iterations
    Path result = file.resolveSibling(file.getFileName() + ".jmh.json");
    List<String> line =
        new ArrayList<>(
            List.of(benchmark, "--twin", "--no-report", "-f", String.valueOf(FORKS), "-wi", "1"));
    line.addAll(List.of("-i", "3", "-w", seconds + "s", "-r", seconds + "s"));
    line.addAll(List.of("-rff", result.toString()));
    line.addAll(List.of("-p", experiment.subjects(stores).parameter() + "=" + store));
    parameters.forEach((name, value) -> line.addAll(List.of("-p", name + "=" + value)));
    entry
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> {
          if (values.length > 1 && !name.equals(experiment.subjects(stores).parameter())) {
            line.addAll(List.of("-p", name + "=" + values[0]));
          }
        });
    lines.add("command line: " + String.join(" ", line));
    StringWriter printed = new StringWriter();
    try {
      int status = new Launcher(new PrintWriter(printed, true), Integer.MAX_VALUE).run(line);
      printed.toString().lines().filter(text -> !text.isBlank()).forEach(lines::add);
      SelfTestChecks.require(status == Launcher.DONE, "the comparison ended with status " + status);
    } catch (IOException e) {
      throw new SelfTestChecks.CheckFailedException(String.valueOf(e.getMessage()));
    } finally {
      delete(result);
    }
  }

  private static void delete(Path result) {
    String name = result.toString().replaceFirst("\\.json$", "");
    for (String suffix : List.of(".json", ".sidecar.json", ".jmh.log")) {
      try {
        Files.deleteIfExists(Path.of(name + suffix));
      } catch (IOException e) {
        // it lies beside the report, and does no harm
      }
    }
  }

  /** Hosts, with and without their ports, and user of an address: a report has no use of them. */
  static List<String> places(String url) {
    Set<String> places = new LinkedHashSet<>();
    Matcher part = PLACE.matcher(url);
    while (part.find()) {
      for (int i = 1; i <= part.groupCount(); i++) {
        for (String place : Optional.ofNullable(part.group(i)).orElse("").split(",", -1)) {
          places.add(place);
          places.add(place.replaceFirst(":[0-9]+$", ""));
        }
      }
    }
    places.removeIf(place -> place.length() < SHORTEST_PLACE);
    return List.copyOf(places);
  }
}
