package org.docduel.core.group;

import java.io.PrintWriter;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.Sidecar;
import org.jgroups.Address;
import org.openjdk.jmh.results.RunResult;

/**
 * The launchers of a group. The first one plans and keeps the results; the others do what it tells
 * them and hand over what they measured.
 */
public final class ClientGroup implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

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

  /**
   * What a client says of itself.
   *
   * @param same what has to be the same on all of them, by name
   */
  private record Hello(Map<String, String> same, Map<String, String> environment)
      implements Serializable {}

  /**
   * What a client measured in a turn.
   *
   * @param facts what its fork left, as JSON
   */
  record Measured(List<RunResult> results, List<String> facts) implements Serializable {}

  /** All are there. */
  private record Welcome() implements Serializable {}

  /** What the first client tells. */
  private record Told(Serializable what) implements Serializable {}

  /** Which stores cannot be had, which are asked for in a version, and what is therefore to run. */
  public record Stores(Map<String, Sidecar.Skip> missing, Set<String> asked, String plan)
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
   * @param facts what the forks left, as JSON
   * @param rows what each client did in each iteration
   * @param findings what a reader has to know, a line each
   */
  public record Together(
      List<RunResult> results,
      List<String> facts,
      List<ClientRows.Row> rows,
      List<String> findings) {}

  private final Group group;
  private final GroupPlan plan;
  private final Hello own;
  private final ForkGate gate;
  private final Map<Integer, Hello> hellos = new TreeMap<>();
  private final Optional<Barrier> barrier;
  private final List<ClientRows.Row> rows = new ArrayList<>();
  private boolean complete;

  private ClientGroup(Group group, Hello own) {
    this.group = group;
    this.plan = group.plan();
    this.own = own;
    gate = new ForkGate(group);
    barrier = plan.isFirst() ? Optional.of(new Barrier(group)) : Optional.empty();
  }

  /**
   * Joins the other clients and waits until all are there.
   *
   * @param same what has to be the same on all of them, by name
   * @param environment of this machine
   * @throws BadInputException when this client cannot join
   * @throws Ended when one of them is not like the first, or does not come
   */
  public static ClientGroup form(
      GroupPlan asked, Map<String, String> same, Map<String, String> environment, PrintWriter out) {
    ClientGroup formed =
        new ClientGroup(
            Group.join(asked),
            new Hello(new LinkedHashMap<>(same), new LinkedHashMap<>(environment)));
    try {
      if (formed.plan.isFirst()) {
        formed.await(out);
      } else {
        formed.greet(out);
      }
      return formed;
    } catch (RuntimeException e) {
      formed.close();
      throw e;
    }
  }

  private void await(PrintWriter out) {
    hellos.put(0, own);
    group.on(Hello.class, this::hello);
    out.println("client 1 of " + plan.count() + ", waiting for " + missing());
    long begun = System.nanoTime();
    synchronized (this) {
      while (hellos.size() < plan.count()) {
        if (System.nanoTime() - begun > PATIENCE.toNanos()) {
          group.end(missing() + " did not come within " + PATIENCE.toSeconds() + " s", 2);
        }
        group.check();
        try {
          TimeUnit.MILLISECONDS.timedWait(this, 100);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new BadInputException("interrupted", e);
        }
      }
      complete = true;
    }
    group.sendAll(new Welcome());
    out.println("all clients are there");
  }

  private synchronized String missing() {
    return IntStream.range(0, plan.count())
        .filter(client -> !hellos.containsKey(client))
        .mapToObj(plan::name)
        .collect(Collectors.joining(", "));
  }

  private synchronized void hello(Address from, Hello hello) {
    int client = Group.number(from);
    if (client < 1 || client >= plan.count() || group.isMember(from)) {
      return;
    }
    String name = plan.name(client);
    if (complete || hellos.containsKey(client)) {
      group.refuse(
          from,
          name
              + " is refused: "
              + (complete ? "the run has begun" : "such a client is there already"));
      return;
    }
    for (Map.Entry<String, String> one : own.same().entrySet()) {
      String other = hello.same().get(one.getKey());
      if (!one.getValue().equals(other)) {
        String reason =
            "%s has another %s (%s) than client 1 (%s); nothing ran"
                .formatted(name, one.getKey(), other, one.getValue());
        group.refuse(from, reason);
        group.end(reason, 2);
        return;
      }
    }
    group.accept(from);
    hellos.put(client, hello);
  }

  private void greet(PrintWriter out) {
    String me = "client " + (plan.number() + 1) + " of " + plan.count();
    out.println(me + ", waiting for " + plan.name(0));
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < PATIENCE.toNanos()) {
      Optional<Address> first = group.member(0, Duration.ofSeconds(1));
      first.ifPresent(group::accept);
      group.send(0, own);
      if (group.receive(Welcome.class, 0, Duration.ofSeconds(1)).isPresent()) {
        for (int client = 1; client < plan.count(); client++) {
          if (client != plan.number()) {
            group.member(client, PATIENCE).ifPresent(group::accept);
          }
        }
        return;
      }
    }
    throw new BadInputException(
        plan.name(0)
            + " did not come within "
            + PATIENCE.toSeconds()
            + " s; start it, with the same --group and --group-secret");
  }

  /** Which clients there are, and which one this is. */
  public GroupPlan plan() {
    return plan;
  }

  /** Tells all other clients something; of the first one. */
  public void tell(Serializable what) {
    group.sendAll(new Told(what));
  }

  /**
   * What the first client tells next.
   *
   * @throws Ended when the group has ended
   */
  public <T> T told(Class<T> type) {
    return type.cast(group.receive(Told.class, 0).what());
  }

  /** Why the group has ended before its time, if it has. */
  public Optional<String> reason() {
    return group.reason();
  }

  /** The same, when something has failed here: perhaps because a client is lost. */
  public Optional<String> reasonOfFailure() {
    return group.reason().or(group::rollCall).or(group::reason);
  }

  /** Ends the group for all. */
  public void end(String reason, int status) {
    group.end(reason, status);
  }

  /** A client for people. */
  public String name() {
    return plan.name(plan.number());
  }

  /**
   * Tells the next fork of this client where it is.
   *
   * @throws Ended when the group has ended
   */
  public void leaveFor(Path run) {
    gate.leaveFor(run);
  }

  /**
   * Hands over what the fork of this client measured; the first client waits for all and adds up.
   *
   * @param fork of the combination, from 1
   * @param facts what the fork left, as JSON
   * @param parameters of a result
   * @return what all measured, in the first client; its own part elsewhere
   * @throws Ended when the group has ended
   */
  public Together add(
      List<RunResult> results,
      int fork,
      List<String> facts,
      Function<RunResult, Map<String, String>> parameters) {
    Measured mine = new Measured(List.copyOf(results), List.copyOf(facts));
    if (!plan.isFirst()) {
      group.send(0, mine);
      return new Together(results, facts, List.of(), List.of());
    }
    List<Measured> all = new ArrayList<>(List.of(mine));
    for (int client = 1; client < plan.count(); client++) {
      all.add(group.receive(Measured.class, client));
    }
    Together sum = new GroupSum(plan, all, barrier.orElseThrow().take(), fork, parameters).result();
    rows.addAll(sum.rows());
    return sum;
  }

  /** What each client did so far. */
  public ClientRows rows() {
    return new ClientRows(
        hellos.entrySet().stream()
            .map(
                one -> new ClientRows.Client(plan.name(one.getKey()), one.getValue().environment()))
            .toList(),
        List.copyOf(rows));
  }

  @Override
  public void close() {
    gate.close();
    group.close();
  }
}
