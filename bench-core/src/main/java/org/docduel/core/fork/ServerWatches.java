package org.docduel.core.fork;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.Watch;

/**
 * The watches on a fork's server that {@code -prof} asked for. A workload's state opens them with
 * its store and says when an iteration begins and ends; the readings become {@link
 * IterationMetrics}. A server that does not answer is told as a finding, and asked again in the
 * next iteration.
 */
public final class ServerWatches implements AutoCloseable {
  /** The setting that names {@linkplain ServerFamily#profilers profilers}, with commas between. */
  public static final String SETTING = "profilers";

  private record Open(Session session, Watch watch, Readings readings) {
    void start() {
      readings.start(watch.read());
    }

    void put() {
      watch
          .read()
          .forEach(
              now -> IterationMetrics.put(now.name(), readings.valueSinceStart(now), now.unit()));
    }
  }

  /** What a watch read when the iteration began, or when what a ratio divides by last grew. */
  static final class Readings {
    private final Map<String, Watch.Reading> before = new HashMap<>();
    private final Map<String, Double> ratios = new HashMap<>();

    void start(List<Watch.Reading> readings) {
      for (Watch.Reading now : readings) {
        Watch.Reading last = before.getOrDefault(now.name(), now);
        // servers count late: what belongs to a count has happened since the one before it
        boolean waits = now.kind() == Watch.Reading.Kind.RATIO && now.per() == last.per();
        before.put(now.name(), waits ? last : now);
      }
    }

    /** What a reading at the end tells of the iteration. */
    double valueSinceStart(Watch.Reading now) {
      Watch.Reading first =
          before.getOrDefault(now.name(), new Watch.Reading(now.name(), now.kind(), 0, 0, ""));
      double growth = now.value() - first.value();
      return switch (now.kind()) {
        case LEVEL -> now.value();
        case COUNTER -> growth;
        case RATIO -> {
          double per = now.per() - first.per();
          if (per > 0) {
            ratios.put(now.name(), growth / per);
          }
          yield ratios.getOrDefault(now.name(), 0.0);
        }
      };
    }
  }

  private final Store store;
  private final String name;
  private final Collection collection;
  private final List<String> profilers;
  private final Optional<MemoryWatch> memory;
  private final Map<String, Open> open = new LinkedHashMap<>();

  private ServerWatches(
      Store store,
      String name,
      Collection collection,
      List<String> profilers,
      Optional<MemoryWatch> memory) {
    this.memory = memory;
    this.store = store;
    this.name = name;
    this.collection = collection;
    this.profilers = profilers;
  }

  /** The watches on a store's server. */
  public static ServerWatches of(Store store, StoreProvider provider, Collection collection) {
    Map<String, String> supported =
        provider.server().map(ServerFamily::profilers).orElseGet(Map::of);
    String requested = Settings.ofProcess().get(SETTING).orElse("");
    List<String> profilers =
        Stream.of(requested.split(",", -1)).filter(supported::containsKey).toList();
    return new ServerWatches(
        store, provider.name(), collection, profilers, MemoryWatch.ofFork(provider));
  }

  /** That of the server's memory; empty when it is not limited. */
  public Optional<MemoryWatch> memory() {
    return memory;
  }

  /** Marks the beginning of an iteration. */
  public void start() {
    profilers.forEach(profiler -> attempt(profiler, Open::start));
    memory.ifPresent(MemoryWatch::start);
  }

  /** The same of an iteration whose operations nobody counts. */
  public void end() {
    end(0, true);
  }

  /**
   * Marks the end of an iteration and puts the readings.
   *
   * @param operations in it
   * @param measured whether it is none of the warm-up's
   */
  public void end(long operations, boolean measured) {
    memory.ifPresent(watch -> watch.end(operations, measured));
    List.copyOf(open.keySet()).forEach(profiler -> attempt(profiler, Open::put));
  }

  private Open watch(String profiler) {
    Open existing = open.get(profiler);
    if (existing != null) {
      return existing;
    }
    Session session = store.session();
    try {
      Open watched = new Open(session, session.watch(profiler, collection), new Readings());
      open.put(profiler, watched);
      return watched;
    } catch (StoreException | UnsupportedOperationException e) {
      session.close();
      throw e;
    }
  }

  private void attempt(String profiler, Consumer<Open> work) {
    try {
      work.accept(watch(profiler));
    } catch (StoreException | UnsupportedOperationException e) {
      ForkFacts.finding(name + ": nothing from the profiler " + profiler + ": " + e.getMessage());
      Open failed = open.remove(profiler);
      if (failed != null) {
        close(failed);
      }
    }
  }

  private void close(Open watch) {
    try {
      watch.session().close();
    } catch (StoreException e) {
      ForkFacts.finding(name + ": a watch could not be closed: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    open.values().forEach(this::close);
    open.clear();
  }
}
