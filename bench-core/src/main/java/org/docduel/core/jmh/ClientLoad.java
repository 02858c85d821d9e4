package org.docduel.core.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * How busy this JVM is between two moments. Started right before and stopped right after a timed
 * region, it tells whether the client rather than the server set the pace: {@code client.cpu} is
 * CPU seconds per second of the region (1.0 is one core busy all the time), {@code client.gc} the
 * share of the region spent in collections, in percent.
 */
public final class ClientLoad {
  /** The metric for CPU time, in cores. */
  public static final String CPU = "client.cpu";

  /** The metric for garbage collection, in percent of the time. */
  public static final String GC = "client.gc";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private long startNanos;
  private long startCpuNanos;
  private long startGcMillis;

  /** Marks the beginning of the region. */
  public void start() {
    startGcMillis = gcMillis();
    startCpuNanos = SYSTEM.getProcessCpuTime();
    startNanos = System.nanoTime();
  }

  /** Marks the end of the region and puts the metrics. */
  public void stop() {
    double nanos = Math.max(1, System.nanoTime() - startNanos);
    IterationMetrics.put(CPU, (SYSTEM.getProcessCpuTime() - startCpuNanos) / nanos, "cores");
    IterationMetrics.put(GC, 100e6 * (gcMillis() - startGcMillis) / nanos, "%");
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }
}
