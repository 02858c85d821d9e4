package org.docduel.core.launch.cli;

import static org.docduel.core.config.BadInputException.require;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A line with what its options add: the arguments of a profile, under what is typed, and the
 * iterations that fill a time.
 */
final class EffectiveLine {
  private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,6})(s|m|h)");
  private static final Map<String, Integer> UNIT_SECONDS = Map.of("s", 1, "m", 60, "h", 3_600);

  /** JMH's own. */
  private static final String DEFAULT_ITERATION = "10";

  private static final int MAX_ITERATIONS = 1_000_000;

  private EffectiveLine() {}

  /**
   * The effective line of a typed one.
   *
   * @throws BadInputException for a profile that there is not, or a time that no iterations fill
   */
  static CommandLine of(CommandLine explicit, Workload workload) {
    CommandLine profiled =
        explicit
            .value(Option.PROFILE)
            .map(name -> explicit.withDefaults(profile(explicit, name, workload)))
            .orElse(explicit);
    return explicit
        .value(Option.FOR)
        .map(time -> forTime(profiled, time, explicit.has("-i")))
        .orElse(profiled);
  }

  /** Of the benchmarks that are named, or of all; the first that has one of this name counts. */
  private static CommandLine profile(CommandLine explicit, String name, Workload workload) {
    List<Experiment> meant =
        workload.experiments().stream()
            .filter(experiment ->
                explicit.names().stream()
                    .anyMatch(pattern ->
                        Pattern.compile(pattern).matcher(experiment.benchmark().getName()).find()))
            .toList();
    Map<String, List<String>> profiles = new TreeMap<>();
    (meant.isEmpty() ? workload.experiments() : meant)
        .forEach(experiment -> experiment.profiles().forEach(profiles::putIfAbsent));
    require(
        profiles.containsKey(name),
        "--profile %s: there are %s",
        name,
        String.join(", ", profiles.keySet()));
    CommandLine profile = CommandLine.of(profiles.getOrDefault(name, List.of()), List.of());
    if (explicit.has(Option.UNTIL)) { // which runs as many as it needs
      profile.options().remove("-f");
    }
    return profile;
  }

  /** As many iterations as fill a time. */
  private static CommandLine forTime(CommandLine line, String time, boolean saysIterations) {
    Matcher length = DURATION.matcher(time);
    require(
        length.matches(), "--for %s: accepted is a number of s, m or h, such as 90m or 4h", time);
    require(!saysIterations, "--for %s does not go with -i: it says how many iterations", time);
    String each = line.value("-r").orElse(DEFAULT_ITERATION);
    double seconds = iterationSeconds(each);
    long total = Long.parseLong(length.group(1)) * UNIT_SECONDS.getOrDefault(length.group(2), 1);
    long iterations = seconds > 0 ? Math.round(total / seconds) : 0;
    require(
        iterations >= 1 && iterations <= MAX_ITERATIONS,
        "--for %s: %d iterations of -r %s; accepted are 1 to %d",
        time,
        iterations,
        each,
        MAX_ITERATIONS);
    Map<String, List<String>> options = new TreeMap<>(line.options());
    options.put("-i", List.of(String.valueOf(iterations)));
    options.put("-r", List.of(each));
    return new CommandLine(options, line.names());
  }

  private static double iterationSeconds(String time) {
    try {
      return TimeValue.fromString(time).convertTo(TimeUnit.MILLISECONDS) / 1e3;
    } catch (IllegalArgumentException e) {
      throw BadInputException.of("-r %s: accepted is a time such as 10 or 250ms", time);
    }
  }
}
