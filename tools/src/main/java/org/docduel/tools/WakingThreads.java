package org.docduel.tools;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What threads cost that do nothing, in a process of its own: a few of them wake up as often
 * together as updates are due in {@link WorkerTurns}, and the others are parked. What these add is
 * the machine's and the JVM's.
 *
 * <p>Arguments: threads, wake-ups per second, seconds, turns.
 */
public final class WakingThreads {
  private static final int WAKING = 4;
  private static final double NANOS_PER_SECOND = 1e9;

  private WakingThreads() {}

  /**
   * Measures the process's processor time, in percent of one processor.
   *
   * @param arguments how many threads there are and how often they wake up
   * @throws InterruptedException never
   */
  public static void main(String[] arguments) throws InterruptedException {
    List<Integer> given = Arrays.stream(arguments).map(Integer::valueOf).toList();
    long pauseNanos = Math.round(WAKING * NANOS_PER_SECOND / given.get(1));
    for (int thread = 0; thread < given.get(0); thread++) {
      start(thread < WAKING ? () -> LockSupport.parkNanos(pauseNanos) : LockSupport::park);
    }
    for (int turn = 0; turn < given.get(3); turn++) {
      TurnGate.await();
      TurnGate.say(percent(given.get(2)));
    }
  }

  private static void start(Runnable pause) {
    Thread thread =
        new Thread(() -> {
          while (true) {
            pause.run();
          }
        });
    thread.setDaemon(true);
    thread.start();
  }

  private static double percent(int seconds) throws InterruptedException {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long cpuNanos = system.getProcessCpuTime();
    long startNanos = System.nanoTime();
    TimeUnit.SECONDS.sleep(seconds);
    return 100.0
        * (system.getProcessCpuTime() - cpuNanos)
        / Math.max(1, System.nanoTime() - startNanos);
  }
}
