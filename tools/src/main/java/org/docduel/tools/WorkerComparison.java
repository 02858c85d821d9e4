package org.docduel.tools;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * What many workers cost the client that few do not: processor time of the whole process at the
 * same rate of updates, with 256 workers and with 8. The rate is given, since a closed loop of more
 * workers does more.
 *
 * <p>Each side runs in a JVM of its own, as a fork does, on a table of its own, and both at the
 * same time, see {@link SideBySide}; {@link WorkerTurns} is what happens in a turn. After them so
 * do threads that only wake up as often and do nothing, {@link WakingThreads}. Run with {@code
 * scripts/compare-workers}; arguments: sets of JVMs (default 3), rounds of a set (default 5),
 * updates per second of each side (default 1000), seconds of a round (default 10), store (default
 * postgres-jsonb; noop for what is not the driver's), durability (default relaxed: where an update
 * waits for the disk, as with default, more of them are under way in a burst than 8 workers can
 * have, and 256 have more to do at the same time).
 */
public final class WorkerComparison {
  private static final String FEW = "8";
  private static final String MANY = "256";
  private static final String CONNECTIONS = "400";
  private static final String DOCUMENTS = "20000";

  /** So long the JVM with many workers still compiles what they do at the end of an iteration. */
  private static final int WARMUPS = 10;

  /** Threads that only wake up have nothing to compile. */
  private static final int WAKING_WARMUPS = 1;

  private final ServerAddress server;
  private final int sets;
  private final int rounds;
  private final String rate;
  private final String seconds;
  private final String store;
  private final String durability;

  private WorkerComparison(ServerAddress server, List<String> given) {
    this.server = server;
    this.sets = given.isEmpty() ? 3 : Integer.parseInt(given.get(0));
    this.rounds = given.size() < 2 ? 5 : Integer.parseInt(given.get(1));
    this.rate = given.size() < 3 ? "1000" : given.get(2);
    this.seconds = given.size() < 4 ? "10" : given.get(3);
    this.store = given.size() < 5 ? UpdateTable.STORE : given.get(4);
    this.durability = given.size() < 6 ? "relaxed" : given.get(5);
  }

  /**
   * Prints both, and how much more the many cost.
   *
   * @param arguments sets, rounds, updates per second, seconds, store, durability
   * @throws Exception when a server does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty(Settings.property(Servers.CONNECTIONS), CONNECTIONS);
    try (Servers servers = new Servers(Settings.ofProcess())) {
      new WorkerComparison(servers.start(PostgresServer.FAMILY).address(), List.of(arguments))
          .compare();
    }
  }

  private void compare() throws Exception {
    Shares updates = new Shares();
    Shares waking = new Shares();
    for (int set = 0; set < sets; set++) {
      updates.add(updates());
      waking.add(waking());
    }
    System.out.println(
        "Processor time of the client at "
            + rate
            + " updates/s, in percent of one processor; "
            + store
            + ", durability="
            + durability);
    System.out.println("| | 8 workers | 256 workers | ratio | quartiles |");
    System.out.println("|---|---|---|---|---|");
    updates.print("updates");
    waking.print("threads that only wake up");
  }

  /** One set of JVMs that update, from their start to their end. */
  private SideBySide updates() throws Exception {
    try (UpdateTable fews = UpdateTable.create(server, FEW);
        UpdateTable manys = UpdateTable.create(server, MANY);
        AddressFile fewsFile = file(fews);
        AddressFile manysFile = file(manys);
        TurnProcess few = updating(fewsFile, FEW);
        TurnProcess many = updating(manysFile, MANY)) {
      return rounds(
          few,
          many,
          WARMUPS,
          () -> {
            if (store.equals(UpdateTable.STORE)) {
              fews.tidy();
              manys.tidy();
            }
          });
    }
  }

  /** One set of JVMs whose threads only wake up. */
  private SideBySide waking() throws IOException, SQLException {
    try (AddressFile nowhere = new ServerAddresses(Map.of()).write();
        TurnProcess few = waking(nowhere, FEW);
        TurnProcess many = waking(nowhere, MANY)) {
      return rounds(few, many, WAKING_WARMUPS, () -> {});
    }
  }

  /** What comes before a round. */
  @FunctionalInterface
  private interface Preparation {
    void prepare() throws SQLException;
  }

  private SideBySide rounds(TurnProcess few, TurnProcess many, int warmups, Preparation before)
      throws IOException, SQLException {
    SideBySide sides = new SideBySide(few, many, rounds);
    for (int i = 0; i < warmups; i++) {
      sides.warmUp();
    }
    for (int round = 0; round < rounds; round++) {
      before.prepare();
      sides.measure();
    }
    return sides;
  }

  private static AddressFile file(UpdateTable table) {
    return new ServerAddresses(Map.of(PostgresServer.FAMILY.name(), table.address())).write();
  }

  private TurnProcess updating(AddressFile file, String workers) throws IOException {
    return TurnProcess.start(
        file,
        WorkerTurns.class,
        workers,
        List.of(store, DOCUMENTS, durability, rate, seconds, String.valueOf(WARMUPS + rounds)));
  }

  private TurnProcess waking(AddressFile nowhere, String threads) throws IOException {
    return TurnProcess.start(
        nowhere,
        WakingThreads.class,
        threads,
        List.of(rate, seconds, String.valueOf(WAKING_WARMUPS + rounds)));
  }

  /** What few and many cost in each set. */
  private static final class Shares {
    private final List<SideBySide> sets = new ArrayList<>();

    void add(SideBySide set) {
      sets.add(set);
    }

    /** A row for each set, and one for all of them when there are several. */
    void print(String what) {
      for (SideBySide set : sets) {
        print(what, set.few(), set.many(), set.ratio(), set.spread());
      }
      if (sets.size() > 1) {
        print(
            what + ", all sets",
            median(SideBySide::few),
            median(SideBySide::many),
            median(SideBySide::ratio),
            Alternation.spread(sets.stream().mapToDouble(SideBySide::ratio).toArray()));
      }
    }

    private static void print(String what, double few, double many, double ratio, String spread) {
      System.out.println(
          String.format(
              Locale.ROOT, "| %s | %.2f | %.2f | %.3f | %s |", what, few, many, ratio, spread));
    }

    private double median(ToDoubleFunction<SideBySide> what) {
      return Alternation.median(sets.stream().mapToDouble(what).toArray());
    }
  }
}
