package org.docduel.core.work;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Durations that many threads record, at a few nanoseconds each, without a lock and without
 * allocating, and what they come to in one window of time after the other. HdrHistograms with three
 * significant digits: exact to 0.1 % from 16 microseconds on, and to 16 nanoseconds below, up to an
 * hour (longer ones count as an hour).
 *
 * <p>There are a few recorders for each processor, however many threads there are. One for each
 * thread would be 230 KB to look through at the end of a window for every thread, and cold whenever
 * a thread that waits most of the time records something.
 */
public final class Latencies {
  /** Longer durations count as this one, in nanoseconds. */
  public static final long LONGEST_NANOS = 3_600_000_000_000L;

  private static final long FINEST_NANOS = 16;
  private static final int DIGITS = 3;

  /** So many that threads which record at the same moment rarely meet in one. */
  private static final int PER_PROCESSOR = 4;

  private final List<Recorder> recorders;
  private final Histogram window = total();

  /** The nanoseconds of all windows that were kept. */
  final Histogram fork = total();

  /** Where a few threads record. */
  public static final class Recorder {
    private final AtomicHistogram histogram =
        new AtomicHistogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);

    private Recorder() {}

    /** Records nanoseconds; a negative number, of a clock that went back, counts as 0. */
    public void record(long nanos) {
      histogram.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
    }
  }

  /** Of so many threads, at least 1. */
  public Latencies(int threads) {
    int count = Math.min(threads, PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
    recorders = IntStream.range(0, count).mapToObj(i -> new Recorder()).toList();
  }

  /** An empty histogram that windows can be added to. */
  public static Histogram total() {
    return new Histogram(FINEST_NANOS, LONGEST_NANOS, DIGITS);
  }

  /** Where a thread records, by its number from 0: always the same. */
  public Recorder of(int thread) {
    return recorders.get(thread % recorders.size());
  }

  /** Makes a window of what was recorded since the last one; while no thread records. */
  public void take() {
    window.reset();
    for (Recorder recorder : recorders) {
      window.add(recorder.histogram);
      recorder.histogram.reset();
    }
  }

  /** The nanoseconds of the window, until the next one is taken. */
  public Histogram window() {
    return window;
  }

  /**
   * The window as a line of an HdrHistogram log, format 1.3: tag, start in seconds since 1970,
   * length in seconds, the longest duration in milliseconds, and the whole histogram of
   * nanoseconds.
   *
   * @param startMillis when the window began, in milliseconds since 1970
   * @param endMillis when it ended
   */
  public String line(String tag, long startMillis, long endMillis) {
    window.setStartTimeStamp(startMillis);
    window.setEndTimeStamp(endMillis);
    window.setTag(inTag(tag));
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new HistogramLogWriter(line).outputIntervalHistogram(window);
    return line.toString(StandardCharsets.UTF_8);
  }

  /** A text as a tag has it: no comma, no space. */
  public static String inTag(String text) {
    return text.replaceAll("[,\\s]+", "_");
  }

  public static String header() {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(lines);
    writer.outputLogFormatVersion();
    writer.outputLegend();
    return lines.toString(StandardCharsets.UTF_8);
  }
}
