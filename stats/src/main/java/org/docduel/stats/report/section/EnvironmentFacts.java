package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.input.Environment;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.Protocol;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Block.Fact;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** Where and how it was measured: machines, virtual machines, protocol, servers, settings. */
public final class EnvironmentFacts {
  private EnvironmentFacts() {}

  /** When and where it was measured, in a few lines. */
  public static List<Block> top(List<Study> studies, int count, List<SidecarFile> files) {
    List<Sidecar> sidecars = files.stream().map(SidecarFile::sidecar).toList();
    Map<String, Stream<String>> all = new LinkedHashMap<>();
    all.put("measured", sidecars.stream().map(EnvironmentFacts::span));
    all.put("machine", sidecars.stream().map(EnvironmentFacts::machine));
    all.put("disk and file system", sidecars.stream().map(EnvironmentFacts::disk));
    all.put(
        "servers",
        sidecars.stream()
            .flatMap(sidecar -> sidecar.servers().stream())
            .map(server ->
                (server.product().isEmpty() ? server.name() : server.product())
                    + (server.way().isEmpty() ? "" : " (" + server.way() + ")")));
    all.put(
        "durability",
        studies.stream().flatMap(study -> study.scores().stream()).map(Score::durability));
    String results = Display.count(count, "result", "results") + ", " + forks(studies);
    all.put("runs", Stream.of(results));
    List<Fact> facts = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    all.forEach((name, values) -> {
      String joined =
          values.filter(value -> !value.isBlank()).distinct().collect(Collectors.joining("; "));
      if (joined.isEmpty()) {
        missing.add(name);
      } else {
        facts.add(new Fact(name, joined));
      }
    });
    if (!missing.isEmpty()) {
      facts.add(new Fact("not stated", String.join(", ", missing)));
    }
    return List.of(new Block.Facts("", facts));
  }

  private static String span(Sidecar sidecar) {
    String started = sidecar.run().started().replaceAll("(T\\d\\d:\\d\\d)[^Z]*Z?", "$1");
    return started.isEmpty() ? "" : started.replace('T', ' ') + " UTC";
  }

  private static String machine(Sidecar sidecar) {
    Map<String, String> environment = sidecar.environment();
    String memory = environment.getOrDefault(Sidecar.MEMORY, "");
    String cores = environment.getOrDefault(Sidecar.CORES, "");
    return Stream.of(
            environment.getOrDefault(Sidecar.HOST, ""),
            environment.getOrDefault(Sidecar.CPU, ""),
            cores.isEmpty() ? "" : cores + " cores",
            memory.isEmpty() ? "" : bytes(memory))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String disk(Sidecar sidecar) {
    Map<String, String> environment = sidecar.environment();
    return Stream.of(Sidecar.DISK, Sidecar.FILE_SYSTEM)
        .map(name -> environment.getOrDefault(name, ""))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String forks(List<Study> studies) {
    int[] forks =
        studies.stream()
            .flatMap(study -> study.scores().stream())
            .mapToInt(score -> score.observations().forks().size())
            .sorted()
            .toArray();
    int low = forks[0];
    int high = forks[forks.length - 1];
    return low == high
        ? Display.count(low, "fork each", "forks each")
        : "%d to %d forks each".formatted(low, high);
  }

  /** One list for each run, server and set of settings. */
  public static List<Block> blocks(List<JmhResult> results, List<SidecarFile> files) {
    List<Block> blocks = new ArrayList<>();
    for (SidecarFile file : files) {
      blocks.add(new Block.Facts("Run of " + file.resultFile(), run(file.sidecar())));
    }
    if (files.isEmpty()) {
      blocks.add(
          new Block.Prose(
              "No sidecar lies beside the results. Machine, servers and settings are not known."));
    }
    blocks.add(new Block.Facts("Java and protocol", protocol(results)));
    for (SidecarFile file : files) {
      for (Sidecar.Server server : file.sidecar().servers()) {
        blocks.add(new Block.Facts("Server " + server.name(), server(server)));
      }
      settings(file.sidecar(), blocks);
    }
    return blocks;
  }

  private static List<Fact> run(Sidecar sidecar) {
    List<Fact> facts = new ArrayList<>();
    add(facts, "started", sidecar.run().started());
    add(facts, "finished", sidecar.run().finished());
    add(facts, "status", sidecar.run().status());
    add(facts, "arguments", String.join(" ", sidecar.run().command()));
    add(facts, "order", sidecar.run().order());
    sidecar
        .environment()
        .forEach((name, value) ->
            add(facts, spaced(name), name.endsWith("Bytes") ? bytes(value) : value));
    return facts;
  }

  private static List<Fact> server(Sidecar.Server server) {
    List<Fact> facts = new ArrayList<>();
    add(facts, "product", server.product());
    add(facts, "found by", server.way());
    server.settings().forEach((name, value) -> add(facts, name, value));
    if (server.settings().isEmpty()) {
      facts.add(new Fact("settings", "all at their defaults"));
    }
    return facts;
  }

  // Stores of one run mostly share their settings: each set is shown once, with all who have it.
  private static void settings(Sidecar sidecar, List<Block> blocks) {
    Map<Map<String, String>, Set<String>> owners = new LinkedHashMap<>();
    for (StoreFact store : sidecar.stores()) {
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
    return Display.count(count, "iteration", "iterations") + (timed ? " of " + time : "");
  }

  private static String number(int value) {
    return value == 0 ? "" : Integer.toString(value);
  }

  private static void put(Map<String, Set<String>> values, String name, String value) {
    if (!value.isBlank()) {
      values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value.strip());
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
    return value.matches("\\d{1,18}") ? Display.bytes(Double.parseDouble(value)) : value;
  }
}
