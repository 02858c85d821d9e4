package org.docduel.read.suite;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.work.SuiteFiles;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.stats.sidecar.Fact.Answered;
import org.docduel.stats.sidecar.Fact.QuestionFact;

/**
 * Asks every store every question once, before anything is timed. Queries whose answers differ get
 * no score: a question that two stores answer differently, or that a store cannot answer, is timed
 * in none.
 */
final class Gate {
  /** The answer that took longer than the limit. */
  static final long OVER_LIMIT = -1;

  /** Nobody counted the rows: the fork runs without a launcher. */
  static final long UNKNOWN = -2;

  private final SuiteRun chosen;
  private final Suite suite;
  private final Map<String, String> parameters;
  private final boolean allowMissing;
  private final PrintWriter out;
  private final Map<String, First> first = new HashMap<>();
  private final Set<String> different = new LinkedHashSet<>();

  /** By question and store, in order. */
  private final Map<String, Map<String, Answered>> answers = new LinkedHashMap<>();

  /** The answer with which those of other stores are compared. */
  private record First(String store, Answer answer) {}

  /** With {@code allowMissing} a question that some stores cannot answer is timed in the others. */
  Gate(SuiteRun chosen, Map<String, String> parameters, boolean allowMissing, PrintWriter out) {
    this.chosen = chosen;
    this.suite = chosen.suite();
    this.parameters = parameters;
    this.allowMissing = allowMissing;
    this.out = out;
    chosen.queries().forEach(query -> answers.put(query, new LinkedHashMap<>()));
  }

  /** Lets those stores through that have a question to be timed. */
  Set<String> pass(List<String> stores) {
    if (suite.writes()) {
      finding(
          "suite %s: writes: its queries may change data, which are loaded again after them"
              .formatted(suite.name()));
    }
    for (String name : stores) {
      try (SuiteStore open = new SuiteStore(name, chosen)) {
        open.provide();
        try (Session session = open.session()) {
          answers.forEach((query, each) -> each.put(name, execute(name, query, open, session)));
        }
        Optional<String> changed = open.after();
        if (changed.isPresent()) {
          throw new StoreException(changed.get());
        }
      }
    }
    Set<String> timed = new LinkedHashSet<>();
    answers.forEach((query, each) -> {
      ForkFacts.record(
          new QuestionFact(
              query,
              suite.title(query),
              suite.category(query).orElse(""),
              parameters,
              List.copyOf(each.values())));
      if (!different.contains(query) && isAnswered(query, each)) {
        timed.add(query);
      }
    });
    if (count(each -> each.values().stream().anyMatch(answer -> answer.rows() > 0)) == 0) {
      timed.clear();
      failed(
          String.join(",", stores),
          "answers",
          "no query of suite " + suite.name() + " returns a row");
    }
    Set<String> through = new LinkedHashSet<>();
    for (String name : stores) {
      Map<String, Long> rowCounts = rowCounts(name, timed);
      run().ifPresent(forks -> forks.writeNotes(name(chosen, name), rowCounts));
      if (!rowCounts.isEmpty()) {
        through.add(name);
      }
    }
    reportCounts(stores);
    return through;
  }

  private Map<String, Long> rowCounts(String store, Set<String> timed) {
    Map<String, Long> rowCounts = new LinkedHashMap<>();
    answers.forEach((query, each) -> {
      Answered answer = each.get(store);
      if (timed.contains(query) && answer != null && !is(answer, Answered.NONE)) {
        rowCounts.put(query, is(answer, Answered.OVER_LIMIT) ? OVER_LIMIT : answer.rows());
      }
    });
    return rowCounts;
  }

  private boolean isAnswered(String query, Map<String, Answered> each) {
    List<String> without =
        each.values().stream()
            .filter(answer -> is(answer, Answered.NONE))
            .map(Answered::store)
            .toList();
    if (!without.isEmpty() && !allowMissing) {
      failed(
          without.get(0),
          "answer to " + query,
          String.format(
              "no score for %s (%s): %s did not answer it; --allow-missing times it in the others",
              query, suite.title(query), String.join(", ", without)));
    }
    return without.isEmpty() || allowMissing;
  }

  private static boolean is(Answered answer, String outcome) {
    return answer.outcome().equals(outcome);
  }

  private boolean all(String query, Predicate<Answered> condition) {
    return answers.getOrDefault(query, Map.of()).values().stream().allMatch(condition);
  }

  private long count(Predicate<Map<String, Answered>> condition) {
    return answers.values().stream().filter(condition).count();
  }

  private long countAny(String outcome) {
    return count(each -> each.values().stream().anyMatch(answer -> is(answer, outcome)));
  }

  private void reportCounts(List<String> stores) {
    List<String> equal =
        answers.keySet().stream()
            .filter(query ->
                !different.contains(query) && all(query, answer -> is(answer, Answered.ANSWERED)))
            .toList();
    List<String> empty =
        equal.stream().filter(query -> all(query, answer -> answer.rows() == 0)).toList();
    if (!empty.isEmpty()) {
      finding(String.format("suite %s: empty in every store: %s", suite.name(), abbreviate(empty)));
    }
    long compared =
        count(each ->
            each.values().stream().filter(answer -> is(answer, Answered.ANSWERED)).count() > 1);
    out.printf(
        "suite %s: %d of %d queries %s %s; compared %d, different %d, skipped %d, over the limit"
            + " %d, empty in every store %d%n",
        suite.name(),
        equal.size(),
        chosen.queries().size(),
        stores.size() == 1 ? "are answered by" : "have equal answers in",
        String.join(", ", stores) + (stores.size() == 1 ? ", and compared with nothing" : ""),
        compared,
        different.size(),
        countAny(Answered.NONE),
        countAny(Answered.OVER_LIMIT),
        empty.size());
  }

  private static String abbreviate(List<String> queries) {
    int limit = 20;
    String first = String.join(", ", queries.subList(0, Math.min(limit, queries.size())));
    return queries.size() > limit ? first + " and " + (queries.size() - limit) + " more" : first;
  }

  private Answered execute(String store, String query, SuiteStore open, Session session) {
    Optional<String> missing = suite.missing(open.dialect().name(), query);
    if (missing.isPresent()) {
      finding(String.format("skipped: %s %s: %s", store, query, missing.get()));
      return new Answered(store, Answered.NONE);
    }
    NamedQuery namedQuery = open.dialect().query(query);
    try {
      Answer answer = answer(namedQuery, session);
      compare(store, query, answer);
      return new Answered(
          store, Answered.ANSWERED, answer.rows(), answer.digest(), answer.firstRows());
    } catch (TimeLimitException e) {
      finding(
          String.format(
              "%s %s: > %d s; its score is that limit, a lower bound, and its answer was not compared",
              store, query, chosen.limitSeconds()));
      return new Answered(store, Answered.OVER_LIMIT);
    } catch (StoreException e) {
      finding(
          String.format(
              "skipped: %s %s (%s:%d) fails: %s",
              store, query, namedQuery.file(), namedQuery.line(), e.getMessage()));
      return new Answered(store, Answered.NONE);
    }
  }

  private Answer answer(NamedQuery query, Session session) {
    Answer.Rows answer =
        new Answer.Rows(suite.ordered().contains(query.name()), suite.absentIsNull());
    chosen
        .prepare(session, query)
        .answer((names, values) -> {
          try {
            answer.add(names, values);
          } catch (IllegalArgumentException e) {
            throw new StoreException("the answer cannot be compared: " + e.getMessage(), e);
          }
          if (answer.count() > SuiteQuery.MAX_ROWS) {
            throw new StoreException("an answer of more than " + SuiteQuery.MAX_ROWS + " rows");
          }
        });
    return answer.answer();
  }

  private void compare(String store, String query, Answer answer) {
    First other = first.computeIfAbsent(query, ignored -> new First(store, answer));
    Optional<Answer.Difference> difference = // told once: long answers take a while to compare
        different.contains(query) ? Optional.empty() : other.answer.difference(answer);
    if (difference.isPresent() && different.add(query)) {
      Answer.Difference found = difference.get();
      failed(
          store,
          "answer to " + query,
          String.format(
              "no score for %s (%s): row %d is %s in %s and %s in %s",
              query,
              suite.title(query),
              found.row(),
              found.first(),
              other.store,
              found.second(),
              store));
    }
  }

  private void failed(String store, String check, String detail) {
    ForkFacts.check(store, parameters, check, false, detail);
  }

  private void finding(String line) {
    out.println(line);
    ForkFacts.finding(line);
  }

  /**
   * How many rows the answers of a store have, by question, of those that it may be timed with;
   * empty when the gate has left nothing for this process.
   */
  static Optional<Map<String, Long>> readRowCounts(SuiteRun chosen, String store) {
    return run()
        .flatMap(gate -> gate.readNotes(name(chosen, store)))
        .map(rows -> {
          Map<String, Long> rowCounts = new LinkedHashMap<>();
          rows.forEach((query, number) -> rowCounts.put((String) query, (Long) number));
          return rowCounts;
        });
  }

  private static Optional<RunDirectory> run() {
    return RunDirectory.ofFork(Settings.ofProcess());
  }

  /** Other questions, or another limit, pass by notes of their own. */
  static String name(SuiteRun chosen, String store) {
    Dialect dialect = SuiteFiles.dialect(chosen.suite(), store);
    String queryTexts = String.valueOf(dialect.queries());
    int hash = Objects.hash(chosen.queries(), chosen.limitSeconds(), queryTexts);
    return chosen.space(dialect) + "-" + Integer.toHexString(hash) + "-" + store + ".gate";
  }
}
