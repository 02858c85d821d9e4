package org.docduel.read.suite;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.files.ContentName;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.docduel.core.work.SuiteFiles;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.ResultParts;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;

public final class QuerySuiteExperiment implements Experiment {
  /** What the metric of a question's time begins with. */
  static final String SCORE = "query ";

  /** What the metric of its first time in the fork begins with. */
  static final String FIRST = "first ";

  /** The same in a fork that found empty caches. */
  static final String COLD = "cold ";

  private static final double MILLISECOND_NANOS = 1e6;
  private static final Pattern NUMBER = Pattern.compile("(?<![^.])[0-9]{1,9}(?![^.])");

  private static final String STORE = Subjects.STORE;

  /** The parameters in which the results of a suite differ that are asked together. */
  static final Set<String> OF_RESULTS = Set.of(STORE, "query");

  /** The value of {@link #DATA} for the documents that the suite names. */
  static final String GENERATED = "generated";

  static final String DEFAULT_ROWS = "10000";

  private static final Parameter<Suite> SUITE =
      new Parameter<>(
          "suite",
          "a built-in suite (customer, jsonbench, shop), or the path of a folder with a suite.yaml",
          "suite=customer",
          value -> {
            Suite read = Suite.read(value);
            SuiteFiles.check(read);
            return read;
          });
  private static final Parameter<String> QUERY =
      new Parameter<>(
          "query",
          "all, a category's number or title, or one query's name",
          "query=7.14,7",
          value -> {
            if (value.isBlank()) {
              throw BadInputException.parameter("query", value, "all, a category or a name");
            }
            return value;
          });
  private static final Parameter<String> DATA =
      Parameter.text(
          "data",
          "a file or directory of JSON, BSON or CSV, plain or gzip, whose documents take"
              + " the place of the generated ones in a suite of one collection",
          "data=./bluesky");
  private static final Parameter<Integer> ROWS =
      Parameter.number(
          "rows", 1, 999_999_999, "documents in each generated collection", "rows=10000");
  private static final Parameter<String> INDEX =
      Parameter.text(
          "index", "one of the suite's sets of indexes (customer: all, best)", "index=best");
  private static final Parameter<Integer> LIMIT =
      Parameter.number(
          "timeLimit", 1, 3_600, "seconds that one execution may take", "timeLimit=60");

  @Override
  public Class<?> benchmark() {
    return QuerySuiteBenchmark.class;
  }

  @Override
  public Optional<Capability> requiredCapability() {
    return Optional.of(Capability.QUERY_SUITE);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(SUITE, QUERY, DATA, ROWS, INDEX, LIMIT);
  }

  @Override
  public Optional<String> unsupportedReason(Combination combination) {
    String store = combination.value(STORE);
    return ForkStore.provider(store).capabilities().contains(Capability.QUERY_SUITE)
        ? SuiteFiles.unsupportedReason(SuiteRun.of(combination).suite(), store)
        : Optional.empty(); // the plan says what it lacks
  }

  /** The same content has the same name wherever it is. */
  @Override
  public Map<String, String> publishedValues(Combination combination) {
    String suiteContent = SuiteFiles.contentName(Suite.read(combination.value(SUITE.name())));
    String data = combination.value(DATA.name());
    return data.equals(GENERATED)
        ? Map.of(SUITE.name(), suiteContent)
        : Map.of(SUITE.name(), suiteContent, DATA.name(), ContentName.of(Path.of(data)));
  }

  /**
   * Loads what is missing and compares the answers of all stores. Questions that were named one by
   * one are asked together, so that a fork loads once and not once for each.
   */
  @Override
  public List<Combination> prepare(List<Combination> plan, boolean allowMissing, PrintWriter out) {
    List<Combination> merged = new ArrayList<>();
    by(QUERY.name(), plan)
        .forEach((combination, queries) ->
            merged.add(combination.with(QUERY.name(), String.join(Suite.AND, queries))));
    List<Combination> through = new ArrayList<>();
    try {
      Map<Combination, Set<String>> contests = by(STORE, merged);
      List<Gate> gates = new ArrayList<>();
      contests.forEach((contest, stores) -> {
        if (contests.size() > 1) {
          out.println("answers with " + differences(contest, contests.keySet()) + ":");
        }
        Gate gate = new Gate(SuiteRun.of(contest), contest.parameters(), allowMissing, out);
        gate.pass(List.copyOf(stores)).stream()
            .map(store -> contest.with(STORE, store))
            .forEach(through::add);
        gates.add(gate);
      });
      Gate.shareDraws(gates);
      return merged.stream().filter(through::contains).toList();
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The parameters in which one differs from others. */
  private static String differences(Combination combination, Set<Combination> all) {
    Map<String, String> parameters = new LinkedHashMap<>(combination.parameters());
    parameters
        .entrySet()
        .removeIf(parameter ->
            all.stream().allMatch(other -> other.parameters().entrySet().contains(parameter)));
    return parameters.toString().replaceAll("[{}]", "");
  }

  /** The values of a parameter in combinations that are alike but for it. */
  private static Map<Combination, Set<String>> by(String name, List<Combination> combinations) {
    Map<Combination, Set<String>> values = new LinkedHashMap<>();
    for (Combination combination : combinations) {
      values
          .computeIfAbsent(combination.with(name, ""), ignored -> new LinkedHashSet<>())
          .add(combination.value(name));
    }
    return values;
  }

  @Override
  public Optional<Description> description(Combination combination) {
    String on =
        combination.value(DATA.name()).equals(GENERATED)
            ? "{rows|document|documents} in each collection"
            : "the documents of {data}";
    return Optional.of(
        new Description(
            combination.benchmark(),
            "Time of {query#query|queries} of the suite {suite} on "
                + on
                + ", with its indexes {index} and warm caches",
            Map.of(),
            ""));
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  /** A result for each question: the same parameters but {@code query}, its time as the score. */
  @Override
  public List<RunResult> results(RunResult result) {
    List<String> queries =
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .flatMap(iteration -> iteration.getSecondaryResults().keySet().stream())
            .filter(metric -> metric.startsWith(SCORE))
            .map(metric -> metric.substring(SCORE.length()))
            .distinct()
            .sorted(Comparator.comparing(QuerySuiteExperiment::order))
            .toList();
    return ResultParts.split(result, QUERY.name(), queries, QuerySuiteExperiment::of);
  }

  /** What names are sorted by: part by part, 1.2 before 1.10 by the numbers in them. */
  static String order(String query) {
    return NUMBER
        .matcher(query)
        .replaceAll(part -> "0".repeat(10 - part.group().length()) + part.group())
        .replace('.', ' '); // which is before all that a name may have
  }

  private static Optional<IterationResult> of(
      String query, IterationResult iteration, BenchmarkParams params) {
    Result<?> score = iteration.getSecondaryResults().get(SCORE + query);
    if (score == null) {
      return Optional.empty();
    }
    IterationResult part =
        new IterationResult(params, params.getMeasurement(), iteration.getMetadata());
    long nanos = Math.round(score.getScore() * MILLISECOND_NANOS);
    part.addResult(new SingleShotResult(ResultRole.PRIMARY, "ask", nanos, TimeUnit.MILLISECONDS));
    for (String metric : List.of(FIRST, COLD)) {
      Result<?> first = iteration.getSecondaryResults().get(metric + query);
      if (first != null) {
        part.addResult(
            new ScalarResult(metric.strip(), first.getScore(), "ms/op", AggregationPolicy.AVG));
      }
    }
    iteration.getSecondaryResults().values().stream()
        .filter(result -> Stream.of(SCORE, FIRST, COLD).noneMatch(result.getLabel()::startsWith))
        .forEach(part::addResult);
    return Optional.of(part);
  }

  /**
   * A suite with what is asked of it, checked.
   *
   * @param queries the names that were asked for, in order
   * @param data a path whose documents take the place of the suite's, or {@link #GENERATED}
   */
  record SuiteRun(
      Suite suite, List<String> queries, String data, long rows, String index, int limitSeconds) {
    /** So many letters of a suite's name are in that of its schema. */
    private static final int LONGEST_NAME = 12;

    static SuiteRun of(Combination combination) {
      String suite = combination.value(SUITE.name());
      String data = combination.value(DATA.name());
      String index = combination.value(INDEX.name());
      boolean hasUserData = !data.equals(GENERATED);
      Suite read = hasUserData ? Suite.read(suite, Path.of(data)) : Suite.read(suite);
      if (hasUserData) {
        SuiteFiles.check(read);
      }
      boolean generates =
          read.collections().stream()
              .anyMatch(collection -> collection.source() instanceof SuiteCollection.Generated);
      if (!generates && !combination.value(ROWS.name()).equals(DEFAULT_ROWS)) {
        throw new BadInputException(
            "-p rows=%s: suite %s generates no documents; leave it out"
                .formatted(combination.value(ROWS.name()), read.name()));
      }
      if (!read.indexSets().contains(index)) {
        throw BadInputException.parameter(
            INDEX.name(),
            index,
            "one of " + String.join(", ", read.indexSets()) + " for this suite");
      }
      List<String> queries = read.choose(combination.value(QUERY.name()));
      return new SuiteRun(
          read, queries, data, combination.get(ROWS), index, combination.get(LIMIT));
    }

    /** The parameters of one of the questions that a fork asks. */
    static Map<String, String> of(Map<String, String> parameters, String query) {
      Map<String, String> queryParameters = new LinkedHashMap<>(parameters);
      queryParameters.replace(QUERY.name(), query);
      return queryParameters;
    }

    /** Prepares one of the questions, as the suite says what they may do. */
    SuiteQuery prepare(Session session, NamedQuery query) {
      return session.query(query.text(), Duration.ofSeconds(limitSeconds), suite.writes());
    }

    /**
     * What tells the data from other data: by their content where somebody else may have a suite of
     * the same name. It is short, since PostgreSQL's names have at most 63 bytes.
     */
    String space(Dialect dialect) {
      String model = dialect.isEmbedded() ? StoreProviders.EMBEDDED : "";
      if (suite.folder().isBuiltIn() && data.equals(GENERATED)) {
        return suite.name() + model + "_" + rows + "_" + index;
      }
      ContentName content = new ContentName();
      List.of(SuiteFiles.dataName(suite, dialect), String.valueOf(rows), index + model)
          .forEach(content::add);
      String name = suite.name().substring(0, Math.min(LONGEST_NAME, suite.name().length()));
      return content.with(name).replace('@', '_');
    }
  }
}
