package org.docduel.core.workload;

import java.io.PrintWriter;
import java.util.List;

/** Something that a bench module does beside measuring, by name on the command line. */
public interface Command {
  /** The words that call it. */
  String name();

  /** What it takes and does, for the help. */
  String usage();

  /**
   * Does it.
   *
   * @throws org.docduel.core.config.BadInputException when an argument, or what it names, is wrong
   */
  void run(List<String> arguments, PrintWriter out);
}
