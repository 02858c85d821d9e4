package org.docduel.stats.sidecar;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.verdict.Switch;

/**
 * What a harness notes beside its results. A text that the file does not state is empty.
 *
 * @param run when and how the run went; in JSON its fields stand among the others
 * @param environment the machine, name to value; see {@link #HOST} and its neighbours
 * @param servers the servers that were measured
 * @param stores one for each combination that was measured
 * @param questions what the queries of suites ask
 * @param workloads how often the queries of suites are called
 * @param explained where the time of operations goes, one for each fork that was asked
 * @param warmUps how forks warmed up that did so until they were steady
 * @param skips what was left out, and why
 * @param failures what went wrong during the run, a line each
 * @param findings what a reader has to know, a line each
 * @param untilDecided the looks of a run that ended when its verdicts were in
 * @param switches those of a run that looked for what turns its verdict; in one set-up all are off
 * @param metrics the metric by which a benchmark is judged, by its full name; without one it is
 *     JMH's score
 * @param clientRows what each client did, when there were several
 * @param descriptions of benchmarks in words, for people
 * @param highestRate what a search for it found
 */
public record Sidecar(
    Run run,
    Map<String, String> environment,
    List<Server> servers,
    List<Fact.StoreFact> stores,
    List<Fact.CheckFact> checks,
    List<Fact.PlanFact> plans,
    List<Fact.QuestionFact> questions,
    List<Fact.WorkloadFact> workloads,
    List<Fact.ExplainFact> explained,
    List<Fact.WarmUpFact> warmUps,
    List<Skip> skips,
    List<String> failures,
    List<String> findings,
    Optional<UntilDecided> untilDecided,
    List<Switch> switches,
    Map<String, String> metrics,
    Optional<ClientRows> clientRows,
    List<Description> descriptions,
    Optional<HighestRate> highestRate) {
  /** The finding of a run beside which another one measured. */
  public static final String SHARED_MACHINE =
      "another run measures on this machine at the same time: the two disturb each other";

  /** How the finding of a run begins that cannot see others. */
  public static final String UNKNOWN_NEIGHBOURS =
      "whether another run measures on this machine is unknown: ";

  /** Name of the machine in {@link #environment()}. */
  public static final String HOST = "host";

  /** Name of the processor in {@link #environment()}. */
  public static final String CPU = "cpu";

  /** Number of processors in {@link #environment()}. */
  public static final String CORES = "cores";

  /** Main memory in bytes in {@link #environment()}. */
  public static final String MEMORY = "memoryBytes";

  /** The device that holds the servers' data in {@link #environment()}. */
  public static final String DISK = "disk";

  /** The file system that holds the servers' data in {@link #environment()}. */
  public static final String FILE_SYSTEM = "fileSystem";

  private static final String RUN = "run";

  /** That of a file without a sidecar. */
  public static final Sidecar EMPTY = of(new JsonTree(Map.of()));

  /** Of the schema; a change that older readers cannot pass over raises it. */
  private static final int VERSION = 1;

  /**
   * When and how the run went; times are in ISO 8601.
   *
   * @param status {@code running}, {@link #COMPLETE}, {@code failed} or {@code interrupted}
   * @param command arguments of the run
   * @param order of the combinations
   * @param rounds for each result of the file, the round in which each of its forks ran, from 1;
   *     empty when the forks did not run in rounds
   * @param processes for each result of the file, a number of the forks that measured it: results
   *     of one number share their forks; empty when nobody noted it
   */
  public record Run(
      String started,
      String finished,
      String status,
      List<String> command,
      String order,
      List<List<Integer>> rounds,
      List<Integer> processes) {
    /** The status of a run that ended well. */
    public static final String COMPLETE = "complete";

    /** Whether the run says of itself that it did not end well. */
    public boolean broken() {
      return !status.isEmpty() && !status.equals(COMPLETE);
    }
  }

  /**
   * A server.
   *
   * @param way how it was found: given, embedded, container
   * @param product name and version, as it said itself
   * @param settings that differ from its defaults
   * @param network what lies between the clients and it: the label of a {@link Network}
   * @param image of its container; empty without one
   * @param roundTripNanos the median time of the shortest request from the launcher, in
   *     nanoseconds; 0 when it was not measured
   * @param tuning how it is configured: {@code defaults}, {@code recommended} or {@code as found};
   *     empty in files of earlier versions
   * @param memory to which it was held, or which its user stated; empty without a limit
   */
  public record Server(
      String name,
      String way,
      String product,
      Map<String, String> settings,
      String network,
      String image,
      long roundTripNanos,
      String tuning,
      Optional<ServerMemory> memory) {
    /** The tuning of a server that somebody else has configured. */
    public static final String AS_FOUND = "as found";

    /** One of which nothing is known but what it says itself. */
    public Server(String name, String way, String product, Map<String, String> settings) {
      this(name, way, product, settings, "", "", 0, "", Optional.empty());
    }

    /** The same after it said what it is. */
    public Server of(String newProduct, Map<String, String> newSettings) {
      return new Server(
          name, way, newProduct, newSettings, network, image, roundTripNanos, tuning, memory);
    }

    /** How it was found, with its image and what lies between; empty when nobody noted it. */
    public String provision() {
      String by =
          switch (Network.of(network)) {
            case HOST -> "host network";
            case PUBLISHED -> "published port";
            default -> "";
          };
      String configured = tuning.isEmpty() || tuning.equals(AS_FOUND) ? "" : "tuning " + tuning;
      String limit = memory.map(ServerMemory::label).orElse("");
      return Stream.of(image.isEmpty() ? way : way + " " + image, by, configured, limit)
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", "));
    }

    /** What a harness did to bring it to rest, in its product's own commands: no setting. */
    private static final String MAINTENANCE = "settle";

    /** What sets several servers apart, in a line; nothing of one server. */
    public static Optional<String> differences(List<Server> servers) {
      if (servers.size() < 2) {
        return Optional.empty();
      }
      List<String> differing =
          servers.stream()
              .flatMap(server -> server.settings.keySet().stream())
              .distinct()
              .filter(name -> differs(name, servers))
              .toList();
      return Optional.of(
          "the stores ran on different servers (%s), which may be what differs%s"
              .formatted(
                  String.join("; ", servers.stream().map(Server::label).toList()),
                  differing.isEmpty()
                      ? ""
                      : "; settings that differ: " + String.join(", ", differing)));
    }

    /**
     * Whether servers disagree on a setting; one that does not state it has its product's default.
     */
    public static boolean differs(String setting, List<Server> servers) {
      return !setting.equals(MAINTENANCE)
          && servers.stream()
              .anyMatch(
                  server -> servers.stream().anyMatch(other -> server.differs(setting, other)));
    }

    private boolean differs(String setting, Server other) {
      String value = settings.getOrDefault(setting, "");
      String others = other.settings.getOrDefault(setting, "");
      boolean sameProduct = product.split(" ", 2)[0].equals(other.product.split(" ", 2)[0]);
      return !value.equals(others) && (sameProduct || (!value.isEmpty() && !others.isEmpty()));
    }

    /** Its product, or its name where it did not say what it is. */
    public String label() {
      return product.isEmpty() ? name : product;
    }
  }

  /**
   * Something that was left out.
   *
   * @param remedy how to include it
   * @param combinations how many; 0 when the file does not say
   */
  public record Skip(String what, String reason, String remedy, long combinations)
      implements Serializable {}

  /**
   * A benchmark's workload in words, for people.
   *
   * @param benchmark its full name
   * @param text a sentence without its end. {@code {payload}} stands for the values of a parameter
   *     that results have, {@code {rows|document|documents}} for a number with its noun, and {@code
   *     {query#query|queries}} for how many values there are, with their noun
   * @param labels for values that need them, by {@code name=value}
   * @param example a document, shortened; empty without one
   */
  public record Description(
      String benchmark, String text, Map<String, String> labels, String example) {}

  /**
   * The highest rate that a store sustained within a bound.
   *
   * @param parameters of the combination, with the full name of its {@code benchmark}, without the
   *     rate
   * @param threads from 1
   * @param boundMillis the longest 99th percentile of response times, in milliseconds
   * @param rate operations a second; 0 when none that was tried is sustained
   */
  public record HighestRate(
      Map<String, String> parameters, long threads, double boundMillis, long rate) {}

  /** The same beside the results of a search, which several runs measured. */
  public Sidecar with(HighestRate found) {
    Map<String, Object> fields = Schema.fields(withoutPlaces());
    fields.put("highestRate", Schema.fields(found));
    return Schema.read(Sidecar.class, new JsonTree(fields));
  }

  /** Reads a sidecar; what is absent or of another kind is empty. */
  public static Sidecar of(JsonTree root) {
    Map<String, Object> fields = new LinkedHashMap<>();
    root.fields().forEach((name, field) -> fields.put(name, field.value()));
    fields.put(RUN, root.value());
    return Schema.read(Sidecar.class, new JsonTree(fields));
  }

  /** The same beside results in another order: which round and process a fork was of is unknown. */
  Sidecar withoutPlaces() {
    Map<String, Object> fields = Schema.fields(this);
    Run same =
        new Run(
            run.started, run.finished, run.status, run.command, run.order, List.of(), List.of());
    fields.put(RUN, Schema.fields(same));
    return Schema.read(Sidecar.class, new JsonTree(fields));
  }

  /** The sidecar as JSON, ending in a line feed. */
  public String json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("version", VERSION);
    fields.putAll(Schema.fields(run));
    Map<String, Object> others = Schema.fields(this);
    others.remove(RUN);
    fields.putAll(others);
    return JsonTree.write(fields) + "\n";
  }

  /**
   * The plan of a run that ended when its verdicts were in, and the looks it had.
   *
   * @param maxForks forks a side at which it was to end in any case
   * @param spending the name of its spending function
   * @param looks the looks in order
   */
  public record UntilDecided(int maxForks, String spending, List<Look> looks) {

    /**
     * A look at one benchmark after a round.
     *
     * @param benchmark its full name
     * @param forks forks a side that were looked at
     * @param decided the comparisons that were decided at this look, each with its verdict
     * @param open the comparisons that were not decided yet
     */
    public record Look(String benchmark, int forks, List<String> decided, List<String> open) {}
  }
}
