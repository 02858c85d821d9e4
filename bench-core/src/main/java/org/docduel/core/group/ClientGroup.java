package org.docduel.core.group;

import java.io.IOException;
import java.io.ObjectInputFilter;
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
import java.rmi.server.Unreferenced;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.stats.sidecar.ClientRows;
import org.docduel.stats.sidecar.Fact;
import org.docduel.stats.sidecar.Sidecar;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.util.CondVar;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;

/**
 * The launchers of a run as members of a group of JGroups, which finds them, orders and encrypts
 * their messages and notices the loss of one; it ends the group. All do the same, with the same
 * numbers: what each of them has, it tells all others, and they tell it theirs.
 *
 * <p>Forks meet through their launchers, by RMI on loopback. A launcher tells its fork by how long
 * after its own arrival it goes on, as the first one says, so that no clocks need agree.
 */
public final class ClientGroup implements Receiver, Clients.Gate, Unreferenced, AutoCloseable {
  /** How long a client waits for those that have not been started. */
  private static final long PATIENCE_SECONDS = 120;

  /** For who ended in peace a little before all others, and for the last message to leave. */
  private static final long PARTING_MILLIS = 1_000;

  /** For all to know that one has ended, or left. */
  private static final long NOTICED_MILLIS = 3_000;

  /** Longer than a message takes, so that all know before any begins. */
  private static final double AHEAD_MILLIS = 25;

  /** By how much a clock may fall behind another from a gate to the next. */
  private static final double DRIFT_MILLIS = 1;

  private static final double ORIGIN_MILLIS = System.currentTimeMillis() - System.nanoTime() / 1e6;

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;org.openjdk.jmh.**;org.docduel.core.group.*;org.docduel.core.fork.*;"
              + "org.docduel.core.config.ServerAddress;org.docduel.stats.sidecar.*;"
              + "java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  /** JGroups reads objects itself, those of strangers too, and before it decrypts anything. */
  private static final ObjectInputFilter OF_JGROUPS =
      read ->
          StackWalker.getInstance()
                  .walk(
                      frames -> frames.anyMatch(it -> it.getClassName().startsWith("org.jgroups.")))
              ? ACCEPTED.checkInput(read)
              : ObjectInputFilter.Status.UNDECIDED;

  static {
    // RMI takes a fork for stopped that does not renew its lease of the gate
    System.setProperty("java.rmi.dgc.leaseValue", "5000");
    System.setProperty("sun.rmi.dgc.checkInterval", "500");
    System.setProperty(
        "java.rmi.server.hostname", InetAddress.getLoopbackAddress().getHostAddress());
  }

  /** The group cannot go on, or has refused this client: told to all, and thrown. */
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

  /** What a client said, and when that came. */
  private record Said(Object body, double millis) {}

  /** Which stores cannot be had, and which are asked for in a version. */
  public record Stores(Map<String, Sidecar.Skip> missing, Set<String> asked)
      implements Serializable {}

  /** Where the servers are, by family, and which combinations of the plan can run. */
  public record Ready(Map<String, ServerAddress> addresses, List<Integer> combinations)
      implements Serializable {}

  /**
   * What a client, or all of them together, measured in a turn.
   *
   * @param facts that its fork left
   */
  public record Measured(List<RunResult> results, List<Fact> facts) implements Serializable {}

  private final GroupPlan plan;
  private final JChannel channel;
  private final Map<Address, Queue<Said>> inbox = new ConcurrentHashMap<>();
  private final CompletableFuture<Ended> end = new CompletableFuture<>();
  private final CondVar changed = new CondVar();

  private long viewId = -1;

  /** Who is in the group now, strangers among them. */
  private volatile List<Address> present = List.of();

  /** The clients in their order; none until all are there. */
  private volatile List<Address> members = List.of();

  private volatile Optional<ProcessHandle> fork = Optional.empty();
  private final List<ClientRows.Client> clients = new ArrayList<>();
  private final List<ClientRows.Row> rows = new ArrayList<>();

  /** The iterations of each client's fork, warm-ups among them, by the first one's clock. */
  private List<List<Clients.Window>> windows = List.of();

  /** By how much the clock of each client's fork is behind ours. */
  private double[] behindMillis = {};

  private ClientGroup(GroupPlan plan) throws Exception {
    this.plan = plan;
    channel = plan.channel();
    channel.addAddressGenerator(
        () -> new UUID(plan.number(), ThreadLocalRandom.current().nextLong()));
    channel.setDiscardOwnMessages(true);
    channel.setReceiver(this);
    try {
      channel.connect("docduel");
    } catch (Exception e) {
      channel.close();
      throw e;
    }
  }

  /** Milliseconds since 1970, by a clock that nobody sets. */
  private static double now() {
    return ORIGIN_MILLIS + System.nanoTime() / 1e6;
  }

  /**
   * Joins the other clients, as the first one of the plan on this machine that nobody else is.
   *
   * @throws BadInputException when no address of the plan can be used here, or this process has a
   *     filter of objects that are read
   */
  public static ClientGroup join(GroupPlan asked) {
    synchronized (ClientGroup.class) { // a process may set one, once
      ObjectInputFilter ofProcess = ObjectInputFilter.Config.getSerialFilter();
      if (ofProcess == null) {
        ObjectInputFilter.Config.setSerialFilter(OF_JGROUPS);
      } else if (!ofProcess.equals(OF_JGROUPS)) {
        throw new BadInputException(
            "--group: this JVM has a jdk.serialFilter, and a group needs its own; leave it out");
      }
    }
    String why = "";
    for (int client = 0; client < asked.count(); client++) {
      try {
        return new ClientGroup(asked.as(client));
      } catch (Exception e) {
        why = e.toString();
      }
    }
    throw BadInputException.of(
        "--group: no address is this machine's and has its port free (%s); such a client runs here"
            + " already, or something else: name another port",
        why);
  }

  /**
   * Waits until all clients are there.
   *
   * @throws Ended when one of them does not come
   */
  public void meet(PrintWriter out) {
    out.printf("client %d of %d, waiting for the others%n", plan.number() + 1, plan.count());
    changed.waitFor(() -> !members.isEmpty() || end.isDone(), PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (members.isEmpty()) {
      String missing = names(client -> of(client).findAny().isEmpty());
      throw end(
          "%s did not come within %d s; start it, with the same --group and --group-secret"
              .formatted(missing, PATIENCE_SECONDS),
          2);
    }
    out.println("all clients are there");
  }

  /**
   * Refuses a client that differs from the first one, on all of them, before anything runs.
   *
   * @throws Ended when there is one
   */
  public void requireSame(String what, String value) {
    List<Said> all = exchange(value);
    Object first = all.get(0).body;
    for (int client = 1; client < all.size(); client++) {
      Object other = all.get(client).body;
      if (!other.equals(first)) {
        throw end(
            "%s has another %s (%s) than client 1 (%s); nothing ran"
                .formatted(plan.name(client), what, other, first),
            2);
      }
    }
  }

  /** Tells all others what machine this is. */
  public void introduce(Map<String, String> environment) {
    exchange(new ClientRows.Client(plan.name(), environment))
        .forEach(it -> clients.add((ClientRows.Client) it.body));
  }

  @Override
  public void receive(Message message) {
    double millis = now();
    Address from = message.getSrc();
    try {
      Object body = message.getObject();
      if (body instanceof Ended why && (members.isEmpty() || members.contains(from))) {
        ends(why);
      } else {
        inbox(from).add(new Said(body, millis));
        changed.signal(true);
      }
    } catch (RuntimeException e) {
      if (members.contains(from)) { // strangers may say what they like
        end("%s is not understood: %s".formatted(plan.name(members.indexOf(from)), e), 1);
      }
    }
  }

  private Queue<Said> inbox(Address from) {
    return inbox.computeIfAbsent(from, any -> new ConcurrentLinkedQueue<>());
  }

  @Override
  public synchronized void viewAccepted(View view) {
    if (view.getViewId().getId() <= viewId) {
      return; // the one before, which another thread brings late
    }
    viewId = view.getViewId().getId();
    present = view.getMembers();
    if (members.isEmpty()) {
      IntStream all = IntStream.range(0, plan.count());
      List<Address> known = all.boxed().flatMap(client -> of(client).limit(1)).toList();
      members = known.size() == plan.count() ? known : List.of();
    } else {
      CompletableFuture.delayedExecutor(PARTING_MILLIS, TimeUnit.MILLISECONDS)
          .execute(this::endWithoutTheLost);
    }
    if (plan.isFirst() && !members.isEmpty()) {
      Ended refused =
          new Ended("this client is refused: the run has begun, or has such a client", 2);
      present.stream().filter(it -> !members.contains(it)).forEach(it -> send(it, refused));
    }
    changed.signal(true);
  }

  /** Whoever says to be a client, from 0. */
  private Stream<Address> of(int client) {
    return present.stream()
        .filter(it -> it instanceof UUID id && id.getMostSignificantBits() == client);
  }

  private void endWithoutTheLost() {
    String lost = names(client -> !present.contains(members.get(client)));
    if (!lost.isEmpty()) {
      end(lost + " is lost: it ended, was stopped or cannot be reached from here", 1);
    }
  }

  private String names(IntPredicate which) {
    return IntStream.range(0, plan.count())
        .filter(which)
        .mapToObj(plan::name)
        .collect(Collectors.joining(", "));
  }

  /** Which clients there are, and which one this is. */
  public GroupPlan plan() {
    return plan;
  }

  /** Ends the group for all, unless it has ended; why it has, to be thrown. */
  public Ended end(String reason, int status) {
    Ended why = new Ended(reason, status);
    if (ends(why)) {
      send(null, why);
    }
    return end.join();
  }

  /** Whether nothing else has ended the group before; kills the fork, were it stopped. */
  private boolean ends(Ended why) {
    boolean first = end.complete(why);
    fork.ifPresent(ProcessHandle::destroyForcibly);
    changed.signal(true);
    return first;
  }

  /** Why the group has ended, if it does within a little: something that fails may be a sign. */
  public Optional<String> reason() {
    changed.waitFor(end::isDone, NOTICED_MILLIS, TimeUnit.MILLISECONDS);
    return Optional.ofNullable(end.getNow(null)).map(Ended::getMessage);
  }

  private void send(@Nullable Address to, Object body) {
    try {
      channel.send(new BytesMessage(to, body));
    } catch (Exception e) {
      throw new Ended("the group cannot be told anything: " + e, 1);
    }
  }

  /**
   * Tells the others, not strangers, who are in the view as well: an address may have a password.
   */
  private void tellMembers(Object body) {
    members.stream()
        .filter(member -> !member.equals(channel.getAddress()))
        .forEach(member -> send(member, body));
  }

  private Said receive(int client) {
    Queue<Said> queue = inbox(members.get(client));
    changed.waitFor(() -> !queue.isEmpty() || end.isDone());
    if (queue.isEmpty()) {
      throw end.join();
    }
    return queue.remove();
  }

  /** Tells all others something, and waits for what each of them tells at the same place. */
  private List<Said> exchange(Object own) {
    Said mine = new Said(own, now());
    tellMembers(own);
    return IntStream.range(0, plan.count())
        .mapToObj(client -> client == plan.number() ? mine : receive(client))
        .toList();
  }

  /**
   * What the first client of a group finds and tells the others; without a group its own.
   *
   * @throws Ended when the group has ended
   */
  public static <T> T agreed(Optional<ClientGroup> group, Class<T> type, Supplier<T> first) {
    if (group.isPresent() && !group.get().plan.isFirst()) {
      return type.cast(group.get().receive(0).body);
    }
    T found = first.get();
    group.ifPresent(it -> it.tellMembers(found));
    return found;
  }

  /** Leaves for the forks of a run how they meet those of the others. */
  public void leaveFor(Path run) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ObjectOutputStream out =
        new ObjectOutputStream(Files.newOutputStream(run.resolve(Clients.FILE)))) {
      Remote gate =
          UnicastRemoteObject.exportObject(
              this, 0, null, port -> new ServerSocket(port, 0, loopback));
      out.writeObject(new Clients(plan.number(), plan.count(), (Clients.Gate) gate));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave the group in " + run, e);
    }
  }

  /**
   * Says that a fork starts now. One that is stopped before it enters has no lease that runs out:
   * it is lost when it has not entered in time.
   */
  public void starting(Duration limit) {
    Optional<ProcessHandle> last = fork;
    Set<ProcessHandle> others = ProcessHandle.current().children().collect(Collectors.toSet());
    CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> {
          if (fork.equals(last)) {
            ProcessHandle.current()
                .children()
                .filter(it -> !others.contains(it))
                .forEach(ProcessHandle::destroyForcibly);
            end("the fork of " + plan.name() + " is lost: it did not begin", 1);
          }
        });
  }

  @Override
  public void enter(long pid) {
    fork = ProcessHandle.of(pid);
    if (end.isDone()) {
      throw end.join();
    }
    windows = Stream.<List<Clients.Window>>generate(ArrayList::new).limit(plan.count()).toList();
    behindMillis = DoubleStream.generate(() -> Double.MAX_VALUE).limit(plan.count()).toArray();
  }

  /**
   * The leases of the forks so far have run out: the last one has ended, or is stopped, or this
   * process was, which heard no renewal meanwhile.
   */
  @Override
  public void unreferenced() {
    if (fork.filter(ProcessHandle::isAlive).isPresent()) {
      end("the fork of " + plan.name() + " is lost: it, or its launcher, was stopped", 1);
    }
  }

  @Override
  public double pass(Clients.Arrived own) {
    List<Said> all = exchange(own);
    double begin = now() + AHEAD_MILLIS;
    double[] delays = new double[all.size()];
    for (int client = 0; client < delays.length; client++) {
      Clients.Arrived arrived = (Clients.Arrived) all.get(client).body;
      // a message is late by as long as it took: the fastest one tells
      double told = all.get(client).millis - arrived.millis();
      double behind = Math.min(told, behindMillis[client] + DRIFT_MILLIS);
      Clients.Window last = arrived.last();
      if (!Double.isNaN(last.start())) {
        windows.get(client).add(new Clients.Window(last.start() + behind, last.end() + behind));
      }
      behindMillis[client] = behind;
      delays[client] = begin - behind - arrived.millis();
    }
    // by the clock of the first client, which windows are told by as well
    return agreed(Optional.of(this), double[].class, () -> delays)[plan.number()];
  }

  /**
   * What all clients measured in a fork.
   *
   * @param own what this one did
   * @param number of the fork among those of its combination, from 1
   * @throws Ended when the group has ended
   */
  public Measured add(Measured own, int number, Map<String, String> parameters) {
    List<Measured> all = exchange(own).stream().map(it -> (Measured) it.body).toList();
    return agreed(
        Optional.of(this),
        Measured.class,
        () -> new GroupSum(plan, all, windows).together(number, parameters, rows));
  }

  /** What each client did so far. */
  public ClientRows rows() {
    return new ClientRows(List.copyOf(clients), List.copyOf(rows));
  }

  /** Leaves; the first client when the others have, so that all have heard it, or why it ended. */
  @Override
  public void close() {
    ends(new Ended("this client has left", 1));
    if (plan.isFirst()) {
      changed.waitFor(() -> present.size() == 1, NOTICED_MILLIS, TimeUnit.MILLISECONDS);
    }
    CompletableFuture.runAsync(channel::close)
        .completeOnTimeout(null, PARTING_MILLIS, TimeUnit.MILLISECONDS)
        .join();
  }
}
