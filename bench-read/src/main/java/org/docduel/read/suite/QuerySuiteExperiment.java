package org.docduel.read.suite;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.StoreDialect;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.core.workload.Experiment.Subjects;
import org.openjdk.jmh.results.RunResult;

/** The query suites, as the launcher sees them. */
public final class QuerySuiteExperiment implements Experiment {
  private static final String STORE = Subjects.STORE;

  /** For the workload of this module. */
  public QuerySuiteExperiment() {}

  @Override
  public Class<?> benchmark() {
    return QuerySuiteBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.QUERY_SUITE);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return SuiteParameters.described();
  }

  /** Queries ask different things: their times are never compared. */
  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1", "rows", Set.of(SuiteParameters.QUERY));
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    return StoreDialect.refusal(SuiteParameters.of(combination).suite(), combination.value(STORE));
  }

  @Override
  public Map<String, String> recorded(Combination combination) {
    return SuiteParameters.recorded(
        combination.value(SuiteParameters.SUITE), combination.value(SuiteParameters.DATA));
  }

  /**
   * Loads what is missing and compares the answers of all stores. Questions that were named one by
   * one are asked together, so that a fork loads once and not once for each.
   */
  @Override
  public List<Combination> prepare(List<Combination> plan, boolean allowMissing, PrintWriter out) {
    Map<Combination, Set<String>> queries = new LinkedHashMap<>();
    for (Combination combination : plan) {
      queries
          .computeIfAbsent(
              combination.with(SuiteParameters.QUERY, ""), ignored -> new LinkedHashSet<>())
          .add(combination.value(SuiteParameters.QUERY));
    }
    List<Combination> together = new ArrayList<>();
    queries.forEach((combination, asked) ->
        together.add(combination.with(SuiteParameters.QUERY, String.join(Suite.AND, asked))));
    Map<Combination, Set<String>> contests = new LinkedHashMap<>();
    for (Combination combination : together) {
      contests
          .computeIfAbsent(combination.with(STORE, ""), ignored -> new LinkedHashSet<>())
          .add(combination.value(STORE));
    }
    List<Combination> through = new ArrayList<>();
    try {
      contests.forEach((contest, stores) ->
          new Gate(SuiteParameters.of(contest), contest.parameters(), allowMissing, out)
              .pass(new ArrayList<>(stores)).stream()
                  .map(store -> contest.with(STORE, store))
                  .forEach(through::add));
      return together.stream().filter(through::contains).toList();
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  /** A result for each question. */
  @Override
  public List<RunResult> results(RunResult fork) {
    return SuiteResults.split(fork);
  }
}
