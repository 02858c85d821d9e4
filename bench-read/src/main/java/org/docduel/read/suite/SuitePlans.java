package org.docduel.read.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;

/** Leaves the plan of each question, once a fork. */
final class SuitePlans {
  private SuitePlans() {}

  static void leave(
      String store, Map<String, String> parameters, QuerySuiteState.Opened run, Session session) {
    for (String question : run.questions().keySet()) {
      Map<String, String> named = new LinkedHashMap<>(parameters);
      named.replace(SuiteParameters.QUERY, question);
      try {
        List<String> plan =
            run.chosen().prepare(session, run.store().dialect().query(question)).plan();
        ForkFacts.plan(store, named, plan);
      } catch (StoreException e) {
        ForkFacts.finding(store + " " + question + ": no plan: " + e.getMessage());
      }
    }
  }
}
