package org.docduel.core.fork;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What the whole client process costs between two moments, all its threads together: {@code
 * client.process} is its processor time in percent of one processor, so 200 when two are busy.
 */
public final class ClientProcess {
  /** The metric for the process's processor time, in percent of one processor. */
  public static final String CPU = "client.process";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final LongSupplier cpuClock;
  private final LongSupplier clock;
  private long startCpuNanos;
  private long startNanos;
  private long cpuNanos;
  private long nanos;

  /** For this process. */
  public ClientProcess() {
    this(SYSTEM::getProcessCpuTime, System::nanoTime);
  }

  /**
   * By other clocks than this process's.
   *
   * @param cpuClock processor time, in nanoseconds
   * @param clock time, in nanoseconds
   */
  public ClientProcess(LongSupplier cpuClock, LongSupplier clock) {
    this.cpuClock = cpuClock;
    this.clock = clock;
  }

  /** Marks the beginning. */
  public void start() {
    startCpuNanos = cpuClock.getAsLong();
    startNanos = clock.getAsLong();
  }

  /** Marks the end. */
  public void stop() {
    nanos = clock.getAsLong() - startNanos;
    cpuNanos = cpuClock.getAsLong() - startCpuNanos;
  }

  /** Puts the metrics of what lies between the beginning and the end. */
  public void put() {
    IterationMetrics.put(CPU, 100.0 * cpuNanos / Math.max(1, nanos), "%");
  }
}
