package org.docduel.stats.report.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CanvasTest {

  @Test
  void everyMarkCarriesItsLightColourAndAClassForDarkScreens() {
    Canvas canvas = new Canvas(100);
    canvas.rectangle(new Point(1, 2), 30, 4.125, Ink.SERIES_1);
    canvas.horizontal(0, 10, 5, Stroke.dashed(Ink.GRID, 1));
    canvas.text(new Point(3, 4), "a < b", Lettering.LABEL.at(Lettering.Anchor.END).strong());
    canvas.dots(List.of(new Point(1, 1), new Point(2, 2.5)), 2, Ink.SERIES_2);

    assertThat(canvas.finish(50, "t", "").body())
        .isEqualTo(
            """
            <rect x="1" y="2" width="30" height="4.12" class="f-series-1" fill="#0068a8"/>
            <path d="M0 5L10 5" class="k-grid" stroke="#e3e7eb" stroke-width="1" stroke-dasharray="5 4"/>
            <text x="3" y="4" font-size="12.5" text-anchor="end" font-weight="bold" class="f-text" \
            fill="#1b1f24">a &lt; b</text>
            <path stroke-linecap="round" stroke-opacity="0.75" d="M1 1h.01M2 2.5h.01" \
            class="k-series-2" stroke="#c4500c" stroke-width="4"/>
            """);
  }

  @Test
  void aPlaceThatIsNoNumberIsRefused() {
    Canvas canvas = new Canvas(100);

    assertThatThrownBy(() -> canvas.vertical(Double.NaN, 0, 1, Stroke.AXIS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
  }

  @Test
  void nothingIsDrawnOfALineWithOnePoint() {
    Canvas canvas = new Canvas(100);
    canvas.polyline(List.of(new Point(1, 1)), Stroke.AXIS);

    assertThat(canvas.finish(1, "t", "").body()).isEmpty();
  }

  @Test
  void markupOfAnyTextIsSafe() {
    assertThat(Markup.escape("<script>\"'&\u0000\u000b\ud800x"))
        .isEqualTo("&lt;script&gt;&quot;&#39;&amp;\ufffd\ufffd\ufffdx");
  }

  @Test
  void textIsCutWhereItDoesNotFit() {
    String cut = Lettering.LABEL.fit("a rather long label of a group", 80);

    assertThat(cut).endsWith("…").startsWith("a rather");
    assertThat(Lettering.LABEL.widthOf(cut)).isLessThanOrEqualTo(80);
    assertThat(Lettering.LABEL.fit("short", 80)).isEqualTo("short");
  }
}
