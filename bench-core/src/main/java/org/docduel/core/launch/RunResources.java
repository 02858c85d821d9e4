package org.docduel.core.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.server.HeldLock;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.Fact;

/**
 * What a run holds until it ends: its files, its servers, the log, the directory of its forks.
 * Whatever ends it, a failure or Ctrl-C, the results so far and the sidecar are on disk and the
 * servers are stopped.
 */
final class RunResources implements AutoCloseable {
  private final RunFiles files;
  private final RunRecord record;
  private final RunServers servers;
  private final PrintWriter out;
  private final PrintStream log;
  private final HeldLock lock;
  private final RunDirectory directory;
  private final FactInbox inbox;
  private final Thread interruption = new Thread(this::interrupt, "docduel-interrupted");
  private Optional<String> unwritten = Optional.empty();
  private boolean ended;

  /**
   * Takes hold of all but the servers.
   *
   * @param secrets what the log must not show
   */
  RunResources(
      RunFiles files, RunRecord record, RunServers servers, Secrets secrets, PrintWriter out) {
    this.files = files;
    this.record = record;
    this.servers = servers;
    this.out = out;
    this.lock = files.lock();
    this.log = open(files.paths().log(), secrets);
    this.directory = RunDirectory.create(); // last: what fails above leaves none behind
    this.inbox = new FactInbox(directory);
    System.setProperty(Settings.property(RunDirectory.SETTING), directory.path().toString());
    Runtime.getRuntime().addShutdownHook(interruption);
  }

  private static PrintStream open(Path log, Secrets secrets) {
    try {
      return new PrintStream(
          new HidingStream(Files.newOutputStream(log), secrets::hide),
          false,
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInputException(
          "JMH's output cannot be written: " + e.getMessage() + "; name another file with -o", e);
    }
  }

  /** The directory in which forks leave facts. */
  RunDirectory directory() {
    return directory;
  }

  /** Where JMH's own output goes. */
  PrintStream log() {
    return log;
  }

  /** Takes what forks have left and brings the files on disk up to date. */
  synchronized void save() {
    if (ended) {
      return; // interrupted while a fork was running: all is written, and the directory is gone
    }
    inbox.take().forEach(this::take);
    try {
      files.save("running");
    } catch (ResultFileException e) {
      if (unwritten.isEmpty()) {
        out.println("warning: " + e.getMessage() + "; the run goes on, and tries again");
      }
      unwritten = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void take(Fact fact) {
    record.take(fact);
    if (fact instanceof CheckFact check && check.outcome().equals("failed")) {
      out.println("check failed: " + check.store() + " " + check.check() + ": " + check.detail());
    }
  }

  /**
   * Ends the run: writes the files for the last time and stops the servers. Later calls do nothing.
   *
   * @param status {@code complete}, {@code failed} or {@code interrupted}
   * @return why the results are not in their place, if so
   */
  synchronized Optional<String> end(String status) {
    if (ended) {
      return Optional.empty();
    }
    ended = true;
    try {
      inbox.take().forEach(this::take);
      files.save(status);
      return Optional.empty();
    } catch (ResultFileException e) {
      String rescued =
          files
              .rescue("failed")
              .map(file -> "; the results are in " + ShownPath.of(file) + " instead")
              .orElse("");
      return Optional.of(e.getMessage() + rescued);
    } finally {
      release("the servers", servers::close);
      release("the directory of the forks", directory::close);
      release("the lock on the results", lock::close);
      log.flush();
    }
  }

  /** One that cannot be released keeps none of the others. */
  private void release(String what, Runnable close) {
    try {
      close.run();
    } catch (RuntimeException e) {
      out.println("warning: " + what + " could not be released: " + e.getMessage());
    }
  }

  private synchronized void interrupt() {
    if (ended) {
      return;
    }
    Optional<String> problem = end("interrupted");
    out.println();
    out.println(
        problem
            .map(line -> "interrupted; " + line)
            .orElse(
                files.results().isEmpty()
                    ? "interrupted before the first result"
                    : "interrupted; partial results in " + ShownPath.of(files.paths().json())));
    out.flush();
  }

  @Override
  public void close() {
    end("failed"); // does nothing when the run has come to its end
    log.close();
    try {
      Runtime.getRuntime().removeShutdownHook(interruption);
    } catch (IllegalStateException e) {
      // the JVM is going down, and the hook is what ended the run
    }
  }
}
