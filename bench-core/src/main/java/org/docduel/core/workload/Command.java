package org.docduel.core.workload;

import java.io.PrintWriter;
import java.util.List;

/** Something that a bench module does beside measuring, by name on the command line. */
public interface Command {
  /**
   * The words that call it.
   *
   * @return such as {@code suite init}
   */
  String name();

  /**
   * What it takes and does, for the help.
   *
   * @return one line
   */
  String usage();

  /**
   * Does it.
   *
   * @param arguments what follows the name
   * @param out takes lines for the console
   * @throws org.docduel.core.config.BadInputException when an argument, or what it names, is wrong
   */
  void run(List<String> arguments, PrintWriter out);
}
