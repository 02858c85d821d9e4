package org.docduel.stats.report.sidecar;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a harness noted beside its results. A text the file does not state is empty.
 *
 * @param resultFile the result file it lies beside
 * @param run when and how the run went
 * @param environment the machine, name to value
 * @param servers the servers that were measured
 * @param stores what was measured, with durability and stored sizes
 * @param checks what was verified
 * @param plans how queries were answered
 * @param skips what was left out, and why
 * @param failures what went wrong during the run
 * @param findings remarks of the harness
 */
public record Sidecar(
    String resultFile,
    Run run,
    Map<String, String> environment,
    List<Server> servers,
    List<Store> stores,
    List<Check> checks,
    List<Plan> plans,
    List<Skip> skips,
    List<String> failures,
    List<String> findings) {

  /** Copies the collections, keeping their order. */
  public Sidecar {
    environment = ordered(environment);
    servers = List.copyOf(servers);
    stores = List.copyOf(stores);
    checks = List.copyOf(checks);
    plans = List.copyOf(plans);
    skips = List.copyOf(skips);
    failures = List.copyOf(failures);
    findings = List.copyOf(findings);
  }

  /**
   * When and how the run went.
   *
   * @param started time in ISO 8601
   * @param finished time in ISO 8601
   * @param status running, complete, failed or interrupted
   * @param command arguments of the run
   * @param order of the combinations
   */
  public record Run(
      String started, String finished, String status, List<String> command, String order) {

    /** Copies the arguments. */
    public Run {
      command = List.copyOf(command);
    }

    /** Whether the run says of itself that it did not end well. */
    public boolean broken() {
      return !status.isEmpty() && !status.equals("complete");
    }
  }

  /**
   * A server.
   *
   * @param name as the harness calls it
   * @param way how it was had: given, embedded, container
   * @param product and version, as the server said
   * @param settings that differ from its defaults
   */
  public record Server(String name, String way, String product, Map<String, String> settings) {

    /** Copies the settings. */
    public Server {
      settings = ordered(settings);
    }
  }

  /**
   * One combination that was measured.
   *
   * @param store its name
   * @param product and version of the server that was really there, as it said
   * @param parameters it ran with
   * @param durability what an acknowledgement promised
   * @param sizes what was stored: bytes where the name ends in {@code Bytes}, else counts
   * @param settings that differ from the defaults
   */
  public record Store(
      String store,
      String product,
      Map<String, String> parameters,
      String durability,
      Map<String, Double> sizes,
      Map<String, String> settings) {

    /** Copies the maps. */
    public Store {
      parameters = ordered(parameters);
      sizes = ordered(sizes);
      settings = ordered(settings);
    }
  }

  /** Something that was verified. */
  public record Check(String store, String check, String outcome, String detail) {

    /** Whether the check did not pass. */
    public boolean failed() {
      return !outcome.equals("passed");
    }
  }

  /**
   * How a server answers the query of one combination.
   *
   * @param store its name
   * @param parameters it ran with
   * @param lines the plan, each line indented by two spaces for each level
   * @param indexes of the store that the plan uses
   * @param verdict {@code index}, {@code seq scan expected}, {@code failed-plan}, or what the
   *     harness says of it
   */
  public record Plan(
      String store,
      Map<String, String> parameters,
      List<String> lines,
      List<String> indexes,
      String verdict) {

    /** Copies the collections. */
    public Plan {
      parameters = ordered(parameters);
      lines = List.copyOf(lines);
      indexes = List.copyOf(indexes);
    }

    /** Whether an index was meant to be used and is not. */
    public boolean failed() {
      return verdict.equals("failed-plan");
    }

    /** Whether no index was meant to be used. */
    public boolean unindexed() {
      return verdict.equals("seq scan expected");
    }
  }

  /**
   * Something that was left out.
   *
   * @param what was left out
   * @param reason why
   * @param remedy how to have it
   * @param combinations how many; 0 when the file does not say
   */
  public record Skip(String what, String reason, String remedy, long combinations) {}

  private static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
