package org.docduel.read.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;

/**
 * What the gate found, left for the forks: for each query that a store may be timed with, how many
 * rows its answer has.
 */
final class GateFile {
  /** The answer that took longer than the limit. */
  static final long OVER_LIMIT = -1;

  /** Nobody counted the rows: the fork runs without a launcher. */
  static final long UNKNOWN = -2;

  private static final String SEPARATOR = " ";

  private GateFile() {}

  static Optional<Path> of(SuiteParameters chosen, String store) {
    return RunDirectory.ofFork(Settings.ofProcess())
        .map(run -> run.path().resolve(name(chosen, store)));
  }

  /** Other questions, or another limit, pass by a file of their own. */
  private static String name(SuiteParameters chosen, String store) {
    int asked = Objects.hash(chosen.queries(), chosen.limitSeconds());
    return chosen.space() + "-" + Integer.toHexString(asked) + "-" + store + ".gate";
  }

  static void write(Path file, Map<String, Long> rows) {
    List<String> lines =
        rows.entrySet().stream().map(one -> one.getKey() + SEPARATOR + one.getValue()).toList();
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  static Map<String, Long> read(Path file) {
    Map<String, Long> rows = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(SEPARATOR, -1);
        rows.put(parts[0], Long.valueOf(parts[1]));
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
