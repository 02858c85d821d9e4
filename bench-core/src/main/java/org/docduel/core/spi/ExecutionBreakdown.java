package org.docduel.core.spi;

import java.util.Map;
import java.util.function.Supplier;

/**
 * A prepared query of one session whose executions a server takes apart, as far as it tells.
 *
 * @param counts what is the same of each execution: {@code rows}, their {@code bytes} on the wire,
 *     blocks found in the buffers ({@code hits}) and not ({@code reads}), {@code planBytes}
 * @param times has the server execute it a few times more; what one execution took in milliseconds:
 *     {@code plan} to choose how, {@code execute} to make the rows, {@code serialise} to make bytes
 *     of them with values that are kept apart, {@code wire} to send and read as many that nobody
 *     had to make
 */
public record ExecutionBreakdown(Map<String, Double> counts, Supplier<Map<String, Double>> times) {
  public interface Source {
    /**
     * Readies it.
     *
     * @throws UnsupportedOperationException when the server cannot tell
     */
    default ExecutionBreakdown breakdown() {
      throw new UnsupportedOperationException("its server does not report it");
    }
  }
}
