package org.docduel.core.group;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A launcher's end of the way to its fork: RMI on loopback, whose stub lies in the private
 * directory of the run. Passes what the fork asks on to the first client, and notices when the fork
 * is silent.
 */
final class ForkGate implements Clients.Gate, AutoCloseable {
  private static final String FILE = "group.gate";

  /** How long a fork may take to say why it ends, before it is killed: one may be stopped. */
  private static final long LAST_WORDS_MILLIS = 500;

  private static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(Clients.SILENT_MILLIS);

  /** What a fork finds. */
  record Left(int number, int count, Clients.Gate gate) implements Serializable {}

  /** Connects to this machine alone. */
  private static final class Loopback
      implements RMIClientSocketFactory, RMIServerSocketFactory, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }
  }

  private final Group group;
  private final Clients.Gate stub;
  private int turn;
  private int gates;
  private double ahead;
  private Optional<ProcessHandle> fork = Optional.empty();
  private long heardNanos;
  private boolean ended;

  /** Opens it, for all forks of a launcher. */
  ForkGate(Group group) {
    this.group = group;
    System.setProperty("java.rmi.server.hostname", "localhost"); // else it asks for a name
    try {
      Loopback loopback = new Loopback();
      stub = (Clients.Gate) UnicastRemoteObject.exportObject(this, 0, loopback, loopback);
    } catch (RemoteException e) {
      throw new ClientGroup.Ended("no fork can be told of the group: " + e, 1);
    }
    Group.later(0, this::watch);
  }

  /** Tells the next fork where it is. */
  synchronized void leaveFor(Path run) {
    group.check();
    turn++;
    gates = 0;
    ended = false;
    GroupPlan plan = group.plan();
    try (ObjectOutputStream out =
        new ObjectOutputStream(Files.newOutputStream(run.resolve(FILE)))) {
      out.writeObject(new Left(plan.number(), plan.count(), stub));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot leave the group in " + run, e);
    }
  }

  /** What was left for this fork; empty when the run has one client. */
  static Optional<Left> left(Path run) {
    Path file = run.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return Optional.of((Left) in.readObject());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long pass(List<Barrier.Window> last) {
    int gate;
    double difference;
    synchronized (this) {
      gate = gates++;
      difference = ahead;
    }
    double sent = Barrier.millis();
    group.send(
        0,
        new Barrier.Arrived(
            turn,
            gate,
            last.stream()
                .map(own -> new Barrier.Window(own.start() + difference, own.end() + difference))
                .toList()));
    Barrier.Go go = group.receive(Barrier.Go.class, 0);
    double told = Barrier.millis();
    synchronized (this) {
      ahead = ((go.received() - sent) + (go.sent() - told)) / 2;
    }
    return (long) ((sent + go.delay() - told) * 1e6);
  }

  @Override
  public synchronized long beat(long pid) {
    heardNanos = System.nanoTime();
    fork = ended ? Optional.empty() : ProcessHandle.of(pid); // one may come after the farewell
    group.check();
    return 0;
  }

  @Override
  public synchronized long leave() {
    ended = true;
    fork = Optional.empty();
    return 0;
  }

  /**
   * Notices a fork that is silent, and kills it when the group has ended: one that is stopped ends
   * in no other way. A launcher that was stopped itself hears its fork again first.
   */
  private void watch() {
    String name = group.plan().name(group.plan().number());
    while (group.reason().isEmpty()) {
      long begun = System.nanoTime();
      Group.sleep(Clients.BEAT_MILLIS);
      boolean silent;
      synchronized (this) {
        long now = System.nanoTime();
        if (fork.isEmpty() || now - begun > SILENT_NANOS / 2) {
          heardNanos = now;
        }
        silent = now - heardNanos > SILENT_NANOS;
      }
      if (silent) {
        group.end("the fork of " + name + " is lost: it was stopped", 1);
      }
    }
    Group.sleep(LAST_WORDS_MILLIS);
    synchronized (this) {
      fork.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Override
  public void close() {
    try {
      UnicastRemoteObject.unexportObject(this, true);
    } catch (NoSuchObjectException e) {
      // closed before
    }
  }
}
