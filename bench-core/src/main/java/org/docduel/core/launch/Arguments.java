package org.docduel.core.launch;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.fork.ServerWatches.ServerProfiler;
import org.docduel.core.group.GroupPlan;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * A command line: DocDuel's options (two dashes) and JMH's. It is parsed once, with the options of
 * a profile under what is typed; JMH's own parser then reads the values of its options, except the
 * files, which the launcher writes itself.
 */
final class Arguments {
  private static final List<String> JMH_VALUES =
      words(
          "-bm -bs -e -f -foe -gc -i -jvm -jvmArgs -jvmArgsAppend -jvmArgsPrepend -o -opi -p -prof"
              + " -r -rf -rff -si -t -tg -to -tu -v -w -wbs -wf -wi -wm -wmb");
  private static final List<String> JMH_FLAGS = words("-h -l -lp -lprof -lrf");

  /** Those that the launcher carries out itself: one result has many runs of JMH behind it. */
  private static final Set<String> FILES = Set.of("-rf", "-rff", "-o");

  private static final Pattern HEAP = Pattern.compile("-Xmx([0-9]{1,12})([kKmMgGtT]|)");

  private static final int USUAL_FORKS = 20;
  private static final int MOST_FORKS = 100;
  private static final long SHORTEST_TIMEOUT_SECONDS = 60;

  record Line(Map<String, List<String>> options, List<String> names) {
    /**
     * Takes a line apart: {@code -X V}, {@code -X=V} and, for one letter, {@code -XV} are the same.
     *
     * @throws BadInputException for an option that there is not, or one without its value
     */
    static Line of(List<String> line, List<String> more) {
      ParseResult parsed = parsed(line, more);
      Map<String, List<String>> options = new TreeMap<>();
      for (OptionSpec option : parsed.matchedOptions()) {
        options.put(
            option.longestName(),
            option.arity().max() == 0 ? List.of() : option.originalStringValues());
      }
      return new Line(
          options,
          parsed.matchedPositionals().stream()
              .flatMap(one -> one.originalStringValues().stream())
              .toList());
    }

    boolean has(Option option) {
      return has(option.typed);
    }

    boolean has(String option) {
      return options.containsKey(option);
    }

    List<String> values(String option) {
      return options.getOrDefault(option, List.of());
    }

    Optional<String> one(Option option) {
      return one(option.typed);
    }

    /** The value of an option that is given once at most. */
    Optional<String> one(String option) {
      if (values(option).size() > 1) {
        throw new BadInputException(option + ": it is given more than once");
      }
      return values(option).stream().findFirst();
    }

    /**
     * This line with JMH's options of another under it: what is here replaces what is there, but
     * parameters are replaced one by one and profilers are added.
     */
    Line over(Line under) {
      Set<String> named = values("-p").stream().map(Line::parameter).collect(Collectors.toSet());
      Map<String, List<String>> all = new TreeMap<>(options);
      for (String option : JMH_VALUES) {
        List<String> own = values(option);
        Stream<String> added =
            under.values(option).stream()
                .filter(value ->
                    switch (option) {
                      case "-p" -> !named.contains(parameter(value));
                      case "-prof" -> !own.contains(value);
                      default -> own.isEmpty();
                    });
        all.put(option, Stream.concat(own.stream(), added).toList());
      }
      return new Line(all, names.isEmpty() ? under.names : names);
    }

    private static String parameter(String assignment) {
      return assignment.split("=", 2)[0];
    }

    /** The line again, without some options. */
    List<String> without(Collection<String> left) {
      List<String> line = new ArrayList<>(names);
      options.forEach((option, values) -> {
        if (!left.contains(option)) {
          if (values.isEmpty()) {
            line.add(option);
          }
          values.forEach(value -> line.addAll(List.of(option, value)));
        }
      });
      return line;
    }
  }

  private final Line typed;

  /** What is typed, over what its profile says. */
  private final Line whole;

  private final Map<String, String> parameters = new TreeMap<>();
  private final Order order;
  private final Optional<Looks> looks;
  private final Optional<GroupPlan> group;
  private final CommandLineOptions jmh;
  private final Map<String, String> serverProfilers;

  /**
   * Parses.
   *
   * @throws BadInputException for an option that there is not, or a bad value
   */
  Arguments(List<String> line, Workload workload, Map<String, String> serverProfilers) {
    this.serverProfilers = serverProfilers;
    typed = Line.of(line, List.of());
    Arrays.stream(Option.values()).filter(one -> !one.value.isEmpty()).forEach(typed::one);
    if (typed.has(Option.CLEAN)
        && !typed.without(List.of(Option.CLEAN.typed, Option.SAME_SERVER.typed)).isEmpty()) {
      throw new BadInputException(
          "--clean cannot be combined with other options, except --same-server");
    }
    if (typed.has(Option.TWIN)
        && Stream.of(Option.CLIENTS, Option.GROUP, Option.GROUP_SECRET).anyMatch(typed::has)) {
      throw new BadInputException("--twin does not go with --clients; leave one of them out");
    }
    order = typed.one(Option.ORDER).map(Order::parse).orElse(Order.DEFAULT);
    looks = looksAsked();
    whole =
        typed.one(Option.PROFILE).map(name -> typed.over(profile(name, workload))).orElse(typed);
    requirePatterns(whole.names());
    whole.values("-p").forEach(this::addParameter);
    jmh = jmh(workload);
    requirePatterns(jmh.getExcludes());
    group = groupAsked();
  }

  private static ParseResult parsed(List<String> line, List<String> more) {
    // no option is a date or a database's type; looking for them loads a hundred classes
    System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    CommandSpec spec = CommandSpec.create();
    for (Option own : Option.values()) {
      spec.addOption(own.value.isEmpty() ? flag(own.typed) : listOf(own.typed));
    }
    Stream.concat(JMH_VALUES.stream(), more.stream()).forEach(name -> spec.addOption(listOf(name)));
    JMH_FLAGS.forEach(name -> spec.addOption(flag(name)));
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .build());
    // JVM arguments begin with a dash, and a flag that is given twice means the same
    spec.parser().allowOptionsAsOptionParameters(true).overwrittenOptionsAllowed(true);
    try {
      return new CommandLine(spec).setExpandAtFiles(false).parseArgs(line.toArray(String[]::new));
    } catch (CommandLine.UnmatchedArgumentException e) {
      throw BadInputException.of(
          "%s: no such option; there are %s and JMH's own; see -h",
          String.join(" ", e.getUnmatched()), Option.all());
    } catch (CommandLine.MissingParameterException e) {
      boolean known = !e.getMissing().isEmpty() && e.getMissing().get(0) instanceof OptionSpec;
      throw BadInputException.of(
          "%s: a value is missing; see -h",
          known ? ((OptionSpec) e.getMissing().get(0)).longestName() : "the last option");
    } catch (CommandLine.ParameterException e) {
      throw new BadInputException(e.getMessage() + "; see -h", e);
    }
  }

  private static List<String> words(String line) {
    return List.of(line.split(" ", -1));
  }

  private static OptionSpec flag(String name) {
    return OptionSpec.builder(name).type(boolean.class).arity("0").build();
  }

  private static OptionSpec listOf(String name) {
    return OptionSpec.builder(name)
        .arity("1")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .build();
  }

  /** Of the benchmarks that are named, or of all; the first that has one of this name counts. */
  private Line profile(String name, Workload workload) {
    requirePatterns(typed.names());
    List<Experiment> meant =
        workload.experiments().stream()
            .filter(one ->
                typed.names().stream()
                    .anyMatch(it -> Pattern.compile(it).matcher(one.benchmark().getName()).find()))
            .toList();
    Map<String, List<String>> profiles = new TreeMap<>();
    (meant.isEmpty() ? workload.experiments() : meant)
        .forEach(experiment -> experiment.profiles().forEach(profiles::putIfAbsent));
    List<String> arguments = profiles.get(name);
    if (arguments == null) {
      throw BadInputException.of(
          "--profile %s: there are %s", name, String.join(", ", profiles.keySet()));
    }
    Line profile = Line.of(arguments, List.of());
    if (looks.isPresent()) {
      profile.options.remove("-f");
    }
    return profile;
  }

  private void addParameter(String assignment) {
    String[] parts = assignment.split("=", 2);
    if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new BadInputException("-p " + assignment + ": accepted is NAME=VALUE[,VALUE]; see -h");
    }
    parameters.merge(parts[0], parts[1], (first, second) -> first + "," + second);
  }

  boolean has(Option option) {
    return typed.has(option);
  }

  private Optional<Looks> looksAsked() {
    Optional<String> until = typed.one(Option.UNTIL);
    if (until.isEmpty()) {
      for (Option option : List.of(Option.MAX_FORKS, Option.SPENDING)) {
        if (typed.has(option)) {
          throw new BadInputException(option.typed + " goes with --until decided; see -h");
        }
      }
      return Optional.empty();
    }
    if (!until.get().equals("decided")) {
      throw BadInputException.of("--until %s: accepted is decided", until.get());
    }
    if (typed.has(Option.FLIP)) {
      throw new BadInputException("--flip does not go with --until decided: its forks are planned");
    }
    if (!typed.values("-f").isEmpty()) {
      throw new BadInputException(
          "-f does not go with --until decided, which runs forks until the verdicts are in;"
              + " --max-forks says how many at most");
    }
    if (order.kind() == Order.Kind.SEQUENTIAL) {
      throw new BadInputException(
          "--order sequential does not go with --until decided, which looks after each round;"
              + " accepted is random, random:SEED or interleaved");
    }
    String forks = typed.one(Option.MAX_FORKS).orElse(String.valueOf(USUAL_FORKS));
    int most = forks.matches("[0-9]{1,6}") ? Integer.parseInt(forks) : 0;
    if (most < Looks.FIRST || most > MOST_FORKS) {
      throw BadInputException.of(
          "--max-forks %s: accepted is %d to %d", forks, Looks.FIRST, MOST_FORKS);
    }
    String name = typed.one(Option.SPENDING).orElse(Spending.POCOCK.label());
    Optional<Spending> spending = Spending.of(name);
    if (spending.isEmpty()) {
      throw BadInputException.of("--spending %s: accepted is pocock or obrien-fleming", name);
    }
    return Optional.of(new Looks(most, spending.get()));
  }

  private Optional<GroupPlan> groupAsked() {
    Optional<String> clients = typed.one(Option.CLIENTS);
    Optional<String> hosts = typed.one(Option.GROUP);
    if (clients.isPresent() != hosts.isPresent()
        || (clients.isEmpty() && typed.has(Option.GROUP_SECRET))) {
      throw new BadInputException(
          "--clients N and --group HOST[:PORT],... go together, --group-secret FILE with both;"
              + " see -h");
    }
    if (clients.isPresent()
        && (jmh.getForkCount().orElse(1) == 0 || jmh.getWarmupForkCount().orElse(0) > 0)) {
      throw new BadInputException(
          "-f 0 and -wf do not go with --clients, which begin each fork together");
    }
    return clients.map(
        count -> GroupPlan.parse(count, hosts.orElseThrow(), typed.one(Option.GROUP_SECRET)));
  }

  private static void requirePatterns(List<String> names) {
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

  /** JMH's parser on its own options; the profilers of servers have become one that it knows. */
  private CommandLineOptions jmh(Workload workload) {
    List<String> line = new ArrayList<>(whole.names());
    if (line.isEmpty() && !typed.has("-l") && !typed.has("-lp")) {
      line.add(workload.experiments().get(0).benchmark().getSimpleName());
    }
    Set<String> onServers = new LinkedHashSet<>();
    if (typed.has(Option.EXPLAIN)) {
      onServers.addAll(serverProfilers.keySet());
    }
    for (String option : JMH_VALUES) {
      for (String value : whole.values(option)) {
        if (option.equals("-prof") && serverProfilers.containsKey(value)) {
          onServers.add(value);
        } else if (!FILES.contains(option)) {
          line.addAll(List.of(option, value));
        }
      }
    }
    if (!onServers.isEmpty()) {
      line.addAll(
          List.of("-prof", ServerProfiler.class.getName() + ":" + String.join(",", onServers)));
    }
    JMH_FLAGS.stream().filter(typed::has).forEach(line::add);
    try {
      return new CommandLineOptions(line.toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      throw new BadInputException(e.getMessage() + "; see -h", e);
    }
  }

  /** JMH's options, without the files. */
  CommandLineOptions options() {
    return jmh;
  }

  /** The benchmarks that are named, or all. */
  Options shown() {
    return whole.names().isEmpty() ? new OptionsBuilder().build() : jmh;
  }

  /** What {@code -p} gives, in name order: all values of a name joined by commas. */
  Map<String, String> parameters() {
    return parameters;
  }

  /** Every value that {@code -p} gives. */
  List<String> values() {
    return parameters.values().stream().flatMap(all -> Stream.of(all.split(",", -1))).toList();
  }

  /** The address of the one server for all stores that can live on it. */
  Optional<String> sameServer() {
    return typed.one(Option.SAME_SERVER).map(String::strip);
  }

  /** A line as it may be written: the server's address without what logs in. */
  List<String> shown(List<String> line) {
    return typed
        .one(Option.SAME_SERVER)
        .filter(url -> !url.isEmpty())
        .map(url ->
            line.stream().map(it -> it.replace(url, new ServerAddress(url).toString())).toList())
        .orElse(line);
  }

  Order order() {
    return order;
  }

  /** Which clients measure together, unless this one measures alone. */
  Optional<GroupPlan> group() {
    return group;
  }

  /** What the command lines of all clients have to have in common. */
  List<String> common() {
    return typed.without(
        List.of("-rf", "-rff", "-o", Option.GROUP_SECRET.typed, Option.SAME_SERVER.typed));
  }

  /** When the run ends, unless its forks are given. */
  Optional<Looks> looks() {
    return looks;
  }

  boolean help() {
    return typed.has("-h") || typed.has(Option.HELP);
  }

  /** The file that {@code -rff} names. */
  Optional<String> resultFile() {
    return whole.one("-rff");
  }

  /** The format that {@code -rf} names. */
  Optional<ResultFormatType> resultFormat() {
    Optional<String> asked = whole.one("-rf");
    Optional<ResultFormatType> format =
        Arrays.stream(ResultFormatType.values())
            .filter(it -> it.name().equalsIgnoreCase(asked.orElse("")))
            .findFirst();
    if (asked.isPresent() && format.isEmpty()) {
      throw BadInputException.of("-rf %s: accepted is text, csv, scsv, json or latex", asked.get());
    }
    return format;
  }

  /** The file that {@code -o} names. */
  Optional<String> logFile() {
    return whole.one("-o");
  }

  /** Does what an option of JMH's that lists something asks for, and says whether there was one. */
  boolean list(PrintWriter out) {
    if (typed.has("-lprof")) {
      jmh.listProfilers();
      out.println("Profilers of servers:");
      serverProfilers.forEach((name, what) -> out.printf("  %13s: %s%n", name, what));
    } else if (typed.has("-lrf")) {
      jmh.listResultFormats();
    } else if (typed.has("-l")) {
      new Runner(jmh).list();
    } else if (typed.has("-lp")) {
      new Runner(jmh).listWithParams(jmh);
    } else {
      return false;
    }
    return true;
  }

  /**
   * Refuses what JMH would refuse after the servers have started, and what would make a score
   * wrong.
   */
  void check(Collection<BenchmarkListEntry> chosen, Workload workload) {
    whole
        .one("-opi")
        .ifPresent(operations -> {
          throw BadInputException.of(
              "-opi %s: one call is one operation here, and JMH would divide its time by this"
                  + " number; leave it out (items/s tells the rate)",
              operations);
        });
    for (BenchmarkListEntry benchmark : chosen) {
      checkMode(benchmark, workload.experiment(benchmark.getUsername()).needs().isPresent());
      checkJvmArguments(benchmark);
    }
    if (jmh.getTimeout().hasValue()
        && jmh.getTimeout().get().convertTo(TimeUnit.SECONDS) < SHORTEST_TIMEOUT_SECONDS) {
      throw BadInputException.of(
          "-to %s: an iteration with its set-up may take longer, and JMH would end the fork;"
              + " accepted is a minute or more",
          whole.values("-to").get(0));
    }
    if (jmh.getJvm().hasValue()) {
      Path program = Path.of(jmh.getJvm().get());
      if (program.getNameCount() > 1 && !Files.isExecutable(program)) {
        throw BadInputException.of("-jvm %s: there is no such program", program);
      }
    }
    jmh.getProfilers().forEach(this::checkProfiler);
  }

  private void checkMode(BenchmarkListEntry benchmark, boolean withStore) {
    for (Mode mode : jmh.getBenchModes()) {
      if (mode != benchmark.getMode()) {
        throw BadInputException.of(
            "-bm %s: %s is made for %s alone; leave it out",
            mode.shortLabel(), benchmark.getUsername(), benchmark.getMode().shortLabel());
      }
    }
    for (String option : List.of("-bs", "-wbs")) {
      if (withStore && whole.one(option).filter(size -> !size.equals("1")).isPresent()) {
        throw BadInputException.of(
            "%s %s: one call of %s is one observation; leave it out (-i says how many)",
            option, whole.values(option).get(0), benchmark.getUsername());
      }
    }
  }

  /** What a benchmark appends to the JVM's arguments would silently win over what is typed. */
  private void checkJvmArguments(BenchmarkListEntry benchmark) {
    if (jmh.getJvmArgsAppend().hasValue() || !benchmark.getJvmArgsAppend().hasValue()) {
      return;
    }
    for (String option : List.of("-jvmArgs", "-jvmArgsPrepend")) {
      for (String argument : String.join(" ", whole.values(option)).split("\\s+", -1)) {
        for (String own : benchmark.getJvmArgsAppend().get()) {
          if (!argument.isEmpty() && kind(argument).equals(kind(own)) && !argument.equals(own)) {
            throw BadInputException.of(
                "%s %s: the benchmark's own %s comes later and would win; give -jvmArgsAppend %s",
                option, argument, own, argument);
          }
        }
      }
    }
  }

  /** What of a JVM's argument stands before its value. */
  private static String kind(String argument) {
    return argument.startsWith("-Xm") || argument.startsWith("-Xss")
        ? argument.substring(0, Math.min(4, argument.length()))
        : argument.replaceFirst("=.*", "").replaceFirst("^-XX:[+-]", "-XX:");
  }

  /** The heap that a benchmark's forks get: the last -Xmx counts, and a typed list replaces one. */
  long forkHeapBytes(BenchmarkListEntry benchmark) {
    Stream<String> given =
        Stream.of(
                jmh.getJvmArgsPrepend().orElse(benchmark.getJvmArgsPrepend().orElse(List.of())),
                jmh.getJvmArgs()
                    .orElse(
                        benchmark
                            .getJvmArgs()
                            .orElse(ManagementFactory.getRuntimeMXBean().getInputArguments())),
                jmh.getJvmArgsAppend().orElse(benchmark.getJvmArgsAppend().orElse(List.of())))
            .flatMap(Collection::stream);
    return given
        .map(HEAP::matcher)
        .filter(Matcher::matches)
        .map(heap ->
            Long.parseLong(heap.group(1))
                << (10 * ("kmgt".indexOf(heap.group(2).toLowerCase(Locale.ROOT)) + 1)))
        .reduce(Runtime.getRuntime().maxMemory(), (first, second) -> second);
  }

  private void checkProfiler(ProfilerConfig profiler) {
    try {
      ProfilerFactory.getProfilerOrException(profiler);
    } catch (ProfilerException e) {
      throw BadInputException.of(
          "-prof %s: no such profiler, or it cannot run here (%s); servers have %s; -lprof lists all",
          profiler.getKlass(),
          String.valueOf(e.getMessage()).strip().lines().findFirst().orElse(""),
          String.join(", ", serverProfilers.keySet()));
    }
  }
}
