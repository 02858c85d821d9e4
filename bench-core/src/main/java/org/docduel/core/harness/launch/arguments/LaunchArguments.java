package org.docduel.core.harness.launch.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.harness.launch.plan.Order;

/**
 * A command line, taken apart: the launcher's own options (two dashes) and everything else, which
 * is JMH's.
 *
 * @param jmh the arguments for JMH, a profile's included
 * @param parameters what {@code -p} gives, in name order: all values of a name joined by commas
 * @param order in which order forks run
 * @param profile the profile that was asked for, or empty
 * @param report whether the report is written
 */
public record LaunchArguments(
    List<String> jmh, Map<String, String> parameters, Order order, String profile, boolean report) {
  private static final Set<String> OWN = Set.of("--order", "--profile");

  /**
   * Takes a command line apart.
   *
   * @param arguments as typed
   * @param profiles the arguments behind each profile's name
   * @return its parts
   * @throws BadInputException for an option with two dashes that there is not, or a bad value
   */
  public static LaunchArguments parse(List<String> arguments, Map<String, List<String>> profiles) {
    List<String> jmh = new ArrayList<>();
    Order order = Order.DEFAULT;
    String profile = "";
    boolean report = true;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (!argument.startsWith("--")) {
        jmh.add(argument);
      } else if (argument.equals("--help")) {
        jmh.add("-h");
      } else if (argument.equals("--no-report")) {
        report = false;
      } else if (OWN.contains(name)) {
        if (equals < 0 && i + 1 == arguments.size()) {
          throw new BadInputException(name + ": a value is missing; see -h");
        }
        String value = equals < 0 ? arguments.get(++i) : argument.substring(equals + 1);
        if (name.equals("--order")) {
          order = Order.parse(value);
        } else {
          profile = value;
        }
      } else {
        throw new BadInputException(
            argument
                + ": no such option; there are --profile, --order, --no-report, and JMH's own; see -h");
      }
    }
    if (!profile.isEmpty()) {
      List<String> defaults = profiles.get(profile);
      if (defaults == null) {
        throw new BadInputException(
            "--profile "
                + profile
                + ": there are "
                + String.join(", ", new TreeMap<>(profiles).keySet()));
      }
      jmh = ProfileArguments.under(jmh, defaults);
    }
    return new LaunchArguments(List.copyOf(jmh), parameters(jmh), order, profile, report);
  }

  /**
   * With short names of profilers resolved.
   *
   * @param names every short name there is
   * @return a changed copy
   */
  public LaunchArguments withProfilers(Set<String> names) {
    return new LaunchArguments(
        List.copyOf(ProfilerArguments.resolved(jmh, names)), parameters, order, profile, report);
  }

  private static Map<String, String> parameters(List<String> jmh) {
    Map<String, String> parameters = new TreeMap<>();
    for (int i = 0; i < jmh.size(); i++) {
      String argument = jmh.get(i);
      if (argument.equals("-p") && i + 1 < jmh.size()) {
        add(parameters, jmh.get(i + 1));
      } else if (argument.startsWith("-p")
          && argument.indexOf('=') > 2
          && !argument.startsWith("-prof")) {
        add(parameters, argument.substring(2));
      }
    }
    return parameters;
  }

  private static void add(Map<String, String> parameters, String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1 || equals == assignment.length() - 1) {
      throw new BadInputException("-p " + assignment + ": accepted is NAME=VALUE[,VALUE]; see -h");
    }
    parameters.merge(
        assignment.substring(0, equals),
        assignment.substring(equals + 1),
        (first, second) -> first + "," + second);
  }
}
