package org.docduel.core.workload;

import java.io.PrintWriter;
import java.util.List;
import java.util.ServiceLoader;

/**
 * What a bench module tells the launcher about its benchmarks. Found by {@link ServiceLoader}; a
 * module has one.
 */
public interface Workload {
  /**
   * The workloads on the class path as a single one, in the order of the class path.
   *
   * @throws IllegalStateException when there is none
   */
  static Workload load() {
    List<Workload> parts =
        ServiceLoader.load(Workload.class).stream().map(ServiceLoader.Provider::get).toList();
    if (parts.isEmpty()) {
      throw new IllegalStateException("no workload is on the class path");
    }
    return parts.size() == 1 ? parts.get(0) : new Workloads(parts);
  }

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
        .filter(candidate -> benchmark.contains("." + candidate.benchmark().getSimpleName() + "."))
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(getClass().getName() + " has no experiment " + benchmark));
  }

  /** The module's own workload that a benchmark belongs to. */
  default Workload of(Experiment experiment) {
    return this;
  }

  /** Several workloads as one. */
  record Workloads(List<Workload> parts) implements Workload {
    @Override
    public String name() {
      return "all";
    }

    @Override
    public List<Experiment> experiments() {
      return parts.stream().flatMap(part -> part.experiments().stream()).toList();
    }

    @Override
    public List<Command> commands() {
      return parts.stream().flatMap(part -> part.commands().stream()).toList();
    }

    @Override
    public Workload of(Experiment experiment) {
      return parts.stream()
          .filter(part ->
              part.experiments().stream()
                  .anyMatch(candidate -> candidate.benchmark() == experiment.benchmark()))
          .findFirst()
          .orElse(this);
    }
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
