package org.docduel.core.workload;

import java.io.PrintWriter;
import java.util.List;

/**
 * What a bench module tells the launcher about its benchmarks. Found by {@link
 * java.util.ServiceLoader}; a module has one.
 */
public interface Workload {
  /** A short name, for directories and headings. */
  String name();

  /**
   * Its benchmarks, one for each JMH class of the module.
   *
   * @return the first one runs when a command line names none
   */
  List<Experiment> experiments();

  /** What it does beside measuring. */
  default List<Command> commands() {
    return List.of();
  }

  /**
   * The experiment that a benchmark belongs to.
   *
   * @throws IllegalStateException when the module does not name the class
   */
  default Experiment experiment(String benchmark) {
    return experiments().stream()
        .filter(one -> benchmark.contains("." + one.benchmark().getSimpleName() + "."))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(getClass().getName() + " has no experiment " + benchmark));
  }

  /** Something that a bench module does beside measuring, by name on the command line. */
  interface Command {
    /** The words that call it. */
    String name();

    /** What it takes and does, for the help. */
    String usage();

    /**
     * Does it.
     *
     * @throws org.docduel.core.config.BadInputException when an argument, or what it names, is
     *     wrong
     */
    void run(List<String> arguments, PrintWriter out);
  }
}
