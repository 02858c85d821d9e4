package org.docduel.core.launch;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.jmh.IterationTime;
import org.docduel.stats.jmh.OpenLoopRun;

/**
 * What came of one rate.
 *
 * @param asked updates due per second; 0 for a closed loop
 * @param achieved acknowledged updates per second
 * @param p50 the median response time, in milliseconds, a mean over iterations
 * @param p99 the 99th percentile of response times, in milliseconds, a mean over iterations
 * @param seconds that were measured; 0 when the file does not say
 */
record RateTrial(int asked, double achieved, double p50, double p99, double seconds) {
  private static final double MILLIS = 1000;

  /**
   * Whether the rate is sustained, as {@link OpenLoopRun} defines it.
   *
   * @param boundMillis the highest 99th percentile of response times
   * @return whether what was asked was done within the bound
   */
  boolean sustained(double boundMillis) {
    return new OpenLoopRun(asked, achieved, seconds, OptionalDouble.of(p99 / MILLIS))
        .sustained(boundMillis / MILLIS);
  }

  /**
   * Reads a run of one combination.
   *
   * @param asked the rate
   * @param json JMH's result file
   * @throws BadInputException when the file holds something else
   */
  static RateTrial read(int asked, Path json) throws IOException {
    List<Object> results = JSON.std.listFrom(Files.readString(json));
    if (results.size() != 1 || !(results.get(0) instanceof Map<?, ?> result)) {
      throw new BadInputException(
          json
              + ": "
              + results.size()
              + " results; a search is for one combination: give one store and one value of each"
              + " parameter");
    }
    return new RateTrial(
        asked,
        score(result, "throughput", json),
        score(result, "response.p50", json),
        score(result, "response.p99", json),
        seconds(result));
  }

  private static double seconds(Map<?, ?> result) {
    double iteration = IterationTime.seconds(String.valueOf(result.get("measurementTime")));
    return result.get("primaryMetric") instanceof Map<?, ?> metric
            && metric.get("rawData") instanceof List<?> forks
        ? iteration
            * forks.stream().mapToInt(fork -> fork instanceof List<?> all ? all.size() : 0).sum()
        : 0;
  }

  private static double score(Map<?, ?> result, String metric, Path json) {
    if (result.get("secondaryMetrics") instanceof Map<?, ?> metrics
        && metrics.get(metric) instanceof Map<?, ?> found
        && found.get("score") instanceof Number number) {
      return number.doubleValue();
    }
    throw new BadInputException(json + ": no metric " + metric + "; a search needs updates");
  }
}
