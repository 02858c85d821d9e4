package org.docduel.core.group;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
import org.jgroups.util.ExtendedUUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group of clients: a launcher or one of its forks. JGroups finds the members, orders
 * and encrypts their messages and notices the loss of one; what a member that is watched does not
 * survive ends the group for all.
 */
final class Group implements AutoCloseable {
  private static final String CLUSTER = "docduel";
  private static final String NUMBER = "n";
  private static final String FORK = "f";
  private static final String ENDED = "ended";
  private static final String REFUSED = "refused";

  /**
   * How long a member may be silent before it is asked, and then how long it has to answer. With
   * the times below, the others end within the 10 s that docs/clients.md states.
   */
  private static final long SILENT_MILLIS = 3_000;

  private static final long VERIFY_MILLIS = 1_000;
  private static final long BEAT_MILLIS = 500;

  /**
   * From the view without a member to the end: its launcher may know more of a fork, and a member
   * is back when two parts of the group meet.
   */
  private static final long LOSS_MILLIS = 1_000;

  /** A fork waits for the word of its launcher, which knows who was lost first. */
  private static final long FORK_LOSS_MILLIS = 3_000;

  private static final long GOODBYE_MILLIS = 3_000;

  /** For the last message to leave, where a group has ended and nobody waits for an answer. */
  private static final long PARTING_MILLIS = 500;

  private static final int ATTEMPTS = 5;
  private static final int FRAGMENT_BYTES = 50_000;
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Logger LOG = Logger.getLogger("org.jgroups");

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;org.openjdk.jmh.**;org.docduel.core.group.*;"
              + "org.docduel.core.config.ServerAddress;org.docduel.stats.sidecar.Sidecar$Skip;"
              + "java.lang.*;java.util.*;java.util.concurrent.TimeUnit;!*");

  private record Mail(String kind, Serializable body) implements Serializable {}

  private record End(String reason, int status) implements Serializable {}

  /**
   * A member.
   *
   * @param client whose it is, from 0; -1 for a stranger's
   * @param pid of a fork; 0 for a launcher
   */
  record Member(Address address, int client, long pid) {
    static Member of(Address address) {
      return address instanceof ExtendedUUID id && id.keyExists(NUMBER) && id.keyExists(FORK)
          ? new Member(address, (int) number(id.get(NUMBER)), number(id.get(FORK)))
          : new Member(address, -1, 0);
    }

    private static long number(byte[] bytes) {
      return ByteBuffer.wrap(bytes).getLong();
    }

    private static byte[] bytes(long number) {
      return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
  }

  private final GroupPlan plan;
  private final boolean fork;
  private final JChannel channel;
  private final Map<String, Queue<Serializable>> inbox = new HashMap<>();
  private final Map<Member, String> watched = new LinkedHashMap<>();
  private final Map<Integer, Member> launchers = new HashMap<>();
  private final Map<String, BiConsumer<Member, Serializable>> handlers = new HashMap<>();
  private final List<Consumer<String>> atEnd = new CopyOnWriteArrayList<>();
  private List<Member> present = List.of();
  private Optional<End> end = Optional.empty();
  private boolean losing;
  private boolean closing;

  /**
   * Addresses are in the order of the clients, since among members that meet at once the lowest
   * leads: another leader than the first client is unknown to whoever comes late.
   */
  private Group(GroupPlan plan, InetSocketAddress own, long pid) throws Exception {
    this.plan = plan;
    fork = pid != 0;
    channel = new JChannel(stack(plan, own));
    channel.addAddressGenerator(() ->
        new ExtendedUUID(
                fork ? Long.MAX_VALUE : plan.number(), ThreadLocalRandom.current().nextLong())
            .put(NUMBER, Member.bytes(plan.number()))
            .put(FORK, Member.bytes(pid)));
    channel.setDiscardOwnMessages(true);
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            Group.this.receive(message);
          }

          @Override
          public void viewAccepted(View view) {
            see(view);
          }
        });
  }

  /**
   * Joins as a launcher, as the first client of the plan on this machine that nobody else is.
   *
   * @throws BadInputException when all of them are there already
   */
  static Group join(GroupPlan plan) {
    List<Integer> here = plan.here();
    for (int client : here) {
      try {
        GroupPlan own = plan.as(client);
        if (!own.isFirst()) {
          awaitFirst(plan.hosts().get(0));
        }
        return connected(own, plan.hosts().get(client), 0);
      } catch (BindException e) {
        // the next one
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

  /** Joins as a fork of a client, on any port. */
  static Group joinAsFork(GroupPlan plan) {
    InetAddress address = plan.hosts().get(plan.number()).getAddress();
    String reason = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return connected(
            plan, new InetSocketAddress(address, freePort(address)), ProcessHandle.current().pid());
      } catch (IOException e) {
        reason = String.valueOf(e.getMessage());
      }
    }
    throw new ClientGroup.Ended("this fork has no port for the group: " + reason, 1);
  }

  /** JGroups cannot choose one where it is told the hosts. */
  private static int freePort(InetAddress address) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, address)) {
      return free.getLocalPort();
    }
  }

  private static Group connected(GroupPlan plan, InetSocketAddress own, long pid)
      throws BindException {
    System.setProperty("jgroups.use.jdk_logger", "true");
    LOG.setLevel(Level.OFF); // what a user has to know, the group says itself
    Group group = null;
    try {
      group = new Group(plan, own, pid);
      group.channel.connect(CLUSTER);
      return group;
    } catch (Exception e) {
      if (group != null) {
        group.channel.close();
      }
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException bind) {
          throw bind;
        }
      }
      throw new ClientGroup.Ended("the group cannot be joined: " + e, 1);
    }
  }

  private static List<Protocol> stack(GroupPlan plan, InetSocketAddress own) throws Exception {
    TCP tcp = new TCP();
    tcp.setBindAddress(own.getAddress()).setBindPort(own.getPort()).setPortRange(0);
    tcp.setSockConnTimeout(1_000);
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
    Mail mail;
    try (ObjectInputStream in =
        new ObjectInputStream(
            new ByteArrayInputStream(
                message.getArray(), message.getOffset(), message.getLength()))) {
      in.setObjectInputFilter(ACCEPTED);
      mail = (Mail) in.readObject();
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      return; // of somebody who does not speak as we do
    }
    Member from = Member.of(message.getSrc());
    if (mail.body() instanceof End told) {
      if (mail.kind().equals(REFUSED) || isKnown(from)) {
        end(told);
      }
      return;
    }
    BiConsumer<Member, Serializable> handler;
    synchronized (this) {
      handler = handlers.get(mail.kind());
      if (handler == null) {
        inbox
            .computeIfAbsent(mail.kind() + " " + from.client(), key -> new ArrayDeque<>())
            .add(mail.body());
        notifyAll();
      }
    }
    if (handler != null) {
      handler.accept(from, mail.body());
    }
  }

  private synchronized boolean isKnown(Member member) {
    return watched.containsKey(member)
        || launchers.containsValue(member)
        || (fork && member.client() >= 0 && member.pid() == 0);
  }

  private synchronized void see(View view) {
    present = view.getMembers().stream().map(Member::of).toList();
    endIfLost();
    notifyAll();
  }

  /** Who of those that are watched is not in the view: a launcher rather than its fork. */
  private synchronized Optional<String> lost() {
    if (!fork
        && plan.count() > 2
        && !watched.isEmpty()
        && launchers.values().stream().noneMatch(present::contains)) {
      return Optional.of(
          plan.name(plan.number())
              + " reaches none of the others: its network is cut, or they ended; the run ends here");
    }
    return watched.keySet().stream()
        .filter(member -> !present.contains(member))
        .min(Comparator.comparing(member -> member.pid() != 0))
        .map(member ->
            watched.get(member)
                + " is lost: it ended, was stopped or cannot be reached; the run ends here");
  }

  private synchronized void endIfLost() {
    if (closing || losing || end.isPresent() || lost().isEmpty()) {
      return;
    }
    losing = true;
    later(fork ? FORK_LOSS_MILLIS : LOSS_MILLIS, this::endAsLost);
  }

  private void endAsLost() {
    Optional<String> why;
    synchronized (this) {
      losing = false;
      why = closing ? Optional.empty() : lost();
    }
    why.ifPresent(reason -> end(reason, 1));
  }

  /** Not in the thread that brings the messages. */
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

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From now on the group ends when a member does. */
  synchronized void watch(Member member, String name) {
    watched.put(member, name);
    endIfLost();
  }

  /** From now on the member may leave. */
  synchronized void release(Member member) {
    watched.remove(member);
  }

  /** Takes a member for its client's launcher, and watches it. */
  synchronized void accept(Member launcher) {
    launchers.put(launcher.client(), launcher);
    watch(launcher, plan.name(launcher.client()));
  }

  /** A client's launcher, once it is accepted. */
  synchronized Optional<Member> launcher(int client) {
    return Optional.ofNullable(launchers.get(client));
  }

  /** Has messages of a kind handled at once, in the thread that brings them. */
  synchronized void on(String kind, BiConsumer<Member, Serializable> handler) {
    handlers.put(kind, handler);
  }

  /** Has something done when the group ends before its time. */
  void atEnd(Consumer<String> work) {
    atEnd.add(work);
    reason().ifPresent(work);
  }

  private void end(End why) {
    synchronized (this) {
      if (closing || end.isPresent()) {
        return;
      }
      end = Optional.of(why);
      notifyAll();
    }
    atEnd.forEach(work -> work.accept(why.reason()));
  }

  /** Why the group has ended before its time, if it has. */
  synchronized Optional<String> reason() {
    return end.map(End::reason);
  }

  /** Waits until it is clear whether a member is lost, and says why the group has ended, if so. */
  synchronized Optional<String> settledReason() {
    long begun = System.nanoTime();
    while (end.isEmpty() && losing && System.nanoTime() - begun < 2 * LOSS_MILLIS * 1_000_000) {
      pause(100);
    }
    return reason();
  }

  /** Ends the group for all. */
  void end(String reason, int status) {
    End why = new End(reason, status);
    if (reason().isEmpty()) {
      send(ENDED, null, why);
    }
    end(why);
  }

  /** Refuses somebody, and only them. */
  void refuse(Member member, String reason) {
    send(REFUSED, member.address(), new End(reason, 2));
  }

  /** The launcher of a client, as soon as it is a member. */
  synchronized Optional<Member> findLauncher(int client, Duration limit) {
    long begun = System.nanoTime();
    while (true) {
      Optional<Member> found =
          present.stream().filter(one -> one.client() == client && one.pid() == 0).findFirst();
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

  /** Sends to a client's launcher. */
  void send(String kind, int client, Serializable body) {
    launcher(client).ifPresent(member -> send(kind, member.address(), body));
  }

  /** Sends to all other launchers. */
  void sendAll(String kind, Serializable body) {
    IntStream.range(0, plan.count())
        .filter(client -> client != plan.number())
        .forEach(client -> send(kind, client, body));
  }

  /** Sends to one member, or to all where none is named. */
  void send(String kind, @Nullable Address to, Serializable body) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(new Mail(kind, body));
      }
      channel.send(new BytesMessage(to, bytes.toByteArray()));
    } catch (Exception e) {
      if (!(body instanceof End)) {
        throw new ClientGroup.Ended("the group cannot be told anything: " + e, 1);
      }
    }
  }

  /**
   * Waits for a message of a client.
   *
   * @param limit how long; empty for as long as the group lasts
   * @return empty when the limit has passed
   * @throws ClientGroup.Ended when the group has ended
   */
  synchronized Optional<Serializable> receive(String kind, int client, Optional<Duration> limit) {
    long begun = System.nanoTime();
    while (true) {
      Queue<Serializable> queue = inbox.get(kind + " " + client);
      if (queue != null && !queue.isEmpty()) {
        return Optional.of(queue.remove());
      }
      check();
      long left =
          limit.map(most -> most.minusNanos(System.nanoTime() - begun).toMillis()).orElse(1_000L);
      if (left <= 0) {
        return Optional.empty();
      }
      pause(left);
    }
  }

  /** Waits for a message of a client as long as the group lasts. */
  Serializable receive(String kind, int client) {
    return receive(kind, client, Optional.empty()).orElseThrow();
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
      long until = System.nanoTime() + GOODBYE_MILLIS * 1_000_000;
      boolean waits = !ended && !fork && plan.isFirst();
      while (waits && launchers.values().stream().anyMatch(present::contains)) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          break;
        }
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
