package org.docduel.core.launch.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.work.Latencies;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** What a run writes, whole at any time: its results so far, their sidecar and latencies. */
public final class RunFiles {
  public final ResultPaths paths;

  /** Latencies, an HdrHistogram log, as forks leave them. */
  final AppendedFile latencies;

  /** The iterations while the run goes on. */
  final AppendedFile series;

  public RunFiles(ResultPaths paths) {
    this.paths = paths;
    latencies = new AppendedFile(paths.latencies);
    series = new AppendedFile(paths.series);
  }

  /**
   * Writes all that is known, each file whole or not at all. As long as there is no result, files
   * of an older run stay as they are.
   *
   * @throws ResultWriteException when a file cannot be written
   */
  public synchronized void save(RunRecord record, String status) {
    if (record.results.isEmpty() && Files.exists(paths.json)) {
      return;
    }
    if (!record.results.isEmpty()) {
      AtomicFile.write(paths.json, formatted(record, ResultFormatType.JSON));
      paths.alternativeFormat.ifPresent(
          file -> AtomicFile.write(file, formatted(record, paths.format)));
    }
    saveLatencies(record);
    AtomicFile.write(paths.sidecar, record.sidecar(status).json().getBytes(UTF_8));
  }

  /**
   * Appends the latencies that came in since the last time.
   *
   * @throws ResultWriteException when they cannot be written
   */
  synchronized void saveLatencies(RunRecord record) {
    String lines = record.takeLatencies();
    if (!lines.isEmpty()) {
      latencies.append(latencies.isEmpty() ? Latencies.header() + lines : lines);
    }
  }

  /**
   * Goes on with the latencies of an earlier run, without those of a fork that did not end.
   *
   * @throws ResultWriteException when they cannot be read
   */
  public void resume(EarlierRun earlier) {
    if (Files.exists(latencies.path)) {
      try {
        latencies.append(earlier.endedLatencies(Files.readString(latencies.path), series.path));
      } catch (IOException e) {
        throw new ResultWriteException(latencies.path, e);
      }
    }
  }

  /**
   * All latencies of the run, an HdrHistogram log; empty without any.
   *
   * @throws ResultWriteException when they cannot be read back
   */
  String latencies() {
    try {
      return latencies.isEmpty() ? "" : Files.readString(latencies.path);
    } catch (IOException e) {
      throw new ResultWriteException(latencies.path, e);
    }
  }

  /**
   * Writes scores and sidecar to a directory of its own, for when their own place is no good.
   *
   * @return the JSON there, or empty when there is nothing to save or no place
   */
  public synchronized Optional<Path> rescue(RunRecord record) {
    if (record.results.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path directory = Files.createTempDirectory(Settings.temporaryDirectory(), "docduel-results-");
      Path saved = directory.resolve(paths.json.getFileName());
      AtomicFile.write(saved, formatted(record, ResultFormatType.JSON));
      AtomicFile.write(
          directory.resolve(paths.sidecar.getFileName()),
          record.sidecar("failed").json().getBytes(UTF_8));
      return Optional.of(saved);
    } catch (IOException | ResultWriteException | BadInputException e) {
      return Optional.empty(); // the failure that led here is the one to be told
    }
  }

  /** As it is: arguments that hold a secret never come here. */
  private static byte[] formatted(RunRecord record, ResultFormatType format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, UTF_8)) {
      ResultFormatFactory.getInstance(format, out).writeOut(record.results.inOrder());
    }
    return bytes.toByteArray();
  }
}
