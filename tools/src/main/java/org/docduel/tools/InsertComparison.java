package org.docduel.tools;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSearch;
import org.docduel.core.server.Servers;
import org.docduel.stores.mongodb.server.MongoServer;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Compares inserts through the harness with a bare loop on the driver that sends the same
 * statements. Both start from the same documents in memory, encode, send and wait.
 *
 * <p>Each side runs in a JVM of its own, as a fork does: what one side made the compiler and the
 * collector do cannot favour or burden the other. The two take turns, an observation each, so that
 * a disk that is slow for a while is so for both. A pair of JVMs gives one ratio, the median of its
 * pairs of observations; what differs from JVM to JVM shows in the quartiles over the pairs of
 * JVMs. See {@link InsertTurns} for what happens in one. Run with {@code scripts/compare-insert};
 * arguments: pairs of JVMs (default 7), documents of 4KB (default 5000; of 200B ten times as many,
 * for an observation as long), and stores (default postgres-jsonb, postgres-typed, mongodb).
 */
public final class InsertComparison {
  private static final List<String> STORES = List.of("postgres-jsonb", "postgres-typed", "mongodb");
  private static final int SMALL_TO_LARGE = 10;
  private static final int WARMUPS = 4;

  private final int pairs;
  private final int large;

  private InsertComparison(int pairs, int large) {
    this.pairs = pairs;
    this.large = large;
  }

  /**
   * Prints a line for each store and document.
   *
   * @param arguments pairs, documents, stores
   * @throws Exception when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    List<String> given = Arrays.asList(arguments);
    InsertComparison comparison =
        new InsertComparison(
            given.isEmpty() ? 7 : Integer.parseInt(given.get(0)),
            given.size() < 2 ? 5_000 : Integer.parseInt(given.get(1)));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      System.out.println(
          "| store | payload | attributes | harness / bare | quartiles | bare docs/s |");
      System.out.println("|---|---|---|---|---|---|");
      for (String store : given.size() < 3 ? STORES : given.subList(2, given.size())) {
        comparison.compare(servers, store);
      }
    }
  }

  static ServerFamily family(String store) {
    return store.equals("mongodb") ? MongoServer.FAMILY : PostgresServer.FAMILY;
  }

  private void compare(Servers servers, String store) throws Exception {
    ServerSearch search = servers.look(family(store));
    if (search.way().isEmpty()) {
      System.out.println(store + ": no server: " + search.reason() + "; " + search.remedy());
      return;
    }
    servers.start(family(store));
    try (AddressFile file = servers.addresses().write()) {
      compare(file, store, "200B", 1, SMALL_TO_LARGE * large);
      compare(file, store, "4KB", 1, large);
      compare(file, store, "4KB", 200, large);
    }
  }

  private void compare(
      AddressFile file, String store, String payload, int attributes, int documents)
      throws Exception {
    List<String> work =
        List.of(store, payload, String.valueOf(attributes), String.valueOf(documents));
    double[] ratios = new double[pairs];
    double[] times = new double[pairs];
    for (int pair = 0; pair < pairs; pair++) {
      try (TurnProcess harness =
              TurnProcess.start(file, InsertTurns.class, InsertTurns.HARNESS, work);
          TurnProcess bare = TurnProcess.start(file, InsertTurns.class, InsertTurns.BARE, work)) {
        for (int i = 0; i < WARMUPS; i++) {
          harness.measure();
          bare.measure();
        }
        Alternation turns =
            new Alternation()
                .with(InsertTurns.HARNESS, harness::measure)
                .with(InsertTurns.BARE, bare::measure)
                .run(InsertTurns.OBSERVATIONS - WARMUPS - 1);
        ratios[pair] = turns.speed(InsertTurns.HARNESS, InsertTurns.BARE);
        times[pair] = turns.median(InsertTurns.BARE);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %.3f | %s | %.0f |%n",
        store,
        payload,
        attributes,
        Alternation.median(ratios),
        Alternation.spread(ratios),
        1000 * documents / Alternation.median(times));
  }
}
