package org.docduel.core.launch;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.docduel.core.fork.ForkSettings;
import org.docduel.core.fork.MetricsProfiler;
import org.docduel.core.fork.StoreState;
import org.docduel.core.server.ServerException;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs a plan, one fork after the other in the given order, each as a JMH run of its own. */
final class Rounds {
  private final Options stock;
  private final OutputFormat log;
  private final Function<RunResult, List<RunResult>> asWritten;
  private final Results results;
  private final RunRecord record;
  private final Progress progress;
  private final Secrets secrets;
  private final Supplier<Optional<String>> lost;

  /**
   * For a run.
   *
   * @param stock what was asked for on the command line
   * @param log where JMH's own output goes
   * @param asWritten what a fork's result is in the results
   * @param secrets what a fork's command line must not show
   * @param lost says between two forks what is wrong with the servers, if anything
   */
  Rounds(
      Options stock,
      OutputFormat log,
      Function<RunResult, List<RunResult>> asWritten,
      Results results,
      RunRecord record,
      Progress progress,
      Secrets secrets,
      Supplier<Optional<String>> lost) {
    this.stock = withoutSecrets(stock, secrets);
    this.secrets = secrets;
    this.lost = lost;
    this.log = log;
    this.asWritten = asWritten;
    this.results = results;
    this.record = record;
    this.progress = progress;
  }

  /**
   * Runs all turns.
   *
   * @param turns the forks in order; each is taken out when it runs
   * @param beforeEach what is done before a fork
   * @param afterEach what is done after a fork; may take forks out
   * @return the failures, a line each; empty when all went well
   */
  List<String> run(
      Deque<Order.Turn> turns, Consumer<Order.Turn> beforeEach, Consumer<Order.Turn> afterEach) {
    List<String> failures = new ArrayList<>();
    for (Order.Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
      ForkOutput output = new ForkOutput(log, progress);
      Collection<RunResult> fork = List.of();
      String error = "";
      try {
        beforeEach.accept(turn);
        fork = new Runner(options(turn), output).run();
      } catch (RunnerException | ServerException e) {
        error = e.getMessage() == null ? e.toString() : e.getMessage();
      }
      boolean failed = fork.isEmpty() || output.failed();
      if (failed) {
        String reason =
            secrets.hide(output.error().orElse(error.isEmpty() ? "no result; see the log" : error));
        int leftOut = ends(output) ? turns.size() : 0;
        failures.add(
            turn.combination() + " fork " + (turn.fork() + 1) + ": " + reason + leftOut(leftOut));
        record.failure(failures.get(failures.size() - 1));
        progress.failed(turn, reason);
      } else {
        results.add(fork.stream().flatMap(result -> asWritten.apply(result).stream()).toList());
        progress.ended(turn, fork);
      }
      afterEach.accept(turn);
      if (failed && ends(output)) {
        return failures;
      }
      Optional<String> gone = turns.isEmpty() ? Optional.empty() : lost.get();
      if (gone.isPresent()) {
        failures.add(gone.get() + leftOut(turns.size()));
        record.failure(secrets.hide(failures.get(failures.size() - 1)));
        return failures;
      }
    }
    return failures;
  }

  private static String leftOut(int forks) {
    return forks > 0 ? "; the run ends here, forks left out: " + forks : "";
  }

  /** Leaves JMH's defaults alone where they hold no secret. */
  private static Options withoutSecrets(Options stock, Secrets secrets) {
    ChainedOptionsBuilder builder = new OptionsBuilder().parent(stock);
    Collection<String> arguments =
        stock
            .getJvmArgs()
            .orElseGet(() -> ManagementFactory.getRuntimeMXBean().getInputArguments());
    List<String> kept = secrets.removedFrom(arguments);
    if (kept.size() < arguments.size()) {
      builder.jvmArgs(kept.toArray(String[]::new));
    }
    if (stock.getJvmArgsAppend().hasValue()) {
      builder.jvmArgsAppend(
          secrets.removedFrom(stock.getJvmArgsAppend().get()).toArray(String[]::new));
    }
    if (stock.getJvmArgsPrepend().hasValue()) {
      builder.jvmArgsPrepend(
          secrets.removedFrom(stock.getJvmArgsPrepend().get()).toArray(String[]::new));
    }
    return builder.build();
  }

  /** Whether no fork follows one that failed. */
  private boolean ends(ForkOutput failed) {
    return failed.serverFailed() || stock.shouldFailOnError().orElse(Defaults.FAIL_ON_ERROR);
  }

  private Options options(Order.Turn turn) {
    boolean forked = stock.getForkCount().orElse(1) > 0;
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(stock)
            .include("^" + Pattern.quote(turn.combination().benchmark()) + "$")
            // JMH adds the includes of the command line to this one; no other benchmark is meant
            .exclude("^(?!" + Pattern.quote(turn.combination().benchmark()) + "$)")
            .addProfiler(MetricsProfiler.class);
    if (forked) {
      builder.forks(1).addProfiler(ForkSettings.class);
      if (turn.fork() > 0) {
        builder.warmupForks(0); // warm-up forks, if any, come before the first measured one
      }
    }
    turn.combination()
        .forJmh(StoreState.SETTINGS)
        .forEach((name, value) -> builder.param(name, value));
    return builder.build();
  }
}
