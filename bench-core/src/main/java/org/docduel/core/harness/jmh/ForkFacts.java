package org.docduel.core.harness.jmh;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.core.config.Settings;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.spi.Explained;
import org.docduel.core.spi.StoreDescription;

/**
 * What a fork has to say beside its scores: what the server was, how the documents lie on its disk,
 * and what was checked. Left in the {@link RunDirectory}, where the launcher collects it; without a
 * launcher it goes nowhere.
 */
public final class ForkFacts {
  /** The outcome of a plan that uses no index although there are some for it. */
  public static final String FAILED_PLAN = "failed-plan";

  private static final AtomicInteger COUNT = new AtomicInteger();

  private ForkFacts() {}

  /**
   * What the store said of itself.
   *
   * @param store the store's name
   * @param parameters the combination that ran
   * @param documents how many documents the sizes are of
   * @param description what it said
   */
  public static void store(
      String store, Map<String, String> parameters, long documents, StoreDescription description) {
    Map<String, Object> fact = new LinkedHashMap<>();
    fact.put("store", store);
    fact.put("parameters", parameters);
    fact.put("product", description.product());
    fact.put("settings", description.settings());
    Map<String, Object> sizes = new LinkedHashMap<>();
    sizes.put("documents", documents);
    sizes.putAll(description.sizes());
    fact.put("sizes", sizes);
    leave("store", fact);
  }

  /**
   * The outcome of a check.
   *
   * @param store the store's name
   * @param parameters the combination that ran
   * @param check what was checked
   * @param outcome how it ended
   */
  public static void check(
      String store, Map<String, String> parameters, String check, ContentCheck.Outcome outcome) {
    Map<String, Object> fact = new LinkedHashMap<>();
    fact.put("store", store);
    fact.put("parameters", parameters);
    fact.put("check", check);
    fact.put("outcome", outcome.passed() ? "passed" : "failed");
    fact.put("detail", outcome.detail());
    leave("check", fact);
  }

  /**
   * Something about the fork that a reader of its numbers has to know. Said once, however often it
   * is left.
   *
   * @param line one line
   */
  public static void finding(String line) {
    leave("finding", Map.of("finding", line));
  }

  /**
   * A fork's latencies, to be put beside the results.
   *
   * @param log lines of an HdrHistogram log, tagged
   */
  public static void latencies(String log) {
    leave("latencies", Map.of("log", log));
  }

  /**
   * How a server runs a query, and whether it uses an index where it should. A plan that fails
   * makes no score wrong; the run goes on, and its results say so.
   *
   * @param contestant the store's name, or what stands for it
   * @param parameters the combination that ran
   * @param explained what the server said
   * @param verdict {@link #FAILED_PLAN}, or a word for what was expected
   */
  public static void plan(
      String contestant, Map<String, String> parameters, Explained explained, String verdict) {
    Map<String, Object> fact = new LinkedHashMap<>();
    fact.put("store", contestant);
    fact.put("parameters", parameters);
    fact.put("plan", explained.plan());
    fact.put("indexes", explained.indexes());
    fact.put("verdict", verdict);
    leave("plan", fact);
    Map<String, Object> check = new LinkedHashMap<>();
    check.put("store", contestant);
    check.put("parameters", parameters);
    check.put("check", "plan");
    check.put("outcome", verdict.equals(FAILED_PLAN) ? FAILED_PLAN : "passed");
    check.put("detail", verdict + ": " + String.join(", ", explained.indexes()));
    leave("check", check);
  }

  private static void leave(String kind, Map<String, Object> fact) {
    RunDirectory.ofFork(Settings.ofProcess()).ifPresent(run -> write(run, kind, fact));
  }

  private static void write(RunDirectory run, String kind, Map<String, Object> fact) {
    String name =
        String.format("%s-%016d-%06d", kind, System.currentTimeMillis(), COUNT.incrementAndGet());
    Path file = run.path().resolve(name + "-" + ProcessHandle.current().pid() + ".json");
    Path half = run.path().resolve(name + ".half");
    try {
      Files.writeString(half, JSON.std.asString(fact));
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave a fact in " + run.path(), e);
    }
  }
}
