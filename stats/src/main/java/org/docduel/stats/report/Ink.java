package org.docduel.stats.report;

import java.util.List;
import java.util.Locale;

/**
 * The colours of a report, each for light and dark screens.
 *
 * <p>The series colours keep apart under the three common forms of colour blindness; they follow
 * the order blue, vermilion, green, purple, ochre, sky of Okabe and Ito's palette ("Color Universal
 * Design", 2008), darkened or lightened until each has a contrast of at least 3:1 on its
 * background.
 */
enum Ink {
  BACKGROUND("#ffffff", "#15181d"),
  BAND("#f4f6f8", "#1d2228"),
  GRID("#e3e7eb", "#2d343c"),
  AXIS("#9aa3ad", "#66717d"),
  MUTED("#5a6570", "#a3adb8"),
  TEXT("#1b1f24", "#e8ebee"),
  SERIES_1("#0068a8", "#58aef0"),
  SERIES_2("#c4500c", "#ff9459"),
  SERIES_3("#008060", "#3ecf9e"),
  SERIES_4("#a24a86", "#e79acb"),
  SERIES_5("#976800", "#efc04e"),
  SERIES_6("#3a88b8", "#a3d8f7"),
  SERIES_7("#6a3d1c", "#d0a57f"),
  SERIES_8("#5d6670", "#b9c1ca"),
  SUPERIOR("#00734f", "#3ecf9e"),
  INFERIOR("#b8400a", "#ff9459"),
  UNDECIDED("#6b7580", "#98a3ae");

  private static final List<Ink> SERIES =
      List.of(SERIES_1, SERIES_2, SERIES_3, SERIES_4, SERIES_5, SERIES_6, SERIES_7, SERIES_8);

  private final String light;
  private final String dark;

  Ink(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  /** The colour on light paper, {@code #rrggbb}. */
  String light() {
    return light;
  }

  /** The colour on a dark screen, {@code #rrggbb}. */
  String dark() {
    return dark;
  }

  /** The name of this colour in style sheets: {@code series-1}. */
  String cssName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The colour of the series at an index.
   *
   * @param index zero or more; after the eighth series the colours repeat
   */
  static Ink of(int index) {
    return SERIES.get(Math.floorMod(index, SERIES.size()));
  }

  /**
   * Style rules that give every mark its colour, light by default and dark where it is preferred.
   */
  static String styleSheet() {
    StringBuilder css = new StringBuilder(2048);
    css.append(":root{color-scheme:light dark");
    for (Ink ink : values()) {
      css.append(";--").append(ink.cssName()).append(':').append(ink.light);
    }
    css.append("}\n@media screen and (prefers-color-scheme:dark){:root{");
    for (Ink ink : values()) {
      css.append("--").append(ink.cssName()).append(':').append(ink.dark).append(';');
    }
    css.append("}}\n");
    for (Ink ink : values()) {
      String name = ink.cssName();
      css.append(
          ".f-%s{fill:var(--%s)}.k-%s{stroke:var(--%s)}%n".formatted(name, name, name, name));
    }
    return css.toString().replace("\r\n", "\n");
  }
}
