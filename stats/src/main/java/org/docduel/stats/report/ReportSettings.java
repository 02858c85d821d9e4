package org.docduel.stats.report;

import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.report.model.WantedPairs;
import org.docduel.stats.select.Selection;

/**
 * What a reader may choose about a report.
 *
 * @param title of the page; empty to choose one
 * @param test the superiority test
 * @param pairs what is compared
 * @param selection which results, and which of their metrics
 * @param perOperation parameter that counts what one operation handles
 */
record ReportSettings(
    String title,
    SuperiorityTest test,
    WantedPairs pairs,
    Selection selection,
    String perOperation) {

  ReportSettings withTitle(String changed) {
    return new ReportSettings(changed, test, pairs, selection, perOperation);
  }

  ReportSettings withTest(SuperiorityTest changed) {
    return new ReportSettings(title, changed, pairs, selection, perOperation);
  }

  ReportSettings withPairs(WantedPairs changed) {
    return new ReportSettings(title, test, changed, selection, perOperation);
  }

  ReportSettings withSelection(Selection changed) {
    return new ReportSettings(title, test, pairs, changed, perOperation);
  }

  ReportSettings withPerOperation(String changed) {
    return new ReportSettings(title, test, pairs, selection, changed);
  }
}
