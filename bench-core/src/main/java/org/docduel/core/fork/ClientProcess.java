package org.docduel.core.fork;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * What the whole client process costs between two moments, all its threads together: {@code
 * client.process} is its processor time in percent of one processor, so 200 when two are busy;
 * {@code client.heap} is what the last collection has left of the heap, in bytes, which stays flat
 * in a client that loses no memory; 0 before the first one.
 */
public final class ClientProcess {
  /** The metric for the process's processor time, in percent of one processor. */
  public static final String CPU = "client.process";

  /** The metric for the heap that collections have left, in bytes. */
  public static final String HEAP = "client.heap";

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final List<GarbageCollectorMXBean> COLLECTORS =
      ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
  private static final List<String> HEAP_POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .toList();

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
    IterationMetrics.put(HEAP, heapBytes(), "bytes");
  }

  /**
   * By the collector that ran last. A pool's own figure is of no use: G1 brings that of its old
   * generation up to date only when it has collected there.
   */
  private static double heapBytes() {
    return COLLECTORS.stream()
        .map(GarbageCollectorMXBean::getLastGcInfo)
        .filter(Objects::nonNull)
        .max(Comparator.comparingLong(GcInfo::getEndTime))
        .map(last -> HEAP_POOLS.stream().mapToLong(pool -> used(last, pool)).sum())
        .orElse(0L);
  }

  private static long used(GcInfo collection, String pool) {
    MemoryUsage usage = collection.getMemoryUsageAfterGc().get(pool);
    return usage == null ? 0 : usage.getUsed();
  }
}
