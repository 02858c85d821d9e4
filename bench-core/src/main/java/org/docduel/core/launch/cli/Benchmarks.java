package org.docduel.core.launch.cli;

import static org.docduel.core.config.BadInputException.require;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.SecretText;
import org.docduel.core.server.Host;
import org.docduel.core.workload.Workload;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The benchmarks that a command line names, and whether JMH can run them as it says. */
public final class Benchmarks {
  private static final Pattern HEAP =
      Pattern.compile("(?:-Xmx|-XX:MaxHeapSize=)([0-9]{1,18})([kKmMgGtT]?)");

  /** Of a size, each 1,024 times the one before; without one it is in bytes. */
  private static final String UNITS = "kmgt";

  private static final Pattern CLASS_NOT_FOUND =
      Pattern.compile("java\\.lang\\.ClassNotFoundException: .*");

  private static final long MIN_TIMEOUT_SECONDS = 60;

  private Benchmarks() {}

  /** The benchmarks of the jar that a command line names. */
  public static Collection<BenchmarkListEntry> matching(Options jmh) {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT);
    BenchmarkList all = BenchmarkList.defaultList();
    String excludes = String.join(",", jmh.getExcludes());
    for (String name : jmh.getIncludes()) {
      if (all.find(silent, List.of(name), jmh.getExcludes()).isEmpty()) {
        throw BadInputException.of(
            "no benchmark matches %s%s; -l lists those that there are",
            name, excludes.isEmpty() ? "" : " and is not left out by -e " + excludes);
      }
    }
    return all.find(silent, jmh.getIncludes(), jmh.getExcludes());
  }

  /** Does what an option of JMH's that lists something asks for, and says whether there was one. */
  public static boolean list(Arguments arguments, PrintWriter out) {
    CommandLine explicit = arguments.explicit;
    CommandLineOptions jmh = arguments.jmh;
    if (explicit.has("-l") || explicit.has("-lp")) {
      matching(jmh); // refuses a name that no benchmark has
    }
    if (explicit.has("-lprof")) {
      jmh.listProfilers();
      out.println("Profilers of servers:");
      arguments.serverProfilers.forEach((name, what) -> out.printf("  %13s: %s%n", name, what));
    } else if (explicit.has("-lrf")) {
      jmh.listResultFormats();
    } else if (explicit.has("-l")) {
      new Runner(jmh).list();
    } else if (explicit.has("-lp")) {
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
  public static void check(
      Arguments arguments, Collection<BenchmarkListEntry> chosen, Workload workload) {
    CommandLine line = arguments.effective;
    CommandLineOptions jmh = arguments.jmh;
    refuse(
        line,
        "-opi",
        !line.values("-opi").isEmpty(),
        "one call is one operation here, and JMH would divide its time by this number; leave it"
            + " out (items/s tells the rate)");
    refuse(
        line,
        "-tg",
        !line.values("-tg").isEmpty(),
        "no benchmark has groups of threads; leave it out (-t says how many threads)");
    for (BenchmarkListEntry benchmark : chosen) {
      String name = benchmark.getUsername();
      Mode mode = benchmark.getMode();
      refuse(
          line,
          "-bm",
          jmh.getBenchModes().stream().anyMatch(requested -> requested != mode),
          name + " is made for " + mode.shortLabel() + " alone; leave it out");
      refuse(
          line,
          Option.CLIENTS.typed,
          arguments.group.isPresent() && !workload.experiment(name).supportsMultipleClients(),
          name + " runs on one client; docs/workloads.md#several-clients says what several share");
      Collection<String> jvmArguments = benchmark.getJvmArgsPrepend().orElse(List.of());
      require( // without what was typed, which may hold a password
          jvmArguments.isEmpty() || !jmh.getJvmArgsPrepend().hasValue(),
          "-jvmArgsPrepend: it would replace the benchmark's own %s; give -jvmArgsAppend",
          String.join(" ", jvmArguments));
      refuse(
          line,
          Option.FOR.typed,
          arguments.has(Option.FOR) && mode == Mode.SingleShotTime,
          name + " runs single shots, whose number -i says");
      boolean withStore = workload.experiment(name).requiredCapability().isPresent();
      for (String option : List.of("-bs", "-wbs")) {
        refuse(
            line,
            option,
            withStore && !line.value(option).orElse("1").equals("1"),
            "one call of " + name + " is one observation; leave it out (-i says how many)");
      }
    }
    refuse(
        line,
        "-to",
        jmh.getTimeout().hasValue()
            && jmh.getTimeout().get().convertTo(TimeUnit.SECONDS) < MIN_TIMEOUT_SECONDS,
        "an iteration with its set-up may take longer, and JMH would end the fork;"
            + " accepted is a minute or more");
    refuse(
        line,
        "-jvm",
        jmh.getJvm().hasValue() && !starts(jmh.getJvm().get()),
        "there is no such program, or it cannot be started");
    checkAddresses(line);
    jmh.getProfilers()
        .forEach(profiler -> checkProfiler(profiler, arguments.serverProfilers.keySet()));
  }

  private static boolean starts(String program) {
    try {
      Host.process(List.of(program, "-version")).start().destroy();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Refuses an option of JMH's in words that say why, and what to do instead. */
  private static void refuse(CommandLine line, String option, boolean isRejected, String why) {
    require(!isRejected, "%s %s: %s", option, String.join(" ", line.values(option)), why);
  }

  /** Forks have the addresses of the launcher, whatever they are told themselves. */
  private static void checkAddresses(CommandLine effective) {
    for (String option : List.of("-jvmArgs", "-jvmArgsAppend", "-jvmArgsPrepend")) {
      require( // without the address, which may hold a password
          effective.values(option).stream()
              .flatMap(text -> Stream.of(text.split("[\\s\"']+")))
              .noneMatch(SecretText::givesServer),
          "%s: -Ddocduel.FAMILY.url has no effect there; give it to the launcher, before -jar",
          option);
    }
  }

  /** The heap that a benchmark's forks get: the last -Xmx counts, and a typed list replaces one. */
  public static long forkHeapBytes(Options jmh, BenchmarkListEntry benchmark) {
    Stream<String> jvmArguments =
        Stream.of(
                jmh.getJvmArgsPrepend().orElse(benchmark.getJvmArgsPrepend().orElse(List.of())),
                jmh.getJvmArgs().orElse(ManagementFactory.getRuntimeMXBean().getInputArguments()),
                jmh.getJvmArgsAppend().orElse(List.of()))
            .flatMap(Collection::stream);
    return jvmArguments
        .map(HEAP::matcher)
        .filter(Matcher::matches)
        .map(heap ->
            heap.group(2).isEmpty()
                ? Long.parseLong(heap.group(1))
                : Long.parseLong(heap.group(1))
                    << (10 * (UNITS.indexOf(heap.group(2).toLowerCase(Locale.ROOT)) + 1)))
        .reduce(Runtime.getRuntime().maxMemory(), (first, second) -> second);
  }

  private static void checkProfiler(ProfilerConfig profiler, Set<String> serverProfilers) {
    try {
      ProfilerFactory.getProfilerOrException(profiler);
    } catch (ProfilerException e) {
      throw BadInputException.of(
          "-prof %s: no such profiler, or it cannot run here (%s); servers have %s; -lprof lists all",
          profiler.getKlass(),
          String.valueOf(e.getMessage())
              .strip()
              .lines()
              .findFirst()
              .map(text -> CLASS_NOT_FOUND.matcher(text).replaceFirst("unknown"))
              .orElse(""),
          String.join(", ", serverProfilers));
    }
  }
}
