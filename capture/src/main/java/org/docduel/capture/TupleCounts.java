package org.docduel.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tuples of values that a statement was called with, in memory that does not grow with their
 * number: the most frequent ones by the SpaceSaving algorithm (Metwally, Agrawal, El Abbadi 2005,
 * DOI 10.1007/978-3-540-30570-5_27), and a uniform sample of all calls (Vitter 1985, algorithm R,
 * DOI 10.1145/3147.3165).
 */
final class TupleCounts {
  /** So many of the most frequent tuples are given with their counts. */
  static final int HOTTEST = 100;

  /** So many calls are sampled. */
  static final int SAMPLE = 1_000;

  /** Counters; a tuple of more than 1 / COUNTERS of the calls always has one. */
  private static final int COUNTERS = 1_000;

  private final Map<List<@Nullable String>, Counter> counters = new HashMap<>();
  private final TreeMap<Long, Set<List<@Nullable String>>> byCount = new TreeMap<>();
  private final List<List<@Nullable String>> sample = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(42);
  private long calls;

  /** A count that is too high by no more than an error. */
  private static final class Counter {
    private long count;
    private long error;
  }

  void add(List<@Nullable String> values) {
    List<@Nullable String> tuple = Collections.unmodifiableList(new ArrayList<>(values));
    calls++;
    if (sample.size() < SAMPLE) {
      sample.add(tuple);
    } else {
      long place = random.nextLong(calls);
      if (place < SAMPLE) {
        sample.set((int) place, tuple);
      }
    }
    Counter counter = counters.get(tuple);
    if (counter == null) {
      counter = new Counter();
      if (counters.size() >= COUNTERS) {
        Map.Entry<Long, Set<List<@Nullable String>>> minimum =
            Objects.requireNonNull(byCount.firstEntry(), "a counter is there");
        List<@Nullable String> evicted = minimum.getValue().iterator().next();
        counter.count = minimum.getKey();
        counter.error = minimum.getKey();
        counters.remove(evicted);
        remove(evicted, minimum.getKey());
      }
      counters.put(tuple, counter);
    } else {
      remove(tuple, counter.count);
    }
    counter.count++;
    byCount.computeIfAbsent(counter.count, count -> new LinkedHashSet<>()).add(tuple);
  }

  private void remove(List<@Nullable String> tuple, long count) {
    Set<List<@Nullable String>> all = byCount.get(count);
    if (all != null && all.remove(tuple) && all.isEmpty()) {
      byCount.remove(count);
    }
  }

  long calls() {
    return calls;
  }

  /** How many different tuples have a counter; exact below {@link #COUNTERS}. */
  int distinct() {
    return counters.size();
  }

  boolean isDistinctExact() {
    return counters.values().stream().allMatch(counter -> counter.error == 0);
  }

  /**
   * Tuples with their calls: the hottest with their counts, then the sampled others, which share
   * the remaining calls.
   */
  Map<List<@Nullable String>, Long> weighted() {
    Map<List<@Nullable String>, Long> weighted = new LinkedHashMap<>();
    List<Map.Entry<List<@Nullable String>, Counter>> ordered = new ArrayList<>(counters.entrySet());
    ordered.sort((a, b) ->
        Long.compare(
            b.getValue().count - b.getValue().error, a.getValue().count - a.getValue().error));
    long remaining = calls;
    for (var entry : ordered.subList(0, Math.min(HOTTEST, ordered.size()))) {
      long certain = entry.getValue().count - entry.getValue().error;
      if (certain > 0) {
        weighted.put(entry.getKey(), certain);
        remaining -= certain;
      }
    }
    Map<List<@Nullable String>, Long> others = new LinkedHashMap<>();
    sample.stream()
        .filter(tuple -> !weighted.containsKey(tuple))
        .forEach(tuple -> others.merge(tuple, 1L, Long::sum));
    long sampled = others.values().stream().mapToLong(count -> count).sum();
    for (var entry : others.entrySet()) {
      double share = (double) remaining * entry.getValue() / Math.max(1, sampled);
      weighted.put(entry.getKey(), Math.max(1, Math.round(share)));
    }
    return weighted;
  }
}
