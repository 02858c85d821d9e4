package org.docduel.core.harness.launch;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.harness.jmh.ForkFacts;

/**
 * Everything about a run that JMH's JSON has no place for: machine, servers, settings, sizes as
 * stored, checks, skips, findings. Written again after every fork, so that a run that is cut off
 * leaves what was known until then.
 */
final class Sidecar {
  private static final JSON WRITER = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

  private static final Set<Object> PROMISE = Set.of("fsync", "synchronous_commit", "writeConcern");

  private final Path file;
  private final Map<String, Object> content = new LinkedHashMap<>();
  private final Map<String, Map<String, Object>> servers = new LinkedHashMap<>();
  private final Map<Object, Map<String, Object>> stores = new LinkedHashMap<>();
  private final List<Object> checks = new ArrayList<>();
  private final Map<Object, Map<String, Object>> plans = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  Sidecar(Path file, Instant started, List<String> command, Order order, List<Skip> skips) {
    this.file = file;
    content.put("version", 1);
    content.put("started", started.toString());
    content.put("finished", "");
    content.put("status", "running");
    content.put("command", command);
    content.put("order", order.toString());
    content.put("environment", HostFacts.gather());
    content.put("skips", skips.stream().map(Sidecar::skip).toList());
  }

  synchronized void server(String name, String way) {
    Map<String, Object> server = new LinkedHashMap<>();
    server.put("name", name);
    server.put("way", way);
    servers.put(name, server);
  }

  /**
   * Takes a store's own words, and those about its server.
   *
   * @param fact as a fork left it
   * @param family the server that the store lives on, or empty
   */
  synchronized void store(Map<String, Object> fact, String family) {
    Map<String, Object> store = new LinkedHashMap<>(fact);
    store.put("server", family);
    stores.put(
        List.of(String.valueOf(fact.get("store")), String.valueOf(fact.get("parameters"))), store);
    Map<String, Object> server = servers.get(family);
    if (server != null) {
      server.putIfAbsent("product", fact.get("product"));
      server.putIfAbsent("settings", fact.get("settings"));
    }
  }

  /** What the servers really were, a line each, with the settings behind the promise. */
  synchronized List<String> serverLines() {
    return servers.values().stream()
        .filter(server -> server.containsKey("product"))
        .map(Sidecar::line)
        .toList();
  }

  private static String line(Map<String, Object> server) {
    StringBuilder line = new StringBuilder();
    line.append(server.get("name")).append(": ").append(server.get("product"));
    line.append(" (").append(server.get("way"));
    if (server.get("settings") instanceof Map<?, ?> settings) {
      settings.forEach((name, value) -> {
        if (PROMISE.contains(name)) {
          line.append(", ").append(name).append(' ').append(value);
        }
      });
    }
    return line.append(')').toString();
  }

  synchronized void check(Map<String, Object> fact) {
    checks.add(fact);
  }

  /**
   * Takes how a combination's query is run. Each fork says so; once is enough unless they differ.
   *
   * @param fact as a fork left it
   */
  synchronized void plan(Map<String, Object> fact) {
    String what = fact.get("store") + " " + fact.get("parameters");
    Map<String, Object> known = plans.putIfAbsent(what, fact);
    if (known != null && !known.equals(fact)) {
      finding("the plan of " + what + " was not the same in all forks");
    }
    if (ForkFacts.FAILED_PLAN.equals(fact.get("verdict"))) {
      finding(ForkFacts.FAILED_PLAN + ": no index is used by " + what);
    }
  }

  synchronized void failure(String line) {
    failures.add(line);
  }

  synchronized void finding(String line) {
    if (!findings.contains(line)) {
      findings.add(line);
    }
  }

  synchronized List<String> findings() {
    return List.copyOf(findings);
  }

  /**
   * Writes the file, whole or not at all.
   *
   * @param status {@code running}, {@code complete}, {@code failed} or {@code interrupted}
   */
  synchronized void write(String status) {
    content.put("status", status);
    content.put("finished", Instant.now().toString());
    content.put("servers", List.copyOf(servers.values()));
    content.put("stores", List.copyOf(stores.values()));
    content.put("checks", checks);
    content.put("plans", List.copyOf(plans.values()));
    content.put("failures", failures);
    content.put("findings", findings);
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try {
      Files.writeString(half, WRITER.asString(content) + "\n");
      Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static Map<String, Object> skip(Skip skip) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("what", skip.what());
    map.put("reason", skip.reason());
    map.put("remedy", skip.remedy());
    map.put("combinations", skip.combinations());
    return map;
  }
}
