package org.docduel.core.launch.result;

import static java.util.Objects.requireNonNullElse;
import static org.docduel.core.config.BadInputException.reason;
import static org.docduel.core.config.BadInputException.require;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.HostDirectories;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.SeriesFile;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * Where the files of a run lie, all side by side: JMH's JSON, the sidecar, the latencies, JMH's
 * output, the report. Each belongs to one run at a time.
 */
public final class ResultPaths implements AutoCloseable {
  /** How what a run or JMH has written begins: results in its formats, its log, our sidecar. */
  private static final Pattern RESULT_CONTENT =
      Pattern.compile(
          "\\s*(\\[\\s*\\{\\s*\"jmhVersion\"|\"Benchmark\"|Benchmark\\s|\\\\begin\\{tabular|# JMH "
              + "|# Detecting actual CPU count|\\{\\s*\"version\" : \\d+,\\s*\"started\"|#\\[|\\{\"turn\":).*",
          Pattern.DOTALL);

  private static final int BEGINNING = 512;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  public final Path json;
  public final Path sidecar;

  /** Latencies, an HdrHistogram log, as forks leave them. */
  final Path latencies;

  /** The iterations while the run goes on. */
  final Path series;

  /** Where JMH's own output goes. */
  public final Path log;

  /** The directory of the report. */
  final Path report;

  /** The file in another format than JSON, if {@code -rf} names one. */
  final Optional<Path> alternativeFormat;

  /** What each of them holds, in words. */
  private final Map<String, Path> roles = new LinkedHashMap<>();

  /** What {@code -rf} names, else JSON. */
  final ResultFormatType format;

  private final List<HeldLock> locks = new ArrayList<>();

  /** The directories that were made for them. */
  private final Set<Path> createdDirectories = new LinkedHashSet<>();

  /**
   * Decides on the files and makes their directories; none of the files is made yet.
   *
   * @param started when the run began
   * @throws BadInputException when a directory cannot be made or written, when one file would have
   *     two contents, or when a file is there that holds something else
   */
  public ResultPaths(
      String workload,
      Optional<String> file,
      Optional<ResultFormatType> requestedFormat,
      Optional<String> output,
      Instant started) {
    Optional<Path> namedLog = output.map(ResultPaths::absolute);
    format = requestedFormat.orElse(ResultFormatType.JSON);
    Path resultFile;
    if (file.isPresent()) {
      resultFile = absolute(file.get());
    } else if (requestedFormat.isPresent()) {
      resultFile = absolute("jmh-result." + format.name().toLowerCase(Locale.ROOT));
    } else {
      Path results = Path.of("results").toAbsolutePath();
      trackCreated(results);
      Path newDirectory = unused(results, workload + "-" + STAMP.format(started));
      createdDirectories.add(newDirectory);
      resultFile = newDirectory.resolve("jmh.json");
    }
    Path directory = requireNonNullElse(resultFile.getParent(), resultFile);
    String name = Objects.toString(resultFile.getFileName(), "");
    int dot = name.lastIndexOf('.');
    String base = dot > 0 ? name.substring(0, dot) : name;
    boolean isJson = format == ResultFormatType.JSON;
    json = isJson ? resultFile : directory.resolve(base + ".json");
    alternativeFormat = isJson ? Optional.empty() : Optional.of(resultFile);
    sidecar = directory.resolve(base + ".sidecar.json");
    latencies = directory.resolve(base + ".hlog");
    series = directory.resolve(base + SeriesFile.SUFFIX);
    // not X.log: that is what people send the output to when they call the results X.json
    log = namedLog.orElse(directory.resolve(base.equals("jmh") ? "jmh.log" : base + ".jmh.log"));
    report = directory.resolve(base + "-report");
    roles.put("JMH's JSON", json);
    alternativeFormat.ifPresent(
        path -> roles.put("the " + format.name().toLowerCase(Locale.ROOT), path));
    roles.put("the sidecar", sidecar);
    roles.put("the latencies", latencies);
    roles.put("the iterations", series);
    roles.put("JMH's output", log);
    try {
      requireUsable();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void requireUsable() {
    Map<Path, String> roleByPath = new LinkedHashMap<>();
    roles.forEach((role, path) -> {
      String first = roleByPath.putIfAbsent(real(path), role);
      if (first != null) {
        throw BadInputException.of(
            "%s: %s and %s would be one file; name another one", displayPath(path), first, role);
      }
      if (!path.equals(log) || !isDevice(log)) {
        requireOurs(path);
      }
    });
    Path longest = AtomicFile.half(sidecar);
    require( // else results would be lost after all forks
        Files.notExists(longest) || Files.exists(longest), // one that a kill has left is replaced
        "%s: this name is too long; name a file with a shorter one",
        displayPath(sidecar));
    require( // the others are replaced as wholes; this one is written as it comes
        Files.notExists(log) || Files.isWritable(log),
        "%s: JMH's output cannot be written there; name another file with -o",
        displayPath(log));
  }

  /**
   * Without steps back, which would lead through directories that need not be there. One behind a
   * link leads to the parent of what it links to, as everywhere in the system.
   */
  private static Path absolute(String name) {
    Path path = Path.of(name).toAbsolutePath();
    Path directory = requireNonNullElse(path.getParent(), path);
    boolean stepsBack = name.contains("..");
    return (stepsBack ? real(directory).resolve(path.getFileName()) : path).normalize();
  }

  /**
   * Refuses to write over what the run reads.
   *
   * @throws BadInputException when one of them is a file of the results
   */
  public void requireNoneOf(Stream<String> values) {
    Set<Path> inputs =
        values
            .filter(value -> value.contains("/") || value.contains("\\"))
            .map(value -> real(Path.of(value)))
            .collect(Collectors.toSet());
    for (Path file : roles.values()) {
      if (inputs.contains(real(file))) {
        throw new BadInputException(
            displayPath(file) + ": the run reads this file, and would write its results there");
      }
    }
  }

  private void trackCreated(Path directory) {
    Path missing = directory;
    while (missing != null && Files.notExists(missing)) {
      createdDirectories.add(missing);
      missing = missing.getParent();
    }
  }

  /** Makes a file's directory; what is there is replaced only when it is of the same kind. */
  private void requireOurs(Path file) {
    Path directory = requireNonNullElse(file.getParent(), file);
    try {
      trackCreated(directory);
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new BadInputException(
          displayPath(file) + ": its directory cannot be made: " + reason(e), e);
    }
    require(
        Files.isRegularFile(file) || !Files.exists(file, LinkOption.NOFOLLOW_LINKS),
        "%s: this is not a regular file; name a new file or one to be replaced",
        displayPath(file));
    require(
        Files.isWritable(directory),
        "%s: cannot be written; name a file in a directory of your own",
        displayPath(file));
    try (InputStream in = Files.newInputStream(file)) {
      String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
      require(
          beginning.isBlank() || RESULT_CONTENT.matcher(beginning).matches(),
          "%s: this file is there and holds no results; name another one",
          displayPath(file));
    } catch (NoSuchFileException e) {
      // a new one
    } catch (IOException e) {
      throw new BadInputException(displayPath(file) + ": cannot be read: " + reason(e), e);
    }
  }

  /**
   * Whether a path leads to a device or a pipe, such as {@code /dev/null}. JMH's output is written
   * as it comes and may go there, from several runs at once.
   */
  private static boolean isDevice(Path path) {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isOther();
    } catch (IOException notThere) {
      return false;
    }
  }

  /** Made here, so that no other run of this moment takes it too. */
  static Path unused(Path results, String name) {
    Path candidate = results.resolve(name);
    for (int i = 2; !candidate.toFile().mkdirs() && Files.exists(candidate); i++) {
      candidate = candidate.resolveSibling(name + "-" + i);
    }
    return candidate;
  }

  /** However a path is spelled, and through whatever links: one file is one. */
  private static Path real(Path path) {
    try {
      return Files.exists(path) ? path.toRealPath() : path.toFile().getCanonicalFile().toPath();
    } catch (IOException unreadable) {
      return path.toAbsolutePath().normalize();
    }
  }

  /**
   * Keeps other runs from writing the same files.
   *
   * @throws BadInputException when another run writes one of them
   */
  public void lock() {
    for (Path file : roles.values()) {
      try {
        if (!isDevice(file)) {
          locks.add(
              HeldLock.take(HostDirectories.locks().resolve("results.lock"), real(file).toString())
                  .orElseThrow(() ->
                      new BadInputException(
                          displayPath(file) + ": another run writes it; name another file")));
        }
      } catch (IOException e) {
        throw noLock("the lock for " + displayPath(file), e);
      }
    }
  }

  /** Makes this run known to others of this user on this machine, which disturb it. */
  public static HeldLock registerRun() {
    try {
      return HeldLock.register(HostDirectories.locks().resolve("runs.lock"));
    } catch (IOException e) {
      throw noLock("a lock", e);
    }
  }

  /** This user has no place for a lock. */
  private static BadInputException noLock(String what, IOException failure) {
    return new BadInputException(
        what
            + " cannot be made: "
            + reason(failure)
            + "; make this user's home or temporary directory writable",
        failure);
  }

  /** Gives the locks back, and leaves no directory of its own in which nothing was written. */
  @Override
  public void close() {
    createdDirectories.stream()
        .sorted(Comparator.comparingInt(Path::getNameCount).reversed())
        .forEach(directory -> directory.toFile().delete()); // does nothing where files are
    locks.forEach(HeldLock::close);
    locks.clear();
  }

  /** A path for a message: relative to the working directory when it lies below it. */
  public static String displayPath(Path path) {
    Path here = Path.of("").toAbsolutePath();
    boolean below = path.startsWith(here) && !path.equals(here);
    return Printable.of((below ? here.relativize(path) : path).toString());
  }
}
