package org.docduel.read;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.query.Query;
import org.docduel.core.query.Scenario;

/**
 * The parameters of the indexed reads, checked.
 *
 * @param scenario the scenario's name
 * @param variant what runs it
 * @param rows documents in the collection
 * @param limit the most rows that S10 asks for; 0 for all
 * @param indexes which indexes there are
 * @param clock whose time an observation is
 */
record ReadParameters(
    String scenario, Variant variant, long rows, int limit, IndexChoice indexes, Clock clock) {
  private static final int MAX = 999_999_999;
  private static final List<String> SCENARIOS =
      IndexedReadScenarios.all(IndexedReadScenarios.INDEXED, 0).stream()
          .map(Scenario::name)
          .toList();

  static ReadParameters parse(IndexedReadState state) {
    return new ReadParameters(
        scenario(state.scenario),
        Variant.parse(state.variant),
        rows(state.rows),
        limit(state.limit),
        IndexChoice.parse(state.index),
        Clock.parse(state.clock));
  }

  Query query() {
    return query(variant.prefix());
  }

  /** The query on the indexed fields; on their twins it has the same answer. */
  Query model() {
    return query(IndexedReadScenarios.INDEXED);
  }

  private Query query(String prefix) {
    return IndexedReadScenarios.all(prefix, limit).stream()
        .filter(one -> one.name().equals(scenario))
        .findFirst()
        .orElseThrow()
        .query();
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        new Parameter<>(
            "scenario",
            IndexedReadScenarios.all(IndexedReadScenarios.INDEXED, 0).stream()
                .map(one -> one.name() + " " + one.title())
                .collect(Collectors.joining(", ")),
            "scenario=S1,S4",
            ReadParameters::scenario),
        new Parameter<>(
            "rows",
            "documents in the collection, 1 to " + MAX,
            "rows=1000,1000000",
            ReadParameters::rows),
        new Parameter<>(
            "limit",
            "the most rows that S10 asks for; 0 for all, as published",
            "limit=0,10,100",
            ReadParameters::limit),
        new Parameter<>(
            "index",
            "published, published-early (an early revision's), or best (what an administrator would"
                + " choose; see docs/indexed-reads.md)",
            "index=published,best",
            IndexChoice::parse),
        new Parameter<>(
            Clock.PARAMETER,
            "both (client and server, an execution each), server (EXPLAIN's alone, as published)",
            "clock=server",
            Clock::parse));
  }

  static String scenario(String name) {
    if (!SCENARIOS.contains(name)) {
      throw BadInputException.parameter("scenario", name, "one of " + String.join(", ", SCENARIOS));
    }
    return name;
  }

  static long rows(String text) {
    return number("rows", text, 1);
  }

  static int limit(String text) {
    return number("limit", text, 0);
  }

  private static int number(String parameter, String text, int least) {
    if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= least) {
      return Integer.parseInt(text);
    }
    throw BadInputException.parameter(
        parameter, text, "a whole number from " + least + " to " + MAX);
  }
}
