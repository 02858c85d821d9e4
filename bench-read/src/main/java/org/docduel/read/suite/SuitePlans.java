package org.docduel.read.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;

/** Leaves the plan of each question, once a fork. */
final class SuitePlans {
  private SuitePlans() {}

  static void leave(
      String store, Map<String, String> parameters, QuerySuiteState.Opened run, Session session) {
    QuerySuites suites = session.suite(run.chosen().space());
    for (String question : run.questions().keySet()) {
      Map<String, String> named = new LinkedHashMap<>(parameters);
      named.replace(SuiteParameters.QUERY, question);
      try {
        List<String> plan =
            run.chosen().prepare(suites, run.store().dialect().query(question)).plan();
        ForkFacts.plan(store, named, plan);
      } catch (StoreException e) {
        ForkFacts.finding(store + " " + question + ": no plan: " + e.getMessage());
      }
    }
  }
}
