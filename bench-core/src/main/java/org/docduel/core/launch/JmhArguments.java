package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;

/** JMH's own options, and what of them a run here cannot take. */
public final class JmhArguments {
  private JmhArguments() {}

  /**
   * Reads JMH's options. Without a benchmark's name the workload's main one is meant.
   *
   * @param arguments JMH's part of the command line
   * @param workload whose main benchmark is the default
   * @return the options
   * @throws CommandLineOptionException when JMH does not understand them
   */
  public static CommandLineOptions parse(List<String> arguments, Workload workload)
      throws CommandLineOptionException {
    CommandLineOptions jmh = new CommandLineOptions(arguments.toArray(String[]::new));
    boolean lists = jmh.shouldList() || jmh.shouldListWithParams();
    if (!jmh.getIncludes().isEmpty() || lists) {
      return jmh;
    }
    List<String> named = new ArrayList<>(arguments);
    named.add(workload.experiments().get(0).benchmark().getSimpleName());
    return new CommandLineOptions(named.toArray(String[]::new));
  }

  /**
   * Does what an option of JMH's that lists something asks for.
   *
   * @param jmh the options
   * @param profilers of servers, short name to description
   * @param out where to print
   * @return whether there was such an option
   */
  public static boolean list(
      CommandLineOptions jmh, Map<String, String> profilers, PrintWriter out) {
    if (jmh.shouldListProfilers()) {
      jmh.listProfilers();
      out.println("Profilers of servers:");
      profilers.forEach((name, what) -> out.printf("  %13s: %s%n", name, what));
    } else if (jmh.shouldListResultFormats()) {
      jmh.listResultFormats();
    } else if (jmh.shouldList()) {
      new Runner(jmh).list();
    } else if (jmh.shouldListWithParams()) {
      new Runner(jmh).listWithParams(jmh);
    } else {
      return false;
    }
    return true;
  }

  /**
   * The profilers of the stores' servers.
   *
   * @param stores all stores
   * @return short name to description
   */
  public static Map<String, String> profilers(List<StoreProvider> stores) {
    Map<String, String> all = new TreeMap<>();
    stores.stream()
        .flatMap(store -> store.server().stream())
        .forEach(family -> all.putAll(family.profilers()));
    return all;
  }

  /**
   * Refuses what JMH would refuse after the servers have started, and what would make a score
   * wrong.
   *
   * @param jmh the options
   * @param profilers of servers, short name to description
   * @throws BadInputException for an unknown profiler, and for {@code -opi}: the benchmarks know
   *     what one operation is, and JSON does not tell the number by which JMH divided
   */
  public static void check(CommandLineOptions jmh, Map<String, String> profilers) {
    if (jmh.getOperationsPerInvocation().hasValue()) {
      throw new BadInputException(
          "-opi "
              + jmh.getOperationsPerInvocation().get()
              + ": one call is one operation here, and JMH would divide its time by this number;"
              + " leave it out (items/s tells the rate)");
    }
    for (ProfilerConfig profiler : jmh.getProfilers()) {
      try {
        ProfilerFactory.getProfilerOrException(profiler);
      } catch (ProfilerException e) {
        throw new BadInputException(
            "-prof "
                + profiler.getKlass()
                + ": no such profiler, or it cannot run here ("
                + String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("")
                + "); servers have "
                + String.join(", ", profilers.keySet())
                + "; -lprof lists all",
            e);
      }
    }
  }
}
