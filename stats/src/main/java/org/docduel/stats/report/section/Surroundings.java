package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.input.Environment;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.Protocol;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Block.Fact;
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** Where and how it was measured: machines, virtual machines, protocol, servers, settings. */
public final class Surroundings {

  private Surroundings() {}

  /** One list for each machine, protocol and server. */
  public static List<Block> of(List<JmhResult> results, List<SidecarFile> sidecars) {
    List<Block> blocks = new ArrayList<>();
    for (SidecarFile sidecar : sidecars) {
      blocks.add(new Block.Facts("Run of " + sidecar.resultFile(), run(sidecar)));
    }
    if (sidecars.isEmpty()) {
      blocks.add(
          new Block.Prose(
              "No sidecar lies beside the results, so machine, servers and their settings are not"
                  + " known here."));
    }
    blocks.add(new Block.Facts("Java and protocol", protocol(results)));
    for (SidecarFile sidecar : sidecars) {
      for (Sidecar.Server server : sidecar.sidecar().servers()) {
        blocks.add(new Block.Facts("Server " + server.name(), server(server)));
      }
      stores(sidecar, blocks);
    }
    return blocks;
  }

  private static List<Fact> run(SidecarFile sidecar) {
    List<Fact> facts = new ArrayList<>();
    add(facts, "started", sidecar.sidecar().run().started());
    add(facts, "finished", sidecar.sidecar().run().finished());
    add(facts, "status", sidecar.sidecar().run().status());
    add(facts, "arguments", String.join(" ", sidecar.sidecar().run().command()));
    add(facts, "order", sidecar.sidecar().run().order());
    sidecar
        .sidecar()
        .environment()
        .forEach((name, value) ->
            add(facts, spaced(name), name.endsWith("Bytes") ? bytes(value) : value));
    return facts;
  }

  private static List<Fact> server(Sidecar.Server server) {
    List<Fact> facts = new ArrayList<>();
    add(facts, "product", server.product());
    add(facts, "had by", server.way());
    server.settings().forEach((name, value) -> add(facts, name, value));
    if (server.settings().isEmpty()) {
      facts.add(new Fact("settings", "none that differs from the defaults"));
    }
    return facts;
  }

  // Stores of one run mostly share their settings: each set is said once, with all who have it.
  private static void stores(SidecarFile sidecar, List<Block> blocks) {
    Map<Map<String, String>, Set<String>> owners = new LinkedHashMap<>();
    for (StoreFact store : sidecar.sidecar().stores()) {
      if (!store.settings().isEmpty()) {
        owners.computeIfAbsent(store.settings(), s -> new LinkedHashSet<>()).add(store.store());
      }
    }
    owners.forEach((settings, stores) -> {
      List<Fact> facts = new ArrayList<>();
      settings.forEach((name, value) -> add(facts, name, value));
      blocks.add(
          new Block.Facts(
              "Settings that differ from the defaults, " + String.join(", ", stores), facts));
    });
  }

  private static List<Fact> protocol(List<JmhResult> results) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (JmhResult result : results) {
      Environment environment = result.environment();
      Protocol protocol = result.protocol();
      put(values, "JMH", environment.jmhVersion());
      put(values, "JDK", environment.jdkVersion());
      put(values, "virtual machine", environment.vmName() + " " + environment.vmVersion());
      put(values, "JVM arguments", String.join(" ", environment.jvmArgs()));
      put(values, "mode", result.mode().shortName());
      put(values, "threads", number(protocol.threads()));
      put(
          values,
          "forks",
          number(result.primary().rawData().size() + result.primary().rawHistograms().size()));
      put(values, "warm-up", iterations(protocol.warmupIterations(), protocol.warmupTime()));
      put(
          values,
          "measurement",
          iterations(protocol.measurementIterations(), protocol.measurementTime()));
    }
    List<Fact> facts = new ArrayList<>();
    values.forEach((name, all) -> add(facts, name, String.join("; ", all)));
    return facts;
  }

  private static String iterations(int count, String time) {
    if (count == 0) {
      return "none";
    }
    boolean timed = !time.isEmpty() && !time.equals("single-shot");
    return Shown.count(count, "iteration", "iterations") + (timed ? " of " + time : "");
  }

  private static String number(int value) {
    return value == 0 ? "" : Integer.toString(value);
  }

  private static void put(Map<String, Set<String>> values, String name, String value) {
    Set<String> all = values.computeIfAbsent(name, n -> new LinkedHashSet<>());
    if (!value.isBlank()) {
      all.add(value.strip());
    }
  }

  private static void add(List<Fact> facts, String name, String value) {
    if (!value.isBlank()) {
      facts.add(new Fact(name, value));
    }
  }

  private static String spaced(String camelCase) {
    return camelCase
        .replace("Bytes", "")
        .replaceAll("([a-z])([A-Z])", "$1 $2")
        .toLowerCase(Locale.ROOT);
  }

  private static String bytes(String value) {
    return value.matches("\\d{1,18}") ? Shown.bytes(Double.parseDouble(value)) : value;
  }
}
