package org.docduel.core.harness.launch.arguments;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.harness.workload.Contestants;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.harness.workload.Workload;
import org.docduel.core.spi.StoreProvider;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** The help: JMH's, then what this suite adds. */
public final class Help {
  private Help() {}

  /**
   * Prints it.
   *
   * @param out where to
   * @param jmh what prints the help of JMH
   * @param workload whose profiles are shown
   * @param parameters those that some benchmark has
   * @param stores every store there is
   * @throws IOException when it cannot be printed
   */
  public static void print(
      PrintWriter out,
      CommandLineOptions jmh,
      Workload workload,
      List<Parameter> parameters,
      List<StoreProvider> stores)
      throws IOException {
    out.flush();
    jmh.showHelp();
    System.out.flush();
    out.println();
    out.println("DocDuel adds:");
    out.println();
    option(out, "--profile NAME", "a named set of arguments; what is typed wins over it:");
    new TreeMap<>(workload.profiles())
        .forEach((name, arguments) -> option(out, "  " + name, String.join(" ", arguments)));
    option(
        out,
        "--order ORDER",
        "random[:SEED] (default random:42), interleaved, or sequential as in stock JMH");
    option(out, "--no-report", "leave out the HTML report");
    out.println();
    out.println(
        "Results go to -rff FILE, its sidecar, log and report beside it; without -rff to"
            + " results/.");
    out.println(
        "A verdict compares every pair of contestants; run stats.jar on the JSON for any other"
            + " question.");
    out.println();
    out.println("Parameters (-p NAME=VALUE[,VALUE]):");
    for (Parameter parameter : parameters) {
      option(out, parameter.name(), parameter.accepted());
      option(out, "", "e.g. -p " + parameter.example());
    }
    out.println();
    contestants(out, workload.contestants(stores), stores);
    out.println();
    out.println(
        "Servers are given by DOCDUEL_POSTGRES_URL, DOCDUEL_MONGODB_URL, DOCDUEL_DOCUMENTDB_URL;"
            + " see docs/servers.md.");
    out.println(
        "Exit status: 0 done, 1 a fork or a check failed, 2 bad arguments or a server that cannot"
            + " be had.");
    out.println();
    out.println("Examples:");
    for (Map.Entry<String, List<String>> profile : new TreeMap<>(workload.profiles()).entrySet()) {
      out.println("  java -jar benchmarks.jar --profile " + profile.getKey());
    }
    out.println(
        "  java -jar benchmarks.jar "
            + parameters.stream()
                .limit(3)
                .map(parameter -> "-p " + parameter.example())
                .collect(Collectors.joining(" "))
            + " -f 3 -rf json -rff out.json");
    out.flush();
  }

  private static void contestants(
      PrintWriter out, Contestants contestants, List<StoreProvider> stores) {
    String parameter = contestants.parameter();
    boolean themselves = parameter.equals(Contestants.STORE);
    out.printf(
        "%s (-p %s=NAME[,NAME]):%n",
        themselves ? "Stores" : "Contestants, and the stores behind them", parameter);
    contestants
        .stores()
        .forEach((name, behind) -> {
          String server =
              stores.stream()
                  .filter(store -> store.name().equals(behind))
                  .flatMap(store -> store.server().stream())
                  .findFirst()
                  .map(family -> "on " + family.name())
                  .orElse("needs no server");
          option(out, name, themselves ? server : behind + ", " + server);
        });
  }

  private static void option(PrintWriter out, String name, String text) {
    out.printf("  %-22s %s%n", name, text);
  }
}
