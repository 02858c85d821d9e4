package org.docduel.stats.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.docduel.stats.cli.GoldenFile;
import org.docduel.stats.report.chart.ForestPlot.Outcome;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Point;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.TimeScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class ChartGoldenTest {

  private static final ForestPlot FOREST =
      new ForestPlot(
          "b against a",
          "a",
          "b",
          0.2,
          List.of(
              new ForestPlot.ForestRow(
                  "fast", 0.8, 0.75, 0.85, Outcome.SUPERIOR, "superior", false),
              new ForestPlot.ForestRow(
                  "slow", -0.5, -0.6, -0.4, Outcome.INFERIOR, "inferior", false),
              new ForestPlot.ForestRow(
                  "open & <odd>", 0.2, 0.1, 0.3, Outcome.UNDECIDED, "inconclusive", false),
              new ForestPlot.ForestRow(
                  "Overall (stratified)", 0.4, 0.3, 0.5, Outcome.SUPERIOR, "superior", true)));

  private static final BarPanels BARS =
      new BarPanels(
          "95th percentile",
          "two groups",
          List.of(
              new BarPanels.BarGroup(
                  "S1",
                  List.of(
                      new BarPanels.Bar("a", Ink.series(0), 4.0, "4.00 ms"),
                      new BarPanels.Bar("b", Ink.series(1), 1.0, "1.00 ms"))),
              new BarPanels.BarGroup(
                  "S2", List.of(new BarPanels.Bar("a", Ink.series(0), 0, "0")))));

  private static final LinePanels CURVES =
      new LinePanels(
          "Scaling with rows",
          "two lines",
          LinePanels.Across.stops(
              "rows",
              List.of(
                  new LinePanels.Stop(1000, "1,000"),
                  new LinePanels.Stop(10000, "10,000"),
                  new LinePanels.Stop(100000, "100,000")),
              true),
          false,
          190,
          List.of(
              new LinePanels.Panel(
                  "S1",
                  TimeScale::tick,
                  true,
                  List.of(
                      new LinePanels.SeriesLine(
                          "a",
                          0,
                          List.of(
                              new Point(1000, 0.001),
                              new Point(10000, 0.01),
                              new Point(100000, 0.2))),
                      new LinePanels.SeriesLine(
                          "b", 1, List.of(new Point(1000, 0.0008), new Point(100000, 0.1)))),
                  List.of()),
              new LinePanels.Panel(
                  "S2",
                  TimeScale::tick,
                  true,
                  List.of(new LinePanels.SeriesLine("a", 0, List.of(new Point(1000, 0.5)))),
                  List.of())));

  private static final LinePanels SERIES =
      new LinePanels(
          "Over the run",
          "two plots",
          LinePanels.Across.numbers("minutes", false, 0, 3),
          true,
          48,
          List.of(
              new LinePanels.Panel(
                  "throughput & more",
                  Display::compact,
                  false,
                  List.of(
                      new LinePanels.SeriesLine(
                          "a",
                          0,
                          List.of(new Point(1, 12000), new Point(2, 9000), new Point(3, 0))),
                      new LinePanels.SeriesLine("b", 1, List.of(new Point(1, 500)))),
                  List.of()),
              new LinePanels.Panel(
                  "p99",
                  TimeScale::tick,
                  true,
                  List.of(
                      new LinePanels.SeriesLine(
                          "a", 0, List.of(new Point(1, 0.001), new Point(3, 2)))),
                  List.of(new Point(0, 0.001), new Point(3, 1)))));

  private static final LinePanels SATURATION =
      new LinePanels(
          "Asked",
          "one plot over equal ratios",
          LinePanels.Across.numbers("asked", true, 100, 10000),
          true,
          150,
          List.of(
              new LinePanels.Panel(
                  "achieved",
                  Display::compact,
                  true,
                  List.of(
                      new LinePanels.SeriesLine(
                          "a", 0, List.of(new Point(100, 100), new Point(10000, 3000)))),
                  List.of(new Point(100, 100), new Point(3000, 3000)))));

  static Stream<Arguments> charts() {
    return Stream.of(
        Arguments.of("forest", FOREST),
        Arguments.of("bars", BARS),
        Arguments.of("curves", CURVES),
        Arguments.of("series", SERIES),
        Arguments.of("saturation", SATURATION));
  }

  @ParameterizedTest
  @MethodSource("charts")
  void chartsAreDrawnAsAgreed(String name, Chart chart) throws IOException {
    GoldenFile.check("chart-" + name + "-wide.svg", chart.draw(Chart.WIDE).standalone());
    GoldenFile.check("chart-" + name + "-narrow.svg", chart.draw(Chart.NARROW).standalone());
  }

  @ParameterizedTest
  @MethodSource("charts")
  void filesAreWellFormedXmlWithATitle(String name, Chart chart)
      throws IOException, ParserConfigurationException, SAXException {
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(chart.draw(Chart.WIDE).standalone())));

    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(document.getElementsByTagName("title").item(0).getTextContent()).isNotBlank();
    assertThat(document.getElementsByTagName("desc").item(0).getTextContent()).isNotBlank();
  }

  @Test
  void aFactorOfAThousandDoesNotSqueezeTheOtherRows() {
    ForestPlot.ForestRow slow =
        new ForestPlot.ForestRow("slow", -999, -1200, -800, Outcome.INFERIOR, "inferior", false);
    ForestPlot.ForestRow fast =
        new ForestPlot.ForestRow("fast", 0.5, 0.45, 0.55, Outcome.SUPERIOR, "superior", false);
    var scale = ReductionScale.covering(List.of(slow, fast), 0.2, 0, 600);

    assertThat(scale.at(0.5) - scale.at(0)).isGreaterThan(30);
    assertThat(scale.at(-999)).isBetween(0.0, 60.0);
    assertThat(scale.ticks()).contains(0.0, 0.5, -9.0);
  }

  @Test
  void anIntervalWithoutAnEndTakesNoRoom() {
    ForestPlot.ForestRow row =
        new ForestPlot.ForestRow(
            "x", 0.5, Double.NEGATIVE_INFINITY, 1.0, Outcome.UNDECIDED, "too few", false);

    assertThat(ReductionScale.covering(List.of(row), 0.2, 0, 600).ticks())
        .allSatisfy(tick -> assertThat(tick).isBetween(0.0, 0.5));
  }

  @Test
  void anUnboundedIntervalIsLeftOut() {
    ForestPlot plot =
        new ForestPlot(
            "t",
            "a",
            "b",
            0.2,
            List.of(
                new ForestPlot.ForestRow(
                    "x",
                    0.5,
                    Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    Outcome.UNDECIDED,
                    "too few",
                    false)));

    assertThat(plot.draw(Chart.WIDE).body()).contains("[no interval]").contains("too few");
  }
}
