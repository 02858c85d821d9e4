package org.docduel.core.work;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.spi.StoreException;
import org.openjdk.jmh.infra.Control;

/**
 * One thread of a {@link Window}: begins operations, in an open loop when they are due, tries each
 * again when it fails, and counts and records them.
 */
public final class Worker {
  /**
   * A failed operation is tried again after a pause, as a client would; then it is given up, and
   * its response time ends with the last attempt.
   */
  private static final int ATTEMPTS = 3;

  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * JMH asks for further operations until all workers have ended: hundreds that waited only a
   * millisecond would keep a processor busy. When it first asks a worker that has waited all the
   * time, it may be to begin to measure, and not to rest.
   */
  private static final long REST_NANOS = Duration.ofMillis(20).toNanos();

  /**
   * So often a worker only lets the others go first, before it rests: mostly they end together, and
   * hundreds of timers cost more.
   */
  private static final int YIELDS = 10;

  private final Window window;
  private final int number;
  private final Operation operation;
  private final Optional<OpenLoop> openLoop;
  private final Latencies.Recorder service;

  /** All that it does, and then what it does of each kind. */
  private final List<Part> parts;

  private final ClientLoad load = new ClientLoad();

  /**
   * How often an operation was asked for since JMH has said that the measurement stops. A worker
   * whose first one in an iteration comes so late has it counted, and really does it.
   */
  private int callsAfterStop;

  private boolean warmedUp;

  /** Whether the iteration is a measured one. */
  private boolean measured;

  /** When the last iteration ended. */
  private long pausedNanos;

  private long beganNanos;
  private long startedNanos;
  private long endedNanos;

  /** What a worker does of what is measured together. */
  private static final class Part {
    private final Latencies.Recorder responses;
    private long acknowledged;

    /**
     * In a closed loop, when the first of the operations began that were given up since one was
     * acknowledged; {@link OpenLoop#NONE} when the last one was. A client that wants something has
     * waited since then, whatever it tried meanwhile.
     */
    private long waitingSince = OpenLoop.NONE;

    Part(Latencies.Recorder responses) {
      this.responses = responses;
    }

    /**
     * Begins an iteration. A wait goes on from one to the next, without the pause between them; one
     * of the warm-up is none of the measurement's.
     */
    void start(boolean afresh, long pauseNanos) {
      acknowledged = 0;
      if (afresh) {
        waitingSince = OpenLoop.NONE;
      } else if (waitingSince != OpenLoop.NONE) {
        waitingSince += pauseNanos;
      }
    }

    /**
     * Adds an operation.
     *
     * @param due when it was due; {@link OpenLoop#NONE} in a closed loop
     */
    void add(boolean done, long due, long started, long ended) {
      acknowledged += done ? 1 : 0;
      if (due != OpenLoop.NONE) {
        responses.record(ended - due);
        return;
      }
      if (waitingSince == OpenLoop.NONE) {
        waitingSince = started;
      }
      if (done) {
        responses.record(ended - waitingSince);
        waitingSince = OpenLoop.NONE;
      }
    }
  }

  /** What a worker does again and again. */
  public interface Operation {
    /** Chooses the next one, and gives which of the window's kinds it is, from 0; not timed. */
    int choose();

    /** Tries it: throws {@link StoreException} when it may be tried again. */
    void attempt();

    /** Gives back what was chosen, and whether the server acknowledged it; not timed. */
    void release(boolean acknowledged);
  }

  /** A worker by its number from 0. */
  public Worker(Window window, int number, Operation operation) {
    this.window = window;
    this.number = number;
    this.operation = operation;
    openLoop = window.openLoop;
    service = window.services.of(number);
    parts = window.responses(number).stream().map(Part::new).toList();
  }

  /** Begins an iteration, a measured one or a warm-up; before the first measured one warms up. */
  public void start(boolean measurement) {
    if (measurement && !warmedUp) {
      warmedUp = true;
      window.warmUp(this);
    }
    startIteration(measurement);
  }

  void startIteration(boolean measurement) {
    window.start(measurement);
    boolean afresh = measurement && !measured;
    measured = measurement;
    long pause = System.nanoTime() - pausedNanos;
    parts.forEach(part -> part.start(afresh, pause));
    callsAfterStop = 0;
    openLoop.ifPresent(OpenLoop::works);
    if (number == 0) {
      load.start();
    }
    beganNanos = System.nanoTime();
    endedNanos = beganNanos;
  }

  public void end() {
    if (number == 0) {
      load.stop();
    }
    pausedNanos = System.nanoTime();
    Part all = parts.get(0);
    if (all.waitingSince != OpenLoop.NONE) {
      all.responses.record(pausedNanos - all.waitingSince);
    }
    double seconds = Math.max(1, endedNanos - beganNanos) / 1e9;
    window.end(parts.stream().mapToDouble(part -> part.acknowledged / seconds).toArray());
  }

  /**
   * One acknowledged operation, or nothing when the iteration ended before. One that is given up
   * does not count: the next one follows in the same call.
   */
  public void work(Control control) {
    while (true) {
      if (control.stopMeasurement) {
        callsAfterStop++;
      }
      if (callsAfterStop > 1 && window.endLimitExceeded()) {
        backOff();
        return;
      }
      long due = OpenLoop.NONE;
      if (openLoop.isPresent()) {
        due = openLoop.get().await(number, control);
        if (due == OpenLoop.NONE) {
          if (callsAfterStop == 0) {
            endedNanos = System.nanoTime();
          } else if (callsAfterStop > 1) {
            backOff();
          }
          return;
        }
      }
      if (runOnce(due, control) || control.stopMeasurement) {
        return;
      }
    }
  }

  /**
   * One operation.
   *
   * @param due when it was due; {@link OpenLoop#NONE} in a closed loop
   */
  private boolean runOnce(long due, Control control) {
    int kind = operation.choose();
    long started = System.nanoTime();
    startedNanos = started;
    boolean acknowledged;
    try {
      acknowledged = attempt(kind, control);
    } catch (RuntimeException | Error e) {
      window.silence.stop(); // nobody ends this iteration
      throw e;
    } finally {
      openLoop.ifPresent(OpenLoop::done);
    }
    operation.release(acknowledged);
    if (!acknowledged) {
      window.abandoned.increment();
    } else {
      window.silence.acknowledged(endedNanos);
      if (due != OpenLoop.NONE) {
        service.record(endedNanos - started);
      }
    }
    parts.get(0).add(acknowledged, due, started, endedNanos);
    if (parts.size() > 1) {
      parts.get(1 + kind).add(acknowledged, due, started, endedNanos);
    }
    return acknowledged;
  }

  /** How long the last operation took since it was begun, with its further attempts. */
  long serviceNanos() {
    return endedNanos - startedNanos;
  }

  /** Tries an operation until it is done or given up; notes when the last attempt ended. */
  private boolean attempt(int kind, Control control) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) {
        window.retries.increment();
      }
      try {
        operation.attempt();
        endedNanos = System.nanoTime();
        return true;
      } catch (StoreException e) {
        endedNanos = System.nanoTime();
        window.failed(kind, attempt == ATTEMPTS, e);
        if (attempt < ATTEMPTS && !control.stopMeasurement) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (control.stopMeasurement) {
          return false;
        }
      }
    }
    return false;
  }

  /** Waits a little for the other workers to end. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on who runs next; it only costs less.
  private void backOff() {
    if (callsAfterStop <= YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(REST_NANOS);
    }
  }
}
