package org.docduel.stats.report;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Quantity;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.report.model.Studies;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.model.WantedPairs;
import org.docduel.stats.report.page.Page;
import org.docduel.stats.report.page.PageFiles;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
import org.docduel.stats.sidecar.SidecarFile;

/**
 * Makes a report of JMH result files.
 *
 * <pre>{@code
 * Path page = Report.of(List.of(Path.of("out.json"))).write(Path.of("report"));
 * }</pre>
 *
 * <p>The same files and settings give the same bytes. Immutable.
 */
public final class Report {

  private final List<Path> files;
  private final ReportSettings settings;

  private Report(List<Path> files, ReportSettings settings) {
    this.files = List.copyOf(files);
    this.settings = settings;
  }

  /**
   * A report of files with default settings: all pairs of the values of {@code store} or {@code
   * variant}, else of the first parameter that varies; Delta 20 %, alpha 5 %.
   *
   * @param files JMH JSON files, at least one; the sidecar beside each is read when there is one
   */
  public static Report of(List<Path> files) {
    return new Report(
        files,
        new ReportSettings(
            "",
            SuperiorityTest.withDefaults(),
            WantedPairs.ALL,
            Selection.withDefaults(),
            "documents"));
  }

  /** The same report under another title; the empty string chooses one. */
  public Report withTitle(String title) {
    return new Report(files, settings.withTitle(title));
  }

  /** The same report with another test. */
  public Report withTest(SuperiorityTest test) {
    return new Report(files, settings.withTest(test));
  }

  /** The same report of other pairs. */
  public Report withPairs(WantedPairs pairs) {
    return new Report(files, settings.withPairs(pairs));
  }

  /** The same report of the results that match alone. */
  public Report withWhere(ParameterMatch where) {
    return new Report(files, settings.withSelection(settings.selection().withWhere(where)));
  }

  /**
   * The same report about another metric: bars, tests and tables are about it instead of the
   * primary one.
   *
   * @param metric the name of a secondary metric, for example a server's own clock; the empty
   *     string for the primary metric
   */
  public Report withMetric(String metric) {
    return new Report(files, settings.withSelection(settings.selection().withMetric(metric)));
  }

  /** The same report of a metric that is better when it is lower, or higher. */
  public Report withBetter(Quantity.Better better) {
    return new Report(files, settings.withSelection(settings.selection().withBetter(better)));
  }

  /**
   * The same report with another count of things per operation.
   *
   * @param parameter whose value says how many things one operation handles; scores get a column of
   *     things per second where results have it
   */
  public Report withPerOperation(String parameter) {
    return new Report(files, settings.withPerOperation(parameter));
  }

  /**
   * Writes {@code report.html}, {@code figures/} and {@code tables/}. Everything is written beside
   * the directory first and moved in place at the end.
   *
   * @param directory new, empty, or holding an earlier report and nothing else
   * @return the HTML page
   * @throws BadInputException if a file or the settings cannot be used, or the directory holds
   *     something else or cannot be written; nothing has changed then
   */
  public Path write(Path directory) {
    PageFiles.requireUsable(directory);
    return PageFiles.write(page(), directory);
  }

  /** The report before it is written. */
  Page page() {
    if (files.isEmpty()) {
      throw new BadInputException("no file was given; name at least one JMH JSON file");
    }
    List<JmhResult> results = ResultReader.readAll(files);
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    ReportSettings looked = settings.withTest(settings.test().withLooks(PlannedLooks.of(sidecars)));
    Selection.Selected usable = settings.selection().usable(results);
    List<SelectedResult> selected = usable.results();
    List<Study> studies = Studies.of(selected, settings.pairs().parameter(), sidecars);
    settings.pairs().requirePresent(studies);
    List<JmhResult> used = selected.stream().flatMap(result -> result.results().stream()).toList();
    return new ReportPage(looked, studies, sidecars, used).page(usable.leftOut());
  }
}
