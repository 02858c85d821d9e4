package org.docduel.stats.report.page;

import java.awt.GraphicsEnvironment;

/** Whether this Java can draw letters. A bare container has no font, and AWT then fails hard. */
final class Fonts {

  private Fonts() {}

  /** Whether PNG files can be drawn here; asked before any is. */
  static boolean present() {
    try {
      return GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames().length
          > 0;
    } catch (RuntimeException | LinkageError | InternalError e) {
      System.getLogger(Fonts.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "no font is installed, so the report has no PNG files; install fontconfig and a font"
                  + " to have them");
      return false;
    }
  }
}
