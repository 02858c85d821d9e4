package org.docduel.core.launch.cli;

import static org.docduel.core.config.BadInputException.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.group.GroupPlan;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A command line: DocDuel's options (two dashes) and JMH's. It is taken apart once, with the
 * options of a profile under what is typed; JMH's own parser then reads the values of its options,
 * except the files, which the launcher writes itself.
 */
public final class Arguments {
  /** Those that the launcher carries out itself: one result has many runs of JMH behind it. */
  private static final Set<String> FILES = Set.of("-rf", "-rff", "-o");

  private static final List<String> TRUE_OR_FALSE = List.of("true", "false");

  /** Options of which JMH takes every other word for false, or answers with a class's name. */
  private static final Map<String, List<String>> ALLOWED_VALUES =
      Map.of(
          "-foe", TRUE_OR_FALSE,
          "-gc", TRUE_OR_FALSE,
          "-si", TRUE_OR_FALSE,
          "-v", List.of("silent", "normal", "extra"));

  /** Between values: a comma that no {@code word:} follows. */
  private static final Pattern VALUES = Pattern.compile(",(?![a-z]+:)");

  /** Java's words for a value that JMH looks up by name. */
  private static final Pattern ENUM = Pattern.compile("No enum constant .*\\.(\\S+)");

  private static final String THREADS = "-t";

  /** Of several, each from 1. */
  private static final Pattern THREAD_COUNTS =
      Pattern.compile("[1-9][0-9]{0,4}(,[1-9][0-9]{0,4})+");

  private static final Pattern STEADY = Pattern.compile("steady(?::([1-9][0-9]{0,4}))?");

  private static final int STEADY_LIMIT_SECONDS = 30;

  /** Where servers' memory is limited: a cache of a slow disk takes long to fill. */
  private static final int STEADY_CACHE_LIMIT_SECONDS = 1200;

  private static final int DEFAULT_MAX_FORKS = 20;
  private static final int MAX_FORKS_LIMIT = 100;

  /** What is typed. */
  final CommandLine explicit;

  /** What is typed, over what its profile says. */
  public final CommandLine effective;

  /** What the profilers of servers measure, by their names. */
  final Map<String, String> serverProfilers;

  /** What each {@code -p} gives, in the order of names. */
  public final Map<String, List<String>> parameters = new TreeMap<>();

  public final Order order;

  /** When the run ends, unless its forks are given. */
  public final Optional<Looks> looks;

  /**
   * For how many seconds at most a fork warms up until it is steady; empty where it does JMH's
   * warm-up iterations.
   */
  public final OptionalInt steadyLimitSeconds;

  /** What each server's memory is held to. */
  public final Optional<MemoryLimit> memory;

  /** The free space that a disk must keep, if somebody said it. */
  public final OptionalLong minFreeBytes;

  /** Which clients measure together, unless this one measures alone. */
  public final Optional<GroupPlan> group;

  /** The profilers of servers that are asked for. */
  public final Set<String> requestedServerProfilers = new LinkedHashSet<>();

  /** Of {@code -t 1,2,4}, smallest first: a curve. Empty where one number is given, or none. */
  public final List<Integer> threadCounts;

  /** JMH's options, without the files; of several numbers of threads the largest. */
  public final CommandLineOptions jmh;

  /**
   * Parses.
   *
   * @throws BadInputException for an option that there is not, or a bad value
   */
  public Arguments(List<String> line, Workload workload, Map<String, String> serverProfilers) {
    this.serverProfilers = serverProfilers;
    explicit = CommandLine.of(line, List.of());
    Arrays.stream(Option.values()).forEach(explicit::value);
    require(
        !explicit.has(Option.CLEAN)
            || explicit.without(List.of(Option.CLEAN.typed, Option.SAME_SERVER.typed)).isEmpty(),
        "--clean cannot be combined with other options, except --same-server");
    memory = ServerOptions.memory(value(Option.MEMORY));
    order = explicit.value(Option.ORDER).map(Order::parse).orElse(Order.DEFAULT);
    looks = parseStopping();
    requirePatterns(explicit.names());
    effective = EffectiveLine.of(explicit, workload);
    minFreeBytes = parseMinFree();
    for (String assignment : effective.values("-p")) {
      String[] sides = assignment.split("=", 2);
      require(
          sides.length > 1 && !sides[0].isEmpty() && !sides[1].isEmpty(),
          "-p %s: accepted is NAME=VALUE[,VALUE]; see -h",
          assignment);
      parameters.computeIfAbsent(sides[0], first -> new ArrayList<>()).add(sides[1]);
    }
    threadCounts = parseThreadCounts();
    jmh = jmh(workload);
    requirePatterns(jmh.getExcludes());
    group = parseGroup();
    steadyLimitSeconds = steadyLimit();
  }

  private OptionalLong parseMinFree() {
    Optional<String> size = explicit.value(Option.MIN_FREE);
    OptionalDouble bytes = size.isPresent() ? Magnitude.of(size.get()) : OptionalDouble.empty();
    require(
        size.isEmpty() || bytes.isPresent(),
        "--min-free %s: accepted is a size such as 500MB or 5GB",
        size.orElse(""));
    return bytes.isPresent() ? OptionalLong.of((long) bytes.getAsDouble()) : OptionalLong.empty();
  }

  private OptionalInt steadyLimit() {
    Optional<String> requested = explicit.value(Option.WARMUP);
    if (requested.isEmpty()) {
      boolean fixed =
          !effective.values("-wi").isEmpty()
              || !effective.values("-w").isEmpty()
              || explicit.has(Option.CLIENTS);
      int limit = memory.isPresent() ? STEADY_CACHE_LIMIT_SECONDS : STEADY_LIMIT_SECONDS;
      return fixed ? OptionalInt.empty() : OptionalInt.of(limit);
    }
    Matcher steady = STEADY.matcher(requested.get());
    boolean fixed = requested.get().equals("fixed");
    require(
        fixed || steady.matches(),
        "--warmup %s: accepted is steady, steady:SECONDS (1 to 99999) or fixed",
        requested.get());
    require(
        fixed || !(explicit.has("-wi") || explicit.has("-w")),
        "--warmup %s does not go with -wi or -w, which say how long to warm up",
        requested.get());
    require(
        fixed || !explicit.has(Option.CLIENTS),
        "--warmup %s does not go with --clients, which warm up together: give -wi N",
        requested.get());
    return fixed
        ? OptionalInt.empty()
        : OptionalInt.of(
            steady.group(1) == null ? STEADY_LIMIT_SECONDS : Integer.parseInt(steady.group(1)));
  }

  public boolean has(Option option) {
    return explicit.has(option);
  }

  /** The value of an option that is given once at most. */
  public Optional<String> value(Option option) {
    return explicit.value(option).map(String::strip);
  }

  private Optional<Looks> parseStopping() {
    Optional<String> until = explicit.value(Option.UNTIL);
    if (until.isEmpty()) {
      for (Option option : List.of(Option.MAX_FORKS, Option.SPENDING)) {
        require(!explicit.has(option), "%s goes with --until decided; see -h", option.typed);
      }
      return Optional.empty();
    }
    require(until.get().equals("decided"), "--until %s: accepted is decided", until.get());
    require(
        !explicit.has(Option.FLIP),
        "--flip does not go with --until decided: its forks are planned");
    require(
        !explicit.has("-f"),
        "-f does not go with --until decided, which runs forks until the verdicts are in;"
            + " --max-forks says how many at most");
    require(
        order.kind() != Order.Kind.SEQUENTIAL,
        "--order sequential does not go with --until decided, which looks after each round;"
            + " accepted is random, random:SEED or interleaved");
    String forks = explicit.value(Option.MAX_FORKS).orElse(String.valueOf(DEFAULT_MAX_FORKS));
    int maxForks = forks.matches("[0-9]{1,6}") ? Integer.parseInt(forks) : 0;
    require(
        maxForks >= Looks.FIRST && maxForks <= MAX_FORKS_LIMIT,
        "--max-forks %s: accepted is %d to %d",
        forks,
        Looks.FIRST,
        MAX_FORKS_LIMIT);
    String name = explicit.value(Option.SPENDING).orElse(Spending.POCOCK.label());
    Optional<Spending> spending = Spending.of(name);
    require(spending.isPresent(), "--spending %s: accepted is pocock or obrien-fleming", name);
    return spending.map(function -> new Looks(maxForks, function));
  }

  private Optional<GroupPlan> parseGroup() {
    if (Stream.of(Option.CLIENTS, Option.GROUP, Option.GROUP_SECRET).noneMatch(explicit::has)) {
      return Optional.empty();
    }
    require(
        explicit.has(Option.CLIENTS) && explicit.has(Option.GROUP),
        "--clients N and --group HOST[:PORT],... go together, --group-secret FILE with both;"
            + " see -h");
    require(
        !explicit.has(Option.TWIN)
            && jmh.getForkCount().orElse(1) > 0
            && jmh.getWarmupForkCount().orElse(0) == 0,
        "--twin, -f 0 and -wf do not go with --clients, which begin each fork together");
    require(
        memory.isEmpty(),
        "--memory does not go with --clients: a server is restarted once its data are loaded");
    String clients = explicit.value(Option.CLIENTS).orElseThrow();
    String hosts = explicit.value(Option.GROUP).orElseThrow();
    return Optional.of(GroupPlan.parse(clients, hosts, explicit.value(Option.GROUP_SECRET)));
  }

  private List<Integer> parseThreadCounts() {
    String requested = effective.value(THREADS).orElse("");
    if (!requested.contains(",")) {
      return List.of(); // JMH reads it
    }
    require(
        THREAD_COUNTS.matcher(requested).matches(),
        "-t %s: accepted is a number of threads, max, or different ones such as 1,2,4,8",
        requested);
    List<Integer> counts =
        Stream.of(requested.split(",", -1)).map(Integer::valueOf).distinct().sorted().toList();
    require(
        !explicit.has(Option.CLIENTS) && !explicit.has(Option.FLIP),
        "-t %s: several numbers of threads do not go with --clients and --flip; give one",
        requested);
    return counts;
  }

  /**
   * Checks that names can be looked for as JMH does.
   *
   * @throws BadInputException when a name is no regular expression
   */
  public static void requirePatterns(List<String> names) {
    for (String name : names) {
      try {
        Pattern.compile(name);
      } catch (PatternSyntaxException e) {
        throw BadInputException.of(
            "%s: no regular expression (%s); -l lists the benchmarks that there are",
            name, e.getDescription());
      }
    }
  }

  /** JMH's parser on its own options, without the profilers of servers. */
  private CommandLineOptions jmh(Workload workload) {
    List<String> line = new ArrayList<>(effective.names());
    if (line.isEmpty() && !explicit.has("-l") && !explicit.has("-lp")) {
      line.add(workload.experiments().get(0).benchmark().getSimpleName());
    }
    if (explicit.has(Option.EXPLAIN)) {
      requestedServerProfilers.addAll(serverProfilers.keySet());
    }
    for (String option : CommandLine.JMH_VALUES) {
      for (String value : effective.values(option)) {
        List<String> allowed = ALLOWED_VALUES.getOrDefault(option, List.of());
        require(
            allowed.isEmpty() || allowed.contains(value.toLowerCase(Locale.ROOT)),
            "%s %s: accepted is %s",
            option,
            value,
            String.join(" or ", allowed));
        if (option.equals("-prof") && serverProfilers.containsKey(value)) {
          requestedServerProfilers.add(value);
        } else if (option.equals(THREADS) && !threadCounts.isEmpty()) {
          line.addAll(List.of(option, String.valueOf(Collections.max(threadCounts))));
        } else if (!FILES.contains(option)) {
          line.addAll(List.of(option, value));
        }
      }
    }
    CommandLine.JMH_FLAGS.stream().filter(explicit::has).forEach(line::add);
    try {
      return new CommandLineOptions(line.toArray(String[]::new));
    } catch (CommandLineOptionException | IllegalStateException e) { // such as of a bad -bm
      String message = String.valueOf(e.getMessage()).replaceAll("\\R", ". ");
      throw new BadInputException(
          ENUM.matcher(message).replaceFirst("$1 is not a value that JMH knows") + "; see -h", e);
    }
  }

  /** The benchmarks that are named, or all. */
  public Options helpOptions() {
    return effective.names().isEmpty() ? new OptionsBuilder().build() : jmh;
  }

  /** Every value that {@code -p} gives. */
  public List<String> values() {
    return parameters.keySet().stream().flatMap(name -> valuesOf(name).stream()).toList();
  }

  /** The values of a parameter; of a mix such as {@code read:95,update:5} the comma is a part. */
  public List<String> valuesOf(String name) {
    return parameters.getOrDefault(name, List.of()).stream()
        .flatMap(values -> Stream.of(VALUES.split(values, -1)))
        .distinct()
        .toList();
  }

  /** What the command lines of all clients have to have in common. */
  public List<String> common() {
    return explicit.without(
        List.of("-rf", "-rff", "-o", Option.GROUP_SECRET.typed, Option.SAME_SERVER.typed));
  }

  public boolean help() {
    return explicit.has("-h") || explicit.has(Option.HELP);
  }

  /** The format that {@code -rf} names. */
  public Optional<ResultFormatType> resultFormat() {
    Optional<String> requested = effective.value("-rf");
    Optional<ResultFormatType> format =
        Arrays.stream(ResultFormatType.values())
            .filter(type -> type.name().equalsIgnoreCase(requested.orElse("")))
            .findFirst();
    require(
        requested.isPresent() == format.isPresent(),
        "-rf %s: accepted is text, csv, scsv, json or latex",
        requested.orElse(""));
    return format;
  }
}
