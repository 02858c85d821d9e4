package org.docduel.core.group;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Sidecar;
import org.openjdk.jmh.results.RunResult;

/**
 * The launchers of a The first one plans and keeps the results; the others do what it tells them
 * and hand over what they measured. They meet in one way: each of the others sends what it has, and
 * the first, when it has that of all, answers each.
 *
 * <p>Forks meet through their launchers, by RMI on loopback. The first launcher tells each fork by
 * how long after its own arrival it goes on, so that no clocks need agree. What a fork tells by its
 * clock is put on the first client's by the arrival whose message was fastest.
 */
public final class ClientGroup extends Group implements Clients.Gate {
  /** Longer than a message takes, so that all know before any begins. */
  private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  private static final double NANOS_PER_MILLI = 1e6;

  /** Since 1970, when {@link System#nanoTime} was 0. */
  private static final double ORIGIN_MILLIS =
      System.currentTimeMillis() - System.nanoTime() / NANOS_PER_MILLI;

  private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(Clients.SILENT_MILLIS);

  /** The group cannot go on, or has refused this client. */
  public static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    Ended(String reason, int status) {
      super(reason);
      this.status = status;
    }

    /** The exit status that belongs to it. */
    public int status() {
      return status;
    }
  }

  /** What a client measured in a turn, and what its fork left. */
  record Measured(List<RunResult> results, List<Fact> facts) implements Serializable {}

  /** Which stores cannot be had, and which are asked for in a version. */
  public record Stores(Map<String, Sidecar.Skip> missing, Set<String> asked)
      implements Serializable {}

  /** Where the servers are, by family, and which combinations of the plan can run. */
  public record Ready(Map<String, ServerAddress> addresses, List<Integer> combinations)
      implements Serializable {}

  /** The turns of the run that are left, by their places in it. */
  public record Left(List<Integer> turns) implements Serializable {}

  /**
   * What the forks of all clients measured together.
   *
   * @param results as if one client had measured them
   * @param facts what the forks left
   * @param rows what each client did in each iteration
   * @param findings what a reader has to know, a line each
   */
  public record Together(
      List<RunResult> results,
      List<Fact> facts,
      List<ClientRows.Row> rows,
      List<String> findings) {}

  private final List<ClientRows.Client> clients = new ArrayList<>();
  private final List<ClientRows.Row> rows = new ArrayList<>();

  /** The iterations of each client since the last results, warm-ups among them, by its clock. */
  private final List<List<Clients.Window>> windows = new ArrayList<>();

  /** By how much the first client's clock is ahead of that of each client's fork. */
  private final Map<Integer, Double> clocks = new HashMap<>();

  private volatile Optional<ProcessHandle> fork = Optional.empty();
  private volatile long heardNanos;

  private ClientGroup(GroupPlan plan) {
    super(plan);
  }

  /**
   * Joins the other clients and waits until all are there: as the first client of the plan on this
   * machine that nobody else is.
   *
   * @param same what has to be the same on all of them, by name
   * @param environment of this machine
   * @throws BadInputException when all clients of this machine are there already
   * @throws Ended when one of them is not like the first, or does not come
   */
  public static ClientGroup form(
      GroupPlan asked, Map<String, String> same, Map<String, String> environment, PrintWriter out) {
    List<GroupPlan> here = asked.here();
    for (GroupPlan own : here) {
      ClientGroup formed = new ClientGroup(own);
      if (formed.join()) {
        try {
          formed.meet(new Hello(same, environment), out);
          return formed;
        } catch (RuntimeException e) {
          formed.close();
          throw e;
        }
      }
    }
    throw BadInputException.of(
        "--group: the port is in use of %s; such a client runs here already, or something else:"
            + " name another port",
        here.stream().map(GroupPlan::name).collect(Collectors.joining(", ")));
  }

  private void meet(Hello own, PrintWriter out) {
    String me = "client " + (plan().number() + 1) + " of " + plan().count();
    out.println(me + ", waiting for " + missing());
    awaitAll(own);
    if (!plan().isFirst()) {
      return;
    }
    for (Received received : gather(own)) {
      Hello hello = (Hello) received.body();
      String name = plan().name(clients.size());
      own.same()
          .forEach((what, value) -> {
            String other = String.valueOf(hello.same().get(what));
            if (!value.equals(other)) {
              end(
                  "%s has another %s (%s) than client 1 (%s); nothing ran"
                      .formatted(name, what, other, value),
                  2);
            }
          });
      check();
      clients.add(new ClientRows.Client(name, hello.environment()));
      windows.add(new ArrayList<>());
    }
    welcome();
    out.println("all clients are there");
  }

  /** What the first client of a group finds and tells the others; without a group its own. */
  public static <T> T agreed(Optional<ClientGroup> group, Class<T> type, Supplier<T> first) {
    if (group.isPresent() && !group.get().plan().isFirst()) {
      return group.get().told(type);
    }
    T found = first.get();
    group.ifPresent(it -> it.tell(found));
    return found;
  }

  /** What the first client has, and what all others send to it. */
  private List<Received> gather(Object mine) {
    List<Received> all = new ArrayList<>(List.of(new Received(mine, System.nanoTime())));
    IntStream.range(1, plan().count()).forEach(client -> all.add(receive(client)));
    return all;
  }

  /**
   * Tells the forks of a run where this client is.
   *
   * @throws Ended when the group has ended
   */
  public void leaveFor(Path run) {
    check();
    Path left = Clients.Left.in(run);
    if (Files.exists(left)) {
      return;
    }
    InetAddress loopback = InetAddress.getLoopbackAddress();
    System.setProperty("java.rmi.server.hostname", loopback.getHostAddress());
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(left))) {
      Remote gate =
          UnicastRemoteObject.exportObject(
              this, 0, null, port -> new ServerSocket(port, 0, loopback));
      out.writeObject(new Clients.Left(plan().number(), plan().count(), (Clients.Gate) gate));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave the group in " + run, e);
    }
    Thread watch = new Thread(this::watch, "docduel-group");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public double pass(Clients.Arrived own) {
    if (!plan().isFirst()) {
      send(0, own);
      return told(Double.class);
    }
    List<Received> all = gather(own);
    long begin = System.nanoTime() + AHEAD_NANOS;
    for (int client = 0; client < all.size(); client++) {
      long received = all.get(client).nanos();
      Clients.Arrived arrived = (Clients.Arrived) all.get(client).body();
      windows.get(client).addAll(arrived.last());
      double ahead = ORIGIN_MILLIS + received / NANOS_PER_MILLI - arrived.millis();
      clocks.merge(client, ahead, Math::min);
      if (client > 0) {
        send(client, (begin - received) / NANOS_PER_MILLI);
      }
    }
    return (begin - all.get(0).nanos()) / NANOS_PER_MILLI;
  }

  @Override
  public boolean beat(long pid) {
    heardNanos = System.nanoTime();
    fork = ProcessHandle.of(pid);
    check();
    return true;
  }

  /**
   * Notices a fork that is silent, and kills it when the group has ended: one that is stopped ends
   * in no other way. A launcher that was stopped itself hears its fork again first.
   */
  private void watch() {
    while (reason().isEmpty()) {
      long begun = System.nanoTime();
      sleep(Clients.BEAT_MILLIS);
      long now = System.nanoTime();
      if (fork.filter(ProcessHandle::isAlive).isEmpty() || now - begun > SILENT_NANOS / 2) {
        heardNanos = now;
      }
      if (now - heardNanos > SILENT_NANOS) {
        end("the fork of " + plan().name() + " is lost: it was stopped", 1);
      }
    }
    fork.ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * Hands over what the fork of this client measured; the first client waits for all and adds up.
   *
   * @param number of the fork among those of its combination, from 1
   * @param facts what the fork left
   * @param parameters of a result
   * @return what all measured, in the first client; its own part elsewhere
   * @throws Ended when the group has ended
   */
  public Together add(
      Collection<RunResult> results,
      int number,
      List<Fact> facts,
      Function<RunResult, Map<String, String>> parameters) {
    Measured mine = new Measured(List.copyOf(results), List.copyOf(facts));
    if (!plan().isFirst()) {
      send(0, mine);
      return new Together(mine.results, facts, List.of(), List.of());
    }
    List<Measured> all = gather(mine).stream().map(it -> (Measured) it.body()).toList();
    List<List<Clients.Window>> byOneClock =
        IntStream.range(0, all.size())
            .mapToObj(client ->
                windows.get(client).stream()
                    .map(own -> own.later(clocks.getOrDefault(client, 0.0)))
                    .toList())
            .toList();
    Together sum = new GroupSum(plan(), all, byOneClock, number, parameters).result();
    windows.forEach(List::clear);
    clocks.clear();
    rows.addAll(sum.rows);
    return sum;
  }

  /** What each client did so far. */
  public ClientRows rows() {
    return new ClientRows(List.copyOf(clients), List.copyOf(rows));
  }
}
