package org.docduel.core.work;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Lines of an HdrHistogram log, format 1.3, one for each window: tag, start in seconds since 1970,
 * length in seconds, the longest duration in milliseconds, and the whole histogram of nanoseconds.
 * HdrHistogram's own tools read it; lines of several logs may be put together in one file, and
 * histograms added.
 */
public final class LatencyLog {
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final HistogramLogWriter writer = new HistogramLogWriter(lines);

  /**
   * What a file of such lines begins with.
   *
   * @return two lines
   */
  public static String header() {
    LatencyLog log = new LatencyLog();
    log.writer.outputLogFormatVersion();
    log.writer.outputLegend();
    return log.take();
  }

  void write(EncodableHistogram histogram) {
    writer.outputIntervalHistogram(histogram);
  }

  /**
   * Takes the lines so far; later ones come after them.
   *
   * @return whole lines, or the empty string
   */
  public String take() {
    String text = lines.toString(StandardCharsets.UTF_8);
    lines.reset();
    return text;
  }

  /**
   * Text as a tag: what a log's lines cannot hold becomes an underscore.
   *
   * @param text any
   * @return the text without commas and white space
   */
  public static String tag(String text) {
    return text.replaceAll("[,\\s]+", "_");
  }
}
