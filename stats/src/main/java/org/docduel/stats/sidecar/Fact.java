package org.docduel.stats.sidecar;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.table.Numbers;

/**
 * Something a fork reports beside its scores. In JSON the field {@code kind} tells the facts apart;
 * the other fields are the components of the record. A text that nobody stated is empty.
 */
public sealed interface Fact extends Serializable {
  /**
   * What one combination was measured on.
   *
   * @param store the store's name
   * @param server the name of its server among {@link Sidecar#servers()}
   * @param parameters the combination, with the full name of its {@code benchmark}; older files
   *     have none
   * @param product name and version of the server, as it said itself
   * @param durability what an acknowledgement promised
   * @param sizes what was stored: bytes where the name ends in {@code Bytes}, else counts
   * @param settings that differ from the server's defaults
   * @param label what tables call the store, such as {@code ferretdb (mongodb wire)}; empty where
   *     its name says what was there
   */
  record StoreFact(
      String store,
      String server,
      Map<String, String> parameters,
      String product,
      String durability,
      Map<String, Double> sizes,
      Map<String, String> settings,
      String label)
      implements Fact {
    private static final String VARIANT = "variant";
    private static final String NO_SERVER = "no server";

    /** Whether another fork found the same product with the same settings. */
    public boolean isOfSameServer(StoreFact other) {
      return product.equals(other.product) && settings.equals(other.settings);
    }

    /** The same on a server. */
    public StoreFact on(String name) {
      return new StoreFact(store, name, parameters, product, durability, sizes, settings, label);
    }

    /**
     * What was stored, each of equal size once: what scenarios or queries read is one, with the
     * parameters that they share.
     */
    public static List<StoreFact> stored(Collection<StoreFact> all) {
      Map<StoreFact, Map<String, String>> shared = new LinkedHashMap<>();
      for (StoreFact fact : all) {
        if (!fact.sizes.isEmpty()) {
          shared
              .computeIfAbsent(fact.of(Map.of()), first -> new LinkedHashMap<>(fact.parameters))
              .entrySet()
              .retainAll(fact.parameters.entrySet());
        }
      }
      List<StoreFact> stored = new ArrayList<>();
      shared.forEach((fact, parameters) -> stored.add(fact.of(parameters)));
      return stored;
    }

    private StoreFact of(Map<String, String> changed) {
      return new StoreFact(store, server, changed, product, durability, sizes, settings, label);
    }

    /** What tables call the store. */
    public String displayName() {
      return label.isEmpty() ? store : label;
    }

    /**
     * Values of results' parameters that name another product than the one that was there, each
     * with what is shown instead: the store, and the variants that it was measured in.
     */
    public static Map<String, String> displayNames(Collection<StoreFact> stores) {
      Map<String, String> displayNames = new LinkedHashMap<>();
      for (StoreFact fact : stores) {
        if (!fact.label.isEmpty()) {
          displayNames.put(fact.store, fact.label);
          String variant = fact.parameters.getOrDefault(VARIANT, "");
          if (!variant.isEmpty()) {
            displayNames.put(variant, fact.label.replaceFirst(" \\(.*", "") + " (" + variant + ")");
          }
        }
      }
      return displayNames;
    }

    /** The stores that keep nothing, so that their times are the client's overhead. */
    public static Set<String> overhead(Collection<StoreFact> stores) {
      return stores.stream()
          .filter(fact -> fact.server.isEmpty() && fact.product.startsWith(NO_SERVER))
          .map(StoreFact::store)
          .collect(Collectors.toSet());
    }
  }

  /**
   * The outcome of a check.
   *
   * @param parameters the combination, with the full name of its {@code benchmark}; older files
   *     have none
   * @param check what was checked
   * @param outcome {@link #PASSED}, {@code failed}, or another word for a failure
   * @param detail what was found, in one line
   */
  record CheckFact(
      String store, Map<String, String> parameters, String check, String outcome, String detail)
      implements Fact {
    /** The outcome of a check that found nothing wrong. */
    public static final String PASSED = "passed";

    /** The same in other words. */
    public CheckFact withDetail(String newDetail) {
      return new CheckFact(store, parameters, check, outcome, newDetail);
    }

    /** Whether the check found something wrong. */
    public boolean failed() {
      return !outcome.equals(PASSED);
    }
  }

  /**
   * The query plan of one combination.
   *
   * @param parameters the combination, with the full name of its {@code benchmark}; older files
   *     have none
   * @param plan its lines, each indented by two spaces for each level
   * @param indexes of the store that the plan uses
   * @param verdict {@code index}, {@link #UNINDEXED}, {@link #FAILED}, or what the harness says
   */
  record PlanFact(
      String store,
      Map<String, String> parameters,
      List<String> plan,
      List<String> indexes,
      String verdict)
      implements Fact {
    /** The verdict of a plan that uses no index although it should. */
    public static final String FAILED = "failed-plan";

    /** The verdict of a plan that should use no index. */
    public static final String UNINDEXED = "seq scan expected";

    /** Whether the plan should use an index and uses none. */
    public boolean failed() {
      return verdict.equals(FAILED);
    }

    /** Whether the plan should use no index. */
    public boolean unindexed() {
      return verdict.equals(UNINDEXED);
    }
  }

  /**
   * What a query of a suite asks, and what the stores answered.
   *
   * @param query its name, the value of the parameter {@code query}
   * @param title what it asks, for people
   * @param category the title of its category
   * @param parameters of what was asked, such as the index set
   * @param answers of each store, once before anything was timed; none in older files
   */
  record QuestionFact(
      String query,
      String title,
      String category,
      Map<String, String> parameters,
      List<Answered> answers)
      implements Fact {
    /** Without answers. */
    public QuestionFact(String query, String title, String category) {
      this(query, title, category, Map.of(), List.of());
    }
  }

  /**
   * What a store answered.
   *
   * @param outcome {@link #ANSWERED}, {@link #OVER_LIMIT} or {@link #NONE}
   * @param rows how many; 0 without an answer
   * @param digest of all rows in canonical form; empty without an answer
   * @param first the first rows, for people, cut where they are long
   */
  record Answered(String store, String outcome, long rows, String digest, List<String> first) {
    /** It gave rows, or said that there are none. */
    public static final String ANSWERED = "answered";

    /** It took longer than it may. */
    public static final String OVER_LIMIT = "over the limit";

    /** It has no such query, or its query failed. */
    public static final String NONE = "none";

    /** Without an answer. */
    public Answered(String store, String outcome) {
      this(store, outcome, 0, "", List.of());
    }
  }

  /**
   * How often the queries of a suite are called where it comes from.
   *
   * @param parameters those that all results of the suite share
   * @param callsPerMinute of every query of the suite, above 0; empty when it says nothing
   * @param captured the shares of {@code calls} and {@code time} that a captured suite has of its
   *     source, above 0, at most 1; empty for other suites
   * @param tuples with what values each query that has parameters was asked, in words
   */
  record WorkloadFact(
      Map<String, String> parameters,
      Map<String, Double> callsPerMinute,
      Map<String, Double> captured,
      Map<String, String> tuples)
      implements Fact {}

  /**
   * Where the time of an operation goes, from executions of one fork beside the timed ones.
   *
   * @param parameters the combination, with the full name of its {@code benchmark}
   * @param executions how many
   * @param millis what a {@code client} waits and its parts that the server tells, by their keys
   * @param counts of an operation, such as {@code bytes} of the answer on the wire
   */
  record ExplainFact(
      String store,
      Map<String, String> parameters,
      int executions,
      Map<String, Double> millis,
      Map<String, Double> counts)
      implements Fact {}

  /**
   * How a fork warmed up before its first measured iteration.
   *
   * @param parameters the combination, with the full name of its {@code benchmark}
   * @param outcome {@link #STEADY}, {@link #LEVEL} or {@link #NOT_STEADY}
   * @param seconds how long it took
   * @param unit of the windows
   * @param windows what was done in each window of half a second or more, or how long each single
   *     execution took, in order
   */
  record WarmUpFact(
      String store,
      Map<String, String> parameters,
      String outcome,
      double seconds,
      String unit,
      List<Double> windows)
      implements Fact {
    /** The latest windows, or executions, agreed. */
    public static final String STEADY = "steady";

    /** They agreed, and what is measured grows or bloats: no steady state is claimed. */
    public static final String LEVEL = "level";

    /** They did not agree within the time that a warm-up may take. */
    public static final String NOT_STEADY = "not steady";

    /** How the forks of a run warmed up, in a line; nothing where none did so itself. */
    public static Optional<String> summary(Collection<WarmUpFact> all) {
      if (all.isEmpty()) {
        return Optional.empty();
      }
      DoubleSummaryStatistics seconds =
          all.stream().mapToDouble(WarmUpFact::seconds).summaryStatistics();
      List<String> never =
          all.stream()
              .filter(fact -> fact.outcome.equals(NOT_STEADY))
              .map(WarmUpFact::store)
              .distinct()
              .toList();
      long level = all.stream().filter(fact -> fact.outcome.equals(LEVEL)).count();
      return Optional.of(
          "warm-up of %s to %s s: steady %d of %s%s%s"
              .formatted(
                  Numbers.fixed(seconds.getMin(), 1),
                  Numbers.fixed(seconds.getMax(), 1),
                  all.stream().filter(fact -> fact.outcome.equals(STEADY)).count(),
                  Numbers.count(all.size(), "fork", "forks"),
                  level == 0
                      ? ""
                      : "; %d level, of which no steady state is claimed, since what they write makes data grow or bloat"
                          .formatted(level),
                  never.isEmpty()
                      ? ""
                      : "; not steady %d (%s), which count like the others"
                          .formatted(
                              all.stream().filter(fact -> fact.outcome.equals(NOT_STEADY)).count(),
                              Printable.some(never, 4, ", "))));
    }
  }

  /** What a reader of a fork's numbers has to know, in one line. */
  record FindingFact(String finding) implements Fact {}

  /**
   * The latencies of a fork. They go to a file of their own, not into the sidecar.
   *
   * @param log lines of an HdrHistogram log, tagged
   */
  record LatencyFact(String log) implements Fact {}

  /** The same fact of a combination under other names; itself when it is of none. */
  default Fact withNames(UnaryOperator<Map<String, String>> names) {
    Map<String, Object> fields = Schema.fields(this);
    JsonTree parameters = new JsonTree(fields).get("parameters");
    if (!parameters.isObject()) {
      return this;
    }
    fields.put("parameters", names.apply(parameters.flat()));
    return Schema.read(getClass(), new JsonTree(fields));
  }

  /** The fact as a JSON object. */
  default String json() {
    return JsonTree.write(Schema.fields(this));
  }

  /**
   * Reads a fact.
   *
   * @param name what a message calls the document
   * @throws BadInputException if it is not JSON or its kind is unknown
   */
  static Fact parse(String name, String text) {
    JsonTree tree = JsonTree.parse(name, text);
    String kind = tree.get(Schema.KIND).text();
    Class<? extends Fact> type = Schema.KINDS.get(kind);
    if (type == null) {
      throw new BadInputException(
          "%s: a fact of the kind '%s'; known are %s"
              .formatted(name, kind, String.join(", ", Schema.KINDS.keySet())));
    }
    return (Fact) Schema.read(type, tree);
  }
}
