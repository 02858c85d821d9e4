package org.docduel.read.suite;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.spi.suite.TimeLimitException;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.NamedQuery;

/**
 * Asks every store every question once, before anything is timed. No equal answer, no score: a
 * question that two stores answer differently is timed in none of them.
 */
final class Gate {
  private final SuiteParameters chosen;
  private final Map<String, String> parameters;
  private final PrintWriter out;
  private final Map<String, Answer> reference = new LinkedHashMap<>();
  private final Map<String, String> referenceStore = new LinkedHashMap<>();
  private final Map<String, Map<String, Long>> rows = new LinkedHashMap<>();
  private final Set<String> refused = new LinkedHashSet<>();

  /**
   * A gate for one suite with its data.
   *
   * @param chosen the suite and what is asked
   * @param parameters of a combination, for the facts
   * @param out takes a line for each skip and each difference
   */
  Gate(SuiteParameters chosen, Map<String, String> parameters, PrintWriter out) {
    this.chosen = chosen;
    this.parameters = parameters;
    this.out = out;
  }

  /**
   * Lets stores through.
   *
   * @param stores their names
   */
  void pass(List<String> stores) {
    for (String query : chosen.queries()) {
      ForkFacts.question(
          query, chosen.suite().title(query), chosen.suite().category(query).orElse(""));
    }
    for (String name : stores) {
      try (SuiteStore open = SuiteStore.open(name, chosen);
          Session session = open.store().session()) {
        rows.put(name, ask(name, open, session.suite(chosen.space())));
      }
    }
    for (String name : stores) {
      Map<String, Long> passed = rows.getOrDefault(name, Map.of());
      passed.keySet().removeAll(refused);
      GateFile.of(chosen, name).ifPresent(file -> GateFile.write(file, passed));
    }
    out.printf(
        "suite %s: %d of %d questions have equal answers in %s%n",
        chosen.suite().name(),
        chosen.queries().size() - refused.size(),
        chosen.queries().size(),
        String.join(", ", stores));
  }

  private Map<String, Long> ask(String store, SuiteStore open, QuerySuites suites) {
    Map<String, Long> answered = new LinkedHashMap<>();
    for (String query : chosen.queries()) {
      Optional<String> missing = chosen.suite().missing(open.dialect().name(), query);
      if (missing.isPresent()) {
        finding("skipped: " + store + " " + query + ": " + missing.get());
        continue;
      }
      try {
        Answer answer = answer(open.dialect().query(query), suites);
        answered.put(query, answer.rows());
        compare(store, query, answer);
      } catch (TimeLimitException e) {
        answered.put(query, GateFile.OVER_LIMIT);
        finding(
            store
                + " "
                + query
                + ": > "
                + chosen.limitSeconds()
                + " s; its score is that limit,"
                + " a lower bound, and its answer was not compared");
      } catch (StoreException e) {
        NamedQuery failed = open.dialect().query(query);
        finding(
            "skipped: "
                + store
                + " "
                + query
                + " ("
                + open.dialect().file()
                + ":"
                + failed.line()
                + ") fails: "
                + e.getMessage());
      }
    }
    return answered;
  }

  private Answer answer(NamedQuery query, QuerySuites suites) {
    Answer.Rows answer =
        new Answer.Rows(
            chosen.suite().ordered().contains(query.name()), chosen.suite().absentIsNull());
    suites.prepare(query.text(), Duration.ofSeconds(chosen.limitSeconds())).answer(answer::add);
    return answer.answer();
  }

  private void compare(String store, String query, Answer answer) {
    Answer first = reference.putIfAbsent(query, answer);
    String other = referenceStore.computeIfAbsent(query, ignored -> store);
    Optional<Answer.Difference> difference =
        first == null ? Optional.empty() : first.difference(answer);
    if (difference.isPresent() && refused.add(query)) {
      Answer.Difference found = difference.get();
      ForkFacts.check(
          store,
          parameters,
          "answer to " + query,
          false,
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

  private void finding(String line) {
    out.println(line);
    ForkFacts.finding(line);
  }
}
