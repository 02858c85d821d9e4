package org.docduel.core.spi;

import java.util.List;
import java.util.function.DoubleSupplier;

/** Watches how busy a server's processes are, whatever the server. */
public final class ProcessorWatch implements Watch {
  private final DoubleSupplier processorSeconds;
  private double beginSeconds;
  private long beginNanos;

  /**
   * For a server.
   *
   * @param processorSeconds the processor time of its processes so far, in seconds
   */
  public ProcessorWatch(DoubleSupplier processorSeconds) {
    this.processorSeconds = processorSeconds;
  }

  @Override
  public void begin() {
    beginSeconds = processorSeconds.getAsDouble();
    beginNanos = System.nanoTime();
  }

  /** One reading, {@code servercpu.busy}: percent of one processor, so 200 when two are busy. */
  @Override
  public List<Reading> end() {
    double wallSeconds = Math.max(1, System.nanoTime() - beginNanos) / 1e9;
    double busySeconds = Math.max(0, processorSeconds.getAsDouble() - beginSeconds);
    return List.of(new Reading("servercpu.busy", 100 * busySeconds / wallSeconds, "%"));
  }
}
