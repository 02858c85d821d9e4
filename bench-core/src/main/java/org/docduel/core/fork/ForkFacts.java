package org.docduel.core.fork;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.FindingFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;

/**
 * What a fork has to say beside its scores: what the server was, how the documents lie on its disk,
 * and what was checked. Left in the {@link RunDirectory}, where the launcher collects it; without a
 * launcher it goes nowhere.
 */
public final class ForkFacts {
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** Of the last fact: the clock may be set back, and facts stay in their order. */
  private static long lastMillis;

  private ForkFacts() {}

  /** What the store said of itself. */
  public static void store(
      String store, Map<String, String> parameters, long documents, StoreDescription description) {
    Map<String, Double> sizes = new LinkedHashMap<>();
    sizes.put("documents", (double) documents);
    description.sizes().forEach((name, size) -> sizes.put(name + "Bytes", size.doubleValue()));
    record(
        new StoreFact(
            store,
            "",
            parameters,
            description.product(),
            description.durability(),
            sizes,
            description.settings(),
            description.label()));
    String label = description.label().isEmpty() ? store : description.label();
    description.findings().forEach(line -> finding(label + ": " + line));
  }

  public static void check(
      String store, Map<String, String> parameters, String check, boolean success, String detail) {
    record(new CheckFact(store, parameters, check, success ? CheckFact.PASSED : "failed", detail));
  }

  /**
   * Something about the fork that a reader of its numbers has to know. Said once, however often it
   * is left.
   */
  public static void finding(String line) {
    record(new FindingFact(line));
  }

  /**
   * How a server runs a query, and whether it uses an index where it should. A plan that fails
   * makes no score wrong; the run goes on, and its results say so.
   */
  public static void plan(
      String subject, Map<String, String> parameters, QueryPlan explained, String verdict) {
    record(new PlanFact(subject, parameters, explained.plan(), explained.indexes(), verdict));
    record(
        new CheckFact(
            subject,
            parameters,
            "plan",
            verdict.equals(PlanFact.FAILED) ? PlanFact.FAILED : CheckFact.PASSED,
            verdict + ": " + String.join(", ", explained.indexes())));
  }

  /** How a server runs a question of a suite, whatever indexes it uses. */
  public static void plan(String store, Map<String, String> parameters, List<String> plan) {
    record(new PlanFact(store, parameters, plan, List.of(), ""));
  }

  /**
   * Ends this fork at once, with a line that says why; in the launcher's own process, without
   * forks, nothing happens.
   */
  public static void halt(String line) {
    if (System.getProperty("sun.java.command", "").contains("ForkedMain")) {
      // System.err is JMH's, which sends what it is given only some time later.
      try (OutputStream errors = new FileOutputStream(FileDescriptor.err)) {
        String text = ServerFailureException.class.getName() + ": " + line + "\n";
        errors.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // Without its reason the fork still ends.
      }
      Runtime.getRuntime().halt(1);
    }
  }

  /** Now, and later than the last fact that this fork, or one before it, left in a directory. */
  private static synchronized long millis(RunDirectory directory) {
    List<Path> before = directory.facts();
    String last = before.isEmpty() ? "0-" : before.get(before.size() - 1).getFileName() + "";
    lastMillis =
        Math.max(
            Math.max(lastMillis, Long.parseLong(last.substring(0, last.indexOf('-')))) + 1,
            System.currentTimeMillis());
    return lastMillis;
  }

  /** Leaves a fact with the results of this fork, if it has any. */
  public static void record(Fact fact) {
    Settings settings = Settings.ofProcess();
    Optional<RunDirectory> run = RunDirectory.ofFork(settings);
    if (run.isEmpty() || settings.get(ForkProfiler.WARM_UP).isPresent()) {
      return;
    }
    Path directory = run.get().path();
    String name =
        String.format(Locale.ROOT, "%016d-%06d", millis(run.get()), COUNT.incrementAndGet());
    Path file = directory.resolve(name + "-" + ProcessHandle.current().pid() + ".json");
    Path half = directory.resolve(name + ".half");
    try {
      Files.writeString(half, fact.json());
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave a fact in " + directory, e);
    }
  }
}
