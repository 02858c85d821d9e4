package org.docduel.core.work;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.openjdk.jmh.infra.Control;

/**
 * Says which worker begins the next operation that is due: no more of them are at work than the
 * rate needs, and always the same ones. Were all of them to take turns, each operation would be
 * done by the thread and the connection that have been idle longest.
 *
 * <p>A few workers have taken arrivals ahead of time, and wait for them. When none of these is
 * left, the first of the others is called; a worker that is done takes a place that is free, which
 * needs no call.
 */
final class OpenLoop {
  /** What {@link #await} returns when the iteration ended before one was due. */
  static final long NONE = Long.MIN_VALUE;

  /** So many workers wait for arrivals ahead of time for each processor. */
  private static final int AHEAD_PER_PROCESSOR = 2;

  /**
   * How long a worker that waits for its arrival may miss the end of the iteration: once one has
   * seen it, the others are woken. Hundreds that looked every few milliseconds would keep a
   * processor busy.
   */
  private static final long STOP_CHECK_NANOS = Duration.ofSeconds(1).toNanos();

  /** For workers that wait to be called, should nobody call or wake them. */
  private static final long LIMIT_NANOS = Duration.ofSeconds(10).toNanos();

  /** Stands still between iterations, and from the first worker on that sees one end. */
  final ArrivalSchedule schedule;

  private final int maxWaiters;

  /** For workers to take arrivals ahead of time: each gives its place back when it begins. */
  private final Semaphore places;

  /** Arrivals that nobody waits for any more, since an iteration ended. */
  private final Queue<Long> unclaimedArrivals = new ConcurrentLinkedQueue<>();

  /** Workers with nothing to do, by number, until they are called. */
  private final ConcurrentNavigableMap<Integer, Thread> idle = new ConcurrentSkipListMap<>();

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  /** Operations that were begun and have not ended. */
  private final AtomicInteger underWay = new AtomicInteger();

  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean woken = new AtomicBoolean();

  OpenLoop(ArrivalSchedule schedule, int workers) {
    this.schedule = schedule;
    maxWaiters =
        Math.min(workers, AHEAD_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    places = new Semaphore(maxWaiters);
  }

  /** Begins an iteration, before any worker does; afresh when what is overdue is forgotten. */
  void start(boolean afresh) {
    over.set(false);
    woken.set(false);
    if (afresh) {
      unclaimedArrivals.clear();
      schedule.forgetOverdue();
    }
    schedule.resume();
  }

  /** Makes the calling thread one that is woken when the iteration is over. */
  void works() {
    threads.add(Thread.currentThread());
  }

  /**
   * Waits until the calling worker, by its number from 0, has an operation to begin. It calls
   * {@link #done} when that one has ended.
   *
   * @return when the operation was due, by {@link System#nanoTime}, or {@link #NONE} when the
   *     iteration ended before
   */
  long await(int worker, Control control) {
    if (over.get()) {
      return NONE;
    }
    if (!awaitPlace(worker, control)) {
      return over();
    }
    Long unclaimed = unclaimedArrivals.poll();
    long arrival = unclaimed == null ? schedule.next() : unclaimed;
    long due = schedule.onClock(arrival);
    for (long nanos = due - System.nanoTime(); nanos > 0; nanos = due - System.nanoTime()) {
      if (control.stopMeasurement) {
        unclaimedArrivals.add(arrival);
        places.release();
        return over();
      }
      LockSupport.parkNanos(this, Math.min(nanos, STOP_CHECK_NANOS));
    }
    underWay.incrementAndGet();
    places.release();
    if (hasNoWaiters()) {
      call();
    }
    return due;
  }

  /** Tells that an operation has ended, however it did. */
  void done() {
    if (underWay.decrementAndGet() == 0 && over.get()) {
      wake();
    }
  }

  /** Waits until the thread may take an arrival; false when the iteration ended before. */
  private boolean awaitPlace(int worker, Control control) {
    while (!places.tryAcquire()) {
      idle.put(worker, Thread.currentThread());
      while (idle.containsKey(worker)) {
        // Whoever left the last place before this thread could be found has not called it.
        if (control.stopMeasurement || hasNoWaiters()) {
          idle.remove(worker);
          break;
        }
        LockSupport.parkNanos(this, LIMIT_NANOS);
      }
      if (control.stopMeasurement) {
        return false;
      }
    }
    return true;
  }

  private boolean hasNoWaiters() {
    return places.availablePermits() == maxWaiters;
  }

  private void call() {
    Map.Entry<Integer, Thread> first = idle.pollFirstEntry();
    if (first != null) {
      LockSupport.unpark(first.getValue());
    }
  }

  /** The iteration is over: nothing more is due. */
  private long over() {
    if (over.compareAndSet(false, true)) {
      schedule.pause();
    }
    if (underWay.get() == 0) {
      wake();
    }
    return NONE;
  }

  /**
   * Lets all who wait see that the iteration is over. JMH keeps each of them until the last
   * operation has ended: those that were woken before would have to wait once more.
   */
  private void wake() {
    if (woken.compareAndSet(false, true)) {
      threads.forEach(LockSupport::unpark);
    }
  }

  /**
   * When operations are due: a Poisson process of a fixed rate, whatever the server does. Threads
   * take one arrival after the other, so that all of them serve one queue; a latency that is
   * measured from the moment an operation was due includes its time in that queue.
   *
   * <p>The schedule's time stands still between iterations: what was due and not begun when an
   * iteration ended is still due, by as much, when the next one begins.
   */
  static final class ArrivalSchedule {
    private final double meanNanos;
    private final LongSupplier clock;
    private final ZigguratSampler.Exponential gaps;

    /** The clock's time at which the schedule's time would be 0, had it never stood still. */
    private long originNanos;

    private long pausedAtNanos;
    private boolean paused = true;
    private double nextNanos;

    /**
     * A schedule that stands still until {@link #resume}.
     *
     * @param perSecond arrivals per second, above 0
     * @param clock nanoseconds from any origin, such as {@code System::nanoTime}
     */
    ArrivalSchedule(double perSecond, long seed, LongSupplier clock) {
      UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
      this.meanNanos = 1e9 / perSecond;
      this.clock = clock;
      this.gaps = ZigguratSampler.Exponential.of(random);
      this.originNanos = clock.getAsLong();
      this.pausedAtNanos = originNanos;
    }

    synchronized void resume() {
      if (paused) {
        originNanos += clock.getAsLong() - pausedAtNanos;
        paused = false;
      }
    }

    /**
     * Forgets what is overdue: the next arrival lies in the future. For the end of a warm-up,
     * during which a cold client falls behind.
     */
    synchronized void forgetOverdue() {
      nextNanos = Math.max(nextNanos, elapsedNanos());
    }

    synchronized void pause() {
      if (!paused) {
        pausedAtNanos = clock.getAsLong();
        paused = true;
      }
    }

    /** When the next arrival is due, in the schedule's nanoseconds; see {@link #onClock}. */
    synchronized long next() {
      nextNanos += gaps.sample() * meanNanos;
      return (long) nextNanos;
    }

    /** A time of the schedule as the clock will show it: before now when it is overdue. */
    synchronized long onClock(long scheduled) {
      return originNanos + scheduled;
    }

    /** How many seconds of arrivals are overdue; 0 when the next one lies in the future. */
    synchronized double lagSeconds() {
      return Math.max(0, elapsedNanos() - nextNanos) / 1e9;
    }

    private double elapsedNanos() {
      long now = paused ? pausedAtNanos : clock.getAsLong();
      return (double) (now - originNanos);
    }
  }
}
