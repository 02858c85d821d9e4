package org.docduel.stats.report.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.docduel.stats.BadInputException;
import org.docduel.stats.cli.GoldenFile;
import org.docduel.stats.report.chart.BarPanels;
import org.docduel.stats.report.chart.Chart;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Emphasis;
import org.docduel.stats.report.page.DataTable.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageFilesTest {

  private static final DataTable TABLE =
      new DataTable(
          "numbers",
          "Some numbers",
          List.of(Column.text("group", "group"), Column.number("time, ms", "time")),
          List.of(
              Row.of(List.of(Cell.text("a, \"b\""), Cell.number(1.5, "1.50"))),
              new Row(List.of(Cell.text("all"), Cell.none().with(Emphasis.SUPERIOR)), true)));
  private static final Chart CHART =
      new BarPanels(
          "Bars",
          "one bar",
          List.of(
              new BarPanels.Group(
                  "g", List.of(new BarPanels.Bar("a", Ink.series(0), 1, "1.00 ms")))));

  @TempDir Path directory;

  @Test
  void aPageIsWrittenWithItsFiguresAndTables() throws IOException {
    Path page = PageFiles.write(page(CHART), directory.resolve("deep/report"));

    assertThat(page).isEqualTo(directory.resolve("deep/report/report.html")).isNotEmptyFile();
    assertThat(files(directory))
        .containsExactly(
            "deep/report/figures/bars.png",
            "deep/report/figures/bars.svg",
            "deep/report/report.html",
            "deep/report/tables/numbers.csv");
    assertThat(directory.resolve("deep/report/tables/numbers.csv"))
        .hasContent("group,time\n\"a, \"\"b\"\"\",1.5\nall,\n");
  }

  @Test
  void thePageIsAsAgreed() throws IOException {
    String html = HtmlPage.of(page(CHART), true);
    int style = html.indexOf("<style>");
    int end = html.indexOf("</style>");

    GoldenFile.check(
        "report-page.html", html.substring(0, style) + html.substring(end + "</style>".length()));
  }

  @Test
  void thePictureIsSharpAndNotEmpty() throws IOException {
    byte[] png = Png.of(CHART.draw(Chart.WIDE));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));

    assertThat(image.getWidth()).isEqualTo((int) (2 * Chart.WIDE));
    int bar = Integer.parseInt(Ink.series(0).light().substring(1), 16);
    long painted =
        Stream.iterate(0, x -> x < image.getWidth(), x -> x + 1)
            .filter(x -> (image.getRGB(x, 80) & 0xffffff) == bar)
            .count();
    assertThat(painted).isGreaterThan(500);
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
    Chart broken =
        width -> {
          throw new UncheckedIOException(new IOException("no room"));
        };

    assertThatThrownBy(() -> PageFiles.write(page(broken), directory.resolve("r")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no room");
    assertThat(directory.resolve("r/report.html")).content(UTF_8).isEqualTo(before);
    assertThat(entries(directory)).containsExactly("r");
  }

  @Test
  void aRowThatDoesNotFitItsColumnsIsRefused() {
    assertThatThrownBy(() ->
            new DataTable("t", "t", List.of(Column.text("a", "a")), List.of(Row.of(List.of()))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Page page(Chart chart) {
    return new Page(
        "A <title>",
        List.of(new Page.Verdict("", "a beats b.", "p = 0.01", Emphasis.SUPERIOR)),
        List.of(new Block.Warning("Read with care", List.of("one & two"))),
        List.of(
            new Section(
                "first",
                "",
                "First",
                List.of(
                    new Block.Figure("bars", "Some bars.", chart, TABLE),
                    new Block.TableBlock(TABLE, false),
                    new Block.Prose("Words."),
                    new Block.Facts("Facts", List.of(new Block.Fact("name", "value")))))),
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
