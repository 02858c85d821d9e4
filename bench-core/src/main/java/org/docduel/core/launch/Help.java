package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The help: DocDuel's options and the benchmarks that are named; JMH's own is another page. */
final class Help {
  private static final int WIDTH = 100;
  private static final int INDENT = 26;

  /** Keeps an option and its value in one line. */
  private static final String JOINT = "\u00a0";

  private final PrintWriter out;
  private final Workload workload;
  private final List<StoreProvider> stores;
  private final Map<Experiment, BenchmarkListEntry> benchmarks = new LinkedHashMap<>();

  /** For some benchmarks of a workload. */
  Help(
      PrintWriter out,
      Workload workload,
      List<StoreProvider> stores,
      Collection<BenchmarkListEntry> named) {
    this.out = out;
    this.workload = workload;
    this.stores = stores;
    for (Experiment experiment : workload.experiments()) {
      named.stream()
          .filter(entry ->
              workload.experiment(entry.getUsername()).benchmark() == experiment.benchmark())
          .findFirst()
          .ifPresent(entry -> benchmarks.put(experiment, entry));
    }
  }

  void print() {
    out.println("java -jar benchmarks.jar [BENCHMARK...] [-p NAME=VALUE[,VALUE]...] [options]");
    out.println();
    wrapped(
        0,
        "Without a name, "
            + workload.experiments().get(0).benchmark().getSimpleName()
            + " is run. Benchmarks: "
            + workload.experiments().stream()
                .map(one -> one.benchmark().getSimpleName())
                .collect(Collectors.joining(", "))
            + ". NAME -h shows the parameters of one of them.");
    ownOptions();
    jmhOptions();
    profiles();
    parameters();
    subjects();
    out.println();
    wrapped(0, "Servers are given by " + addresses() + "; see docs/servers.md.");
    wrapped(
        0,
        "Exit status: 0 done, 1 a fork, a check or the report failed, 2 bad arguments or a server"
            + " that cannot be had.");
    example();
    out.flush();
  }

  private void ownOptions() {
    heading("Options of DocDuel:");
    for (Option own : Option.values()) {
      option((own.typed + " " + own.value).strip(), own.text);
    }
    workload.commands().forEach(command -> option(command.name(), command.usage()));
  }

  private void jmhOptions() {
    heading("Options of JMH that are used most:");
    option("-f N, -wi N, -i N", "forks, warm-up iterations and iterations in each fork");
    option("-w TIME, -r TIME, -t N", "time of a warm-up iteration and of an iteration; threads");
    option(
        "-rff FILE, -rf FORMAT",
        "where results go (default: results/), their sidecar, log and report beside them");
    option("-prof NAME", "a profiler; -lprof lists those of JMH and of servers");
    option("-l, -lp", "list the benchmarks, and their parameters");
  }

  private void profiles() {
    heading("Profiles:");
    benchmarks
        .keySet()
        .forEach(one ->
            one.profiles().forEach((name, arguments) -> option(name, String.join(" ", arguments))));
  }

  /** Benchmarks that share a parameter with its values and its default share its heading. */
  private void parameters() {
    Map<List<String>, List<String>> owners = new LinkedHashMap<>();
    benchmarks.forEach((experiment, entry) -> {
      Map<String, List<String>> defaults = Plan.defaults(entry);
      for (Parameter<?> parameter : Plan.parameters(experiment, stores)) {
        if (defaults.containsKey(parameter.name())) {
          owners
              .computeIfAbsent(
                  List.of(
                      parameter.name(),
                      parameter.accepted(),
                      String.join(",", defaults.getOrDefault(parameter.name(), List.of())),
                      parameter.example()),
                  key -> new ArrayList<>())
              .add(experiment.benchmark().getSimpleName());
        }
      }
    });
    Map<String, List<List<String>>> together = new LinkedHashMap<>();
    owners.forEach((parameter, names) ->
        together
            .computeIfAbsent(String.join(", ", names), key -> new ArrayList<>())
            .add(parameter));
    Map<String, StoreParameter<?>> declared = new LinkedHashMap<>();
    benchmarks.keySet().forEach(one -> declared.putAll(Plan.declared(one, stores)));
    for (StoreParameter<?> one : declared.values()) {
      together
          .computeIfAbsent("the stores " + declaring(one), key -> new ArrayList<>())
          .add(List.of(one.name(), one.accepted(), one.standard(), one.example()));
    }
    together.forEach((names, parameters) -> {
      heading("Parameters of " + names + ":");
      for (List<String> one : parameters) {
        option(
            "-p " + one.get(0) + "=",
            one.get(1) + "; default " + one.get(2) + "; e.g. -p " + one.get(3));
      }
    });
  }

  private String declaring(StoreParameter<?> parameter) {
    return stores.stream()
        .filter(store ->
            store.parameters().stream().anyMatch(one -> one.name().equals(parameter.name())))
        .map(StoreProvider::name)
        .collect(Collectors.joining(", "));
  }

  private void subjects() {
    Map<String, Subjects> byParameter = new LinkedHashMap<>();
    for (Experiment experiment : benchmarks.keySet()) {
      Subjects subjects = experiment.subjects(stores);
      byParameter.putIfAbsent(subjects.parameter(), subjects);
    }
    byParameter.remove(Subjects.NONE.parameter());
    byParameter.forEach((parameter, subjects) -> {
      boolean themselves = parameter.equals(Subjects.STORE);
      heading(
          (themselves ? "Stores" : "Subjects, and the stores behind them")
              + " (-p "
              + parameter
              + "=NAME[,NAME]):");
      subjects
          .stores()
          .forEach((name, behind) ->
              stores.stream()
                  .filter(store -> store.name().equals(behind))
                  .forEach(
                      store -> option(name, (themselves ? "" : behind + ", ") + about(store))));
    });
  }

  private static String about(StoreProvider store) {
    return Stream.of(
            Stream.of(
                store.server().map(family -> "on " + family.name()).orElse("needs no server")),
            store.onlyWhenNamed()
                ? Stream.of("takes part only when named")
                : Stream.<String>empty(),
            store.notices().stream())
        .flatMap(lines -> lines)
        .collect(Collectors.joining("; "));
  }

  private String addresses() {
    return stores.stream()
        .flatMap(store -> store.server().stream())
        .map(ServerFamily::name)
        .distinct()
        .map(family -> Settings.variable(family + ".url"))
        .collect(Collectors.joining(", "));
  }

  private void example() {
    benchmarks.keySet().stream()
        .findFirst()
        .ifPresent(one -> {
          heading("Examples:");
          String name = one.benchmark().getSimpleName();
          one.profiles().keySet().stream()
              .limit(1)
              .forEach(profile ->
                  out.println("  java -jar benchmarks.jar " + name + " --profile " + profile));
          wrapped(
              2,
              "java -jar benchmarks.jar "
                  + name
                  + Plan.parameters(one, stores).stream()
                      .limit(2)
                      .map(parameter -> " -p " + parameter.example())
                      .collect(Collectors.joining())
                  + " -f 3 -rff out.json");
        });
  }

  private void heading(String text) {
    out.println();
    wrapped(0, text);
  }

  private void option(String name, String text) {
    String first = String.format("  %-24s", name);
    if (first.length() > INDENT) {
      out.println(first);
      first = " ".repeat(INDENT);
    }
    wrap(first, INDENT, text);
  }

  private void wrapped(int indent, String text) {
    wrap(" ".repeat(indent), Math.max(indent, 2), text);
  }

  /** Breaks between words, and after commas where a word alone is too long. */
  private void wrap(String begun, int indent, String text) {
    StringBuilder line = new StringBuilder(begun);
    boolean fresh = true;
    String together = text.replaceAll("(?<=^| )(-[A-Za-z]+) (?=[^ -])", "$1" + JOINT);
    for (String word : together.split(" ", -1)) {
      for (String piece : pieces(word, WIDTH - indent)) {
        if (!fresh && line.length() + 1 + piece.length() > WIDTH) {
          out.println(line.toString().stripTrailing().replace(JOINT, " "));
          line = new StringBuilder(" ".repeat(indent));
          fresh = true;
        }
        line.append(fresh ? "" : " ").append(piece);
        fresh = false;
      }
    }
    out.println(line.toString().stripTrailing().replace(JOINT, " "));
  }

  private static List<String> pieces(String word, int width) {
    List<String> pieces = new ArrayList<>();
    String rest = word;
    while (rest.length() > width && rest.lastIndexOf(',', width - 1) > 0) {
      int comma = rest.lastIndexOf(',', width - 1) + 1;
      pieces.add(rest.substring(0, comma));
      rest = rest.substring(comma);
    }
    pieces.add(rest);
    return pieces;
  }
}
