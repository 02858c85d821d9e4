package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.verdict.Looks;

/**
 * A command line, taken apart: the launcher's own options (two dashes) and everything else, which
 * is JMH's.
 *
 * @param jmh the arguments for JMH, a profile's included
 * @param parameters what {@code -p} gives, in name order: all values of a name joined by commas
 * @param order in which order forks run
 * @param profile the profile that was asked for, or empty
 * @param report whether the report is written
 * @param clean whether nothing is measured, and what runs have left on given servers is removed
 * @param looks when the run ends, unless its forks are given
 */
public record LaunchArguments(
    List<String> jmh,
    Map<String, String> parameters,
    Order order,
    String profile,
    boolean report,
    boolean clean,
    Optional<Looks> looks) {
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
    Map<String, String> own = new TreeMap<>();
    boolean report = true;
    boolean clean = false;
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
      } else if (argument.equals("--clean")) {
        clean = true;
      } else if (OWN.contains(name) || UntilArguments.NAMES.contains(name)) {
        if (equals < 0 && i + 1 == arguments.size()) {
          throw new BadInputException(name + ": a value is missing; see -h");
        }
        own.put(name, equals < 0 ? arguments.get(++i) : argument.substring(equals + 1));
      } else {
        throw new BadInputException(
            argument
                + ": no such option; there are --profile, --order, --until, --no-report, --clean, and"
                + " JMH's own; see -h");
      }
    }
    if (clean && arguments.size() > 1) {
      throw new BadInputException("--clean: it stands alone");
    }
    Order order = own.containsKey("--order") ? Order.parse(own.get("--order")) : Order.DEFAULT;
    Optional<Looks> looks = UntilArguments.of(own, jmh, order);
    String profile = own.getOrDefault("--profile", "");
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
    if (looks.isPresent()) {
      jmh = UntilArguments.withoutForks(jmh);
    }
    return new LaunchArguments(
        List.copyOf(jmh), parameters(jmh), order, profile, report, clean, looks);
  }

  /**
   * With short names of profilers resolved.
   *
   * @param names every short name there is
   * @return a changed copy
   */
  public LaunchArguments withProfilers(Set<String> names) {
    return new LaunchArguments(
        List.copyOf(ProfilerArguments.resolved(jmh, names)),
        parameters,
        order,
        profile,
        report,
        clean,
        looks);
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
