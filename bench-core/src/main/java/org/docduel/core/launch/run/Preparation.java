package org.docduel.core.launch.run;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.launch.cli.Option;
import org.docduel.core.launch.plan.Plan;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;

/**
 * What is done once before the first fork: servers are started, checked and made known to forks,
 * and what benchmarks need is put in place.
 *
 * @param warnings takes what a person should know before the run
 */
record Preparation(
    RunServers servers,
    RunRecord record,
    RunDirectory directory,
    Consumer<String> warnings,
    PrintWriter out) {
  /**
   * Prepares a run.
   *
   * @return the combinations that are ready to be measured
   */
  List<Combination> prepare() {
    Plan plan = record.plan;
    List<Networks.Reached> reached = new ArrayList<>();
    for (Servers.InUse server : servers.start(plan.plannedStores(), plan.connections())) {
      record.secrets.add(server.address());
      out.println(server.family() + ": " + server.source() + ", " + server.address());
      Networks.Reached reachedServer =
          new Networks.Reached(
              server.family(), Networks.of(server), servers.roundTripNanos(server));
      record.server(server, reachedServer.network(), reachedServer.roundTripNanos());
      servers.untuned(server).ifPresent(warnings);
      reached.add(reachedServer);
    }
    new Networks(reached).warnings().forEach(warnings);
    directory.publishAddresses(servers.addresses());
    directory.publishMemory(servers.requireVisibleMemory());
    Map<String, String> notices = new LinkedHashMap<>();
    for (StoreProvider store : plan.plannedStores()) {
      store
          .notices()
          .forEach(notice -> notices.merge(notice, store.name(), (a, b) -> a + ", " + b));
    }
    notices.forEach((line, names) -> record.finding(names + ": " + line));
    plan.unsupportedProfilers()
        .forEach(
            profiler -> record.finding("-prof " + profiler + ": no server of this run has it"));
    plan.combinations().stream()
        .flatMap(combination ->
            plan
                .provider(combination)
                .map(store -> Map.entry(store, combination.storeConfig()))
                .stream())
        .distinct()
        .forEach(entry -> servers.check(entry.getKey(), entry.getValue()));
    List<Combination> ready = new ArrayList<>();
    for (Experiment experiment : plan.workload.experiments()) {
      List<Combination> combinations =
          plan.combinations().stream()
              .filter(
                  combination -> plan.experiment(combination).benchmark() == experiment.benchmark())
              .toList();
      if (!combinations.isEmpty()) {
        ready.addAll(
            experiment.prepare(combinations, plan.arguments.has(Option.ALLOW_MISSING), out));
      }
    }
    return ready;
  }
}
