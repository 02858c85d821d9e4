package org.docduel.tools;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;

/**
 * Compares closed loops of updates through the harness with pgbench and with a bare loop on
 * HikariCP: the same statement, prepared, with the same promise, on tables of the same documents.
 *
 * <p>pgbench's clients and the workers of {@code harness} have a connection each; {@code pooled}
 * and {@code bare} borrow one for each update from a pool that has one for each of them. Each side
 * but pgbench, which is started for each turn, runs in a JVM of its own, as a fork does, and has a
 * table of its own, which is vacuumed before each turn; a checkpoint begins then, too. A set of
 * JVMs gives one ratio, the median of its rounds of turns; what differs from JVM to JVM shows in
 * the quartiles over the sets. See {@link UpdateTurns} for what happens in one. Run with {@code
 * scripts/compare-update}; arguments: sets of JVMs (default 5), rounds of a set (default 20),
 * milliseconds of a turn (default 1000; pgbench takes whole seconds), documents (default 50000),
 * durability (default relaxed, so that the clients and not the disk set the pace), and numbers of
 * workers (default 8 and 64).
 */
public final class UpdateComparison {
  private static final String CONNECTIONS = "400";
  private static final List<String> JVMS =
      List.of(UpdateTurns.HARNESS, UpdateTurns.POOLED, UpdateTurns.BARE);
  private static final String PGBENCH = "pgbench";
  private static final List<String> WORKERS = List.of("8", "64");
  private static final int WARMUPS = 10;

  private final ServerAddress server;
  private final int sets;
  private final int rounds;
  private final int millis;
  private final int documents;
  private final Durability durability;

  private UpdateComparison(ServerAddress server, List<String> given) {
    this.server = server;
    this.sets = given.isEmpty() ? 5 : Integer.parseInt(given.get(0));
    this.rounds = given.size() < 2 ? 20 : Integer.parseInt(given.get(1));
    this.millis = given.size() < 3 ? 1000 : Integer.parseInt(given.get(2));
    this.documents = given.size() < 4 ? 50_000 : Integer.parseInt(given.get(3));
    this.durability = Durability.parse(given.size() < 5 ? "relaxed" : given.get(4));
  }

  /**
   * Prints a line for each number of workers.
   *
   * @param arguments sets, rounds, milliseconds, documents, durability, numbers of workers
   * @throws Exception when a server or a client does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    // All sides stay connected, and those of the turn before may still be closing.
    System.setProperty(Settings.property(Servers.CONNECTIONS), CONNECTIONS);
    Optional<String> pgbench = Pgbench.version();
    if (pgbench.isEmpty()) {
      System.err.println(
          "docduel: there is no pgbench on the path to compare with; install PostgreSQL's server"
              + " package, which brings it");
      System.exit(2);
    }
    List<String> given = List.of(arguments);
    List<String> workers = given.size() < 6 ? WORKERS : given.subList(5, given.size());
    try (Servers servers = new Servers(Settings.ofProcess())) {
      UpdateComparison comparison =
          new UpdateComparison(servers.start(PostgresServer.FAMILY).address(), given);
      System.out.println(pgbench.get() + ", durability=" + comparison.durability.label());
      System.out.println(
          "| workers | harness / pgbench | quartiles | pooled / bare | quartiles | harness / bare | pgbench updates/s |");
      System.out.println("|---|---|---|---|---|---|---|");
      for (String count : workers) {
        comparison.compare(Integer.parseInt(count));
      }
    }
  }

  private void compare(int workers) throws Exception {
    double[] pgbench = new double[sets];
    double[] pooled = new double[sets];
    double[] harness = new double[sets];
    double[] updates = new double[sets];
    for (int set = 0; set < sets; set++) {
      Alternation turns = turns(workers);
      pgbench[set] = turns.speed(UpdateTurns.HARNESS, PGBENCH);
      pooled[set] = turns.speed(UpdateTurns.POOLED, UpdateTurns.BARE);
      harness[set] = turns.speed(UpdateTurns.HARNESS, UpdateTurns.BARE);
      updates[set] = 1 / turns.median(PGBENCH);
    }
    System.out.printf(
        Locale.ROOT,
        "| %d | %.3f | %s | %.3f | %s | %.3f | %.0f |%n",
        workers,
        Alternation.median(pgbench),
        Alternation.spread(pgbench),
        Alternation.median(pooled),
        Alternation.spread(pooled),
        Alternation.median(harness),
        Alternation.median(updates));
  }

  /** One set of JVMs, from their start to their end. */
  private Alternation turns(int workers) throws Exception {
    Alternation turns = new Alternation();
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try {
      for (String side : JVMS) {
        UpdateTable table = UpdateTable.create(server, side);
        open.push(table);
        if (side.equals(UpdateTurns.BARE)) {
          table.load(documents);
        }
        TurnProcess process = start(open, table, side, workers);
        for (int i = 0; i < WARMUPS; i++) {
          process.measure();
        }
        turns.with(side, table.tidied(process::measure));
      }
      UpdateTable table = UpdateTable.create(server, PGBENCH);
      open.push(table);
      table.load(documents);
      Pgbench client = new Pgbench(table.address(), UpdateTurns.setting(durability));
      turns.with(
          PGBENCH,
          table.tidied(() -> 1 / client.perSecond(workers, documents, Math.max(1, millis / 1000))));
      return turns.run(rounds);
    } finally {
      for (AutoCloseable one : open) {
        one.close();
      }
    }
  }

  private TurnProcess start(Deque<AutoCloseable> open, UpdateTable table, String side, int workers)
      throws IOException {
    AddressFile file =
        new ServerAddresses(Map.of(PostgresServer.FAMILY.name(), table.address())).write();
    open.push(file);
    List<String> work =
        List.of(
            String.valueOf(workers),
            String.valueOf(documents),
            durability.label(),
            String.valueOf(millis),
            String.valueOf(WARMUPS + 1 + rounds));
    TurnProcess process = TurnProcess.start(file, UpdateTurns.class, side, work);
    open.push(process);
    return process;
  }
}
