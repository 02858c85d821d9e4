package org.docduel.read.suite;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkFacts.Answered;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Dialect.NamedQuery;
import org.docduel.core.work.StoreDialect;

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

  private static final String SEPARATOR = " ";

  private final SuiteParameters chosen;
  private final Map<String, String> parameters;
  private final boolean allowMissing;
  private final PrintWriter out;
  private final Map<String, Answer> reference = new LinkedHashMap<>();
  private final Map<String, String> referenceStore = new LinkedHashMap<>();
  private final Map<String, Map<String, Answered>> answers = new LinkedHashMap<>();
  private final Set<String> different = new LinkedHashSet<>();

  /** With {@code allowMissing} a question that some stores cannot answer is timed in the others. */
  Gate(
      SuiteParameters chosen,
      Map<String, String> parameters,
      boolean allowMissing,
      PrintWriter out) {
    this.chosen = chosen;
    this.parameters = parameters;
    this.allowMissing = allowMissing;
    this.out = out;
    chosen.queries().forEach(query -> answers.put(query, new LinkedHashMap<>()));
  }

  /** Lets those stores through that have a question to be timed. */
  Set<String> pass(List<String> stores) {
    if (chosen.suite().writes()) {
      finding(
          "suite "
              + chosen.suite().name()
              + ": writes: its questions may change data, which are loaded again after them");
    }
    for (String name : stores) {
      try (SuiteStore open = SuiteStore.loaded(name, chosen)) {
        try (Session session = open.session()) {
          ask(name, open, session);
        }
        Optional<String> changed = open.after();
        if (changed.isPresent()) {
          throw new StoreException(changed.get());
        }
      }
    }
    Set<String> timed = new LinkedHashSet<>();
    answers.forEach((query, each) -> {
      ForkFacts.question(
          query,
          chosen.suite().title(query),
          chosen.suite().category(query).orElse(""),
          parameters,
          List.copyOf(each.values()));
      if (!different.contains(query) && isAnswered(query, each)) {
        timed.add(query);
      }
    });
    boolean anyRow =
        answers.values().stream()
            .flatMap(each -> each.values().stream())
            .anyMatch(one -> one.rows() > 0);
    if (!anyRow) {
      timed.clear();
      failed(
          String.join(",", stores),
          "answers",
          "no question of suite " + chosen.suite().name() + " has an answer with a row");
    }
    Set<String> through = new LinkedHashSet<>();
    for (String name : stores) {
      Map<String, Long> passed = passed(name, timed);
      file(chosen, name).ifPresent(file -> write(file, passed));
      if (!passed.isEmpty()) {
        through.add(name);
      }
    }
    count(stores);
    return through;
  }

  private Map<String, Long> passed(String store, Set<String> timed) {
    Map<String, Long> passed = new LinkedHashMap<>();
    answers.forEach((query, each) -> {
      Answered one = each.get(store);
      if (timed.contains(query) && one != null && !one.outcome().equals(Answered.NONE)) {
        boolean over = one.outcome().equals(Answered.OVER_LIMIT);
        passed.put(query, over ? OVER_LIMIT : one.rows());
      }
    });
    return passed;
  }

  private boolean isAnswered(String query, Map<String, Answered> each) {
    List<String> without = stores(each, Answered.NONE);
    if (without.isEmpty()) {
      return true;
    }
    if (!allowMissing) {
      failed(
          without.get(0),
          "answer to " + query,
          String.format(
              "no score for %s (%s): %s did not answer it; --allow-missing times it in the others",
              query, chosen.suite().title(query), String.join(", ", without)));
    }
    return allowMissing;
  }

  private static List<String> stores(Map<String, Answered> each, String outcome) {
    return each.values().stream()
        .filter(one -> one.outcome().equals(outcome))
        .map(Answered::store)
        .toList();
  }

  /** What was compared, and what was not. */
  private void count(List<String> stores) {
    List<String> equal = new ArrayList<>();
    List<String> skipped = new ArrayList<>();
    List<String> overLimit = new ArrayList<>();
    List<String> empty = new ArrayList<>();
    int compared = 0;
    for (Map.Entry<String, Map<String, Answered>> one : answers.entrySet()) {
      String query = one.getKey();
      int answered = stores(one.getValue(), Answered.ANSWERED).size();
      compared += answered > 1 ? 1 : 0;
      if (!stores(one.getValue(), Answered.NONE).isEmpty()) {
        skipped.add(query);
      }
      if (!stores(one.getValue(), Answered.OVER_LIMIT).isEmpty()) {
        overLimit.add(query);
      }
      if (answered == stores.size() && !different.contains(query)) {
        equal.add(query);
        if (one.getValue().values().stream().allMatch(answer -> answer.rows() == 0)) {
          empty.add(query);
        }
      }
    }
    if (!empty.isEmpty()) {
      finding("suite " + chosen.suite().name() + ": empty in every store: " + shown(empty));
    }
    out.printf(
        "suite %s: %d of %d questions %s %s; compared %d, different %d, skipped %d, over the limit"
            + " %d, empty in every store %d%n",
        chosen.suite().name(),
        equal.size(),
        chosen.queries().size(),
        stores.size() == 1 ? "are answered by" : "have equal answers in",
        String.join(", ", stores) + (stores.size() == 1 ? ", and compared with nothing" : ""),
        compared,
        different.size(),
        skipped.size(),
        overLimit.size(),
        empty.size());
  }

  private static String shown(List<String> queries) {
    int most = 20;
    String first = String.join(", ", queries.subList(0, Math.min(most, queries.size())));
    return queries.size() > most ? first + " and " + (queries.size() - most) + " more" : first;
  }

  private void ask(String store, SuiteStore open, Session session) {
    for (String query : chosen.queries()) {
      Optional<String> missing = chosen.suite().missing(open.dialect().name(), query);
      if (missing.isPresent()) {
        none(store, query, "skipped: " + store + " " + query + ": " + missing.get());
        continue;
      }
      NamedQuery asked = open.dialect().query(query);
      try {
        Answer answer = answer(asked, session);
        put(
            query,
            new Answered(
                store, Answered.ANSWERED, answer.rows(), answer.digest(), answer.firstRows()));
        compare(store, query, answer);
      } catch (TimeLimitException e) {
        put(query, new Answered(store, Answered.OVER_LIMIT));
        finding(
            store
                + " "
                + query
                + ": > "
                + chosen.limitSeconds()
                + " s; its score is that limit,"
                + " a lower bound, and its answer was not compared");
      } catch (StoreException e) {
        none(
            store,
            query,
            "skipped: "
                + store
                + " "
                + query
                + " ("
                + open.dialect().file()
                + ":"
                + asked.line()
                + ") fails: "
                + e.getMessage());
      }
    }
  }

  private void none(String store, String query, String line) {
    put(query, new Answered(store, Answered.NONE));
    finding(line);
  }

  private void put(String query, Answered answer) {
    answers.computeIfAbsent(query, ignored -> new LinkedHashMap<>()).put(answer.store(), answer);
  }

  private Answer answer(NamedQuery query, Session session) {
    Answer.Rows answer =
        new Answer.Rows(
            chosen.suite().ordered().contains(query.name()), chosen.suite().absentIsNull());
    chosen
        .prepare(session, query)
        .answer((names, values) -> {
          try {
            answer.add(names, values);
          } catch (IllegalArgumentException e) {
            throw new StoreException("what came back cannot be compared: " + e.getMessage(), e);
          }
          if (answer.count() > SuiteQuery.MOST_ROWS) {
            throw new StoreException("an answer of more than " + SuiteQuery.MOST_ROWS + " rows");
          }
        });
    return answer.answer();
  }

  private void compare(String store, String query, Answer answer) {
    Answer first = reference.putIfAbsent(query, answer);
    String other = referenceStore.computeIfAbsent(query, ignored -> store);
    Optional<Answer.Difference> difference =
        first == null ? Optional.empty() : first.difference(answer);
    if (difference.isPresent() && different.add(query)) {
      Answer.Difference found = difference.get();
      failed(
          store,
          "answer to " + query,
          String.format(
              "no score for %s (%s): row %d is %s in %s and %s in %s",
              query,
              chosen.suite().title(query),
              found.row(),
              found.left(),
              other,
              found.right(),
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
   * What was found, left for the forks: for each question that a store may be timed with, how many
   * rows its answer has.
   */
  static Optional<Path> file(SuiteParameters chosen, String store) {
    return RunDirectory.ofFork(Settings.ofProcess())
        .map(run -> run.path().resolve(name(chosen, store)));
  }

  /** Other questions, or another limit, pass by a file of their own. */
  static String name(SuiteParameters chosen, String store) {
    String words = String.valueOf(StoreDialect.of(chosen.suite(), store).queries());
    int asked = Objects.hash(chosen.queries(), chosen.limitSeconds(), words);
    return chosen.space() + "-" + Integer.toHexString(asked) + "-" + store + ".gate";
  }

  private static void write(Path file, Map<String, Long> rows) {
    List<String> lines =
        rows.entrySet().stream().map(one -> one.getKey() + SEPARATOR + one.getValue()).toList();
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  static Map<String, Long> read(Path file) {
    Map<String, Long> rows = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(SEPARATOR, -1);
        rows.put(parts[0], Long.valueOf(parts[1]));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
