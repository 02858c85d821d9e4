package org.docduel.core.spi;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.spi.Read.QueryPlan;

/**
 * Where the time of one execution goes, as far as a server tells.
 *
 * @param millis what the parts took, in milliseconds; one that is not told is missing
 * @param counts of the execution: {@code bytes} of the answer's rows on the wire, {@code rows},
 *     blocks found in the buffers ({@code hits}) and not ({@code reads}), and the like
 */
public record ServerTime(Map<Part, Double> millis, Map<String, Double> counts) {
  public ServerTime {
    millis = Map.copyOf(millis);
    counts = Map.copyOf(counts);
  }

  /** What a client waits for, in order. */
  public enum Part {
    /** Choosing how to execute it. */
    PLAN,

    /** Making the rows. */
    EXECUTE,

    /** Making bytes of them, after fetching values that are kept apart from their rows. */
    SERIALISE,

    /** Sending as many bytes that nobody had to make, and reading them as the driver does. */
    WIRE
  }

  /** A prepared query of one session, which a server can take apart. */
  public interface Source {
    /**
     * Has the server execute it a few times more, and take one execution apart.
     *
     * @return empty when the server cannot tell
     */
    default Optional<ServerTime> serverTime() {
      return Optional.empty();
    }
  }

  /** What a plan tells. */
  static ServerTime of(QueryPlan plan) {
    Map<Part, Double> millis = new EnumMap<>(Part.class);
    plan.planningMillis().ifPresent(took -> millis.put(Part.PLAN, took));
    plan.executionMillis().ifPresent(took -> millis.put(Part.EXECUTE, took));
    Map<String, Double> counts = new LinkedHashMap<>();
    plan.sharedHits().ifPresent(blocks -> counts.put("hits", (double) blocks));
    plan.sharedReads().ifPresent(blocks -> counts.put("reads", (double) blocks));
    plan.rows().ifPresent(rows -> counts.put("rows", (double) rows));
    return new ServerTime(millis, counts);
  }
}
