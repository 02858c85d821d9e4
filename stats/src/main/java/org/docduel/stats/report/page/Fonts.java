package org.docduel.stats.report.page;

import java.awt.GraphicsEnvironment;
import java.util.List;

/** The letters of PNG files. A bare container has no font, and AWT then fails hard. */
final class Fonts {

  private static final List<String> WANTED =
      List.of("Helvetica Neue", "Segoe UI", "Roboto", "Arial", "Liberation Sans", "DejaVu Sans");

  private Fonts() {}

  /** Whether PNG files can be drawn here; asked before any is. */
  static boolean present() {
    try {
      return !families().isEmpty();
    } catch (RuntimeException | LinkageError | InternalError e) {
      System.getLogger(Fonts.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "no font is installed, so the report has no PNG files; install fontconfig and a font"
                  + " to have them");
      return false;
    }
  }

  /** The family that suits best of those installed; the rasteriser takes one name, not a list. */
  static String family() {
    List<String> installed = families();
    return WANTED.stream().filter(installed::contains).findFirst().orElse("SansSerif");
  }

  private static List<String> families() {
    return List.of(
        GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames());
  }
}
