package org.docduel.core.group;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.RunDirectory;

/**
 * The clients of a run, as a fork of one of them sees them: its share of the work, and the gates at
 * which the forks of all clients wait for each other. All of them have to pass the same gates. With
 * one client a share is all, and no gate is there.
 */
public final class Clients {
  /** What a fork asks of its launcher, in the same machine; nobody else knows the stub. */
  interface Gate extends Remote {
    /**
     * Waits for the forks of all clients.
     *
     * @return milliseconds from the arrival until the fork goes on
     */
    double pass(Arrived fork) throws RemoteException;

    /** Says every {@link #BEAT_MILLIS} that a fork lives, and hears that its launcher does. */
    boolean beat(long pid) throws RemoteException;
  }

  /**
   * A fork at a gate, in milliseconds by a clock of its own.
   *
   * @param millis when it came
   * @param last the iteration before, if any
   */
  record Arrived(double millis, List<Window> last) implements Serializable {}

  /** An iteration of a client, in milliseconds. */
  record Window(double start, double end) implements Serializable {
    Window later(double millis) {
      return new Window(start + millis, end + millis);
    }
  }

  /** What a launcher leaves for its forks. */
  record Left(int number, int count, Gate gate) implements Serializable {
    private static final String FILE = "group.gate";

    static Path in(Path run) {
      return run.resolve(FILE);
    }

    /** Empty when the run has one client. */
    static Optional<Left> read(Path run) {
      if (!Files.exists(in(run))) {
        return Optional.empty();
      }
      try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(in(run)))) {
        return Optional.of((Left) in.readObject());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + in(run), e);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static final long BEAT_MILLIS = 500;

  /** A fork and its launcher take each other for stopped after so long without a beat. */
  static final long SILENT_MILLIS = 4_000;

  private static Optional<Clients> own = Optional.empty();

  private final int number;
  private final int count;
  private final Optional<Gate> gate;
  private int waiting;
  private int begun;
  private long beginNanos;

  /** Of the last iteration, by {@link System#nanoTime}; none before the first. */
  private Optional<Long> startNanos = Optional.empty();

  private long endNanos;

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
    Optional<Left> left =
        RunDirectory.ofFork(Settings.ofProcess()).flatMap(run -> Left.read(run.path()));
    left.ifPresent(launcher -> {
      Thread beats = new Thread(() -> beat(launcher.gate), "docduel-beat");
      beats.setDaemon(true);
      beats.start();
    });
    return left.map(it -> new Clients(it.number, it.count, Optional.of(it.gate)))
        .orElseGet(() -> share(0, 1));
  }

  /** A share without a group. */
  public static Clients share(int number, int count) {
    return new Clients(number, count, Optional.empty());
  }

  /** A fork without its launcher would go on for nobody. */
  private static void beat(Gate launcher) {
    long pid = ProcessHandle.current().pid();
    while (true) {
      CompletableFuture.supplyAsync(() -> ask(() -> launcher.beat(pid)))
          .orTimeout(SILENT_MILLIS, TimeUnit.MILLISECONDS)
          .exceptionally(e -> {
            ForkFacts.halt("the launcher of this fork was stopped");
            return false;
          })
          .join();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BEAT_MILLIS));
    }
  }

  /** Ends this fork when the group has ended, or its launcher. */
  private static <T> T ask(Callable<T> question) {
    try {
      return question.call();
    } catch (Exception e) {
      ForkFacts.halt("the group or the launcher of this fork ended: " + e.getMessage());
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
  public synchronized void await() {
    gate.ifPresent(this::pass);
  }

  /** When this fork goes on, by {@link System#nanoTime}. */
  private long pass(Gate launcher) {
    long arrived = System.nanoTime();
    List<Window> last =
        startNanos.stream().map(start -> new Window(start / 1e6, endNanos / 1e6)).toList();
    startNanos = Optional.empty();
    double delay = ask(() -> launcher.pass(new Arrived(arrived / 1e6, last)));
    return arrived + (long) (delay * 1e6);
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
      startNanos = startNanos.or(() -> Optional.of(System.nanoTime()));
    }
  }

  /** Notes that a thread has ended its part of the iteration. */
  public synchronized void end() {
    endNanos = System.nanoTime();
  }
}
