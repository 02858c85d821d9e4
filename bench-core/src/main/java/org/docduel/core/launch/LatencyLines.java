package org.docduel.core.launch;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.docduel.core.work.Latencies;

/** The latencies of all forks of a run, an HdrHistogram log beside the results. */
final class LatencyLines {
  private final StringBuilder lines = new StringBuilder();
  private boolean changed;

  void add(String more) {
    lines.append(more);
    changed = true;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The log, or the empty string when nothing was added. */
  @Override
  public String toString() {
    return isEmpty() ? "" : Latencies.header() + lines;
  }

  /**
   * Brings a file up to date; without a line none is made.
   *
   * @throws ResultFileException when it cannot be written
   */
  void write(Path file) {
    if (changed) {
      SafeFile.write(file, toString().getBytes(StandardCharsets.UTF_8));
      changed = false;
    }
  }
}
