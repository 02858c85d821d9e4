package org.docduel.stats.sidecar;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The latencies of a fork. They go to a file of their own, not into the sidecar.
 *
 * @param log lines of an HdrHistogram log, tagged
 */
public record LatencyFact(String log) implements Fact {
  /** The kind of this fact. */
  public static final String KIND = "latencies";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Fact.KIND, KIND);
    fields.put("log", log);
    return fields;
  }
}
