package org.docduel.core.compare;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.PostgresServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;

/**
 * What many workers cost the client that few do not: processor time of the whole process at the
 * same rate of updates, with 256 workers and with 8. The rate is given, since a closed loop of more
 * workers does more.
 *
 * <p>Each side runs in a JVM of its own, as a fork does, on a table of its own, and they take turns
 * as in {@link UpdateComparison}; see {@link WorkerTurns} for what happens in one. So do threads
 * that only wake up as often and do nothing, {@link WakingThreads}. Run with {@code
 * scripts/compare-workers}; arguments: sets of JVMs (default 3), rounds of a set (default 5),
 * updates per second (default 1000), seconds of a turn (default 10), store (default postgres-jsonb;
 * noop for what is not the driver's), durability (default relaxed: where an update waits for the
 * disk, as with default, more of them are under way in a burst than 8 workers can have, and 256
 * have more to do at the same time).
 */
public final class WorkerComparison {
  private static final String FEW = "8";
  private static final String MANY = "256";
  private static final String WAKING = " waking";
  private static final String CONNECTIONS = "400";
  private static final String DOCUMENTS = "20000";
  private static final int WARMUPS = 2;

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
    Shares updates = new Shares(sets);
    Shares waking = new Shares(sets);
    for (int set = 0; set < sets; set++) {
      Alternation turns = turns();
      updates.add(turns, FEW, MANY);
      waking.add(turns, FEW + WAKING, MANY + WAKING);
    }
    System.out.println(
        "Processor time of the client at "
            + rate
            + " updates/s, in percent of one processor; "
            + store
            + ", durability="
            + durability);
    System.out.println("| | 8 workers | 256 workers | ratio | quartiles of sets |");
    System.out.println("|---|---|---|---|---|");
    System.out.println("| updates | " + updates + " |");
    System.out.println("| threads that only wake up | " + waking + " |");
  }

  /** One set of JVMs, from their start to their end. */
  private Alternation turns() throws Exception {
    Alternation turns = new Alternation();
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try {
      for (String workers : List.of(FEW, MANY)) {
        UpdateTable table = UpdateTable.create(server, workers);
        open.push(table);
        AddressFile file =
            new ServerAddresses(Map.of(PostgresServer.FAMILY.name(), table.address())).write();
        open.push(file);
        TurnProcess updates =
            start(open, file, WorkerTurns.class, workers, List.of(store, DOCUMENTS, durability));
        turns.with(
            workers,
            store.equals(UpdateTable.STORE) ? table.tidied(updates::measure) : updates::measure);
        TurnProcess waking = start(open, file, WakingThreads.class, workers, List.of());
        turns.with(workers + WAKING, waking::measure);
      }
      return turns.run(rounds);
    } finally {
      for (AutoCloseable one : open) {
        one.close();
      }
    }
  }

  private TurnProcess start(
      Deque<AutoCloseable> open,
      AddressFile file,
      Class<?> turns,
      String workers,
      List<String> updated)
      throws IOException {
    List<String> work = new ArrayList<>(updated);
    work.addAll(List.of(rate, seconds, String.valueOf(WARMUPS + 1 + rounds)));
    TurnProcess process = TurnProcess.start(file, turns, workers, work);
    open.push(process);
    for (int i = 0; i < WARMUPS; i++) {
      process.measure();
    }
    return process;
  }

  /** What few and many cost in each set. */
  private static final class Shares {
    private final double[] few;
    private final double[] many;
    private final double[] ratios;
    private int sets;

    Shares(int sets) {
      this.few = new double[sets];
      this.many = new double[sets];
      this.ratios = new double[sets];
    }

    void add(Alternation turns, String less, String more) {
      few[sets] = turns.median(less);
      many[sets] = turns.median(more);
      ratios[sets] = turns.speed(less, more);
      sets++;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.2f | %.2f | %.3f | %s",
          Alternation.median(few),
          Alternation.median(many),
          Alternation.median(ratios),
          Alternation.spread(ratios));
    }
  }
}
