package org.docduel.stats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.docduel.stats.report.browser.Chromium;
import org.docduel.stats.report.browser.Tab;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.testkit.files.ModuleFiles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Opens reports in a real Chromium. Runs where one is on the path or named by {@code
 * -Ddocduel.chromium=FILE}, and is reported as skipped elsewhere.
 */
@EnabledIf(
    value = "hasBrowser",
    disabledReason = "no Chromium on the path; install one or name it with -Ddocduel.chromium=FILE")
class ReportInBrowserTest {

  private static final SuperiorityTest QUICK =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 2));

  @TempDir static Path directory = Path.of("");
  private static @Nullable Chromium browser;
  private static @Nullable Tab tab;

  static boolean hasBrowser() {
    return Chromium.find().isPresent();
  }

  @BeforeAll
  static void writeReportsAndStartTheBrowser() throws IOException, InterruptedException {
    report(
        "example",
        ModuleFiles.resolve(ReportInBrowserTest.class, "examples/turutin-n100k-runs.json"));
    report("inserts", SampleResults.inserts().writeTo(folder("in-inserts")));
    report("updates", SampleResults.updates().writeTo(folder("in-updates")));
    report("rates", SampleResults.rates().writeTo(folder("in-rates")));
    SampleResults.writePlans(folder("in-reads"));
    report("reads", SampleResults.reads().writeTo(folder("in-reads")));
    report("single", SampleResults.single("one").writeTo(folder("in-single")));
    SampleResults.writeSidecar(folder("in-long"));
    SampleResults longNames = SampleResults.single("a_name_without_any_place_to_break_".repeat(5));
    report("long", longNames.insert("b", "10B", 5).writeTo(folder("in-long")));
    SampleResults slower = SampleResults.single("a").insert("b", "10B", 200);
    report("slower", slower.writeTo(folder("in-slower")));
    explained();
    browser = Chromium.start(Chromium.find().orElseThrow(), folder("profile"));
    tab = browser.newTab();
  }

  /** The run of docs/report.md in two configurations of stores with long names. */
  private static void explained() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String rows : List.of("100000", "200000")) {
      Path folder = folder("in-explained-" + rows);
      for (String name : List.of("explain.json", "explain.sidecar.json")) {
        String text =
            Files.readString(
                ModuleFiles.resolve(ReportInBrowserTest.class, "../docs/results/" + name));
        Files.writeString(
            folder.resolve(name),
            text.replace("rel_ind", "postgres-typed@18:work_mem=64kB_ind")
                .replace("jsonb_ind", "postgres-jsonb-list@18:work_mem=64kB_ind")
                .replaceAll("(\"rows\" ?: ?)\"100000\"", "$1\"" + rows + "\""));
      }
      files.add(folder.resolve("explain.json"));
    }
    TestReport.of(files).withTest(QUICK).write(directory.resolve("explained"));
  }

  @AfterAll
  static void stopTheBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  static Stream<Arguments> reportsAndWidths() {
    return Stream.of(
            "example", "inserts", "updates", "rates", "reads", "single", "long", "explained")
        .flatMap(report -> Stream.of(375, 420, 1280).map(width -> Arguments.of(report, width)));
  }

  @ParameterizedTest
  @MethodSource("reportsAndWidths")
  void rendersWithoutOverflowOrErrorsInBothThemes(String report, int width) {
    open(report, width, false);
    nothingOverflows(width);
    tab().theme(true);
    nothingOverflows(width);
    assertThat(tab().errors()).isEmpty();
  }

  private static void nothingOverflows(int width) {
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(width);
    assertThat(
            tab()
                .evaluate(
                    "[...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll, svg,"
                        + " .skip') && e.getBoundingClientRect().right > innerWidth + 1)"
                        + ".map(e => e.tagName + ' ' + e.textContent.slice(0, 40))")
                .texts())
        .isEmpty();
  }

  /** The second font is the widest of the usual ones: what fits in it fits where others lack. */
  @ParameterizedTest
  @CsvSource({"420,sans-serif", "1280,sans-serif", "420,DejaVu Sans", "1280,DejaVu Sans"})
  void everyFigureExistsAndFitsItsText(int width, String font) {
    for (String report : List.of("example", "inserts", "updates", "rates", "reads")) {
      open(report, width, false);
      tab().evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
      tab()
          .evaluate(
              "document.querySelectorAll('svg').forEach(s => s.setAttribute('font-family', '%s'))"
                  .formatted(font));
      String figures = "[...document.querySelectorAll('figure svg')]";

      assertThat(
              number(
                  "[...document.querySelectorAll('figure')].filter(f => !f.querySelector('svg')).length"))
          .isZero();
      assertThat(number(figures + ".length")).isPositive();
      assertThat(
              tab()
                  .evaluate(
                      figures
                          + ".flatMap(s => [...s.querySelectorAll('text')]).map(t => t.textContent).filter(t => t.endsWith('…'))")
                  .texts())
          .as("labels cut in report %s", report)
          .isEmpty();
      assertThat(number(figures + ".filter(s => s.getBoundingClientRect().height < 20).length"))
          .isZero();
      assertThat(
              tab()
                  .evaluate(
                      figures
                          + ".flatMap(s => [...s.querySelectorAll('text')].filter(t => {"
                          + " const a = t.getBoundingClientRect(), b = s.getBoundingClientRect();"
                          + " return a.left < b.left - 1 || a.right > b.right + 1"
                          + " || a.bottom > b.bottom + 2 || a.top < b.top - 2 })"
                          + ".map(t => s.closest('figure').id + ': ' + t.textContent))")
                  .texts())
          .as("texts cut off in report %s at %d px in %s", report, width, font)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"example", "inserts", "rates", "slower"})
  void labelsBelowForestPlotDoNotOverlap(String report) {
    open(report, 1280, false);
    assertThat(
            tab()
                .evaluate(
                    "[...document.querySelectorAll('figure svg')].filter(s => s.textContent.includes('takes less'))"
                        + ".filter(s => { const [a, b] = ['← takes more', 'takes less →'].map(w =>"
                        + " [...s.querySelectorAll('text')].find(t => t.textContent === w)?.getBoundingClientRect());"
                        + " return a && b && a.right > b.left }).map(s => s.closest('figure').id + ' overlaps')")
                .texts())
        .isEmpty();
    assertThat(
            number(
                "[...document.querySelectorAll('figure svg')].filter(s => s.textContent.includes('takes less')).length"))
        .isPositive();
  }

  @Test
  void plansWrapOnNarrowPages() {
    String places = "[...document.querySelectorAll('.listing')].slice(0, 2).map(e => ";
    open("reads", 1440, false);
    assertThat(
            tab()
                .evaluate("String(" + places + "e.offsetTop).every((t, i, a) => t === a[0]))")
                .text())
        .isEqualTo("true");

    open("reads", 375, false);
    assertThat(
            tab()
                .evaluate("String(" + places + "e.offsetLeft).every((t, i, a) => t === a[0]))")
                .text())
        .isEqualTo("true");
  }

  @Test
  void wideTableScrollsWithFixedRowNames() {
    open("example", 375, false);
    tab().evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    String wide =
        "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth)";

    assertThat(number(wide + ".length")).isPositive();
    // A shade that stays at the edge, under one that scrolls away with the last column.
    assertThat(
            number(
                wide
                    + ".filter(e => !/local.*scroll/.test(getComputedStyle(e).backgroundAttachment)).length"))
        .isZero();
    assertThat(
            number(
                wide
                    + ".flatMap(e => { e.scrollLeft = 9999; const left = e.getBoundingClientRect().left;"
                    + " return [...e.querySelectorAll('tbody tr:not(.left) th')]"
                    + ".filter(th => Math.abs(th.getBoundingClientRect().left - left) > 1) }).length"))
        .isZero();
  }

  @Test
  void rowsAreCardsOnPhone() {
    open("explained", 375, false);
    tab().evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");

    assertThat(number("document.querySelectorAll('main .cards').length")).isPositive();
    assertThat(
            number(
                "[...document.querySelectorAll('.cards')]"
                    + ".filter(e => e.scrollWidth > e.parentElement.clientWidth).length"))
        .isZero();
  }

  @Test
  void timeBreakdownFitsPageForAnyStoreNames() {
    open("explained", 1280, false);
    String table = "document.querySelector('#parts .scroll')";

    assertThat(number(table + ".querySelectorAll('tbody tr').length")).isEqualTo(4);
    assertThat(number(table + ".scrollWidth - " + table + ".clientWidth")).isZero();
    assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(1280);
  }

  @Test
  void pageFetchesNothing() {
    open("inserts", 1440, false);

    assertThat(tab().requests())
        .filteredOn(address -> !address.startsWith("data:"))
        .singleElement()
        .asString()
        .startsWith("file:");
  }

  @Test
  void themeFollowsReadersPreference() {
    open("inserts", 1440, false);
    String light = background();
    open("inserts", 1440, true);

    assertThat(light).isEqualTo("rgb(255, 255, 255)");
    assertThat(background()).isEqualTo("rgb(21, 24, 29)");
    assertThat(
            tab()
                .evaluate(
                    "getComputedStyle(document.querySelector('figure svg text[font-weight]')).fill")
                .text())
        .isEqualTo("rgb(232, 235, 238)");
  }

  @Test
  void pageIsAccessibleToScreenReaders() {
    open("inserts", 1440, false);

    assertThat(
            number(
                "document.querySelectorAll('svg:not([aria-label]), svg:not([role=img])').length"))
        .isZero();
    assertThat(number("document.querySelectorAll('h1').length")).isEqualTo(1);
    assertThat(number("document.querySelectorAll('table:not([aria-labelledby])').length")).isZero();
    assertThat(
            number(
                "[...document.querySelectorAll('[aria-labelledby]')].filter(e =>"
                    + " !document.getElementById(e.getAttribute('aria-labelledby'))).length"))
        .isZero();
    assertThat(number("document.querySelectorAll('th:not([scope])').length")).isZero();
    assertThat(tab().evaluate("document.documentElement.lang").text()).isEqualTo("en");
    assertThat(
            number(
                "[...document.querySelectorAll('nav a')].filter(a =>"
                    + " !document.querySelector(a.getAttribute('href'))).length"))
        .isZero();
    assertThat(
            number(
                "[...document.querySelectorAll('[id]')].length"
                    + " - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"))
        .isZero();
  }

  @Test
  void linkedFilesExist() throws IOException {
    open("inserts", 1440, false);

    List<String> links =
        tab()
            .evaluate("[...document.querySelectorAll('.files a')].map(a => a.getAttribute('href'))")
            .texts();
    assertThat(links).isNotEmpty();
    for (String link : links) {
      assertThat(directory.resolve("inserts").resolve(link)).isNotEmptyFile();
    }
  }

  @Test
  void pagePrints() {
    open("example", 1440, true);

    assertThat(new String(tab().pdf(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
  }

  private static Tab tab() {
    return Objects.requireNonNull(tab, "the browser was not started");
  }

  private static void open(String report, int width, boolean dark) {
    tab().open(directory.resolve(report).resolve("report.html").toUri(), width, dark);
  }

  private static int number(String expression) {
    return tab().evaluate(expression).number().orElseThrow().intValue();
  }

  private static String background() {
    return tab().evaluate("getComputedStyle(document.body).backgroundColor").text();
  }

  private static void report(String name, Path file) {
    TestReport.of(List.of(file)).withTest(QUICK).write(directory.resolve(name));
  }

  private static Path folder(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }
}
