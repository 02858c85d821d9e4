package org.docduel.core.launch;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Where a run leaves its files. With {@code -rff out.json} everything stands beside that file;
 * without, in a new directory under {@code results}.
 *
 * @param json JMH's own JSON
 * @param sidecar everything else about the run
 * @param latencies an HdrHistogram log
 * @param log JMH's full text output; elsewhere when {@code -o} names another file
 * @param report the report's directory
 * @param asked the file that {@code -rff} named in another format than JSON, if it did
 */
public record ResultFiles(
    Path json, Path sidecar, Path latencies, Path log, Path report, Optional<Asked> asked) {
  /** How what a run or JMH has written begins: results in its formats, its log, our sidecar. */
  private static final Pattern OURS =
      Pattern.compile(
          "\\s*(\\[\\s*\\{\\s*\"jmhVersion\"|\"Benchmark\"|Benchmark\\s|\\\\begin\\{tabular|# JMH "
              + "|\\{\\s*\"version\" : \\d+,\\s*\"started\"|#\\[).*",
          Pattern.DOTALL);

  private static final int BEGINNING = 512;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * A result file in a format of JMH's other than JSON.
   *
   * @param file where
   * @param format which
   */
  public record Asked(Path file, ResultFormatType format) {}

  /**
   * Decides on the files and makes their directories.
   *
   * @param workload the workload's name
   * @param file what {@code -rff} names, if given
   * @param format what {@code -rf} names, if given
   * @param output what {@code -o} names, if given
   * @param started when the run began
   * @return the files; none of them is made yet
   * @throws BadInputException when a directory cannot be made or written
   */
  public static ResultFiles of(
      String workload,
      Optional<String> file,
      Optional<ResultFormatType> format,
      Optional<String> output,
      Instant started) {
    Optional<Path> log = output.map(name -> Path.of(name).toAbsolutePath());
    log.ifPresent(named -> makeRoom("-o", named));
    ResultFormatType type = format.orElse(ResultFormatType.JSON);
    Path named;
    if (file.isPresent()) {
      named = Path.of(file.get()).toAbsolutePath();
    } else if (format.isPresent()) {
      named = Path.of("jmh-result." + type.name().toLowerCase(Locale.ROOT)).toAbsolutePath();
    } else {
      named = unused(workload + "-" + STAMP.format(started)).resolve("jmh.json");
    }
    Path directory = makeRoom("-rff", named);
    String base = base(named.getFileName().toString());
    boolean json = type == ResultFormatType.JSON;
    ResultFiles files =
        new ResultFiles(
            json ? named : directory.resolve(base + ".json"),
            directory.resolve(base + ".sidecar.json"),
            directory.resolve(base + ".hlog"),
            log.orElse(directory.resolve(log(base))),
            directory.resolve(base + "-report"),
            json ? Optional.empty() : Optional.of(new Asked(named, type)));
    files.all().forEach(ResultFiles::requireOurs);
    return files;
  }

  private Stream<Path> all() {
    return Stream.concat(Stream.of(json, sidecar, latencies, log), asked.map(Asked::file).stream());
  }

  /**
   * Refuses to write over what the run reads.
   *
   * @param values parameters, of which some are paths
   * @throws BadInputException when one of them is a file of the results
   */
  public void requireNoneOf(Stream<String> values) {
    Set<Path> inputs =
        values
            .filter(value -> value.contains("/") || value.contains("\\"))
            .map(value -> Path.of(value).toAbsolutePath().normalize())
            .collect(Collectors.toSet());
    all()
        .filter(file -> inputs.contains(file.normalize()))
        .findFirst()
        .ifPresent(file -> {
          throw new BadInputException(
              ShownPath.of(file) + ": the run reads this file, and would write its results there");
        });
  }

  /** What is there is replaced only when it is of the same kind. */
  private static void requireOurs(Path file) {
    if (!Files.isRegularFile(file)) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
      if (!beginning.isBlank() && !OURS.matcher(beginning).matches()) {
        throw new BadInputException(
            ShownPath.of(file) + ": this file is there and holds no results; name another one");
      }
    } catch (IOException e) {
      throw new BadInputException(ShownPath.of(file) + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The directory of a file that a flag names, made if it was not there. */
  private static Path makeRoom(String flag, Path named) {
    Path directory = requireNonNullElse(named.getParent(), named);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new BadInputException(
          flag + " " + named + ": its directory cannot be made: " + e.getMessage(), e);
    }
    if (!Files.isWritable(directory)) {
      throw new BadInputException(
          flag + " " + named + ": cannot be written; name a file in a directory of your own");
    }
    boolean there = Files.exists(named, LinkOption.NOFOLLOW_LINKS);
    if (there && !Files.isRegularFile(named) && !isNowhere(flag, named)) {
      throw new BadInputException(
          flag + " " + named + ": this is no regular file; name a new file or one to be replaced");
    }
    return directory;
  }

  /** JMH's output is written as it comes, so that it may go to nowhere. */
  private static boolean isNowhere(String flag, Path named) {
    return flag.equals("-o") && named.equals(Path.of("/dev/null"));
  }

  private static Path unused(String name) {
    Path results = Path.of("results").toAbsolutePath();
    Path candidate = results.resolve(name);
    for (int i = 2; Files.exists(candidate); i++) {
      candidate = results.resolve(name + "-" + i);
    }
    return candidate;
  }

  /** Not X.log: that is what people send the output to when they call the results X.json. */
  private static String log(String base) {
    return base.equals("jmh") ? "jmh.log" : base + ".jmh.log";
  }

  private static String base(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
