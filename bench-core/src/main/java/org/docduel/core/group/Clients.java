package org.docduel.core.group;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.RunDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a run, as a fork of one of them sees them: its share of the work, and the gates at
 * which the forks of all clients wait for each other. All of them have to pass the same gates. With
 * one client a share is all, and no gate is there.
 */
public final class Clients implements Serializable {
  private static final long serialVersionUID = 1L;

  /** In the directory of a run: this, for its forks. */
  static final String FILE = "group.gate";

  /**
   * What a fork asks of its launcher, in the same machine; nobody else knows the stub. RMI renews
   * the lease of a stub for as long as its process is not stopped.
   */
  interface Gate extends Remote {
    /** Says which process the fork is. */
    void enter(long pid) throws RemoteException;

    /**
     * Waits for the forks of all clients.
     *
     * @return milliseconds from the arrival until the fork goes on
     */
    double pass(Arrived fork) throws RemoteException;
  }

  /**
   * A fork at a gate, in milliseconds by a clock of its own.
   *
   * @param millis when it came
   * @param last the iteration before; without one its start is NaN
   */
  record Arrived(double millis, Window last) implements Serializable {}

  /** An iteration of a client, in milliseconds. */
  record Window(double start, double end) implements Serializable {}

  /** Of this fork, which enters when it is first asked for. */
  private static final class Own {
    static final Clients CLIENTS = entered();
  }

  private final int number;
  private final int count;

  /** None with one client. */
  final @Nullable Gate gate;

  private transient @Nullable CyclicBarrier threads;
  private double startMillis = Double.NaN;
  private double endMillis;

  Clients(int number, int count, @Nullable Gate gate) {
    this.number = number;
    this.count = count;
    this.gate = gate;
  }

  /** This fork's, which joins their group if there is one; once, however often it is asked. */
  public static Clients ofFork() {
    return Own.CLIENTS;
  }

  private static Clients entered() {
    Optional<Path> left =
        RunDirectory.ofFork(Settings.ofProcess())
            .map(run -> run.path().resolve(FILE))
            .filter(Files::exists);
    if (left.isEmpty()) {
      return new Clients(0, 1, null);
    }
    // RMI would have all garbage collected every hour, in the middle of an iteration
    System.setProperty("sun.rmi.dgc.client.gcInterval", String.valueOf(Long.MAX_VALUE - 1));
    ProcessHandle fork = ProcessHandle.current();
    CompletableFuture<Void> unused =
        fork.parent()
            .orElseThrow()
            .onExit()
            .thenRun(() -> ForkFacts.halt("the launcher of this fork ended"));
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(left.get()))) {
      Clients own = (Clients) in.readObject();
      requireNonNull(own.gate).enter(fork.pid());
      return own;
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("cannot enter the group: " + e.getMessage(), e);
    }
  }

  /** Which client this is, from 0. */
  public int number() {
    return number;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Whether this one makes, checks and describes what all of them use. */
  public boolean isFirst() {
    return number == 0;
  }

  /** Where the share of this client begins in so many things: the end is that of the next one. */
  public int from(int things) {
    return (int) ((long) things * number / count);
  }

  /** Where the share of this client ends. */
  public int until(int things) {
    return (int) ((long) things * (number + 1) / count);
  }

  private static double now() {
    return System.nanoTime() / 1e6;
  }

  /** Waits for the other clients. */
  public void await() {
    if (gate != null) {
      pass();
    }
  }

  /** When this fork goes on; it ends here when the group has ended. */
  private synchronized double pass() {
    Arrived arrived = new Arrived(now(), new Window(startMillis, endMillis));
    startMillis = Double.NaN;
    try {
      return arrived.millis + requireNonNull(gate).pass(arrived);
    } catch (RemoteException | ClientGroup.Ended e) {
      ForkFacts.halt("the group or the launcher of this fork ended: " + e.getMessage());
      throw new IllegalStateException(e);
    }
  }

  /**
   * Begins an iteration at the same moment on all clients and in all of the threads that call this.
   *
   * @param callers how many threads of this fork do
   */
  public void begin(int callers) {
    if (gate != null) {
      try {
        threads(callers).await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException("an iteration does not begin", e);
      }
    }
  }

  private synchronized CyclicBarrier threads(int callers) {
    if (threads == null) {
      threads = new CyclicBarrier(callers, this::start);
    }
    return threads;
  }

  /** The thread that comes last passes the gate for all. */
  private synchronized void start() {
    double begin = pass();
    while (now() < begin) {
      LockSupport.parkNanos((long) ((begin - now()) * 1e6));
    }
    startMillis = now();
  }

  /** Notes that a thread has ended its part of the iteration. */
  public synchronized void end() {
    endMillis = now();
  }
}
