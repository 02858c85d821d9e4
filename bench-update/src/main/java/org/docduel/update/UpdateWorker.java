package org.docduel.update;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.Updates;
import org.docduel.core.work.LatencyRecorder;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;

/** One thread's connection, and what it did in an iteration. */
@State(Scope.Thread)
public class UpdateWorker {
  /** A failed update is tried again, as a client would; then it is given up. */
  private static final int ATTEMPTS = 3;

  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * JMH asks for further updates until all workers have ended: hundreds that waited only a
   * millisecond would keep a processor busy. When it first asks a worker that has waited all the
   * time, it may be to begin to measure, and not to rest.
   */
  private static final long REST_NANOS = Duration.ofMillis(20).toNanos();

  /**
   * So often a worker only lets the others go first, before it rests: mostly they end together, and
   * hundreds of timers cost more.
   */
  private static final int YIELDS = 10;

  private final ClientLoad load = new ClientLoad();
  private Optional<Work> work = Optional.empty();
  private int number;

  /**
   * How often an update was asked for since JMH has said that the measurement stops. A worker whose
   * first one in an iteration comes so late has it counted, and really does it.
   */
  private int askedLate;

  /**
   * In a closed loop, when the first of the updates began that were given up since one was
   * acknowledged; {@link OpenLoopDispatcher#NONE} when the last one was. A client that wants an
   * update has waited since then, whatever it tried meanwhile.
   */
  private long waitingSince = OpenLoopDispatcher.NONE;

  private long beganNanos;
  private long endedNanos;
  private long updates;
  private long errors;
  private long retries;
  private long abandoned;

  private record Work(
      Session session,
      Updates updates,
      Keys keys,
      Acknowledged acknowledged,
      UpdateWindow window,
      LatencyRecorder response,
      LatencyRecorder service) {}

  /**
   * Connects and prepares.
   *
   * @param state the collection
   * @param thread which of the threads this is
   */
  @Setup(Level.Trial)
  public void connect(UpdateState state, ThreadParams thread) {
    number = thread.getThreadIndex();
    Session session = state.session();
    work =
        Optional.of(
            new Work(
                session,
                session.updates(state.collection(), state.spec()),
                state.keys(number),
                state.acknowledged(),
                state.window(),
                state.window().responses(number),
                state.window().services(number)));
  }

  /**
   * Begins an iteration.
   *
   * @param state begins it for all
   * @param iteration tells warm-up from measurement
   */
  @Setup(Level.Iteration)
  public void begin(UpdateState state, IterationParams iteration) {
    state.begun(iteration);
    updates = 0;
    errors = 0;
    retries = 0;
    abandoned = 0;
    askedLate = 0;
    work.orElseThrow().window().dispatcher().ifPresent(OpenLoopDispatcher::works);
    if (number == 0) {
      load.start();
    }
    beganNanos = System.nanoTime();
    endedNanos = beganNanos;
  }

  /**
   * Ends it.
   *
   * @param state takes the numbers
   */
  @TearDown(Level.Iteration)
  public void end(UpdateState state) {
    if (number == 0) {
      load.stop();
    }
    if (waitingSince != OpenLoopDispatcher.NONE) {
      work.orElseThrow().response().record(System.nanoTime() - waitingSince);
    }
    state.ended(this);
  }

  /**
   * Gives the connection back, and waits until the documents are checked.
   *
   * @param state has them checked
   * @param stores names the store
   * @param params the combination, for the facts
   * @throws InterruptedException if JMH gives up
   */
  @TearDown(Level.Trial)
  public void disconnect(UpdateState state, StoreState stores, BenchmarkParams params)
      throws InterruptedException {
    work.ifPresent(it -> it.session().close());
    state.checkOnce(stores, params);
  }

  /**
   * One acknowledged update, or nothing when the iteration ended before. An update that is given up
   * is no operation: the next one follows in the same call.
   */
  void update(Control control) {
    Work it = work.orElseThrow();
    boolean done = false;
    while (!done) {
      if (control.stopMeasurement) {
        askedLate++;
      }
      if (askedLate > 1 && it.window().isOver()) {
        rest();
        return;
      }
      Optional<OpenLoopDispatcher> dispatcher = it.window().dispatcher();
      long due = OpenLoopDispatcher.NONE;
      if (dispatcher.isPresent()) {
        due = dispatcher.get().await(number, control);
        if (due == OpenLoopDispatcher.NONE) {
          if (askedLate == 0) {
            endedNanos = System.nanoTime();
          } else if (askedLate > 1) {
            rest();
          }
          return;
        }
      }
      done = updateOne(it, due, control);
      if (!done && control.stopMeasurement) {
        return;
      }
    }
  }

  /**
   * Updates one document.
   *
   * @param due when it was due; {@link OpenLoopDispatcher#NONE} in a closed loop
   * @return whether it was acknowledged
   */
  private boolean updateOne(Work it, long due, Control control) {
    int index = it.keys().take();
    long started = System.nanoTime();
    boolean open = due != OpenLoopDispatcher.NONE;
    boolean done;
    try {
      done = attempt(it, index, control);
      endedNanos = System.nanoTime();
    } finally {
      it.window().dispatcher().ifPresent(OpenLoopDispatcher::done);
    }
    it.keys().give(index);
    if (!done) {
      abandoned++;
      if (open) {
        it.response().record(endedNanos - due);
      } else if (waitingSince == OpenLoopDispatcher.NONE) {
        waitingSince = started;
      }
      return false;
    }
    updates++;
    it.window().acknowledged(endedNanos);
    if (open) {
      it.response().record(endedNanos - due);
      it.service().record(endedNanos - started);
    } else {
      it.response()
          .record(endedNanos - (waitingSince == OpenLoopDispatcher.NONE ? started : waitingSince));
      waitingSince = OpenLoopDispatcher.NONE;
    }
    return true;
  }

  /** Waits a little for the other workers to end. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on who runs next; it only costs less.
  private void rest() {
    if (askedLate <= YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(REST_NANOS);
    }
  }

  private boolean attempt(Work it, int index, Control control) {
    long key = UpdateDocuments.key(index);
    long value = it.acknowledged().next(index);
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) {
        retries++;
      }
      try {
        long found = it.updates().update(key, value);
        if (found != 1) {
          throw new IllegalStateException(
              "an update of user_id " + key + " found " + found + " documents instead of 1");
        }
        it.acknowledged().acknowledge(index);
        return true;
      } catch (StoreException e) {
        errors++;
        it.window().failed(String.valueOf(e.getMessage()), e);
        LockSupport.parkNanos(PAUSE_NANOS);
        if (control.stopMeasurement) {
          return false;
        }
      }
    }
    return false;
  }

  double updatesPerSecond() {
    return updates / (Math.max(1, endedNanos - beganNanos) / 1e9);
  }

  long errors() {
    return errors;
  }

  long retries() {
    return retries;
  }

  long abandoned() {
    return abandoned;
  }
}
