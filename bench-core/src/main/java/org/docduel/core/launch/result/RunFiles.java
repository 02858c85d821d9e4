package org.docduel.core.launch.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;
import static org.docduel.core.config.BadInputException.reason;
import static org.docduel.core.config.BadInputException.require;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.work.Latencies;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.SeriesFile;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * The files of a run: JMH's JSON, the sidecar, the latencies, JMH's output, the report, all side by
 * side. Each is replaced as a transaction, and belongs to one run at a time.
 */
public final class RunFiles implements AutoCloseable {
  /** How what a run or JMH has written begins: results in its formats, its log, our sidecar. */
  private static final Pattern RESULT_CONTENT =
      Pattern.compile(
          "\\s*(\\[\\s*\\{\\s*\"jmhVersion\"|\"Benchmark\"|Benchmark\\s|\\\\begin\\{tabular|# JMH "
              + "|# Detecting actual CPU count|\\{\\s*\"version\" : \\d+,\\s*\"started\"|#\\[|\\{\"turn\":).*",
          Pattern.DOTALL);

  private static final int BEGINNING = 512;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** A file cannot be written. The message is one line that names the file and its disk. */
  public static final class ResultWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ResultWriteException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public final Path json;
  public final Path sidecar;

  /** Latencies, an HdrHistogram log, as forks leave them. */
  final AppendedFile latencies;

  /** The iterations while the run goes on. */
  final AppendedFile series;

  /** Where JMH's own output goes. */
  public final Path log;

  /** The directory of the report. */
  final Path report;

  /** The file in another format than JSON, if {@code -rf} names one. */
  final Optional<Path> alternativeFormat;

  /** What each of them holds, in words. */
  private final Map<String, Path> roles = new LinkedHashMap<>();

  private final ResultFormatType format;
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
  public RunFiles(
      String workload,
      Optional<String> file,
      Optional<ResultFormatType> requestedFormat,
      Optional<String> output,
      Instant started) {
    Optional<Path> namedLog = output.map(RunFiles::absolute);
    namedLog.filter(path -> !isDevice(path)).ifPresent(this::requireOurs);
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
    requireOurs(resultFile);
    Path directory = requireNonNullElse(resultFile.getParent(), resultFile);
    String name = resultFile.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String base = dot > 0 ? name.substring(0, dot) : name;
    boolean isJson = format == ResultFormatType.JSON;
    json = isJson ? resultFile : directory.resolve(base + ".json");
    alternativeFormat = isJson ? Optional.empty() : Optional.of(resultFile);
    sidecar = directory.resolve(base + ".sidecar.json");
    latencies = new AppendedFile(directory.resolve(base + ".hlog"));
    series = new AppendedFile(directory.resolve(base + SeriesFile.SUFFIX));
    // not X.log: that is what people send the output to when they call the results X.json
    log = namedLog.orElse(directory.resolve(base.equals("jmh") ? "jmh.log" : base + ".jmh.log"));
    report = directory.resolve(base + "-report");
    roles.put("JMH's JSON", json);
    alternativeFormat.ifPresent(
        path -> roles.put("the " + format.name().toLowerCase(Locale.ROOT), path));
    roles.put("the sidecar", sidecar);
    roles.put("the latencies", latencies.path);
    roles.put("the iterations", series.path);
    roles.put("JMH's output", log);
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
    Path longest = half(sidecar);
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

  /**
   * Writes all that is known, each file whole or not at all. As long as there is no result, files
   * of an older run stay as they are.
   *
   * @throws ResultWriteException when a file cannot be written
   */
  public synchronized void save(RunRecord record, String status) {
    if (record.isEmpty() && Files.exists(json)) {
      return;
    }
    if (!record.isEmpty()) {
      write(json, formatted(record, ResultFormatType.JSON));
      alternativeFormat.ifPresent(file -> write(file, formatted(record, format)));
    }
    saveLatencies(record);
    write(sidecar, record.sidecar(status).json().getBytes(UTF_8));
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
        throw notWritten(latencies.path, e);
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
      throw notWritten(latencies.path, e);
    }
  }

  /**
   * Writes scores and sidecar to a directory of its own, for when their own place is no good.
   *
   * @return the JSON there, or empty when there is nothing to save or no place
   */
  public synchronized Optional<Path> rescue(RunRecord record) {
    if (record.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path directory = Files.createTempDirectory(Settings.temporaryDirectory(), "docduel-results-");
      Path saved = directory.resolve(json.getFileName());
      write(saved, formatted(record, ResultFormatType.JSON));
      write(
          directory.resolve(sidecar.getFileName()),
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
      ResultFormatFactory.getInstance(format, out).writeOut(record.results());
    }
    return bytes.toByteArray();
  }

  /**
   * Replaces a file as a transaction: the new content is written beside it, flushed to the disk,
   * read back and compared, and only then takes the file's name. Whatever fails before leaves the
   * file of before as it was.
   *
   * @throws ResultWriteException when it cannot be written; the old content is still there
   */
  public static void write(Path file, byte[] content) {
    Path half = half(file);
    try {
      Path target = Files.exists(file) ? file.toRealPath() : file;
      half = target.resolveSibling(half.getFileName());
      Files.write(half, content);
      flush(half, StandardOpenOption.WRITE);
      if (!Arrays.equals(Files.readAllBytes(half), content)) {
        throw new IOException("what was written does not read back the same");
      }
      Files.move(half, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      if (Host.current() != Host.WINDOWS) { // which cannot open a directory, and needs no flush
        flush(requireNonNullElse(target.getParent(), target), StandardOpenOption.READ);
      }
    } catch (IOException e) {
      try {
        Files.deleteIfExists(half);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw notWritten(file, e);
    }
  }

  static ResultWriteException notWritten(Path file, IOException e) {
    return new ResultWriteException(
        displayPath(file) + " cannot be written: " + reason(e) + disk(file), e);
  }

  private static Path half(Path file) {
    return file.resolveSibling(file.getFileName() + ".half-" + ProcessHandle.current().pid());
  }

  private static void flush(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }

  /** The disk behind a file and the room on it, as far as the system tells. */
  private static String disk(Path file) {
    try {
      FileStore disk = Files.getFileStore(requireNonNullElse(file.getParent(), file));
      return " (disk " + disk + ", " + disk.getUsableSpace() / 1024 + " KB free)";
    } catch (IOException e) {
      return " (disk unknown: " + reason(e) + ")";
    }
  }

  /** A path for a message: relative to the working directory when it lies below it. */
  public static String displayPath(Path path) {
    Path here = Path.of("").toAbsolutePath();
    boolean below = path.startsWith(here) && !path.equals(here);
    return Printable.of((below ? here.relativize(path) : path).toString());
  }
}
