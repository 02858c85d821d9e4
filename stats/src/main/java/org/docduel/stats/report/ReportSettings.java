package org.docduel.stats.report;

import org.docduel.stats.report.model.Pairs;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.test.SuperiorityTest;

/**
 * What a reader may choose about a report.
 *
 * @param title of the page; empty to choose one
 * @param test the superiority test
 * @param pairs what is compared
 * @param where which results are taken
 * @param perOperation parameter that counts what one operation handles
 */
record ReportSettings(
    String title, SuperiorityTest test, Pairs pairs, ParameterMatch where, String perOperation) {

  ReportSettings withTitle(String changed) {
    return new ReportSettings(changed, test, pairs, where, perOperation);
  }

  ReportSettings withTest(SuperiorityTest changed) {
    return new ReportSettings(title, changed, pairs, where, perOperation);
  }

  ReportSettings withPairs(Pairs changed) {
    return new ReportSettings(title, test, changed, where, perOperation);
  }

  ReportSettings withWhere(ParameterMatch changed) {
    return new ReportSettings(title, test, pairs, changed, perOperation);
  }

  ReportSettings withPerOperation(String changed) {
    return new ReportSettings(title, test, pairs, where, changed);
  }
}
