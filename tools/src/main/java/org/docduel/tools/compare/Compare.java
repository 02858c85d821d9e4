package org.docduel.tools.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerAddresses.AddressFile;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay.ServerSearch;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Runs a comparison: one fork of a side at a time, in random order, round by round, so that a busy
 * machine is busy for all sides alike. Writes a JMH JSON for each side, and says which goals are
 * reached. Run with {@code scripts/compare NAME [FORKS [CASE]]}; CASE is a value that a case has to
 * have, such as a store.
 */
public final class Compare {
  private static final String CONNECTIONS = "200";
  private static final int BAD_INPUT = 2;
  private static final Path DIRECTORY = Path.of("tools", "target", "compare");

  private final String name;
  private final Comparison comparison;
  private final int forks;

  private Compare(String name, Comparison comparison, int forks) {
    this.name = name;
    this.comparison = comparison;
    this.forks = forks;
  }

  /**
   * Compares.
   *
   * @param arguments name, forks, case
   * @throws Exception when a server, a program or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    System.setProperty(Settings.property(Servers.CONNECTIONS), CONNECTIONS);
    Comparison comparison = arguments.length == 0 ? null : Comparisons.all().get(arguments[0]);
    if (comparison == null || (arguments.length > 1 && !arguments[1].matches("[1-9][0-9]{0,2}"))) {
      System.err.println(
          "docduel: compare NAME [FORKS [CASE]] with a NAME of "
              + String.join(", ", Comparisons.all().keySet()));
      System.exit(BAD_INPUT);
    } else {
      int forks =
          arguments.length > 1 ? Integer.parseInt(arguments[1]) : comparison.timing().forks();
      new Compare(arguments[0], comparison, forks).run(arguments.length > 2 ? arguments[2] : "");
    }
  }

  private void run(String wanted) throws IOException, RunnerException {
    try (Servers servers = new Servers(Settings.ofProcess())) {
      List<Map<String, String>> cases = new ArrayList<>();
      for (Map<String, String> one : comparison.cases()) {
        if ((wanted.isEmpty() || one.containsValue(wanted)) && started(servers, one)) {
          cases.add(one);
        }
      }
      try (AddressFile file = servers.addresses().write()) {
        System.setProperty(Settings.property(ServerAddresses.SETTING), String.valueOf(file.path()));
        new Judgement(comparison, measure(cases)).print();
      }
    }
  }

  /** Whether a case's server runs; why it does not is said. */
  private static boolean started(Servers servers, Map<String, String> one) {
    Optional<ServerFamily> family =
        StoreProviders.named(one.getOrDefault("store", "")).flatMap(StoreProvider::server);
    if (family.isEmpty()) {
      return true;
    }
    ServerSearch search = servers.look(family.get());
    if (search.way().isEmpty()) {
      System.out.println("skipped " + one + ": " + search.reason() + "; " + search.remedy());
      return false;
    }
    servers.start(family.get());
    return true;
  }

  private SideResults measure(List<Map<String, String>> cases) throws IOException, RunnerException {
    SideResults results = new SideResults(comparison.timing());
    Random random = new Random(42);
    for (int round = 1; round <= forks; round++) {
      List<Comparison.Side> order = new ArrayList<>(comparison.sides());
      for (Map<String, String> one : cases) {
        Collections.shuffle(order, random);
        for (Comparison.Side side : order) {
          System.out.printf("round %d of %d: %s %s%n", round, forks, side.name(), one);
          results.measure(side, one);
        }
      }
      Files.createDirectories(DIRECTORY);
      results.write(side -> DIRECTORY.resolve(name + "-" + side + ".json"));
    }
    return results;
  }
}
