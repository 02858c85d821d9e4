package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.fork.MemoryWatch.Proof;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.MemoryUsage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.Result;

/** With the files of a group as the kernel's documentation of cgroup v2 has them. */
class MemoryWatchTest {
  private static final long MEBIBYTE = 1L << 20;
  private static final MemoryLimit LIMIT = new MemoryLimit(256 * MEBIBYTE);

  @TempDir private Path group;

  @BeforeEach
  void beginsEmpty() throws IOException {
    usage(0, 0, 0, 0);
  }

  @Test
  void putsReadsOfEachOperationBesideTheTime() throws IOException {
    MemoryWatch watch = watch();
    usage(100, 0, 5_000, 0);
    watch.start();
    usage(250, 40, 5_870, 0);
    watch.end(1_000, true);

    assertThat(metrics())
        .containsEntry("disk.reads_per_op", 0.87)
        .containsEntry("disk.read_bytes_per_op", 0.87 * 8192)
        .containsEntry("disk.written_bytes_per_op", 0.0)
        .containsEntry("cache.anon", 10.0 * MEBIBYTE)
        .containsEntry("cache.file", 240.0 * MEBIBYTE)
        .containsEntry("cache.refaults", 40.0)
        .containsEntry("oom_kills", 0.0);
  }

  @Test
  void provesLimitByUseRefaultsAndReads() throws IOException {
    assertThat(proof(250, 40, 870).fault()).isEmpty();
    assertThat(proof(250, 40, 870).detail())
        .isEqualTo(
            "0.87 reads an operation (of the server), 98 % of 256 MB used, 40 refaults; stored 4.0"
                + " times the limit, for which uniform keys predict 0.75 reads");
  }

  @Test
  void rejectsLimitThatDoesNotBite() throws IOException {
    String line = "the limit of 256 MB does not bite: ";
    assertThat(proof(250, 40, 0).fault()).as("files in others' memory").contains(line + text(0.0));
    assertThat(proof(100, 40, 870).fault()).as("not full").contains(line + text(0.87));
    assertThat(proof(250, 0, 870).fault()).as("nothing given up").contains(line + text(0.87));
  }

  @Test
  void reportsKillAtLimit() throws IOException {
    MemoryWatch watch = watch();
    watch.start();
    usage(250, 40, 870, 1);
    watch.end(1_000, true);

    assertThat(watch.prove(1e9, 1e9, 1).fault()).contains("killed at the memory limit of 256 MB");
  }

  @Test
  void warmUpCountsNothing() throws IOException {
    MemoryWatch watch = watch();
    watch.start();
    usage(250, 40, 870, 0);
    watch.end(1_000, false);
    watch.start();
    watch.end(1_000, true);

    assertThat(watch.prove(1e9, 1e9, 1).detail()).startsWith("0.00 reads an operation");
  }

  private Proof proof(int usedMegabytes, int refaults, int reads) throws IOException {
    usage(0, 0, 0, 0);
    MemoryWatch watch = watch();
    watch.start();
    usage(usedMegabytes, refaults, reads, 0);
    watch.end(1_000, true);
    return watch.prove(1024 * MEBIBYTE, 1024 * MEBIBYTE, 1);
  }

  private static String text(double reads) {
    return String.format(java.util.Locale.ROOT, "%.2f reads an operation", reads);
  }

  @SuppressWarnings("NullAway") // the disk of all is not known
  private MemoryWatch watch() {
    return new MemoryWatch(
        new MemoryUsage.Location(LIMIT, group.toString(), group.toString(), null));
  }

  private void usage(int usedMegabytes, int refaults, int reads, int kills) throws IOException {
    Files.writeString(group.resolve("memory.current"), usedMegabytes * MEBIBYTE + "\n");
    Files.writeString(
        group.resolve("memory.stat"),
        "anon %d\nfile %d\nworkingset_refault_anon 7\nworkingset_refault_file %d\n"
            .formatted(10 * MEBIBYTE, (usedMegabytes - 10) * MEBIBYTE, refaults));
    Files.writeString(
        group.resolve("memory.events"), "low 0\nhigh 0\nmax 9\noom 1\noom_kill " + kills + "\n");
    Files.writeString(
        group.resolve("io.stat"),
        "254:0 rbytes=%d wbytes=0 rios=%d wios=0 dbytes=0 dios=0\n"
            .formatted(reads * 8192L, reads));
  }

  @SuppressWarnings("NullAway") // the profiler looks at nothing that JMH gives it
  private static Map<String, Double> metrics() {
    return new ForkProfiler()
        .afterIteration(null, null, null).stream()
            .collect(Collectors.toMap(Result::getLabel, Result::getScore));
  }
}
