package org.docduel.stats.report;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.verdict.SuperiorityTest;

/** A report with the settings of the command, but for those that a test changes. */
record TestReport(Report report) {
  static TestReport of(List<Path> files) {
    return new TestReport(
        new Report(
            files,
            false,
            SuperiorityTest.withDefaults(),
            ComparedSubjects.UNSAID,
            Selection.ALL,
            "documents",
            true));
  }

  private TestReport with(
      boolean merged, SuperiorityTest test, ComparedSubjects subjects, Selection selection) {
    return new TestReport(
        new Report(report.files(), merged, test, subjects, selection, report.perOperation(), true));
  }

  TestReport merged() {
    return with(true, report.test(), report.subjects(), report.selection());
  }

  TestReport withTest(SuperiorityTest test) {
    return with(report.merged(), test, report.subjects(), report.selection());
  }

  TestReport withSubjects(ComparedSubjects subjects) {
    return with(report.merged(), report.test(), subjects, report.selection());
  }

  TestReport withSelection(Selection selection) {
    return with(report.merged(), report.test(), report.subjects(), selection);
  }

  Html.Page page() {
    return report.page();
  }

  void write(Path directory) {
    report.write(directory);
  }
}
