package org.docduel.core.fork;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.MemoryUsage;
import org.docduel.core.spi.StoreProvider;

/**
 * Watches a server whose memory is limited: what it uses and reads from its device in each
 * iteration, when its cache is as full as it will be, and whether the limit bites at all. Pages of
 * files belong to whoever touched them first: a limit that files are outside of does nothing.
 */
public final class MemoryWatch {
  /** A group at its limit uses so much of it; the kernel keeps some free. */
  private static final double FULL = 0.9;

  /** Of the reads that the access predicts, so much has to be seen. */
  private static final double MIN_PREDICTED = 0.5;

  /** Reads an operation that are none. */
  private static final double NO_READS = 0.01;

  private static final int AGREEING_WINDOWS = 3;
  private static final double MAX_CHANGE = 0.05;
  private static final int MAX_LIMITS_READ = 3;
  private static final long WINDOW_NANOS = 2_000_000_000L;
  private static final double FITS_WITH_ROOM = 1.5;
  private static final double MANY_TIMES = 2;

  private final MemoryUsage.Location location;
  private final MemoryUsage opened;
  private MemoryUsage begun;

  // of measured iterations
  private long operations;
  private long reads;
  private long refaults;
  private double used;

  // of the warm-up
  private final List<Double> windows = new ArrayList<>();
  private Optional<MemoryUsage> window = Optional.empty();
  private long readBytesBefore;
  private long windowNanos;
  private long windowOperations;

  MemoryWatch(MemoryUsage.Location location) {
    this.location = location;
    opened = location.read();
    begun = opened;
  }

  /**
   * That of a store's server; empty when its memory is not limited.
   *
   * @throws IllegalStateException when it is, and its usage cannot be seen from here
   */
  public static Optional<MemoryWatch> ofFork(StoreProvider provider) {
    return RunDirectory.ofFork(Settings.ofProcess())
        .flatMap(run -> provider.server().flatMap(run::memory))
        .map(MemoryWatch::new);
  }

  /** Marks the beginning of an iteration. */
  public void start() {
    begun = location.read();
  }

  /**
   * Marks the end of an iteration and puts its metrics.
   *
   * @param done operations in it; 0 when nobody counts them
   * @param measured whether it is none of the warm-up's
   */
  public void end(long done, boolean measured) {
    MemoryUsage now = location.read();
    double read = now.reads() - begun.reads();
    if (done > 0) {
      IterationMetrics.put("disk.reads_per_op", read / done, "reads/op");
      double readBytes = now.readBytes() - begun.readBytes();
      IterationMetrics.put("disk.read_bytes_per_op", readBytes / done, "B/op");
      double written = now.writtenBytes() - begun.writtenBytes();
      IterationMetrics.put("disk.written_bytes_per_op", written / done, "B/op");
    }
    double deviceReads = now.deviceReads() - begun.deviceReads();
    double millis = now.deviceReadMillis() - begun.deviceReadMillis();
    IterationMetrics.put("disk.read_ms", deviceReads > 0 ? millis / deviceReads : 0, "ms");
    IterationMetrics.put("cache.anon", (double) now.anonBytes(), "B");
    IterationMetrics.put("cache.file", (double) now.fileBytes(), "B");
    IterationMetrics.put("cache.refaults", (double) (now.refaults() - begun.refaults()), "pages");
    IterationMetrics.put("oom_kills", (double) (now.oomKills() - begun.oomKills()), "processes");
    if (measured) {
      operations += done;
      reads += (long) read;
      refaults += now.refaults() - begun.refaults();
      used = (double) now.usedBytes() / location.limit().bytes();
    }
  }

  /**
   * Whether the server's cache is as full as it will be: three times the limit was read, or it is
   * full, or nothing is read, and three windows of two seconds agree on the reads an operation.
   *
   * @param done operations since the last call
   */
  public boolean isWarm(long done) {
    MemoryUsage now = location.read();
    long nanos = System.nanoTime();
    if (window.isEmpty()) {
      window = Optional.of(now);
      readBytesBefore = now.readBytes();
      windowNanos = nanos;
      return false;
    }
    windowOperations += done;
    if (nanos - windowNanos >= WINDOW_NANOS && windowOperations > 0) {
      windows.add((double) (now.reads() - window.get().reads()) / windowOperations);
      window = Optional.of(now);
      windowNanos = nanos;
      windowOperations = 0;
    }
    long limit = location.limit().bytes();
    return now.readBytes() - readBytesBefore >= MAX_LIMITS_READ * limit
        || (agree() && (now.usedBytes() >= FULL * limit || lastWindow() <= NO_READS));
  }

  private double lastWindow() {
    return windows.get(windows.size() - 1);
  }

  private boolean agree() {
    int count = windows.size();
    if (count < AGREEING_WINDOWS) {
      return false;
    }
    List<Double> latest = windows.subList(count - AGREEING_WINDOWS, count);
    double max = latest.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    double min = latest.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    return max - min <= Math.max(NO_READS, MAX_CHANGE * max);
  }

  /**
   * What is known of a limit after the last iteration.
   *
   * @param fault why the fork has no score; empty when it has
   */
  public record Proof(Optional<String> fault, String detail) {}

  /**
   * Whether the limit was kept and did something.
   *
   * @param documentBytes of the documents' JSON
   * @param storedBytes of the collection with its indexes; 0 when the server does not tell
   * @param uniform how much of the operations go to a document that each is as likely as another, 0
   *     to 1
   */
  public Proof prove(double documentBytes, double storedBytes, double uniform) {
    MemoryLimit limit = location.limit();
    double stored = storedBytes / limit.bytes();
    double readsPerOperation = (double) reads / Math.max(1, operations);
    double predicted = uniform * Math.max(0, 1 - 1 / stored);
    String seen =
        text(
            "%.2f reads an operation (of %s), %.0f %% of %s used, %d refaults; stored %.1f times"
                + " the limit, for which uniform keys predict %.2f reads",
            readsPerOperation,
            location.readers(),
            100 * used,
            limit.label(),
            refaults,
            stored,
            predicted);
    if (location.read().oomKills() > opened.oomKills()) {
      return new Proof(Optional.of(killed(limit)), seen);
    }
    double asked = documentBytes / limit.bytes();
    String size =
        text("documents of %.1f times the memory limit are stored in %.1f times", asked, stored);
    if (asked >= MANY_TIMES && stored < FITS_WITH_ROOM) {
      ForkFacts.finding("fits after compression: " + size);
    } else if (asked < 1 && stored > 1) {
      ForkFacts.finding("does not fit as stored: " + size);
    }
    boolean bites = used >= FULL && refaults > 0 && readsPerOperation >= MIN_PREDICTED * predicted;
    return stored <= 1 || bites
        ? new Proof(Optional.empty(), seen)
        : new Proof(
            Optional.of(
                text(
                    "the limit of %s does not bite: %.2f reads an operation",
                    limit.label(), readsPerOperation)),
            seen);
  }

  /** What is said of a server that the kernel has killed, or a part of it. */
  public static String killed(MemoryLimit limit) {
    return "killed at the memory limit of " + limit.label();
  }

  @SuppressWarnings("AnnotateFormatMethod") // as in BadInputException
  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
