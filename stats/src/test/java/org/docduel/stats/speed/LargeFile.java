package org.docduel.stats.speed;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.ResultReader;

/**
 * Writes a large JMH JSON file of raw histograms, reads it and says how long that took. Run it with
 * the heap to be proved:
 *
 * <pre>{@code mvn -q -Plarge-file -pl stats process-test-classes}</pre>
 */
public final class LargeFile {
  private LargeFile() {}

  /**
   * Writes and reads the file.
   *
   * @param args the size in megabytes
   */
  public static void main(String[] args) throws IOException {
    long bytes = Long.parseLong(args[0]) * 1_000_000;
    PrintStream out = System.out;
    Path file = Files.createTempFile("large", ".json");
    try {
      write(file, bytes);
      long start = System.nanoTime();
      List<JmhResult> results = ResultReader.read(file);
      double seconds = (System.nanoTime() - start) / 1e9;
      long buckets =
          results.stream()
              .flatMap(result -> result.primary().rawHistograms().stream())
              .flatMap(List::stream)
              .mapToLong(histogram -> histogram.size())
              .sum();
      out.printf(
          "%,d bytes, %,d results, %,d buckets: read in %.2f s with a heap of at most %,d MB%n",
          Files.size(file),
          results.size(),
          buckets,
          seconds,
          Runtime.getRuntime().maxMemory() / 1_000_000);
    } finally {
      Files.delete(file);
    }
  }

  private static void write(Path file, long bytes) throws IOException {
    UniformRandomProvider random = new XoRoShiRo128PlusPlus(1, 2);
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write("[");
      long written = 0;
      for (int result = 0; written < bytes; result++) {
        String text = result(result, random);
        writer.write(result == 0 ? text : ",\n" + text);
        written += text.length();
      }
      writer.write("]\n");
    }
  }

  /** About a megabyte: 5 forks of 5 iterations of 2,500 buckets. */
  private static String result(int index, UniformRandomProvider random) {
    StringBuilder text = new StringBuilder(1_200_000);
    text.append("{\"benchmark\":\"org.x.B.run\",\"mode\":\"sample\",\"params\":{\"i\":\"");
    text.append(index).append("\"},\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",");
    text.append("\"rawDataHistogram\":[");
    for (int fork = 0; fork < 5; fork++) {
      text.append(fork == 0 ? "[" : ",[");
      for (int iteration = 0; iteration < 5; iteration++) {
        text.append(iteration == 0 ? "[" : ",[");
        histogram(text, random);
        text.append(']');
      }
      text.append(']');
    }
    return text.append("]},\"secondaryMetrics\":{}}").toString();
  }

  private static void histogram(StringBuilder text, UniformRandomProvider random) {
    long value = 10_000;
    for (int bucket = 0; bucket < 2500; bucket++) {
      value += random.nextInt(64) + 1;
      text.append(bucket == 0 ? "[" : ",[").append(value / 1000).append('.');
      text.append(value % 1000 + 1000).deleteCharAt(text.length() - 4);
      text.append(", ").append(random.nextInt(900) + 1).append(']');
    }
  }
}
