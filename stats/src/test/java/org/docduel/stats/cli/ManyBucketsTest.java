package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sampled times need the memory of their numbers, in a JVM of its own. */
class ManyBucketsTest {
  private static final int ITERATIONS = 20;
  private static final int BUCKETS = 50_000;

  @Test
  void millionBucketsNeedThreeTimesTheirSizeInMemory(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("many.json");
    write(file);
    Path out = directory.resolve("out.txt");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "summary",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();

    assertThat(process.waitFor()).as(Files.readString(out)).isZero();
    assertThat(Files.readString(out)).contains("25.00 ms", "50.00 ms");
  }

  private static void write(Path file) throws IOException {
    try (Writer json = Files.newBufferedWriter(file)) {
      json.write("[{\"benchmark\":\"a.B.c\",\"mode\":\"sample\",\"threads\":1,\"params\":{},");
      json.write("\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"us/op\",\"rawDataHistogram\":[[");
      for (int i = 0; i < ITERATIONS; i++) {
        json.write(i == 0 ? "[" : ",[");
        for (int k = 1; k <= BUCKETS; k++) {
          json.write((k == 1 ? "[" : ",[") + k + "." + (10 + i) + ",1]"); // no two alike
        }
        json.write("]");
      }
      json.write("]]},\"secondaryMetrics\":{}}]");
    }
  }
}
