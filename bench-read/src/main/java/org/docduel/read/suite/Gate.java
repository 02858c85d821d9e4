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
import org.docduel.core.files.ContentName;
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
import org.docduel.core.suite.Tuples;
import org.docduel.core.work.SuiteFiles;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.stats.sidecar.Fact.Answered;
import org.docduel.stats.sidecar.Fact.QuestionFact;
import org.docduel.stats.sidecar.Fact.WorkloadFact;

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

  /** How many tuples are drawn for an iteration, unless that takes too long. */
  static final int MAX_DRAWS = 100;

  private static final long MAX_DRAW_NANOS = 5_000_000_000L;

  /** What the name of the notes on draws ends with. */
  private static final String DRAWS = "-draws";

  private final SuiteRun chosen;
  private final Suite suite;
  private final Map<String, String> parameters;
  private final boolean allowMissing;
  private final PrintWriter out;
  private final Map<AskedQuery, First> first = new HashMap<>();
  private final Set<String> different = new LinkedHashSet<>();

  /** By question and store, in order. */
  private final Map<String, Map<String, Answered>> answers = new LinkedHashMap<>();

  /** Of queries with tuples, how many are drawn for an iteration. */
  private final Map<String, Long> draws = new LinkedHashMap<>();

  /**
   * What is asked once of each store.
   *
   * @param tuple the place of a tuple, 0 for the hottest; -1 without parameters
   */
  private record AskedQuery(String query, int tuple) {}

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
        long rows = is(answer, Answered.OVER_LIMIT) ? OVER_LIMIT : answer.rows();
        rowCounts.put(query, suite.tuples(query).isPresent() ? UNKNOWN : rows);
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
      SuiteQuery prepared = chosen.prepare(session, namedQuery);
      if (namedQuery.tuples().isPresent()) {
        return answerTuples(store, namedQuery, namedQuery.tuples().get(), prepared);
      }
      Answer answer = answer(query, prepared);
      compare(store, new AskedQuery(query, -1), "", answer);
      return new Answered(
          store, Answered.ANSWERED, answer.rows(), answer.digest(), answer.firstRows());
    } catch (UnsupportedOperationException e) {
      finding(String.format("skipped: %s %s: %s", store, query, e.getMessage()));
      return new Answered(store, Answered.NONE);
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

  /** Compares the answers of the hottest tuples and of some others. */
  private Answered answerTuples(
      String store, NamedQuery query, Tuples tuples, SuiteQuery prepared) {
    long rows = 0;
    List<String> firstRows = List.of();
    ContentName digests = new ContentName();
    List<Integer> compared = tuples.compared(query.name());
    long startNanos = System.nanoTime();
    for (int tuple : compared) {
      String values = " with " + tuples.text(tuple);
      prepared.bind(tuples.values(tuple));
      try {
        Answer answer = answer(query.name(), prepared);
        compare(store, new AskedQuery(query.name(), tuple), values, answer);
        rows += answer.rows();
        digests.add(answer.digest());
        firstRows = firstRows.isEmpty() ? answer.firstRows() : firstRows;
      } catch (TimeLimitException e) { // a mean over tuples has no such bound
        finding(
            String.format(
                "skipped: %s %s%s: > %d s; raise timeLimit, or leave the tuple out",
                store, query.name(), values, chosen.limitSeconds()));
        return new Answered(store, Answered.NONE);
      }
    }
    long meanNanos = (System.nanoTime() - startNanos) / compared.size();
    draws.merge(query.name(), draws(meanNanos), Math::min);
    return new Answered(store, Answered.ANSWERED, rows, digests.with("").substring(1), firstRows);
  }

  /** As many as the slowest store answers in some seconds. */
  private static long draws(long meanNanos) {
    long draws = MAX_DRAW_NANOS / Math.max(1, meanNanos);
    return Math.max(Repetition.MIN_EXECUTIONS, Math.min(MAX_DRAWS, draws));
  }

  /**
   * Says of each query how many tuples are drawn, the same in all that is compared: as many as the
   * slowest store answers in time, whatever index set or version it has.
   *
   * @param gates those of a run, which have let their stores through
   */
  static void shareDraws(List<Gate> gates) {
    Map<String, Map<String, Long>> drawsBySuite = new HashMap<>();
    for (Gate gate : gates) {
      Map<String, Long> shared =
          drawsBySuite.computeIfAbsent(
              SuiteFiles.contentName(gate.suite), suite -> new HashMap<>());
      gate.draws.forEach((query, count) -> shared.merge(query, count, Math::min));
    }
    for (Gate gate : gates) {
      Map<String, Long> shared =
          drawsBySuite.getOrDefault(SuiteFiles.contentName(gate.suite), Map.of());
      gate.draws.replaceAll((query, count) -> shared.getOrDefault(query, count));
      gate.writeDraws();
    }
  }

  private void writeDraws() {
    Set<String> stores = new LinkedHashSet<>();
    answers.values().forEach(each -> stores.addAll(each.keySet()));
    for (String store : stores) {
      run().ifPresent(forks -> forks.writeNotes(name(chosen, store) + DRAWS, draws));
    }
    Map<String, String> tuples = new LinkedHashMap<>();
    draws.forEach((query, count) ->
        suite
            .tuples(query)
            .ifPresent(all -> {
              int compared = all.compared(query).size();
              int hottest = Math.min(Tuples.HOTTEST, all.size());
              tuples.put(
                  query,
                  "%d tuples of %s, seed %d: %d drawn for an iteration; answers compared for the %d hottest and %d others"
                      .formatted(all.size(), all, Tuples.SEED, count, hottest, compared - hottest));
            }));
    tuples.forEach((query, line) -> out.println(query + ": " + line));
    if (!tuples.isEmpty() || !suite.weights().isEmpty()) {
      Map<String, String> shared = new LinkedHashMap<>(parameters);
      shared.keySet().removeAll(QuerySuiteExperiment.OF_RESULTS);
      ForkFacts.record(new WorkloadFact(shared, suite.weights(), suite.captured(), tuples));
    }
  }

  private Answer answer(String query, SuiteQuery prepared) {
    Answer.Rows answer = new Answer.Rows(suite.ordered().contains(query), suite.absentIsNull());
    prepared.answer((names, values) -> {
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

  /** With the values that were sent, in words; empty without parameters. */
  private void compare(String store, AskedQuery asked, String values, Answer answer) {
    String query = asked.query();
    First other = first.computeIfAbsent(asked, ignored -> new First(store, answer));
    Optional<Answer.Difference> difference = // told once: long answers take a while to compare
        different.contains(query) ? Optional.empty() : other.answer.difference(answer);
    if (difference.isPresent() && different.add(query)) {
      Answer.Difference found = difference.get();
      failed(
          store,
          "answer to " + query,
          String.format(
              "no score for %s (%s)%s: row %d is %s in %s and %s in %s",
              query,
              suite.title(query),
              values,
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

  /** How many tuples each fork of each store draws for an iteration, by query. */
  static Map<String, Integer> readDraws(SuiteRun chosen, String store) {
    Map<String, Integer> draws = new LinkedHashMap<>();
    run()
        .flatMap(gate -> gate.readNotes(name(chosen, store) + DRAWS))
        .ifPresent(notes ->
            notes.forEach((query, count) -> draws.put((String) query, ((Long) count).intValue())));
    return draws;
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
