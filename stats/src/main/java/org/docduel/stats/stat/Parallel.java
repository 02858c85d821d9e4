package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on some threads. Tasks within tasks share the threads of the outermost ones, so that
 * none waits while there is work.
 *
 * @param threads number of threads, at least 1; tasks started from within a fork-join pool run on
 *     its threads instead
 */
public record Parallel(int threads) {

  /** Checks the number. */
  public Parallel {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, but are " + threads);
    }
  }

  /**
   * Runs all tasks and waits for them.
   *
   * @param tasks in any order; when some fail, the failure of the first of them in this list is
   *     thrown
   */
  public void run(List<? extends Runnable> tasks) {
    if (threads == 1) {
      for (Runnable task : tasks) {
        task.run();
      }
      return;
    }
    List<Job> jobs = new ArrayList<>();
    for (Runnable task : tasks) {
      jobs.add(new Job(task));
    }
    if (ForkJoinTask.inForkJoinPool()) {
      ForkJoinTask.invokeAll(jobs);
    } else {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        pool.invoke(new Job(() -> ForkJoinTask.invokeAll(jobs)));
      } finally {
        pool.shutdown();
      }
    }
    for (Job job : jobs) {
      job.rethrow();
    }
  }

  // A pool would throw a copy of the failure, with another message.
  @SuppressWarnings("serial")
  private static final class Job extends RecursiveAction {
    private final Runnable task;
    private @Nullable RuntimeException exception;
    private @Nullable Error error;

    Job(Runnable task) {
      this.task = task;
    }

    @Override
    protected void compute() {
      try {
        task.run();
      } catch (RuntimeException e) {
        exception = e;
      } catch (Error e) {
        error = e;
      }
    }

    void rethrow() {
      if (exception != null) {
        throw exception;
      }
      if (error != null) {
        throw error;
      }
    }
  }
}
