package org.docduel.core.spi;

import java.util.Map;
import java.util.Optional;

/** A prepared query of one session whose executions a server takes apart, as far as it tells. */
public interface TakenApart {
  /**
   * What is the same of each execution: {@code bytes} of the answer's rows on the wire, {@code
   * rows}, blocks found in the buffers ({@code hits}) and not ({@code reads}), and the like.
   */
  Map<String, Double> counts();

  /**
   * Has the server execute it a few times more.
   *
   * @return what one execution took in milliseconds, as far as the server tells: {@code plan} to
   *     choose how, {@code execute} to make the rows, {@code serialise} to make bytes of them with
   *     values that are kept apart, {@code wire} to send and read as many that nobody had to make
   */
  Map<String, Double> once();

  /** What may be taken apart. */
  interface Source {
    /** Readies it; empty when the server cannot tell. */
    default Optional<TakenApart> takenApart() {
      return Optional.empty();
    }
  }
}
