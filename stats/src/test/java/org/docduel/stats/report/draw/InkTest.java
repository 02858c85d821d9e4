package org.docduel.stats.report.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class InkTest {

  private static final double GRAPHICS = 3.0; // WCAG 2.2, 1.4.11
  private static final double LETTERS = 4.5; // WCAG 2.2, 1.4.3

  @ParameterizedTest
  @EnumSource(value = Ink.class, mode = Mode.MATCH_ANY, names = "SERIES_.*")
  void seriesStandOutFromTheirBackground(Ink ink) {
    assertThat(contrast(ink.light(), Ink.BACKGROUND.light())).isGreaterThan(GRAPHICS);
    assertThat(contrast(ink.dark(), Ink.BACKGROUND.dark())).isGreaterThan(GRAPHICS);
  }

  @ParameterizedTest
  @EnumSource(
      value = Ink.class,
      names = {"TEXT", "MUTED", "SUPERIOR", "INFERIOR", "UNDECIDED"})
  void whatIsReadHasTheContrastOfLetters(Ink ink) {
    assertThat(contrast(ink.light(), Ink.BACKGROUND.light())).isGreaterThan(LETTERS);
    assertThat(contrast(ink.dark(), Ink.BACKGROUND.dark())).isGreaterThan(LETTERS);
  }

  @ParameterizedTest
  @EnumSource(Ink.class)
  void theStyleSheetKnowsEveryInkInBothThemes(Ink ink) {
    String css = Ink.styleSheet();

    assertThat(css)
        .contains("--" + ink.cssName() + ":" + ink.light())
        .contains("--" + ink.cssName() + ":" + ink.dark())
        .contains(".f-" + ink.cssName() + "{fill:var(--" + ink.cssName() + ")}")
        .contains(".k-" + ink.cssName() + "{stroke:var(--" + ink.cssName() + ")}");
  }

  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String colour) {
    double[] parts =
        Stream.of(1, 3, 5)
            .mapToDouble(i -> Integer.parseInt(colour.substring(i, i + 2), 16) / 255.0)
            .map(c -> c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4))
            .toArray();
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  }
}
