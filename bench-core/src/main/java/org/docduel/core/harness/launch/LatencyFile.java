package org.docduel.core.harness.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.docduel.core.harness.record.LatencyLog;

/** The latencies of all forks of a run, an HdrHistogram log beside the results. */
final class LatencyFile {
  private final Path file;
  private boolean begun;

  /**
   * For a run; an older file of the name is replaced when there is something to write.
   *
   * @param files the run's files
   */
  LatencyFile(ResultFiles files) {
    String json = String.valueOf(files.json().getFileName());
    int dot = json.lastIndexOf('.');
    this.file = files.json().resolveSibling((dot > 0 ? json.substring(0, dot) : json) + ".hlog");
  }

  /** Appends a fork's lines. */
  void append(String lines) {
    try {
      if (!begun) {
        Files.writeString(file, LatencyLog.header());
        begun = true;
      }
      Files.writeString(file, lines, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** The file, if there is one. */
  Optional<Path> path() {
    return begun ? Optional.of(file) : Optional.empty();
  }
}
