package org.docduel.stats.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether a person watches. */
public final class Terminal {
  private Terminal() {}

  /** True when standard output is a terminal that can redraw a line. */
  @SuppressWarnings(
      "SystemConsoleNull") // null before 22 without a terminal; since 22 isTerminal tells
  public static boolean isInteractive() {
    Console console = System.console();
    if (console == null || "dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try {
      // since 22 there is a console without a terminal too, and a method to tell
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true; // before 22: a console is a terminal
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
