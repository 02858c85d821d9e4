package org.docduel.core.group;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.RunDirectory;

/**
 * The clients of a run, as a fork of one of them sees them: its share of the work, and the gates at
 * which the forks of all clients wait for each other. All of them have to pass the same gates. With
 * one client a share is all, and no gate is there.
 */
public final class Clients implements AutoCloseable {
  /** What a fork asks of its launcher, in the same machine; nobody else knows the stub. */
  interface Gate extends Remote {
    /**
     * Waits for the forks of all clients.
     *
     * @param last the iteration before it, if any
     * @return nanoseconds from now until it may go on
     */
    long pass(List<Barrier.Window> last) throws RemoteException;

    /** Says every {@link #BEAT_MILLIS} that a fork lives, and hears that its launcher does; 0. */
    long beat(long pid) throws RemoteException;

    /** Says that no beat will follow; 0. */
    long leave() throws RemoteException;
  }

  static final long BEAT_MILLIS = 500;

  /** A fork and its launcher take each other for stopped after so long without a beat. */
  static final long SILENT_MILLIS = 4_000;

  private static Optional<Clients> own = Optional.empty();

  private final int number;
  private final int count;
  private final Optional<Gate> gate;
  private int waiting;
  private long beginNanos;
  private int begun;
  private double began;
  private double ended;
  private volatile boolean left;

  private Clients(int number, int count, Optional<Gate> gate) {
    this.number = number;
    this.count = count;
    this.gate = gate;
  }

  /** This fork's, which joins their group if there is one; once, however often it is asked. */
  public static synchronized Clients ofFork() {
    if (own.isEmpty()) {
      own = Optional.of(joined());
    }
    return own.get();
  }

  private static Clients joined() {
    // RMI would have all garbage collected every hour, in the middle of an iteration
    System.setProperty(
        "sun.rmi.dgc.client.gcInterval", String.valueOf(TimeUnit.DAYS.toMillis(3_650)));
    Optional<ForkGate.Left> left =
        RunDirectory.ofFork(Settings.ofProcess()).flatMap(run -> ForkGate.left(run.path()));
    if (left.isEmpty()) {
      return share(0, 1);
    }
    Clients joined =
        new Clients(left.get().number(), left.get().count(), Optional.of(left.get().gate()));
    Thread beats = new Thread(() -> joined.beat(left.get().gate()), "docduel-beat");
    beats.setDaemon(true);
    beats.start();
    return joined;
  }

  /** A share without a group. */
  public static Clients share(int number, int count) {
    return new Clients(number, count, Optional.empty());
  }

  /** A fork without its launcher would go on for nobody. */
  private void beat(Gate launcher) {
    long pid = ProcessHandle.current().pid();
    while (!left) {
      Future<?> answer = CompletableFuture.runAsync(() -> asking(() -> launcher.beat(pid)));
      try {
        answer.get(SILENT_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        if (!left) {
          ForkFacts.halt("the launcher of this fork was stopped");
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS));
    }
  }

  private interface Question {
    long ask() throws RemoteException;
  }

  /** Ends this fork when the group has ended, or its launcher. */
  private long asking(Question question) {
    try {
      return question.ask();
    } catch (ClientGroup.Ended e) {
      ForkFacts.halt(String.valueOf(e.getMessage()));
      throw e;
    } catch (RemoteException e) {
      if (!left) {
        ForkFacts.halt("the launcher of this fork ended");
      }
      throw new IllegalStateException(e);
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

  /** Waits for the other clients. */
  public void await() {
    gate.ifPresent(it -> pass(it));
  }

  /** When this fork may go on, by {@link System#nanoTime}. */
  private synchronized long pass(Gate it) {
    List<Barrier.Window> last =
        began > 0 && ended > began ? List.of(new Barrier.Window(began, ended)) : List.of();
    began = 0;
    return asking(() -> it.pass(last)) + System.nanoTime();
  }

  /**
   * Begins an iteration at the same moment on all clients and in all of the threads that call this.
   *
   * @param threads how many threads of this fork do
   */
  public void begin(int threads) {
    if (gate.isEmpty()) {
      return;
    }
    synchronized (this) {
      int mine = begun;
      if (++waiting == threads) {
        waiting = 0;
        beginNanos = pass(gate.get());
        begun++;
        notifyAll();
      }
      while (begun == mine) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
    for (long early = beginNanos - System.nanoTime(); early > 0; ) {
      LockSupport.parkNanos(early);
      early = beginNanos - System.nanoTime();
    }
    synchronized (this) {
      began = began == 0 ? Barrier.millis() : began;
    }
  }

  /** Notes that a thread has ended its part of the iteration. */
  public synchronized void end() {
    ended = Barrier.millis();
  }

  /** Leaves the group. */
  @Override
  public void close() {
    gate.ifPresent(it -> {
      left = true;
      asking(it::leave);
    });
  }
}
