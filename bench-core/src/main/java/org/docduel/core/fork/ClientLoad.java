package org.docduel.core.fork;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.function.LongSupplier;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;

/**
 * How busy a client is between two moments. Started right before and stopped right after a timed
 * region, by the thread that works in it, it tells whether the client rather than the server set
 * the pace: {@code client.cpu} is the share of the region that this thread spent on a processor,
 * {@code client.gc} the share that went to garbage collection, both in percent.
 */
public final class ClientLoad {
  public static final String CPU = "client.cpu";

  public static final String GC = "client.gc";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getGarbageCollectorMXBeans();

  private long startNanos;
  private long startCpuNanos;
  private long startGcMillis;

  /** Marks the beginning of the region. */
  public void start() {
    startGcMillis = gcMillis();
    startCpuNanos = THREADS.getCurrentThreadCpuTime();
    startNanos = System.nanoTime();
  }

  /** Marks the end of the region and puts the metrics. */
  public void stop() {
    double nanos = Math.max(1, System.nanoTime() - startNanos);
    long cpuNanos = THREADS.getCurrentThreadCpuTime() - startCpuNanos;
    IterationMetrics.put(CPU, 100 * cpuNanos / nanos, "%");
    IterationMetrics.put(GC, 100e6 * (gcMillis() - startGcMillis) / nanos, "%");
  }

  private static long gcMillis() {
    return COLLECTORS.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }

  /**
   * What the whole client process costs between two moments, all its threads together: {@code
   * client.process} is its processor time in percent of one processor, so 200 when two are busy.
   */
  public static final class ClientProcess {
    public static final String CPU = "client.process";

    private static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final LongSupplier cpuClock;
    private final LongSupplier clock;
    private long startCpuNanos;
    private long startNanos;

    public ClientProcess() {
      this(SYSTEM::getProcessCpuTime, System::nanoTime);
    }

    /** By other clocks than this process's, in nanoseconds. */
    public ClientProcess(LongSupplier cpuClock, LongSupplier clock) {
      this.cpuClock = cpuClock;
      this.clock = clock;
    }

    public void start() {
      startCpuNanos = cpuClock.getAsLong();
      startNanos = clock.getAsLong();
    }

    /** Marks the end and puts the metric. */
    public void stop() {
      double nanos = Math.max(1, clock.getAsLong() - startNanos);
      IterationMetrics.put(CPU, 100 * (cpuClock.getAsLong() - startCpuNanos) / nanos, "%");
    }
  }
}
