package org.docduel.core.launch.run;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.MemoryWatch;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.launch.result.RunRecord;
import org.docduel.core.launch.result.Secrets;
import org.docduel.core.launch.result.SeriesJournal;
import org.docduel.core.server.ServerException;
import org.docduel.core.workload.Combination;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The forks of a plan, one after the other in the given order, each a JMH run of its own.
 *
 * @param jmh what all of them are told
 * @param log of JMH's output
 * @param program as it was when the run began
 * @param stopReason why the run ends early, once it does
 */
record Forks(
    Options jmh,
    OutputFormat log,
    RunRecord record,
    SeriesJournal journal,
    Progress progress,
    RunServers servers,
    Optional<ClientGroup> group,
    RunDirectory directory,
    JarFingerprint program,
    Supplier<Optional<String>> stopReason) {
  /** Whether the forks that are left have the program and the servers of those before. */
  boolean canContinue(int remainingForks) {
    Optional<String> stops =
        remainingForks == 0
            ? Optional.empty()
            : stopReason.get().or(program::changed).or(servers::lost);
    stops.ifPresent(reason -> fail("", record.secrets.hide(reason), remainingForks));
    return stops.isEmpty();
  }

  /** Runs a fork; whether the run goes on after it. */
  boolean run(Turn turn, int remainingForks) {
    ForkOutput output = new ForkOutput(log, progress, journal::iterationEnded);
    Collection<RunResult> results = List.of();
    String error = "no result; see the log";
    Runnable restoreStreams = output.redirectSystemStreams();
    journal.start(turn);
    try {
      startCold(turn.combination());
      Collection<RunResult> runnerResults = new Runner(options(turn), output).run();
      if (!runnerResults.isEmpty() && !output.failed()) {
        results =
            group.isPresent() ? mergeClients(group.get(), turn, runnerResults) : runnerResults;
        error = "the clients began no iteration together";
      }
    } catch (RunnerException | ServerException e) {
      error = e.getMessage() == null ? e.toString() : e.getMessage();
    } catch (RuntimeException | Error e) { // such as a process that the host does not give
      // unforeseen, so the log that the failure's line names gets the whole trace
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace, true));
      output.println(trace.toString());
    } finally {
      restoreStreams.run();
    }
    if (!results.isEmpty()) {
      record.results.add(
          results.stream()
              .flatMap(
                  result -> record.plan.experiment(turn.combination()).results(result).stream())
              .toList(),
          turn);
      journal.forkEnded(true);
      progress.ended(turn, results);
      return true;
    }
    awaitEnd();
    Optional<String> changed = stopReason.get().or(program::changed);
    String cause =
        group.flatMap(ClientGroup::reason).or(() -> changed).or(output::error).orElse(error);
    Optional<String> killed = servers.killedAt().map(MemoryWatch::killed);
    String reason =
        record.secrets.hide(
            killed.filter(line -> !cause.contains(line)).map(line -> line + ": ").orElse("")
                + cause);
    String measured = journal.progress();
    journal.forkEnded(false);
    boolean ends =
        group.isPresent()
            || output.serverFailed()
            || changed.isPresent()
            || jmh.shouldFailOnError().orElse(Defaults.FAIL_ON_ERROR);
    fail(
        turn.publishedCombination() + turn.threadsLabel() + " fork " + (turn.fork() + 1) + ": ",
        measured.isEmpty() ? reason : reason + "; " + measured,
        ends ? remainingForks : 0);
    progress.failed(turn, reason);
    return !ends;
  }

  /** Where the JVM is ending, what ends it has ended the fork: the shutdown hook says so. */
  private static void awaitEnd() {
    if (ForkProcesses.isJvmEnding()) {
      LockSupport.park(); // the JVM ends without this thread
    }
  }

  private void fail(String what, String reason, int leftOut) {
    String suffix = leftOut > 0 ? "; the run ends here, forks left out: " + leftOut : "";
    record.failure(what + reason + suffix);
    group.ifPresent(clients -> clients.terminate(reason, false));
  }

  private void startCold(Combination next) {
    if (jmh.getForkCount().orElse(1) > 0 && record.plan.experiment(next).startsCold()) {
      record
          .plan
          .provider(next)
          .ifPresent(store ->
              System.setProperty(Settings.property(ForkProfiler.COLD), servers.restart(store)));
    }
  }

  /** What all clients measured, of what this one did. */
  private Collection<RunResult> mergeClients(
      ClientGroup clients, Turn turn, Collection<RunResult> results) {
    Map<String, String> parameters =
        record.names.of(StoreState.parameters(results.iterator().next().getParams()));
    ClientGroup.Measured measured =
        new ClientGroup.Measured(List.copyOf(results), record.readNewFacts(directory));
    ClientGroup.Measured sum = clients.add(measured, turn.fork() + 1, parameters);
    sum.facts().forEach(record::addFact);
    return sum.results();
  }

  /**
   * Leaves JMH's defaults alone where they hold no secret. In the order in which a fork gets them:
   * the last one of a name counts.
   */
  static Options withoutSecrets(Options stock, Secrets secrets) {
    ChainedOptionsBuilder builder = new OptionsBuilder().parent(stock);
    if (stock.getJvmArgsPrepend().hasValue()) {
      builder.jvmArgsPrepend(secrets.removedFrom(stock.getJvmArgsPrepend().get()));
    }
    Collection<String> jvmArguments =
        stock.getJvmArgs().orElse(ManagementFactory.getRuntimeMXBean().getInputArguments());
    String[] others = secrets.removedFrom(jvmArguments);
    if (others.length < jvmArguments.size()) {
      builder.jvmArgs(others);
    }
    if (stock.getJvmArgsAppend().hasValue()) {
      builder.jvmArgsAppend(secrets.removedFrom(stock.getJvmArgsAppend().get()));
    }
    return builder.build();
  }

  private Options options(Turn turn) {
    String benchmark = Pattern.quote(turn.combination().benchmark());
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(jmh)
            .include("^" + benchmark + "$")
            // JMH adds the includes of the command line to this one; no other benchmark is meant
            .exclude("^(?!" + benchmark + "$)")
            .addProfiler(ForkProfiler.class);
    turn.threads().ifPresent(builder::threads);
    if (jmh.getForkCount().orElse(1) > 0) {
      builder.forks(1);
      if (turn.fork() > 0) {
        builder.warmupForks(0); // warm-up forks, if any, come before the first measured one
      }
    }
    boolean steady = record.plan.arguments.steadyLimitSeconds.isPresent();
    if (steady && record.plan.experiment(turn.combination()).warmsUp()) {
      builder.warmupIterations(0);
    }
    turn.combination().forJmh(StoreState.SETTINGS).forEach(builder::param);
    return builder.build();
  }

  /**
   * The jars that this process runs. Forks read them anew: one that is deleted or built again in
   * mid-run ends it, since the forks left would measure another program.
   */
  record JarFingerprint(Map<Path, List<Object>> jars) {
    /** As it is now. */
    static JarFingerprint now() {
      Map<Path, List<Object>> jars = new LinkedHashMap<>();
      for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        Path jar = Path.of(part);
        if (Files.isRegularFile(jar)) {
          jars.put(jar, state(jar));
          libraries(jar).forEach(library -> jars.put(library, state(library)));
        }
      }
      return new JarFingerprint(jars);
    }

    /** The jars that the manifest of another names; none for a file that is no jar. */
    private static List<Path> libraries(Path jar) {
      try (JarFile file = new JarFile(jar.toFile())) {
        String classPath =
            Optional.ofNullable(file.getManifest())
                .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                .orElse("");
        return Stream.of(classPath.split(" "))
            .filter(entry -> !entry.isEmpty())
            .map(entry -> Path.of(jar.toUri().resolve(entry)))
            .filter(Files::isRegularFile)
            .toList();
      } catch (IOException | IllegalArgumentException noJarOfOurs) {
        return List.of();
      }
    }

    /** What happened to it since, if anything did. */
    Optional<String> changed() {
      return jars.keySet().stream()
          .filter(jar -> !state(jar).equals(jars.get(jar)))
          .map(jar -> jar + (Files.exists(jar) ? " is another one now" : " is gone"))
          .map(line -> line + "; leave the jar alone while it runs")
          .findFirst();
    }

    private static List<Object> state(Path jar) {
      try {
        BasicFileAttributes now = Files.readAttributes(jar, BasicFileAttributes.class);
        return List.of(now.size(), now.lastModifiedTime());
      } catch (IOException missing) {
        return List.of();
      }
    }
  }
}
