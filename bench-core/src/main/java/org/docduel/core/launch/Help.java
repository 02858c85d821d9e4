package org.docduel.core.launch;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Subjects;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** The help: JMH's, then what this suite adds. */
public final class Help {
  private final PrintWriter out;
  private final Workload workload;
  private final List<Parameter<?>> parameters;
  private final List<StoreProvider> stores;

  /**
   * The help.
   *
   * @param out where it goes
   * @param workload whose profiles and subjects are shown
   * @param parameters those that some benchmark has
   * @param stores every store there is
   */
  public Help(
      PrintWriter out,
      Workload workload,
      List<Parameter<?>> parameters,
      List<StoreProvider> stores) {
    this.out = out;
    this.workload = workload;
    this.parameters = parameters;
    this.stores = stores;
  }

  /**
   * Prints it.
   *
   * @param jmh prints the help of JMH
   * @throws IOException when it cannot be printed
   */
  public void print(CommandLineOptions jmh) throws IOException {
    out.flush();
    jmh.showHelp();
    System.out.flush();
    Map<String, List<String>> profiles = new TreeMap<>();
    workload.experiments().forEach(one -> one.profiles().forEach(profiles::putIfAbsent));
    out.println();
    out.println("DocDuel adds:");
    out.println();
    option("--profile NAME", "a named set of arguments; what is typed wins over it:");
    profiles.forEach((name, arguments) -> option("  " + name, String.join(" ", arguments)));
    option(
        "--order ORDER",
        "random[:SEED] (default random:42), interleaved, or sequential as in stock JMH");
    option("--until decided", "run rounds of forks until every verdict is in, instead of -f;");
    option("  --max-forks N", "end after N forks in any case, 3 or more (default 20)");
    option(
        "  --spending FUNCTION",
        "pocock (default: clear cases end early) or obrien-fleming (most power at the end)");
    option("--no-report", "leave out the HTML report");
    option("--clean", "remove what runs have left on the servers whose addresses are given");
    option("--version", "print the revision this was built from");
    workload.commands().forEach(command -> option(command.name(), command.usage()));
    out.println();
    out.println(
        "Results go to -rff FILE, its sidecar, log and report beside it; without -rff to"
            + " results/.");
    out.println(
        "A verdict compares every pair of subjects; run stats.jar on the JSON for any other"
            + " question.");
    out.println();
    out.println("Parameters (-p NAME=VALUE[,VALUE]):");
    for (Parameter<?> parameter : parameters) {
      option(parameter.name(), parameter.accepted());
      option("", "e.g. -p " + parameter.example());
    }
    declaredParameters();
    out.println();
    subjects();
    out.println();
    out.println("Servers are given by " + addresses() + "; see docs/servers.md.");
    out.println(
        "Exit status: 0 done, 1 a fork or a check failed, 2 bad arguments or a server that cannot"
            + " be had.");
    out.println();
    out.println("Examples:");
    profiles.keySet().forEach(name -> out.println("  java -jar benchmarks.jar --profile " + name));
    out.println(
        "  java -jar benchmarks.jar "
            + parameters.stream()
                .limit(3)
                .map(parameter -> "-p " + parameter.example())
                .collect(Collectors.joining(" "))
            + " -f 3 -rf json -rff out.json");
    out.flush();
  }

  /** Stores of one system share their parameters and a heading. */
  private void declaredParameters() {
    Map<List<String>, List<StoreParameter<?>>> together = new LinkedHashMap<>();
    Map<String, StoreParameter<?>> all = new LinkedHashMap<>();
    StoreParameters declared = new StoreParameters(stores, Map.of());
    workload.experiments().forEach(one -> all.putAll(declared.of(one)));
    for (StoreParameter<?> parameter : all.values()) {
      together.computeIfAbsent(declaring(parameter), names -> new ArrayList<>()).add(parameter);
    }
    together.forEach((names, of) -> {
      out.println();
      out.println("Parameters of " + String.join(", ", names) + " alone:");
      for (StoreParameter<?> parameter : of) {
        option(parameter.name(), parameter.accepted() + "; default " + parameter.standard());
        option("", "e.g. -p " + parameter.example());
      }
    });
  }

  private List<String> declaring(StoreParameter<?> parameter) {
    return stores.stream()
        .filter(store ->
            store.parameters().stream().anyMatch(one -> one.name().equals(parameter.name())))
        .map(StoreProvider::name)
        .toList();
  }

  private void subjects() {
    Map<String, Subjects> byParameter = new LinkedHashMap<>();
    for (Experiment experiment : workload.experiments()) {
      if (experiment.needs().isPresent()) {
        Subjects subjects = experiment.subjects(stores);
        byParameter.putIfAbsent(subjects.parameter(), subjects);
      }
    }
    byParameter.values().forEach(this::subjects);
  }

  private void subjects(Subjects subjects) {
    String parameter = subjects.parameter();
    boolean themselves = parameter.equals(Subjects.STORE);
    out.printf(
        "%s (-p %s=NAME[,NAME]):%n",
        themselves ? "Stores" : "Subjects, and the stores behind them", parameter);
    subjects
        .stores()
        .forEach((name, behind) -> {
          String server =
              stores.stream()
                  .filter(store -> store.name().equals(behind))
                  .flatMap(store -> store.server().stream())
                  .findFirst()
                  .map(family -> "on " + family.name())
                  .orElse("needs no server");
          String notices =
              stores.stream()
                  .filter(store -> store.name().equals(behind))
                  .flatMap(store ->
                      Stream.concat(
                          store.onlyWhenNamed()
                              ? Stream.of("takes part only when named")
                              : Stream.of(),
                          store.notices().stream()))
                  .map(line -> "; " + line)
                  .collect(Collectors.joining());
          option(name, (themselves ? server : behind + ", " + server) + notices);
        });
  }

  private String addresses() {
    return stores.stream()
        .flatMap(store -> store.server().stream())
        .map(ServerFamily::name)
        .distinct()
        .map(family -> Settings.variable(family + ".url"))
        .collect(Collectors.joining(", "));
  }

  private void option(String name, String text) {
    out.printf("  %-22s %s%n", name, text);
  }
}
