package org.docduel.core.group;

import java.time.Duration;
import java.util.Optional;
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
  /** How long a fork looks for the first client. */
  private static final Duration SEARCH = Duration.ofSeconds(10);

  private static Optional<Clients> own = Optional.empty();

  private final int number;
  private final int count;
  private final Optional<Member> member;
  private int waiting;
  private long beginNanos;
  private int begun;

  private Clients(int number, int count, Optional<Member> member) {
    this.number = number;
    this.count = count;
    this.member = member;
  }

  /** This fork's, which joins their group if there is one; once, however often it is asked. */
  public static synchronized Clients ofFork() {
    if (own.isEmpty()) {
      own = Optional.of(joined());
    }
    return own.get();
  }

  private static Clients joined() {
    Optional<GroupPlan.OfFork> left =
        RunDirectory.ofFork(Settings.ofProcess()).flatMap(run -> GroupPlan.left(run.path()));
    return left.map(it ->
            new Clients(
                it.plan().number(),
                it.plan().count(),
                Optional.of(new Member(it.plan(), it.turn()))))
        .orElseGet(() -> share(0, 1));
  }

  /** A share without a group. */
  public static Clients share(int number, int count) {
    return new Clients(number, count, Optional.empty());
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
    member.ifPresent(it -> it.pass());
  }

  /**
   * Begins an iteration at the same moment on all clients and in all of the threads that call this.
   *
   * @param threads how many threads of this fork do
   */
  public void begin(int threads) {
    if (member.isEmpty()) {
      return;
    }
    synchronized (this) {
      int mine = begun;
      if (++waiting == threads) {
        waiting = 0;
        beginNanos = member.get().pass();
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
    for (long left = beginNanos - System.nanoTime(); left > 0; ) {
      LockSupport.parkNanos(left);
      left = beginNanos - System.nanoTime();
    }
    member.get().began();
  }

  /** Notes that a thread has ended its part of the iteration. */
  public void end() {
    member.ifPresent(Member::ended);
  }

  /** Leaves the group. */
  @Override
  public void close() {
    member.ifPresent(Member::leave);
  }

  /** Apart, so that nothing of JGroups is loaded for one client. */
  private static final class Member {
    private final Group group;
    private final int turn;
    private final Group.Member first;
    private int gate;
    private double ahead;
    private double began;
    private double ended;

    Member(GroupPlan plan, int turn) {
      this.turn = turn;
      group = Group.joinAsFork(plan);
      group.atEnd(ForkFacts::halt);
      ProcessHandle.current().parent().ifPresent(Member::endWith);
      first = launcher(0);
      if (!plan.isFirst()) {
        launcher(plan.number());
      }
    }

    /** A fork without its launcher would go on for nobody. */
    private static void endWith(ProcessHandle launcher) {
      var unused =
          launcher.onExit().thenRun(() -> ForkFacts.halt("the launcher of this fork ended"));
    }

    private Group.Member launcher(int client) {
      Optional<Group.Member> found = group.findLauncher(client, SEARCH);
      if (found.isEmpty()) {
        ForkFacts.halt(group.plan().name(client) + " is lost: its forks cannot find it");
      }
      Group.Member launcher = found.orElseThrow();
      group.accept(launcher);
      return launcher;
    }

    /** When this fork may go on, by {@link System#nanoTime}. */
    synchronized long pass() {
      double lastBegan = ended > began && began > 0 ? began + ahead : 0;
      double lastEnded = ended + ahead;
      began = 0;
      ended = 0;
      long sentNanos = System.nanoTime();
      double sent = Barrier.millis();
      group.send(
          Barrier.ARRIVED,
          first.address(),
          new Barrier.Arrived(turn, gate++, sent, lastBegan, lastEnded));
      Barrier.Go go = (Barrier.Go) group.receive(Barrier.GO, 0);
      ahead = ((go.received() - sent) + (go.sent() - Barrier.millis())) / 2;
      return sentNanos + (long) (go.delay() * 1e6);
    }

    synchronized void began() {
      began = began == 0 ? Barrier.millis() : began;
    }

    synchronized void ended() {
      ended = Barrier.millis();
    }

    void leave() {
      group.send(Barrier.LEAVING, first.address(), "");
      group.receive(Barrier.LEFT, 0); // else the others would take it for lost
      group.close();
    }
  }
}
