package org.docduel.core.launch.plan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;

/** Numbers of documents that are given as sizes: so many times the memory of each server. */
final class DataSize {
  /** The parameter that takes them. */
  static final String DOCUMENTS = "documents";

  private static final Pattern RATIO = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3})?)x");
  private static final String SAMPLE = "1000";

  /** A file's documents may be a little smaller or larger than the first ones. */
  private static final double ENOUGH = 0.9;

  private DataSize() {}

  /** Whether a value is one. */
  static boolean isRatio(String name, String value) {
    return name.equals(DOCUMENTS) && RATIO.matcher(value).matches();
  }

  /**
   * A combination with the number of documents in place of a ratio.
   *
   * @throws BadInputException when there is no limit to which it could be one, or the benchmark has
   *     none of such documents, or a file not enough
   */
  static Combination resolve(
      Experiment experiment, Combination combination, Optional<MemoryLimit> memory) {
    Matcher ratio = RATIO.matcher(combination.value(DOCUMENTS));
    if (!ratio.matches()) {
      return combination;
    }
    String typed = "-p " + DOCUMENTS + "=" + ratio.group();
    BadInputException.require(
        memory.isPresent(),
        "%s is a ratio to the memory of each server: give --memory SIZE",
        typed);
    Combination sample = combination.with(DOCUMENTS, SAMPLE);
    double sampleBytes =
        experiment
            .dataBytes(sample)
            .orElseThrow(() ->
                BadInputException.of(
                    "%s: %s takes a number of documents", typed, combination.shortName()));
    double wanted = Double.parseDouble(ratio.group(1)) * memory.get().bytes();
    long count = Math.round(wanted / (sampleBytes / Integer.parseInt(SAMPLE)));
    Combination sized = combination.with(DOCUMENTS, String.valueOf(count));
    BadInputException.require(
        count > 0 && experiment.dataBytes(sized).orElse(0) >= ENOUGH * wanted,
        "%s of %s is %d documents, and the file has fewer",
        typed,
        memory.get().label(),
        count);
    return sized;
  }
}
