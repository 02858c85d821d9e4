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
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.docduel.core.config.BadInputException;
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
 * The launchers of a group, as one of them sees the others. JGroups finds them, orders and encrypts
 * their messages and notices the loss of one; what one does not survive ends the group for all.
 */
final class Group implements AutoCloseable {
  /**
   * How long a client may be silent before it is asked, and then how long it has to answer. With
   * the times below, the others end within the 10 s that docs/clients.md states.
   */
  private static final long SILENT_MILLIS = 3_000;

  private static final long VERIFY_MILLIS = 1_000;
  private static final long BEAT_MILLIS = 500;

  /** For all that can be reached to say so, once one seems lost: whoever does not is the one. */
  private static final long ROLL_CALL_MILLIS = 1_000;

  /** For any of them to do so; who hears nobody is cut off itself. */
  private static final long ALONE_MILLIS = 2_500;

  private static final int CONNECT_MILLIS = 500;
  private static final long GOODBYE_MILLIS = 3_000;

  /** For the last message to leave, where a group has ended and nobody waits for an answer. */
  private static final long PARTING_MILLIS = 500;

  private static final int FRAGMENT_BYTES = 50_000;
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Logger LOG = Logger.getLogger("org.jgroups");

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;org.openjdk.jmh.**;org.docduel.core.group.*;"
              + "org.docduel.core.config.ServerAddress;org.docduel.stats.sidecar.Sidecar$Skip;"
              + "java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  /** The group has ended, for this client alone if it is refused. */
  private record End(String reason, int status, boolean refused) implements Serializable {}

  /** Who hears it answers. */
  private enum RollCall {
    CALL,
    HERE
  }

  private record From(Class<?> type, int client) {}

  private final GroupPlan plan;
  private final JChannel channel;
  private final Map<Integer, Address> members = new TreeMap<>();
  private final Map<From, Queue<Serializable>> inbox = new HashMap<>();
  private final Map<Class<?>, BiConsumer<Address, Serializable>> handlers = new HashMap<>();
  private final Set<Integer> here = new TreeSet<>();
  private List<Address> present = List.of();
  private Optional<End> end = Optional.empty();
  private boolean calling;
  private boolean closing;

  /**
   * Addresses are in the order of the clients, since among members that meet at once the lowest
   * leads: another leader than the first client is unknown to whoever comes late.
   */
  private Group(GroupPlan plan) throws Exception {
    this.plan = plan;
    channel = new JChannel(stack(plan));
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

  /**
   * Joins as the first client of the plan on this machine that nobody else is.
   *
   * @throws BadInputException when all of them are there already
   */
  static Group join(GroupPlan plan) {
    List<Integer> here = plan.here();
    for (int client : here) {
      GroupPlan own = plan.as(client);
      if (!own.isFirst()) {
        awaitFirst(plan.hosts().get(0));
      }
      Optional<Group> joined = connected(own);
      if (joined.isPresent()) {
        return joined.get();
      }
    }
    throw new BadInputException(
        "--group: the port is in use of "
            + here.stream().map(plan::name).collect(Collectors.joining(", "))
            + "; such a client runs here already, or something else: name another port");
  }

  /** A member that is there before the first one would begin a group of its own. */
  private static void awaitFirst(InetSocketAddress first) {
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < FIRST.toNanos()) {
      try (Socket probe = new Socket()) {
        probe.connect(first, 1_000);
        return;
      } catch (IOException e) {
        sleep(200);
      }
    }
  }

  /** Empty where the port is in use. */
  private static Optional<Group> connected(GroupPlan plan) {
    System.setProperty("jgroups.use.jdk_logger", "true");
    LOG.setLevel(Level.OFF); // what a user has to know, the group says itself
    Group group = null;
    try {
      group = new Group(plan);
      group.channel.connect("docduel");
      return Optional.of(group);
    } catch (Exception e) {
      if (group != null) {
        group.channel.close();
      }
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          return Optional.empty();
        }
      }
      throw new ClientGroup.Ended("the group cannot be joined: " + e, 1);
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
    Optional<byte[]> key = plan.secret().map(GroupSecret::key);
    key.ifPresent(bytes -> {
      SYM_ENCRYPT encrypted = new SYM_ENCRYPT().setSecretKey(new SecretKeySpec(bytes, "AES"));
      encrypted.symAlgorithm("AES/CBC/PKCS5Padding").symIvLength(16);
      stack.add(encrypted);
    });
    stack.addAll(List.of(new NAKACK2(), new UNICAST3(), new STABLE()));
    key.ifPresent(bytes -> stack.add(new AUTH().setAuthToken(new GroupSecret(bytes))));
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
  GroupPlan plan() {
    return plan;
  }

  private void receive(Message message) {
    try (ObjectInputStream in =
        new ObjectInputStream(
            new ByteArrayInputStream(
                message.getArray(), message.getOffset(), message.getLength()))) {
      in.setObjectInputFilter(ACCEPTED);
      take(message.getSrc(), (Serializable) in.readObject());
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      // of somebody who does not speak as we do
    }
  }

  private void take(Address from, Serializable body) {
    int client = number(from);
    BiConsumer<Address, Serializable> handler;
    synchronized (this) {
      handler = handlers.get(body.getClass());
      boolean known = client == plan.number() || from.equals(members.get(client));
      if (!known && handler == null && !(body instanceof End told && told.refused())) {
        return;
      }
      if (body == RollCall.HERE) {
        here.add(client);
      } else if (handler == null && !(body instanceof End) && body != RollCall.CALL) {
        inbox
            .computeIfAbsent(new From(body.getClass(), client), key -> new ArrayDeque<>())
            .add(body);
      }
      notifyAll();
    }
    if (body == RollCall.CALL) {
      send(from, RollCall.HERE);
    } else if (body instanceof End told) {
      end(told);
    } else if (handler != null) {
      handler.accept(from, body);
    }
  }

  /** Whose address it says it is, from 0. */
  static int number(Address address) {
    long number = address instanceof UUID id ? id.getMostSignificantBits() : -1;
    return number >= 0 && number < Integer.MAX_VALUE ? (int) number : -1;
  }

  private synchronized void see(List<Address> view) {
    present = List.copyOf(view);
    notifyAll();
    if (!closing && !calling && end.isEmpty() && !present.containsAll(members.values())) {
      calling = true;
      later(
          0,
          () -> {
            Optional<String> lost = rollCall();
            synchronized (this) {
              calling = false;
            }
            lost.ifPresent(reason -> end(reason, 1));
          });
    }
  }

  /**
   * Asks all others whether they are there.
   *
   * @return who is lost, if one does not answer; who reaches none of several is cut off itself
   */
  Optional<String> rollCall() {
    Map<Integer, Address> asked;
    synchronized (this) {
      here.clear();
      asked = new TreeMap<>(members);
    }
    asked.values().forEach(member -> send(member, RollCall.CALL));
    long begun = System.nanoTime();
    synchronized (this) {
      while (end.isEmpty() && !closing && !here.containsAll(asked.keySet())) {
        long limit = here.isEmpty() ? ALONE_MILLIS : ROLL_CALL_MILLIS;
        long left = limit - (System.nanoTime() - begun) / 1_000_000;
        if (left <= 0) {
          break;
        }
        pause(left);
      }
      List<Integer> lost =
          asked.keySet().stream().filter(client -> !here.contains(client)).toList();
      if (lost.isEmpty() || closing) {
        return Optional.empty();
      }
      return Optional.of(
          lost.size() > 1 && lost.size() == asked.size()
              ? plan.name(plan.number())
                  + " reaches none of the others: its network is cut, or they ended"
              : lost.stream().map(plan::name).collect(Collectors.joining(", "))
                  + " is lost: it ended, was stopped or cannot be reached");
    }
  }

  /** In a thread of its own: the one that brings the messages must not wait. */
  static void later(long millis, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              sleep(millis);
              work.run();
            },
            "docduel-group");
    thread.setDaemon(true);
    thread.start();
  }

  /** For waits that no message can end, such as for a port or between two beats. */
  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes a member for a client: the group ends when it is lost. */
  synchronized void accept(Address member) {
    members.put(number(member), member);
    see(present);
  }

  /** Whether it is taken for a client already. */
  synchronized boolean isMember(Address member) {
    return members.containsValue(member);
  }

  /** Has messages of a type handled at once, in the thread that brings them. */
  synchronized <T extends Serializable> void on(Class<T> type, BiConsumer<Address, T> handler) {
    handlers.put(type, (from, body) -> handler.accept(from, type.cast(body)));
  }

  private synchronized void end(End why) {
    if (!closing && end.isEmpty()) {
      end = Optional.of(why);
      notifyAll();
    }
  }

  /** Ends the group for all. */
  void end(String reason, int status) {
    End why = new End(reason, status, false);
    if (reason().isEmpty()) {
      sendAll(why);
    }
    end(why);
  }

  /** Why the group has ended before its time, if it has. */
  synchronized Optional<String> reason() {
    return end.map(End::reason);
  }

  /** Refuses somebody, and only them. */
  void refuse(Address member, String reason) {
    send(member, new End(reason, 2, true));
  }

  /** A client, as soon as it is a member. */
  synchronized Optional<Address> member(int client, Duration limit) {
    long begun = System.nanoTime();
    while (true) {
      check();
      Optional<Address> found = present.stream().filter(one -> number(one) == client).findFirst();
      long left = limit.minusNanos(System.nanoTime() - begun).toMillis();
      if (found.isPresent() || left <= 0) {
        return found;
      }
      pause(left);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // its callers look again
  private void pause(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGroup.Ended("interrupted", 1);
    }
  }

  /** Sends to a client, which may be this one. */
  void send(int client, Serializable body) {
    if (client == plan.number()) {
      take(channel.getAddress(), body);
      return;
    }
    Optional<Address> member;
    synchronized (this) {
      member = Optional.ofNullable(members.get(client));
    }
    member.ifPresent(address -> send(address, body));
  }

  /** Sends to all others. */
  void sendAll(Serializable body) {
    IntStream.range(0, plan.count())
        .filter(client -> client != plan.number())
        .forEach(client -> send(client, body));
  }

  /** Sends to a member. */
  void send(Address to, Serializable body) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(body);
      }
      channel.send(new BytesMessage(to, bytes.toByteArray()));
    } catch (Exception e) {
      if (!(body instanceof End || body instanceof RollCall)) {
        throw new ClientGroup.Ended("the group cannot be told anything: " + e, 1);
      }
    }
  }

  /**
   * Waits for a message of a client.
   *
   * @return empty when the limit has passed
   * @throws ClientGroup.Ended when the group has ended
   */
  synchronized <T extends Serializable> Optional<T> receive(
      Class<T> type, int client, Duration limit) {
    long begun = System.nanoTime();
    while (true) {
      Queue<Serializable> queue = inbox.get(new From(type, client));
      if (queue != null && !queue.isEmpty()) {
        return Optional.of(type.cast(queue.remove()));
      }
      check();
      long left = limit.minusNanos(System.nanoTime() - begun).toMillis();
      if (left <= 0) {
        return Optional.empty();
      }
      pause(Math.min(left, 1_000));
    }
  }

  /** Waits for a message of a client as long as the group lasts. */
  <T extends Serializable> T receive(Class<T> type, int client) {
    return receive(type, client, Duration.ofDays(365)).orElseThrow();
  }

  /**
   * Looks whether the group lasts.
   *
   * @throws ClientGroup.Ended when it has ended
   */
  synchronized void check() {
    end.ifPresent(why -> {
      throw new ClientGroup.Ended(why.reason(), why.status());
    });
  }

  /** Leaves; the first client when the others have, so that all have heard it. */
  @Override
  public void close() {
    boolean ended;
    synchronized (this) {
      closing = true;
      ended = end.isPresent();
      long begun = System.nanoTime();
      for (long left = GOODBYE_MILLIS;
          left > 0
              && !ended
              && plan.isFirst()
              && members.values().stream().anyMatch(present::contains);
          left = GOODBYE_MILLIS - (System.nanoTime() - begun) / 1_000_000) {
        pause(left);
      }
    }
    if (ended) {
      later(0, channel::close); // who is lost does not answer
      sleep(PARTING_MILLIS);
    } else {
      channel.close();
    }
  }
}
