package org.docduel.stats.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;

/** Writes a page with its figures and tables, all or nothing. */
final class PageFiles {

  private static final List<String> REPORT_ENTRIES = List.of(Html.PAGE, "figures", "tables");

  private PageFiles() {}

  /**
   * Checks that a report may be written into a directory, before anything is computed.
   *
   * @throws BadInputException if it is a file, or holds something that is no report
   */
  static void requireUsable(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new BadInputException(directory + ": is a file; name a directory for the report");
    }
    try (Stream<Path> entries = Files.list(directory)) {
      if (Path.of("").toRealPath().startsWith(directory.toRealPath())) {
        throw new BadInputException(
            directory + ": you are in it, and it would be replaced; name a directory of its own");
      }
      entries
          .filter(entry -> !REPORT_ENTRIES.contains(entry.getFileName().toString()))
          .sorted()
          .findFirst()
          .ifPresent(foreign -> {
            throw new BadInputException(
                "%s: holds %s, which is not part of a report; name a new directory"
                    .formatted(directory, foreign.getFileName()));
          });
    } catch (IOException e) {
      throw new BadInputException(directory + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Writes the page and everything that belongs to it.
   *
   * @throws BadInputException if it cannot be written; the directory is as it was before
   */
  static Path write(Map<String, byte[]> files, Path directory) {
    requireUsable(directory);
    try {
      Path target = directory.toFile().getCanonicalFile().toPath(); // ".." leads behind links
      Path parent = target.getParent();
      if (parent == null) {
        throw new BadInputException(directory + ": is the root; name a directory for the report");
      }
      Files.createDirectories(parent);
      long process = ProcessHandle.current().pid();
      String name = ".%s-%d-%d".formatted(target.getFileName(), process, System.nanoTime());
      Path building = parent.resolve(name);
      Semaphore written = new Semaphore(0);
      // an interruption waits for a report that was begun, and lets none begin
      Thread interrupted = new Thread(written::acquireUninterruptibly, "docduel-report");
      Runtime.getRuntime().addShutdownHook(interrupted);
      try {
        try {
          fill(files, building);
          replace(target, building, parent.resolve(name + "-old"));
        } finally {
          delete(building);
        }
      } finally {
        written.release();
        forget(interrupted);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new BadInputException(
          directory + ": the report cannot be written (" + e.getMessage() + ")", e);
    }
    return directory.resolve(Html.PAGE);
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the virtual machine is going down, and the hook has been of use
    }
  }

  private static void fill(Map<String, byte[]> files, Path building) throws IOException {
    Files.createDirectory(building);
    for (String folder : REPORT_ENTRIES.subList(1, REPORT_ENTRIES.size())) {
      Files.createDirectory(building.resolve(folder));
    }
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(building.resolve(file.getKey()), file.getValue());
    }
  }

  // A directory cannot be replaced in one step: the old one is moved aside and comes back if the
  // new one cannot take its place.
  private static void replace(Path target, Path building, Path backup) throws IOException {
    boolean earlier = Files.exists(target);
    if (earlier) {
      Files.move(target, backup);
    }
    try {
      Files.move(building, target);
    } catch (IOException e) {
      if (earlier) {
        Files.move(backup, target);
      }
      throw e;
    }
    delete(backup);
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
