package org.docduel.core.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;

/**
 * What the whole client process costs between two moments, all its threads together: {@code
 * client.process} is its processor time in percent of one processor, so 200 when two are busy;
 * {@code client.heap} is what was left of the heap by the last collections, in bytes, which stays
 * flat in a client that loses no memory.
 */
public final class ClientProcess {
  /** The metric for the process's processor time, in percent of one processor. */
  public static final String CPU = "client.process";

  /** The metric for the heap that collections have left, in bytes. */
  public static final String HEAP = "client.heap";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private long startNanos;
  private long startCpuNanos;

  /** Marks the beginning. */
  public void start() {
    startCpuNanos = SYSTEM.getProcessCpuTime();
    startNanos = System.nanoTime();
  }

  /** Marks the end and puts the metrics. */
  public void stop() {
    double nanos = Math.max(1, System.nanoTime() - startNanos);
    IterationMetrics.put(CPU, 100 * (SYSTEM.getProcessCpuTime() - startCpuNanos) / nanos, "%");
    IterationMetrics.put(HEAP, heapBytes(), "bytes");
  }

  private static double heapBytes() {
    double bytes = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage left = pool.getCollectionUsage();
      if (left != null) {
        bytes += left.getUsed();
      }
    }
    return bytes;
  }
}
