package org.docduel.core.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.docduel.core.server.HeldLock;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.StoreFact;
import org.docduel.stats.verdict.Looks;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** Keeps the files of a run up to date: JMH's JSON, the sidecar, the latencies. */
public final class RunFiles {
  private final ResultFiles paths;
  private final Results results;
  private final RunRecord record;
  private final UnaryOperator<String> hide;

  /**
   * Writes nothing yet.
   *
   * @param paths where they are
   * @param results the scores
   * @param record everything else
   * @param hide takes secrets out of sentences; names, parameters and numbers stay as they are
   */
  public RunFiles(
      ResultFiles paths, Results results, RunRecord record, UnaryOperator<String> hide) {
    this.paths = paths;
    this.results = results;
    this.record = record;
    this.hide = hide;
  }

  /**
   * Writes all that is known, each file whole or not at all. As long as there is no result, files
   * of an older run stay as they are.
   *
   * @param status {@code running}, {@code complete}, {@code failed} or {@code interrupted}
   * @throws ResultFileException when a file cannot be written; the files of before are untouched
   */
  public synchronized void save(String status) {
    if (results.isEmpty() && Files.exists(paths.json())) {
      return;
    }
    if (!results.isEmpty()) {
      SafeFile.write(paths.json(), bytes(ResultFormatType.JSON));
      paths.asked().ifPresent(asked -> SafeFile.write(asked.file(), bytes(asked.format())));
    }
    record.latencies().write(paths.latencies());
    SafeFile.write(paths.sidecar(), sidecar(status));
  }

  private byte[] sidecar(String status) {
    return record.sidecar(status, hide).json().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Keeps other runs from writing the same files.
   *
   * @return a lock, to be held as long as this run writes
   * @throws org.docduel.core.config.BadInputException when another run holds it
   */
  public HeldLock lock() {
    return ResultLock.take(paths.json());
  }

  /**
   * Writes scores and sidecar to a directory of its own, for when their own place is no good.
   *
   * @param status as for {@link #save}
   * @return the JSON there, or empty when there is no result or this fails too
   */
  public synchronized Optional<Path> rescue(String status) {
    if (results.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path directory = Files.createTempDirectory("docduel-results-");
      Path json = directory.resolve(paths.json().getFileName());
      SafeFile.write(json, bytes(ResultFormatType.JSON));
      SafeFile.write(directory.resolve(paths.sidecar().getFileName()), sidecar(status));
      return Optional.of(json);
    } catch (IOException | ResultFileException e) {
      return Optional.empty(); // the failure that led here is the one to be told
    }
  }

  /** As it is: a password may be a word of a name, and arguments that hold one never come here. */
  private byte[] bytes(ResultFormatType format) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, out).writeOut(results.merged());
    }
    return bytes.toByteArray();
  }

  /**
   * Where the files are.
   *
   * @return the paths
   */
  public ResultFiles paths() {
    return paths;
  }

  /**
   * What was measured.
   *
   * @return the results so far, in the plan's order
   */
  public List<RunResult> results() {
    return results.merged();
  }

  /**
   * The servers, a line each.
   *
   * @return what they were, with the settings behind their promise
   */
  public List<String> serverLines() {
    return record.serverLines();
  }

  /**
   * What the stores said of each combination.
   *
   * @return in the order in which they were measured
   */
  public List<StoreFact> stores() {
    return record.stores();
  }

  /**
   * What a reader has to know.
   *
   * @return a line each
   */
  public List<String> findings() {
    return record.findings();
  }

  /**
   * How the forks were planned.
   *
   * @return the looks at the verdicts; empty for a fixed number of forks
   */
  public Optional<Looks> looks() {
    return record.looks();
  }

  /**
   * The checks that failed.
   *
   * @return in the order in which they came
   */
  public List<CheckFact> failedChecks() {
    return record.failedChecks();
  }

  /**
   * The latencies of all forks.
   *
   * @return lines of an HdrHistogram log, or the empty string
   */
  public String latencyLog() {
    return record.latencies().toString();
  }

  /**
   * The file of latencies.
   *
   * @return its path, or empty when no fork left any
   */
  public Optional<Path> latencies() {
    return record.latencies().isEmpty() ? Optional.empty() : Optional.of(paths.latencies());
  }
}
