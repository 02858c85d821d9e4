package org.docduel.core.group;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.RunDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a run, as a fork of one of them sees them: its share of the work, and the gates at
 * which the forks of all clients wait for each other. All of them have to pass the same gates. With
 * one client a share is all, and no gate is there.
 *
 * <p>A fork asks its launcher by a socket in the directory of the run: a byte says that it has come
 * to a gate, and the answer when it goes on.
 */
public final class Clients {
  /** In the directory of a run: where the launcher listens for its forks. */
  static final String SOCKET = "group";

  private static final String GROUP_ENDED = "the group or the launcher of this fork ended";

  /** Metrics of a group's iterations: milliseconds since 1970 by the first client's clock. */
  static final String START = "group.start";

  static final String END = "group.end";

  /** Of this fork, which enters when it is first asked for. */
  private static final class Holder {
    static final Clients CLIENTS = entered();
  }

  private final int number;
  private final int count;

  /** None with one client. */
  private final @Nullable SocketChannel launcher;

  private double startMillis;
  private double clockOffsetMillis;

  Clients(int number, int count, @Nullable SocketChannel launcher) {
    this.number = number;
    this.count = count;
    this.launcher = launcher;
  }

  /** This fork's, which joins their group if there is one; once, however often it is asked. */
  public static Clients ofFork() {
    return Holder.CLIENTS;
  }

  private static Clients entered() {
    return RunDirectory.ofFork(Settings.ofProcess())
        .map(run -> run.path().resolve(SOCKET))
        .filter(Files::exists)
        .map(Clients::enter)
        .orElseGet(() -> new Clients(0, 1, null));
  }

  /** Joins the group of the launcher that listens there, and ends with it. */
  static Clients enter(Path socket) {
    CompletableFuture<Void> unused =
        ProcessHandle.current()
            .parent()
            .orElseThrow()
            .onExit()
            .thenRun(() -> ForkFacts.halt(GROUP_ENDED));
    try {
      SocketChannel launcher = SocketChannel.open(UnixDomainSocketAddress.of(socket));
      new DataOutputStream(Channels.newOutputStream(launcher))
          .writeLong(ProcessHandle.current().pid());
      DataInputStream in = new DataInputStream(Channels.newInputStream(launcher));
      return new Clients(in.readInt(), in.readInt(), launcher);
    } catch (IOException e) {
      throw new IllegalStateException("cannot enter the group: " + e.getMessage(), e);
    }
  }

  /** Milliseconds by a clock that nobody sets, and that all processes of a machine share. */
  static double now() {
    return System.nanoTime() / 1e6;
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

  /**
   * Waits for the other clients; this fork ends here when the group has ended.
   *
   * @return when all of them go on, by {@link #now}
   */
  public synchronized double await() {
    if (launcher == null) {
      return now();
    }
    try {
      Channels.newOutputStream(launcher).write(1);
      DataInputStream in = new DataInputStream(Channels.newInputStream(launcher));
      double start = in.readDouble();
      clockOffsetMillis = in.readDouble();
      return start;
    } catch (IOException e) {
      ForkFacts.halt(GROUP_ENDED);
      throw new IllegalStateException(GROUP_ENDED, e);
    }
  }

  /** Begins an iteration at the same moment on all clients, by one thread of each fork. */
  public void startIteration() {
    double start = await();
    while (now() < start) {
      LockSupport.parkNanos((long) ((start - now()) * 1e6));
    }
    startMillis = now();
  }

  /** Notes that a thread has ended its part of the iteration. */
  public synchronized void end() {
    if (launcher != null) {
      IterationMetrics.put(START, startMillis - clockOffsetMillis, "ms");
      IterationMetrics.put(END, now() - clockOffsetMillis, "ms");
    }
  }
}
