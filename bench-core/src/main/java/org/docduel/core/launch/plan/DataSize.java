package org.docduel.core.launch.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.sidecar.ServerMemory;

/** Numbers of documents that are given as sizes: so many times the memory of each server. */
public final class DataSize {
  /** The parameter that takes them. */
  static final String DOCUMENTS = "documents";

  private static final Pattern RATIO = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3})?)x");
  private static final String SAMPLE = "1000";

  /** A file's documents may be a little smaller or larger than the first ones. */
  private static final double ENOUGH = 0.9;

  private static final int DISK_TIMES = 3;
  private static final long DISK_SPARE_BYTES = 4L << 30;

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

  /**
   * Refuses data for which a disk has no room: they are loaded, indexed and logged.
   *
   * @param dataBytes as JSON
   * @throws BadInputException when less than three times as much and 4 GB is free
   */
  public static void requireRoom(Path directory, double dataBytes) {
    double needed = DISK_TIMES * dataBytes + DISK_SPARE_BYTES;
    try {
      long free = Files.getFileStore(directory).getUsableSpace();
      BadInputException.require(
          free >= needed,
          "%s: %s of documents need %s of free disk, and there are %s; take fewer documents, or set"
              + " DOCDUEL_SERVER_DIRECTORY to another disk",
          directory,
          megabytes(dataBytes),
          megabytes(needed),
          megabytes((double) free));
    } catch (IOException e) {
      throw BadInputException.of(
          "%s: its free space cannot be read: %s", directory, BadInputException.reason(e));
    }
  }

  private static String megabytes(double bytes) {
    return ServerMemory.size((long) bytes >> 20 << 20);
  }
}
