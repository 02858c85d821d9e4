package org.docduel.core.fork;

import java.io.File;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerAddresses;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/**
 * Tells each fork of the {@link RunDirectory}, of the {@link ServerAddresses}, whether to leave an
 * {@link ExplainedTime}, and of its {@link ServerWatches}; names of tables and statements have the
 * same digits in all of them. It profiles nothing: a profiler's JVM options are the only ones that
 * JMH keeps out of the result file's {@code jvmArgs}, and a path that differs in every run does not
 * belong there.
 */
public final class ForkSettings implements ExternalProfiler {
  /** The setting that names a file of arguments for the forks' JVMs. */
  public static final String ARGUMENTS = "fork.arguments";

  /** The setting that says what was done so that the next fork finds empty caches. */
  public static final String COLD = "cold";

  /** The setting of a warm-up fork, which leaves no facts. */
  static final String WARM_UP = "warmup";

  /** What it says of a server that was restarted begins with this. */
  public static final String RESTARTED = "restarted: ";

  /** Of no country, whatever this process and the system have. */
  private static final List<String> LOCALE =
      List.of(
          "-Duser.language=",
          "-Duser.country=",
          "-Duser.language.format=",
          "-Duser.country.format=");

  /** How many forks were told so far. JMH begins with those that warm up. */
  private int told;

  @Override
  public String getDescription() {
    return "tells forks where the servers are";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    Settings settings = Settings.ofProcess();
    boolean warmsUp = told++ < params.getWarmupForks();
    Stream<String> warmUp =
        warmsUp ? Stream.of("-D" + Settings.property(WARM_UP) + "=true") : Stream.of();
    Stream<String> passedOn =
        Stream.of(
                RunDirectory.SETTING,
                ServerAddresses.SETTING,
                ExplainedTime.SETTING,
                COLD,
                ServerWatches.SETTING)
            .flatMap(name ->
                settings
                    .get(name)
                    .map(value -> "-D" + Settings.property(name) + "=" + value)
                    .stream());
    Stream<String> arguments = settings.get(ARGUMENTS).map(file -> "@" + file).stream();
    return Stream.of(passedOn, warmUp, arguments, LOCALE.stream()).flatMap(all -> all).toList();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    // nothing is measured
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File standardOutput, File standardError) {
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }
}
