package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on some threads. Tasks within tasks share the threads of the outermost ones, so that
 * none waits while there is work.
 *
 * @param threads number of threads, at least 1; tasks started from within a fork-join pool run on
 *     its threads instead
 */
public record Parallel(int threads) {
  /** Draws per block and so per random stream; changing it changes every result. */
  public static final int BLOCK = 2048;

  /** Checks the number. */
  public Parallel {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, but are " + threads);
    }
  }

  /** Makes the draws from a place to another, exclusive. */
  public interface Block {
    /** With the random stream of the block. */
    void draw(UniformRandomProvider random, int from, int to);
  }

  /** Makes some draws, block by block. */
  public void draw(int count, Streams streams, Block block) {
    List<Runnable> blocks = new ArrayList<>();
    for (int from = 0; from < count; from += BLOCK) {
      int first = from;
      int end = Math.min(count - from, BLOCK) + from;
      blocks.add(() -> block.draw(streams.block(first / BLOCK), first, end));
    }
    run(blocks);
  }

  /**
   * Runs all tasks and waits for them.
   *
   * @param tasks in any order; when some fail, the failure of the first of them in this list is
   *     thrown
   */
  public void run(List<? extends Runnable> tasks) {
    if (threads == 1) {
      tasks.forEach(Runnable::run);
      return;
    }
    List<Job> jobs = tasks.stream().map(Job::new).toList();
    if (ForkJoinTask.inForkJoinPool()) {
      ForkJoinTask.invokeAll(jobs);
    } else {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        pool.submit(() -> ForkJoinTask.invokeAll(jobs)).join();
      } finally {
        pool.shutdown();
      }
    }
    jobs.forEach(Job::rethrow);
  }

  // A pool would throw a copy of the failure, with another message.
  @SuppressWarnings("serial")
  private static final class Job extends RecursiveAction {
    private final Runnable task;
    private @Nullable Throwable failure;

    Job(Runnable task) {
      this.task = task;
    }

    @Override
    protected void compute() {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    void rethrow() {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
    }
  }
}
