package org.docduel.core.group;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.docduel.core.group.Clients.now;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.ServerException;
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
import org.jgroups.util.TimeScheduler;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;

/**
 * The launchers of a run as members of a group of JGroups, which finds them, orders and encrypts
 * their messages and notices the loss of one; it ends the group. There are two kinds of steps, and
 * all take the same: each tells the others what it has, or the first tells them what it found.
 *
 * <p>Forks meet through their launchers. At a gate the first says what time it is, so that each
 * launcher knows how far its own clock is ahead, and can tell its fork when all go on.
 */
public final class ClientGroup implements Receiver, AutoCloseable {
  /** How long a client waits for those that have not been started. */
  private static final long JOIN_TIMEOUT_SECONDS = 120;

  /** For who ended in peace a little before all others, and for leaving. */
  private static final long LEAVE_GRACE_MILLIS = 1_000;

  /** For all to know that one has ended, or left. */
  private static final long FAILURE_DETECTION_MILLIS = 3_000;

  /** Longer than a message takes, so that all know before any begins. */
  private static final double START_LEAD_MILLIS = 25;

  /** By how much a clock may come ahead of another from a gate to the next. */
  private static final double DRIFT_MILLIS = 1;

  /** Of {@link Clients#now}, since 1970. */
  private static final double ORIGIN_MILLIS = System.currentTimeMillis() - now();

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;maxarray=10000000;maxrefs=10000000;maxbytes=500000000;org.openjdk.jmh.**;org.docduel.core.group.*;org.docduel.core.fork.*;"
              + "org.docduel.core.config.*;org.docduel.core.server.*;org.docduel.stats.sidecar.*;"
              + "java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  /** JGroups reads objects itself, those of strangers too, and before it decrypts anything. */
  private static final ObjectInputFilter OF_JGROUPS =
      read ->
          StackWalker.getInstance()
                  .walk(frames ->
                      frames.anyMatch(frame -> frame.getClassName().startsWith("org.jgroups.")))
              ? ACCEPTED.checkInput(read)
              : ObjectInputFilter.Status.UNDECIDED;

  /**
   * Which stores cannot be had.
   *
   * @param missing why, by store
   * @param requested those whose servers are asked for in a version or from a source
   * @param onRequest those of the missing ones that can be had when they are asked for
   */
  public record Stores(
      Map<String, Sidecar.Skip> missing, Set<String> requested, Set<String> onRequest)
      implements Serializable {}

  /**
   * What a client, or all of them together, measured in a turn.
   *
   * @param facts that its fork left
   */
  public record Measured(List<RunResult> results, List<Fact> facts) implements Serializable {}

  private final GroupPlan plan;
  private final JChannel channel;
  private final Future<?> watching;
  private final Map<Address, Queue<Object>> inbox = new ConcurrentHashMap<>();
  private final CompletableFuture<RuntimeException> end = new CompletableFuture<>();
  private final CondVar changed = new CondVar();

  /** The newest view: JGroups may deliver the first ones out of order. */
  private volatile @Nullable View view;

  /** The clients in their order; none until all are there. */
  private volatile List<Address> members = List.of();

  /** Read by the shutdown hook, too. */
  private final List<ClientRows.Client> clients = new CopyOnWriteArrayList<>();

  private final List<ClientRows.Row> rows = new CopyOnWriteArrayList<>();

  /** The last one that has entered. */
  private volatile Optional<ProcessHandle> fork = Optional.empty();

  /** The clock of this machine before the one by which rows are told. */
  private double clockOffsetMillis = Double.MAX_VALUE;

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
    TimeScheduler timer = channel.getProtocolStack().getTransport().getTimer();
    watching =
        timer.scheduleWithFixedDelay(
            this::watch, LEAVE_GRACE_MILLIS, LEAVE_GRACE_MILLIS, MILLISECONDS);
  }

  /**
   * Joins the other clients, as the first one of the plan on this machine that nobody else is.
   *
   * @throws BadInputException when no address of the plan can be used here, or this process has a
   *     filter of objects that are read
   */
  public static ClientGroup join(GroupPlan plan) {
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
    for (int client = 0; client < plan.count(); client++) {
      try {
        return new ClientGroup(plan.as(client));
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
   * Waits until all clients are there, and takes note of their machines.
   *
   * @throws RuntimeException when one of them does not come
   */
  public void awaitMembers(PrintWriter out, Map<String, String> environment) {
    out.printf("client %d of %d, waiting for the others%n", plan.number() + 1, plan.count());
    changed.waitFor(
        () -> !members.isEmpty() || end.isDone(), JOIN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (members.isEmpty()) {
      String missing = names(client -> of(client).findAny().isEmpty());
      throw terminate(
          BadInputException.of(
              "%s did not come within %d s; start it, with the same --group and --group-secret",
              missing, JOIN_TIMEOUT_SECONDS));
    }
    out.println("all clients are there");
    allGather(environment)
        .forEach(
            hostFacts -> clients.add(new ClientRows.Client(plan.name(clients.size()), hostFacts)));
  }

  @Override
  public void receive(Message message) {
    Address from = message.getSrc();
    try {
      Object body = message.getObject();
      if (body instanceof RuntimeException why && mayEnd(from)) {
        terminateLocally(why);
      } else {
        inbox(from).add(body);
        changed.signal(true);
      }
    } catch (RuntimeException e) {
      if (members.contains(from)) { // strangers may say what they like
        terminate(
            new ServerException(plan.name(members.indexOf(from)) + " is not understood: " + e));
      }
    }
  }

  /** Before all are there, who says to be a client of the plan may end it, or refuse this one. */
  private boolean mayEnd(Address from) {
    return members.contains(from)
        || (members.isEmpty()
            && IntStream.range(0, plan.count()).boxed().flatMap(this::of).anyMatch(from::equals));
  }

  private Queue<Object> inbox(Address from) {
    return inbox.computeIfAbsent(from, any -> new ConcurrentLinkedQueue<>());
  }

  @Override
  public synchronized void viewAccepted(View newView) {
    if (view == null || newView.compareTo(view) > 0) {
      view = newView;
    }
    if (members.isEmpty()) {
      IntStream all = IntStream.range(0, plan.count());
      List<Address> joined = all.boxed().flatMap(client -> of(client).limit(1)).toList();
      members = joined.size() == plan.count() ? joined : List.of();
    }
    if (!members.isEmpty()) {
      Set<Address> absent = new HashSet<>(members);
      currentMembers().forEach(absent::remove);
      CompletableFuture.delayedExecutor(LEAVE_GRACE_MILLIS, MILLISECONDS)
          .execute(() -> checkMembership(absent));
    }
    changed.signal(true);
  }

  /** Who is in the group now, strangers among them. */
  private Stream<Address> currentMembers() {
    return Stream.ofNullable(view).flatMap(current -> current.getMembers().stream());
  }

  /** Whoever says to be a client, from 0. */
  private Stream<Address> of(int client) {
    return currentMembers()
        .filter(address -> address instanceof UUID id && id.getMostSignificantBits() == client);
  }

  /**
   * Ends the group when a client is gone for good; else refuses who is none of them.
   *
   * @param absent clients that were not there a grace ago: those that left since have theirs yet
   */
  private void checkMembership(Set<Address> absent) {
    currentMembers().forEach(absent::remove);
    String lost = names(client -> absent.contains(members.get(client)));
    if (!lost.isEmpty()) {
      terminate(
          new ServerException(
              lost + " is lost: it ended, was stopped or cannot be reached from here"));
    } else if (plan.isFirst()) {
      RuntimeException rejection =
          new BadInputException("this client is refused: the run has begun, or has such a client");
      currentMembers()
          .filter(address -> !members.contains(address))
          .forEach(address -> send(address, rejection));
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

  /** For tests of a network that fails. */
  JChannel channel() {
    return channel;
  }

  /**
   * Ends the group for all, unless it has ended.
   *
   * @param rejected whether that is what this client was asked to do, and not what became of it
   */
  public void terminate(@Nullable String reason, boolean rejected) {
    String line = plan.name() + ": " + reason;
    terminate(rejected ? new BadInputException(line) : new ServerException(line));
  }

  /** Why it has ended, to be thrown; the others hear it before this client may leave. */
  private RuntimeException terminate(RuntimeException why) {
    try {
      if (!end.isDone()) {
        broadcast(why);
      }
    } finally {
      terminateLocally(why); // even if nobody could be told: threads wait for it
    }
    return end.join();
  }

  /**
   * Ends the group for this client, and kills its fork, even one that is stopped.
   *
   * @return whether the group had not ended before
   */
  private boolean terminateLocally(RuntimeException why) {
    boolean wasRunning = end.complete(why);
    fork.ifPresent(ProcessHandle::destroyForcibly);
    changed.signal(true);
    return wasRunning;
  }

  /** Why the group has ended, if it does within a little: something that fails may be a sign. */
  public Optional<String> reason() {
    changed.waitFor(end::isDone, FAILURE_DETECTION_MILLIS, MILLISECONDS);
    return Optional.ofNullable(end.getNow(null)).map(Throwable::getMessage);
  }

  private void send(Address to, Object body) {
    Message message = new BytesMessage(to, body);
    if (body instanceof RuntimeException) {
      message.setFlag(Message.Flag.RSVP); // returns once it is received: this client may leave then
    }
    try {
      channel.send(message);
    } catch (Exception e) {
      if (!end.isDone()) { // else it may have been left meanwhile
        throw new ServerException("no message reaches the group: " + e);
      }
    }
  }

  /** Tells the clients alone, as soon as they are known: strangers are present as well. */
  private void broadcast(Object message) {
    Stream<Address> all = members.isEmpty() ? currentMembers() : members.stream();
    all.filter(address -> !address.equals(channel.getAddress()))
        .forEach(address -> send(address, message));
  }

  /** What a client says next; all take the same steps in the same order, so it is of that type. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private <T> T receiveFrom(int client) {
    Queue<Object> queue = inbox(members.get(client));
    changed.waitFor(() -> !queue.isEmpty() || end.isDone());
    if (queue.isEmpty()) {
      throw end.join();
    }
    return (T) queue.remove();
  }

  /** What each client has. */
  private <T> List<T> allGather(T value) {
    broadcast(value);
    return IntStream.range(0, plan.count())
        .mapToObj(client -> client == plan.number() ? value : this.<T>receiveFrom(client))
        .toList();
  }

  /** What the first client has. */
  private <T> T fromLeader(Supplier<T> first) {
    if (!plan.isFirst()) {
      return receiveFrom(0);
    }
    T found = first.get();
    broadcast(found);
    return found;
  }

  /**
   * What the first client of a group finds; without a group what is found here.
   *
   * @throws RuntimeException when the group has ended, also while the first one looks for it
   */
  public static <T> T agreed(Optional<ClientGroup> group, Supplier<T> first) {
    return group
        .map(joined -> joined.fromLeader(() -> joined.runInterruptibly(first)))
        .orElseGet(first);
  }

  /** By a thread that the end of the group interrupts: it may start servers. */
  private <T> T runInterruptibly(Supplier<T> first) {
    CompletableFuture<T> found = new CompletableFuture<>();
    Thread search = new Thread(() -> found.completeAsync(first, Runnable::run), "docduel-first");
    search.start();
    CompletableFuture<Void> unused =
        end.thenAccept(why -> {
          found.completeExceptionally(why);
          search.interrupt();
        });
    try {
      return found.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : e;
    }
  }

  /**
   * Refuses a client that differs from the first one, on all of them, before anything runs.
   *
   * @throws RuntimeException when there is one
   */
  public void requireSame(String what, String value) {
    List<String> all = allGather(value);
    for (int client = 1; client < all.size(); client++) {
      if (!all.get(client).equals(all.get(0))) {
        throw terminate(
            BadInputException.of(
                "%s has another %s (%s) than client 1 (%s); nothing ran",
                plan.name(client), what, all.get(client), all.get(0)));
      }
    }
  }

  /** Lets the forks of a run pass, by a socket in its directory, which nobody else can enter. */
  public void serveBarrier(Path run) {
    try {
      ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      socket.bind(UnixDomainSocketAddress.of(run.resolve(Clients.SOCKET)));
      Thread gates = new Thread(() -> serve(socket), "docduel-gates");
      gates.setDaemon(true);
      gates.start();
    } catch (IOException e) {
      throw new UncheckedIOException("forks cannot meet in " + run + ": " + e.getMessage(), e);
    }
  }

  private void serve(ServerSocketChannel socket) {
    while (socket.isOpen()) {
      try (SocketChannel entered = socket.accept()) {
        DataInputStream in = new DataInputStream(Channels.newInputStream(entered));
        DataOutputStream out = new DataOutputStream(Channels.newOutputStream(entered));
        long process = in.readLong();
        // not among children alone: a script of -jvm or a profiler may stand between
        fork =
            ProcessHandle.current()
                .descendants()
                .filter(handle -> handle.pid() == process)
                .findAny();
        if (end.isDone()) {
          throw end.join();
        }
        out.writeInt(plan.number());
        out.writeInt(plan.count());
        clockOffsetMillis = Double.MAX_VALUE; // from one fork to the next it may have come far
        while (in.read() >= 0) {
          releaseBarrier(out);
        }
      } catch (IOException e) {
        // the fork has ended, as JMH sees
      } catch (RuntimeException ended) {
        fork.ifPresent(ProcessHandle::destroyForcibly); // one that has entered since
      }
    }
  }

  private void releaseBarrier(DataOutputStream out) throws IOException {
    allGather("");
    double leaderMillis = fromLeader(() -> now() + ORIGIN_MILLIS);
    // a message is late by as long as it took: the fastest one tells
    double offset = Math.min(now() - leaderMillis, clockOffsetMillis + DRIFT_MILLIS);
    clockOffsetMillis = plan.isFirst() ? -ORIGIN_MILLIS : offset;
    out.writeDouble(leaderMillis + clockOffsetMillis + START_LEAD_MILLIS);
    out.writeDouble(clockOffsetMillis);
  }

  /**
   * A process that is stopped ends nothing by itself, and the others would wait for it. Before all
   * are there this client has started none.
   */
  private void watch() {
    if (members.isEmpty()) {
      return;
    }
    Optional<ProcessHandle> runningFork = fork.filter(ProcessHandle::isAlive);
    Stream<ProcessHandle> watched =
        runningFork.isPresent()
            ? runningFork.stream()
            : ProcessHandle.current().children(); // it may be on its way
    watched
        .filter(ClientGroup::isStopped)
        .forEach(stopped -> {
          terminate("its fork or its server was stopped", false);
          stopped.destroyForcibly();
        });
  }

  /** As Linux says it, behind the name of the program; elsewhere nobody is known to be. */
  private static boolean isStopped(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/stat")).contains(") T ");
    } catch (IOException e) {
      return false; // it has ended, or this is not Linux
    }
  }

  /**
   * What all clients measured in a fork.
   *
   * @param measured what this one did
   * @param number of the fork among those of its combination, from 1
   * @throws RuntimeException when the group has ended
   */
  public Measured add(Measured measured, int number, Map<String, String> parameters) {
    return new GroupSum(plan, allGather(measured)).merge(number, parameters, rows);
  }

  /** What each client did so far. */
  public ClientRows rows() {
    return new ClientRows(List.copyOf(clients), List.copyOf(rows));
  }

  /**
   * Leaves. At the end of a run that went well the first client waits until the others have left.
   */
  @Override
  public void close() {
    watching.cancel(false); // else it would kill a stopped fork of the next group unseen
    if (terminateLocally(new ServerException("this client has left")) && plan.isFirst()) {
      changed.waitFor(() -> currentMembers().count() == 1, FAILURE_DETECTION_MILLIS, MILLISECONDS);
    }
    CompletableFuture.runAsync(channel::close)
        .completeOnTimeout(null, LEAVE_GRACE_MILLIS, MILLISECONDS)
        .join();
  }
}
