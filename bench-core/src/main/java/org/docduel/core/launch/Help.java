package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.plan.Bench;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The help: DocDuel's options and the benchmarks that are named; JMH's own is another page. */
final class Help {
  private static final int WIDTH = 100;
  private static final int INDENT = 26;

  private static final Set<Option> OF_CLIENTS =
      EnumSet.of(Option.CLIENTS, Option.GROUP, Option.GROUP_SECRET);

  /** Keeps an option and its value in one line. */
  private static final String JOINT = "\u00a0";

  private final PrintWriter out;
  private final Workload workload;
  private final List<StoreProvider> stores; // that can do what one of the benchmarks needs
  private final List<Bench> benches = new ArrayList<>();

  Help(
      PrintWriter out,
      Workload workload,
      List<StoreProvider> stores,
      Collection<BenchmarkListEntry> entries) {
    this.out = out;
    this.workload = workload;
    for (Experiment experiment : workload.experiments()) {
      entries.stream()
          .filter(entry ->
              workload.experiment(entry.getUsername()).benchmark() == experiment.benchmark())
          .findFirst()
          .ifPresent(entry -> benches.add(Bench.of(entry, workload, stores)));
    }
    this.stores =
        stores.stream()
            .filter(store -> benches.stream().anyMatch(bench -> bench.runs(store)))
            .toList();
  }

  void print() {
    List<String> names =
        workload.experiments().stream()
            .map(experiment -> experiment.benchmark().getSimpleName())
            .toList();
    out.println("java -jar benchmarks.jar [BENCHMARK...] [-p NAME=VALUE[,VALUE]...] [options]");
    out.println();
    wrap(
        "Without a name, %s is run. Benchmarks: %s. NAME -h shows the parameters of one of them."
            .formatted(names.get(0), String.join(", ", names)));
    options();
    List<Map.Entry<String, List<String>>> profiles =
        benches.stream()
            .flatMap(bench -> bench.experiment().profiles().entrySet().stream())
            .toList();
    if (!profiles.isEmpty()) {
      heading("Profiles:");
    }
    profiles.forEach(profile -> option(profile.getKey(), String.join(" ", profile.getValue())));
    heading("Parameters:");
    parameters();
    benches.stream().map(Bench::subjects).distinct().forEach(this::subjects);
    out.println();
    String addresses =
        StoreProviders.families(stores).stream()
            .filter(ServerFamily::takesAddress)
            .map(family -> Settings.variable(family.addressSetting()))
            .distinct()
            .collect(Collectors.joining(", "));
    if (!addresses.isEmpty()) {
      wrap("Servers are given by " + addresses + "; see docs/servers.md.");
    }
    wrap(
        "Exit status: 0 done, 1 a fork, a check or the report failed, 2 bad arguments or a server"
            + " that is not available.");
    benches.stream().findFirst().ifPresent(this::examples);
    out.flush();
  }

  private void options() {
    heading("Options of DocDuel:");
    boolean supportsClients =
        benches.stream().anyMatch(bench -> bench.experiment().supportsMultipleClients());
    for (Option option : Option.values()) {
      if (supportsClients || !OF_CLIENTS.contains(option)) {
        option((option.typed + " " + option.value).strip(), option.text);
      }
    }
    workload.commands().forEach(command -> option(command.name(), command.usage()));
    heading("Options of JMH that are used most:");
    option("-f N, -wi N, -i N", "forks, warm-up iterations and iterations in each fork");
    option("-w TIME, -r TIME", "time of a warm-up iteration and of an iteration");
    option("-t N[,N]", "threads; of several numbers a curve");
    option(
        "-rff FILE, -rf FORMAT",
        "where results go (default: results/), their sidecar, log and report beside them");
    option(
        "-jvmArgsAppend ARG",
        "an option for the JVMs of forks, which also have those before -jar: java -Xmx1g limits"
            + " forks too");
    option("-prof NAME", "a profiler; -lprof lists those of JMH and of servers");
    option("-l, -lp", "list the benchmarks, and their parameters");
  }

  /** One with the same values and the same default in several benchmarks is told once. */
  private void parameters() {
    Map<Map.Entry<String, String>, List<String>> owners = new LinkedHashMap<>();
    Map<String, StoreParameter<?>> declared = new LinkedHashMap<>();
    for (Bench bench : benches) {
      declared.putAll(bench.declared());
      for (Parameter<?> parameter : bench.parameters()) {
        List<String> standard = bench.defaults().getOrDefault(parameter.name(), List.of());
        if (!standard.isEmpty()) {
          owners
              .computeIfAbsent(
                  line(parameter, String.join(",", standard)), key -> new ArrayList<>())
              .add(bench.experiment().benchmark().getSimpleName());
        }
      }
    }
    owners.forEach((line, names) -> {
      String prefix = names.size() == benches.size() ? "" : String.join(", ", names) + ": ";
      option(line.getKey(), prefix + line.getValue());
    });
    for (StoreParameter<?> parameter : declared.values()) {
      Map.Entry<String, String> line = line(parameter.parameter(), parameter.standard());
      String declaring =
          stores.stream()
              .filter(store -> store.parameter(parameter.name()).isPresent())
              .map(StoreProvider::name)
              .collect(Collectors.joining(", "));
      option(line.getKey(), declaring + ": " + line.getValue());
    }
  }

  private static Map.Entry<String, String> line(Parameter<?> parameter, String standard) {
    return Map.entry(
        "-p " + parameter.name() + "=",
        parameter.accepted() + "; default " + standard + "; e.g. -p " + parameter.example());
  }

  private void subjects(Subjects subjects) {
    boolean themselves = subjects.parameter().equals(Subjects.STORE);
    if (!subjects.equals(Subjects.NONE)) {
      heading(themselves ? "Stores:" : "Values of " + subjects.parameter() + ", and their stores:");
    }
    subjects
        .stores()
        .forEach((name, store) -> {
          if (stores.contains(store)) {
            option(name, (themselves ? "" : store.name() + ", ") + about(store));
          }
        });
  }

  private static String about(StoreProvider store) {
    List<String> facts = new ArrayList<>();
    facts.add(store.server().map(family -> "on " + family.name()).orElse("needs no server"));
    if (store.onlyWhenNamed()) {
      facts.add("takes part only when named");
    }
    facts.addAll(store.notices());
    return String.join("; ", facts);
  }

  private void examples(Bench bench) {
    heading("Examples:");
    String line = "  java -jar benchmarks.jar " + bench.experiment().benchmark().getSimpleName();
    bench.experiment().profiles().keySet().stream()
        .limit(1)
        .forEach(profile -> out.println(line + " --profile " + profile));
    out.println(
        line
            + bench.parameters().stream()
                .limit(2)
                .map(parameter -> " -p " + parameter.example())
                .collect(Collectors.joining())
            + " -f 3 -rff out.json");
  }

  private void heading(String text) {
    out.println();
    out.println(text);
  }

  private void option(String name, String text) {
    String first = String.format("  %-24s", name);
    if (first.length() > INDENT) {
      out.println(first);
      first = " ".repeat(INDENT);
    }
    wrap(first, INDENT, text);
  }

  private void wrap(String text) {
    wrap("", 2, text);
  }

  /** Breaks between words, and after commas where a word alone is too long. */
  private void wrap(String prefix, int indent, String text) {
    String quantifier = "{1," + (WIDTH - indent) + "}";
    Matcher line =
        Pattern.compile("(.%1$s(?= |$)|.%1$s(?<=,)|.%1$s) *".formatted(quantifier))
            .matcher(text.replaceAll("(?<=^| )(-[A-Za-z]+) (?=[^ -])", "$1" + JOINT));
    for (String start = prefix; line.find(); start = " ".repeat(indent)) {
      out.println((start + line.group(1)).replace(JOINT, " ").stripTrailing());
    }
  }
}
