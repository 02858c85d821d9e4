package org.docduel.stats.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.stats.BadInputException;
import org.docduel.stats.cli.GoldenFile;
import org.docduel.stats.report.chart.BarPanels;
import org.docduel.stats.report.chart.Chart;
import org.docduel.stats.report.draw.Ink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFilesTest {

  private static final DataTable TABLE =
      new Columns<Double>()
          .text("group", "group", time -> Double.isNaN(time) ? "all" : "a, \"b\"")
          .number("time, ms", "time", time -> time, time -> "1.50")
          .table("numbers", "Some numbers", List.of(1.5, Double.NaN), time -> time.isNaN());
  private static final Chart CHART =
      new BarPanels(
          "Bars",
          "one bar",
          List.of(
              new BarPanels.BarGroup(
                  "g", List.of(new BarPanels.Bar("a", Ink.series(0), 1, "1.00 ms")))));

  @TempDir Path directory;

  @Test
  void aPageIsWrittenWithItsFiguresAndTables() throws IOException {
    Path page = PageFiles.write(page(CHART), directory.resolve("deep/report"));

    assertThat(page).isEqualTo(directory.resolve("deep/report/report.html")).isNotEmptyFile();
    assertThat(files(directory))
        .containsExactly(
            "deep/report/figures/bars.svg",
            "deep/report/report.html",
            "deep/report/tables/numbers-2.csv",
            "deep/report/tables/numbers-3.csv",
            "deep/report/tables/numbers.csv");
    assertThat(directory.resolve("deep/report/tables/numbers.csv"))
        .hasContent("group,time\n\"a, \"\"b\"\"\",1.5\nall,\n");
  }

  @Test
  void thePageIsAsAgreed() throws IOException {
    String html = HtmlPage.of(page(CHART));
    int style = html.indexOf("<style>");
    int end = html.indexOf("</style>");

    GoldenFile.check(
        "report-page.html", html.substring(0, style) + html.substring(end + "</style>".length()));
  }

  @Test
  void anEarlierReportIsReplacedWhole() throws IOException {
    PageFiles.write(page(CHART), directory.resolve("r"));
    Files.writeString(directory.resolve("r/tables/stale.csv"), "x");
    PageFiles.write(page(CHART), directory.resolve("r"));

    assertThat(directory.resolve("r/tables/stale.csv")).doesNotExist();
    assertThat(entries(directory)).containsExactly("r");
  }

  @Test
  void aDirectoryWithSomethingElseIsLeftAlone() throws IOException {
    Path foreign = Files.writeString(directory.resolve("thesis.tex"), "x");

    assertThatThrownBy(() -> PageFiles.write(page(CHART), directory))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("thesis.tex")
        .hasMessageContaining("name a new directory");
    assertThat(foreign).hasContent("x");
    assertThat(entries(directory)).containsExactly("thesis.tex");
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Path file = Files.writeString(directory.resolve("r"), "x");

    assertThatThrownBy(() -> PageFiles.write(page(CHART), file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a file");
    assertThatThrownBy(() -> PageFiles.write(page(CHART), file.resolve("below")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void aFailureHalfWayLeavesTheEarlierReportAndNothingElse() throws IOException {
    PageFiles.write(page(CHART), directory.resolve("r"));
    String before = Files.readString(directory.resolve("r/report.html"));
    Page broken = page(List.of(new Block.TableBlock(TABLE, false), table("no/such/directory")));

    assertThatThrownBy(() -> PageFiles.write(broken, directory.resolve("r")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be written");
    assertThat(directory.resolve("r/report.html")).content(UTF_8).isEqualTo(before);
    assertThat(entries(directory)).containsExactly("r");
  }

  @Test
  void aFigureThatCannotBeDrawnIsAFailureAndItsNumbersStay() {
    Figures figures = new Figures(5);
    Chart broken =
        width -> {
          throw new IllegalStateException("no such colour");
        };

    assertThat(figures.draw("odd", "An odd one.", broken, TABLE))
        .isEqualTo(new Block.TableBlock(TABLE, false));
    assertThat(figures.failures()).singleElement().asString().contains("odd", "no such colour");
  }

  @Test
  void moreFiguresThanAPageTakesAreTablesOnly() {
    Figures figures = new Figures(1);
    figures.draw("one", "One.", CHART, TABLE);

    assertThat(figures.draw("two", "Two.", CHART, TABLE)).isInstanceOf(Block.TableBlock.class);
    assertThat(figures.left()).isEqualTo(1);
  }

  @Test
  void namesThatMeetAreNumbered() {
    String name = FileName.of("a".repeat(70) + "1");
    assertThat(name).isEqualTo(FileName.of("a".repeat(70) + "2"));
    Page page = page(List.of(table(name), table(name), table(name)));

    assertThat(page.tables())
        .extracting(DataTable::name)
        .containsExactly(name, name + "-2", name + "-3");
  }

  @Test
  void aLongTableShowsItsEndsAndTheFileHasTheRest() throws IOException {
    DataTable all =
        new Columns<Integer>()
            .text("row", "row", row -> "row-" + row + ".")
            .table("all", "All", IntStream.range(0, 1000).boxed().toList());
    Path page =
        PageFiles.write(page(List.of(new Block.TableBlock(all, false))), directory.resolve("r"));

    assertThat(page)
        .content(UTF_8)
        .contains("row-0.", "row-19.", "row-980.", "row-999.", "960 more rows in tables/all.csv")
        .doesNotContain("row-20.", "row-979.");
    assertThat(Files.readAllLines(directory.resolve("r/tables/all.csv"))).hasSize(1001);
  }

  @Test
  void aRowThatDoesNotFitItsColumnsIsRefused() {
    assertThatThrownBy(() ->
            new DataTable(
                "t",
                "t",
                List.of(new DataTable.Heading("a", "a", false)),
                List.of(new DataTable.Line(List.of(), false))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Block table(String name) {
    return new Block.TableBlock(
        new Columns<String>().text("a", "a", text -> text).table(name, "A", List.of("x")), false);
  }

  private static Page page(Chart chart) {
    return page(
        List.of(
            new Figures(5).draw("bars", "Some bars.", chart, TABLE),
            new Block.TableBlock(TABLE, false),
            new Block.Prose("Words."),
            new Block.Listings(
                List.of(
                    new Block.ListingGroup(
                        "g",
                        true,
                        List.of("plan-g"),
                        List.of(
                            new Block.Listing(
                                "a", "index", Emphasis.SUPERIOR, List.of("<Scan>"))))),
                TABLE),
            new Block.Facts("Facts", List.of(new Block.Fact("name", "value")))));
  }

  private static Page page(List<Block> blocks) {
    return new Page(
        "A <title>",
        List.of(new Page.Statement("", "a beats b.", "p = 0.01", Emphasis.SUPERIOR)),
        List.of(new Block.Warning("Read with care", List.of("one & two"))),
        List.of(new Page.Section("first", "", "First", blocks)),
        List.of("Made for a test."));
  }

  private static List<String> entries(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static List<String> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }
}
