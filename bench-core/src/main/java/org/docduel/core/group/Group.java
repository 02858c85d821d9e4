package org.docduel.core.group;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.AUTH;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.SYM_ENCRYPT;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;

/**
 * The clients of a run as members of a group of JGroups, which finds them, orders and encrypts
 * their messages and notices the loss of one. What one does not survive ends the group for all.
 */
class Group implements AutoCloseable {
  /** How long a client waits for those that have not been started. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * How long a client may be silent before it is asked, and then how long it has to answer. With
   * the times below, the others end within the 10 s that docs/clients.md states.
   */
  private static final long SILENT_MILLIS = 3_000;

  private static final long VERIFY_MILLIS = 1_000;
  private static final long BEAT_MILLIS = 500;

  /** Between the loss of one and that of all: whoever has lost all is cut off itself. */
  private static final long SETTLE_MILLIS = 1_000;

  /** For the loss of one that ended to be known to all. */
  private static final Duration NOTICED = Duration.ofMillis(2_500);

  /** Between a hello and the next. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private static final Duration FOR_EVER = Duration.ofDays(365);
  private static final int CONNECT_MILLIS = 500;
  private static final Duration GOODBYE = Duration.ofSeconds(3);

  /** For the last message to leave, where a group has ended and nobody waits for an answer. */
  private static final long PARTING_MILLIS = 500;

  private static final int FRAGMENT_BYTES = 50_000;
  private static final Logger LOG = Logger.getLogger("org.jgroups");

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;org.openjdk.jmh.**;org.docduel.core.group.*;"
              + "org.docduel.core.config.ServerAddress;org.docduel.stats.sidecar.*;"
              + "java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  /**
   * What a client says of itself to the first one.
   *
   * @param same what has to be the same on all of them, by name
   */
  record Hello(Map<String, String> same, Map<String, String> environment) implements Serializable {}

  /** All are there. */
  private record Welcome(Map<Integer, Long> addresses) implements Serializable {}

  /** The group has ended, for whoever hears it. */
  private record End(String reason, int status) implements Serializable {}

  /** What a client has sent, and when it came by {@link System#nanoTime}. */
  record Received(Object body, long nanos) {}

  private final GroupPlan plan;
  private final JChannel channel;

  /** The clients that are known, and what came of each. */
  private final Map<Integer, Address> members = new ConcurrentHashMap<>();

  private final List<Queue<Received>> inbox;
  private List<Address> present = List.of();
  private Optional<End> end = Optional.empty();

  /** Whether all are there: from then on the loss of one ends the group. */
  private boolean complete;

  private boolean closing;

  /**
   * Addresses are in the order of the clients, since among members that meet at once the lowest
   * leads: another leader than the first client is unknown to whoever comes late.
   */
  Group(GroupPlan plan) {
    this.plan = plan;
    inbox =
        IntStream.range(0, plan.count())
            .<Queue<Received>>mapToObj(client -> new ArrayDeque<>())
            .toList();
    System.setProperty("jgroups.use.jdk_logger", "true");
    LOG.setLevel(Level.OFF); // what a user has to know, the group says itself
    try {
      channel = new JChannel(stack(plan));
    } catch (Exception e) {
      throw cannotBeJoined(e);
    }
    channel.addAddressGenerator(
        () -> new UUID(plan.number(), ThreadLocalRandom.current().nextLong()));
    channel.setDiscardOwnMessages(true);
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            Group.this.receive(message);
          }

          @Override
          public void viewAccepted(View view) {
            see(view.getMembers());
          }
        });
  }

  private static ClientGroup.Ended cannotBeJoined(Exception e) {
    return new ClientGroup.Ended("the group cannot be joined: " + e, 1);
  }

  /** Joins; false where the port is in use. */
  final boolean join() {
    if (!plan.isFirst()) {
      awaitFirst();
    }
    try {
      channel.connect("docduel");
      return true;
    } catch (Exception e) {
      channel.close();
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          return false;
        }
      }
      throw cannotBeJoined(e);
    }
  }

  /** A member that is there before the first one would begin a group of its own. */
  private void awaitFirst() {
    for (long until = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < until; ) {
      try (Socket probe = new Socket()) {
        probe.connect(plan.hosts().get(0), 1_000);
        return;
      } catch (IOException e) {
        sleep(200);
      }
    }
  }

  private static List<Protocol> stack(GroupPlan plan) throws Exception {
    InetSocketAddress own = plan.hosts().get(plan.number());
    TCP tcp = new TCP();
    tcp.setBindAddress(own.getAddress()).setBindPort(own.getPort()).setPortRange(0);
    tcp.setSockConnTimeout(CONNECT_MILLIS);
    tcp.nonBlockingSends(true); // who is cut off keeps no message from the others
    tcp.disableDiagnostics();
    TCPPING hosts = new TCPPING();
    hosts.setInitialHosts(plan.hosts()).setPortRange(0);
    List<Protocol> stack = new ArrayList<>(List.of(tcp, hosts));
    stack.add(new MERGE3().setMinInterval(500).setMaxInterval(2_000));
    stack.add(new FD_SOCK2().setPortRange(50));
    stack.add(new FD_ALL3().setTimeout(SILENT_MILLIS).setInterval(BEAT_MILLIS));
    stack.add(new VERIFY_SUSPECT2().setTimeout(VERIFY_MILLIS));
    plan.secret()
        .ifPresent(secret -> {
          SYM_ENCRYPT encrypted = new SYM_ENCRYPT().setSecretKey(secret.key());
          encrypted.symAlgorithm("AES/CBC/PKCS5Padding").symIvLength(16);
          stack.add(encrypted);
        });
    stack.addAll(List.of(new NAKACK2(), new UNICAST3(), new STABLE()));
    plan.secret().ifPresent(secret -> stack.add(new AUTH().setAuthToken(secret)));
    stack.add(
        new GMS()
            .printLocalAddress(false)
            .setJoinTimeout(1_000)
            .setLeaveTimeout(1_000)
            .setViewAckCollectionTimeout(500));
    stack.add(new FRAG2().setFragSize(FRAGMENT_BYTES));
    return stack;
  }

  /** Which clients there are, and which one this is. */
  public final GroupPlan plan() {
    return plan;
  }

  private void receive(Message message) {
    long nanos = System.nanoTime();
    try (ObjectInputStream in =
        new ObjectInputStream(
            new ByteArrayInputStream(
                message.getArray(), message.getOffset(), message.getLength()))) {
      in.setObjectInputFilter(ACCEPTED);
      take(message.getSrc(), new Received(in.readObject(), nanos));
    } catch (IOException | ClassNotFoundException e) {
      // of somebody who does not speak as we do
    }
  }

  private synchronized void take(Address from, Received received) {
    int client = number(from);
    Object body = received.body;
    boolean known = from.equals(members.get(client));
    if (body instanceof Hello && !known) {
      greet(client, from, received);
    } else if (known && body instanceof End why) {
      end(why);
    } else if (known && body instanceof Welcome all) {
      all.addresses.forEach((other, id) -> members.put(other, new UUID(other, id)));
      complete = true;
    } else if (known && !(body instanceof Hello)) {
      inbox.get(client).add(received);
    }
    notifyAll();
  }

  private void greet(int client, Address from, Received hello) {
    if (client > 0 && client < plan.count() && !members.containsKey(client)) {
      members.put(client, from);
      inbox.get(client).clear();
      inbox.get(client).add(hello);
      complete = missing().isEmpty();
    } else {
      String who = "client " + (client + 1);
      send(from, new End(who + " is refused: the run has begun, or has such a client", 2));
    }
  }

  /** Whose address it says it is, from 0. */
  private static int number(Address address) {
    long number = address instanceof UUID id ? id.getMostSignificantBits() : -1;
    return number >= 0 && number < Integer.MAX_VALUE ? (int) number : -1;
  }

  private synchronized void see(List<Address> view) {
    present = List.copyOf(view);
    if (!complete) {
      members.values().retainAll(present); // who has left may come again until all are there
    } else if (!lost().isEmpty()) {
      CompletableFuture.delayedExecutor(SETTLE_MILLIS, TimeUnit.MILLISECONDS)
          .execute(this::endWithoutTheLost);
    }
    notifyAll();
  }

  private synchronized List<Integer> lost() {
    return members.keySet().stream().filter(one -> !present.contains(members.get(one))).toList();
  }

  private void endWithoutTheLost() {
    List<Integer> lost = lost();
    if (lost.size() > 1 && lost.size() == plan.count() - 1) {
      end(plan.name() + " reaches none of the others: its network is cut, or they ended", 1);
    } else if (!lost.isEmpty()) {
      String names = lost.stream().map(plan::name).collect(Collectors.joining(", "));
      end(names + " is lost: it ended, was stopped or cannot be reached", 1);
    }
  }

  /** For waits that no message can end, such as for a port or between two beats. */
  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until something is so; whether it is by then. */
  private synchronized boolean await(Duration limit, BooleanSupplier so) {
    long until = System.nanoTime() + limit.toNanos();
    while (!so.getAsBoolean()) {
      check();
      long left = until - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClientGroup.Ended("interrupted", 1);
      }
    }
    return true;
  }

  /**
   * Waits until all clients are there: the others say hello until they are welcome.
   *
   * @throws ClientGroup.Ended when one of them does not come
   */
  final void awaitAll(Hello own) {
    long begun = System.nanoTime();
    members.put(plan.number(), channel.getAddress());
    hello(own);
    while (!await(AGAIN, () -> complete)) {
      if (System.nanoTime() - begun > PATIENCE.toNanos()) {
        end(
            "%s did not come within %d s; start it, with the same --group and --group-secret"
                .formatted(missing(), PATIENCE.toSeconds()),
            2);
      }
      hello(own);
    }
  }

  private synchronized void hello(Hello own) {
    present.stream()
        .filter(member -> !plan.isFirst() && number(member) == 0)
        .forEach(first -> {
          members.put(0, first);
          send(first, own);
        });
  }

  /** Tells the others that all are there. */
  final void welcome() {
    Map<Integer, Long> ids = new HashMap<>();
    members.forEach(
        (client, address) -> ids.put(client, ((UUID) address).getLeastSignificantBits()));
    tell(new Welcome(ids));
  }

  /** The clients that have not come, for people. */
  final String missing() {
    return IntStream.range(0, plan.count())
        .filter(client -> !members.containsKey(client))
        .mapToObj(plan::name)
        .collect(Collectors.joining(", "));
  }

  /** Ends the group for all. */
  public final void end(String reason, int status) {
    End why = new End(reason, status);
    if (end(why)) {
      tell(why);
    }
  }

  private synchronized boolean end(End why) {
    if (closing || end.isPresent()) {
      return false;
    }
    end = Optional.of(why);
    notifyAll();
    return true;
  }

  /** Why the group has ended before its time, if it has. */
  public final synchronized Optional<String> reason() {
    return end.map(End::reason);
  }

  /** The same when something has failed here, which may be the first sign that a client is lost. */
  public final Optional<String> reasonOfFailure() {
    await(NOTICED, () -> end.isPresent());
    return reason();
  }

  /** Tells all others that have come something. */
  public final void tell(Object body) {
    members.keySet().stream()
        .filter(client -> client != plan.number())
        .forEach(client -> send(client, body));
  }

  /** Sends to a client. */
  final void send(int client, Object body) {
    send(Objects.requireNonNull(members.get(client)), body);
  }

  private void send(Address to, Object body) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(body);
      }
      channel.send(new BytesMessage(to, bytes.toByteArray()));
    } catch (Exception e) {
      throw new ClientGroup.Ended("the group cannot be told anything: " + e, 1);
    }
  }

  /**
   * Waits for the next message of a client.
   *
   * @throws ClientGroup.Ended when the group has ended
   */
  final synchronized Received receive(int client) {
    Queue<Received> queue = inbox.get(client);
    await(FOR_EVER, () -> !queue.isEmpty());
    return queue.remove();
  }

  /**
   * What the first client tells next.
   *
   * @throws ClientGroup.Ended when the group has ended
   */
  public final <T> T told(Class<T> type) {
    return type.cast(receive(0).body);
  }

  /**
   * Looks whether the group lasts.
   *
   * @throws ClientGroup.Ended when it has ended
   */
  final synchronized void check() {
    end.ifPresent(why -> {
      throw new ClientGroup.Ended(why.reason, why.status);
    });
  }

  /** Leaves; the first client when the others have, so that all have heard it. */
  @Override
  public final void close() {
    synchronized (this) {
      closing = true;
    }
    await(GOODBYE, () -> end.isPresent() || !plan.isFirst() || present.size() == 1);
    CompletableFuture<Void> left = CompletableFuture.runAsync(channel::close);
    if (reason().isPresent()) {
      sleep(PARTING_MILLIS); // who is lost does not answer
    } else {
      left.join();
    }
  }
}
