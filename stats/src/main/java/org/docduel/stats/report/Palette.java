package org.docduel.stats.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.docduel.stats.report.Svg.Ink;

/**
 * The colour and the shape of each subject, by its name alone, so that a store looks the same on
 * all pages. Of two that would look alike on a page the later in this list, or in the alphabet, has
 * the next free colour.
 */
final class Palette {
  /** Each store has its place; the first eight have colours of their own. */
  private static final List<String> STORES =
      List.of(
          "postgres-json",
          "postgres-jsonb",
          "postgres-typed",
          "postgres-bytea-bson",
          "mongodb",
          "documentdb",
          "sqlite-jsonb",
          "noop",
          "mysql-json",
          "mariadb-json",
          "oracle-jct",
          "inventdb",
          "mysql-typed",
          "mariadb-typed",
          "postgres",
          "sqlite-json",
          "noop-bson");

  private Palette() {}

  /** The place of each name, for {@link Ink#of} and {@link Svg.Marker#series}. */
  static Map<String, Integer> places(Collection<String> names) {
    Map<String, Integer> places = new HashMap<>();
    Set<Integer> colours = new HashSet<>();
    TreeSet<String> ordered =
        new TreeSet<>(
            Comparator.comparingInt(Palette::priority).thenComparing(Comparator.naturalOrder()));
    ordered.addAll(names);
    for (String name : ordered) {
      if (colours.add(preferred(name) % Ink.SERIES)) {
        places.put(name, preferred(name));
      }
    }
    ordered.removeAll(places.keySet());
    for (String name : ordered) {
      int preferred = preferred(name);
      int place =
          IntStream.range(0, Ink.SERIES)
              .map(i -> preferred + i)
              .filter(candidate -> !colours.contains(candidate % Ink.SERIES))
              .findFirst()
              .orElseGet(() ->
                  IntStream.iterate(preferred, i -> i + 1)
                      .filter(i -> !places.containsValue(i))
                      .findFirst()
                      .orElseThrow());
      colours.add(place % Ink.SERIES);
      places.put(name, place);
    }
    return places;
  }

  private static int preferred(String name) {
    int store = STORES.indexOf(store(name));
    return store >= 0 ? store : Math.floorMod(name.hashCode(), Ink.SERIES);
  }

  private static int priority(String name) {
    int store = STORES.indexOf(store(name));
    return store >= 0 ? store : STORES.size();
  }

  /**
   * The store without its version, server and settings: "mysql-json" of "mysql-json (binary log
   * on)".
   */
  private static String store(String name) {
    return name.replaceFirst(" ?[@:(].*", "");
  }
}
