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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
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
public final class Group implements AutoCloseable {
  private static final String CLUSTER = "docduel";
  private static final String NUMBER = "n";
  private static final String FORK = "f";
  private static final String ENDED = "ended";
  private static final String REFUSED = "refused";

  /** With {@link #VERIFY_MILLIS}, how long a member may be silent; 10 s is the limit for a stop. */
  private static final long SILENT_MILLIS = 3_000;

  private static final long BEAT_MILLIS = 500;
  private static final long VERIFY_MILLIS = 1_500;
  private static final long LOSS_MILLIS = 1_500;
  private static final long GOODBYE_MILLIS = 3_000;
  private static final int ATTEMPTS = 5;
  private static final int FRAGMENT_BYTES = 50_000;
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final Logger LOG = Logger.getLogger("org.jgroups");

  /** What may come in a message: results of JMH, and our own. */
  private static final ObjectInputFilter ACCEPTED =
      ObjectInputFilter.Config.createFilter(
          "maxdepth=40;org.openjdk.jmh.**;org.docduel.core.group.*;java.lang.*;java.util.*;"
              + "java.util.concurrent.TimeUnit;!*");

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

  private record Mail(String kind, int client, @Nullable Serializable body)
      implements Serializable {}

  private record End(String reason, int status) implements Serializable {}

  /**
   * A member.
   *
   * @param client whose it is, from 0; -1 for a stranger's
   * @param pid of a fork; 0 for a launcher
   */
  record From(Address address, int client, long pid) {}

  private final GroupPlan plan;
  private final JChannel channel;
  private final Map<String, Queue<Serializable>> inbox = new HashMap<>();
  private final Map<Address, String> watched = new LinkedHashMap<>();
  private final Map<Integer, Address> launchers = new HashMap<>();
  private final Set<Address> present = new HashSet<>();
  private final Map<String, BiConsumer<From, Serializable>> handlers = new HashMap<>();
  private final List<Consumer<String>> atEnd = new CopyOnWriteArrayList<>();
  private Optional<End> end = Optional.empty();
  private long ownFork;
  private boolean closing;

  private Group(GroupPlan plan, InetSocketAddress own, long pid) throws Exception {
    this.plan = plan;
    channel = new JChannel(stack(plan, own));
    channel.addAddressGenerator(
        () -> ExtendedUUID.randomUUID().put(NUMBER, bytes(plan.number())).put(FORK, bytes(pid)));
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
  public static Group join(GroupPlan plan) {
    String taken = "";
    for (int client : plan.here()) {
      try {
        GroupPlan own = plan.as(client);
        if (!own.isFirst()) {
          awaitFirst(plan.hosts().get(0));
        }
        return connected(own, plan.hosts().get(client), 0);
      } catch (BindException e) {
        taken += (taken.isEmpty() ? "" : ", ") + plan.name(client);
      }
    }
    throw new BadInputException(
        "--group: the port is in use of "
            + taken
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
    throw new Ended("this fork has no port for the group: " + reason, 1);
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
      throw new Ended("the group cannot be joined: " + e, 1);
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
    stack.add(new NAKACK2());
    stack.add(new UNICAST3());
    stack.add(new STABLE());
    key.ifPresent(bytes -> stack.add(new AUTH().setAuthToken(new GroupSecret(bytes))));
    stack.add(
        new GMS().printLocalAddress(false).setJoinTimeout(1_000).setViewAckCollectionTimeout(500));
    stack.add(new FRAG2().setFragSize(FRAGMENT_BYTES));
    return stack;
  }

  /** Which clients there are, and which one this is. */
  public GroupPlan plan() {
    return plan;
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static From from(Address address) {
    if (address instanceof ExtendedUUID id && id.keyExists(NUMBER) && id.keyExists(FORK)) {
      return new From(
          address,
          (int) ByteBuffer.wrap(id.get(NUMBER)).getLong(),
          ByteBuffer.wrap(id.get(FORK)).getLong());
    }
    return new From(address, -1, 0);
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
    Serializable body = mail.body() == null ? "" : mail.body();
    From from = from(message.getSrc());
    if (body instanceof End told) {
      boolean meant = mail.kind().equals(REFUSED) || isKnown(from.address());
      if (meant) {
        end(told);
      }
      return;
    }
    BiConsumer<From, Serializable> handler;
    synchronized (this) {
      handler = handlers.get(mail.kind());
      if (handler == null) {
        inbox
            .computeIfAbsent(mail.kind() + " " + from.client(), key -> new ArrayDeque<>())
            .add(body);
        notifyAll();
      }
    }
    if (handler != null) {
      handler.accept(from, body);
    }
  }

  private synchronized boolean isGone(Address member) {
    return watched.containsKey(member) && !present.contains(member);
  }

  private synchronized boolean isKnown(Address address) {
    return watched.containsKey(address) || launchers.containsValue(address);
  }

  private synchronized void see(View view) {
    present.clear();
    present.addAll(view.getMembers());
    present.stream()
        .map(Group::from)
        .filter(one -> one.client() == plan.number() && one.pid() != 0)
        .forEach(one -> ownFork = one.pid());
    watched.keySet().stream()
        .filter(member -> !present.contains(member))
        .findFirst()
        .ifPresent(this::lost);
    notifyAll();
  }

  private void lost(Address member) {
    if (!closing && end.isEmpty()) {
      Optional<End> gone =
          Optional.of(
              new End(
                  watched.get(member)
                      + " is lost: it ended, was stopped or cannot be reached; the run ends here",
                  1));
      // not in this thread, which brings the messages; a fork's launcher may know more of it, and a
      // member may be back when two parts of the group have met
      Thread ending =
          new Thread(
              () -> {
                sleep(LOSS_MILLIS);
                gone.filter(why -> isGone(member)).ifPresent(why -> end(why.reason(), 1));
              },
              "docduel-group-end");
      ending.setDaemon(true);
      ending.start();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From now on the group ends when a member does. */
  synchronized void watch(From member, String name) {
    watched.put(member.address(), name);
    if (!present.contains(member.address())) {
      lost(member.address());
    }
  }

  /** From now on the member may leave. */
  synchronized void release(Address member) {
    watched.remove(member);
  }

  /** Has messages of a kind handled at once, in the thread that brings them. */
  synchronized void on(String kind, BiConsumer<From, Serializable> handler) {
    handlers.put(kind, handler);
  }

  /** Has something done when the group ends before its time. */
  public void atEnd(Consumer<String> work) {
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

  /**
   * Kills the fork that was last seen of this launcher: one that is stopped ends in no other way.
   */
  synchronized void killFork() {
    ProcessHandle.current()
        .children()
        .filter(child -> child.pid() == ownFork)
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** Why the group has ended before its time, if it has. */
  public synchronized Optional<String> reason() {
    return end.map(End::reason);
  }

  /** Ends the group for all. */
  public void end(String reason, int status) {
    End why = new End(reason, status);
    if (reason().isEmpty()) {
      send(ENDED, null, why);
    }
    end(why);
  }

  /** Refuses somebody, and only them. */
  void refuse(From member, String reason) {
    send(REFUSED, member.address(), new End(reason, 2));
  }

  /** Notes which member a client's launcher is. */
  synchronized void launcher(From member) {
    launchers.put(member.client(), member.address());
  }

  /** The address of a client's launcher. */
  synchronized Optional<Address> launcher(int client) {
    return Optional.ofNullable(launchers.get(client));
  }

  /** The launcher of a client, as soon as it is a member. */
  synchronized Optional<From> findLauncher(int client, Duration limit) {
    long begun = System.nanoTime();
    while (true) {
      Optional<From> found =
          present.stream()
              .map(Group::from)
              .filter(one -> one.client() == client && one.pid() == 0)
              .findFirst();
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
      throw new Ended("interrupted", 1);
    }
  }

  /** Sends to a client's launcher. */
  public void send(String kind, int client, Serializable body) {
    launcher(client).ifPresent(address -> send(kind, address, body));
  }

  /** Sends to all other launchers. */
  public void sendAll(String kind, Serializable body) {
    Stream.iterate(0, client -> client < plan.count(), client -> client + 1)
        .filter(client -> client != plan.number())
        .forEach(client -> send(kind, client, body));
  }

  /** Sends to one member, or to all where none is named. */
  void send(String kind, @Nullable Address to, Serializable body) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(new Mail(kind, plan.number(), body));
      }
      channel.send(new BytesMessage(to, bytes.toByteArray()));
    } catch (Exception e) {
      if (!(body instanceof End)) {
        throw new Ended("the group cannot be told anything: " + e, 1);
      }
    }
  }

  /**
   * Waits for a message of a client.
   *
   * @param limit how long; empty for as long as the group lasts
   * @return empty when the limit has passed
   * @throws Ended when the group has ended
   */
  public synchronized Optional<Serializable> receive(
      String kind, int client, Optional<Duration> limit) {
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

  /**
   * Looks whether the group lasts.
   *
   * @throws Ended when it has ended
   */
  synchronized void check() {
    end.ifPresent(why -> {
      throw new Ended(why.reason(), why.status());
    });
  }

  /** Waits for a message of a client as long as the group lasts. */
  public Serializable receive(String kind, int client) {
    return receive(kind, client, Optional.empty()).orElseThrow();
  }

  /** Leaves; the first client when the others have, so that all have heard it. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      long until = System.nanoTime() + GOODBYE_MILLIS * 1_000_000;
      boolean first = plan.isFirst() && from(channel.getAddress()).pid() == 0;
      while (first && launchers.values().stream().anyMatch(present::contains)) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          break;
        }
        pause(left);
      }
    }
    channel.close();
  }
}
