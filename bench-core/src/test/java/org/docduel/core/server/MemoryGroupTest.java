package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.Watchdog.Guard;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs a host that lets this user make a control group; skipped with the reason elsewhere. */
class MemoryGroupTest {
  private static final MemoryLimit LIMIT = new MemoryLimit(64 << 20);
  private static final long FILE_BYTES = 96 << 20;

  @TempDir private Path directory;

  @BeforeEach
  void requireGroups() {
    Availability here = MemoryGroup.availability(LIMIT);
    assumeTrue(here instanceof Availability.Available, here.toString());
  }

  @Test
  void boundsProgramAndPagesOfItsFiles() throws IOException, InterruptedException {
    Path file = directory.resolve("file");
    writeDurably(file);
    List<String> groups;
    try (Guard guard = Watchdog.guard()) {
      MemoryGroup group = MemoryGroup.create(LIMIT, guard, directory);
      groups = group.entrance().stream().filter(word -> word.startsWith("/sys/")).toList();
      drop(file);
      Process reader =
          Host.process(
                  group.command(
                      List.of(
                          "sh", "-c", "cat \"$1\" \"$1\" >/dev/null; sleep 60", "x", "" + file)))
              .start();
      guard.process(reader.toHandle());
      MemoryUsage.Location location = location(reader, group);
      MemoryUsage usage = location.read();
      for (int i = 0; i < 300 && usage.readBytes() < 2 * FILE_BYTES; i++) {
        TimeUnit.MILLISECONDS.sleep(50);
        usage = location.read();
      }

      assertThat(usage.usedBytes()).isLessThanOrEqualTo(LIMIT.bytes());
      assertThat(usage.fileBytes()).isGreaterThan(LIMIT.bytes() / 2);
      assertThat(usage.readBytes()).as("the second reading, too").isGreaterThan(FILE_BYTES);
      assertThat(usage.refaults()).isPositive();
      assertThat(usage.oomKills()).isZero();
    }

    assertThat(groups).allSatisfy(group -> assertThat(Path.of(group)).doesNotExist());
  }

  @Test
  void countsWhatTheKernelKills() throws IOException, InterruptedException {
    try (Guard guard = Watchdog.guard()) {
      MemoryGroup group = MemoryGroup.create(LIMIT, guard, directory);
      String script = "tail /dev/zero; sleep 60";
      Process glutton = Host.process(group.command(List.of("sh", "-c", script))).start();
      guard.process(glutton.toHandle());
      MemoryUsage.Location location = location(glutton, group);
      for (int i = 0; i < 300 && location.read().oomKills() == 0; i++) {
        TimeUnit.MILLISECONDS.sleep(50);
      }

      assertThat(location.read().oomKills()).isPositive();
    }
  }

  /** Once the shell has entered. */
  private static MemoryUsage.Location location(Process process, MemoryGroup group)
      throws InterruptedException {
    while (true) {
      MemoryUsage.Location location =
          MemoryUsage.Location.ofProcess(process.pid(), LIMIT, group.device()).orElseThrow();
      if (location.memory().contains("docduel-")) {
        return location;
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static void writeDurably(Path file) throws IOException {
    byte[] block = new byte[1 << 20];
    try (Stream<Long> blocks = Stream.iterate(0L, i -> i < FILE_BYTES >> 20, i -> i + 1);
        var out =
            Files.newByteChannel(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.SYNC)) {
      for (Long ignored : blocks.toList()) {
        out.write(java.nio.ByteBuffer.wrap(block));
      }
    }
  }

  private static void drop(Path file) {
    assertThat(Host.succeeds(List.of("dd", "if=" + file, "iflag=nocache", "count=0"), 10)).isTrue();
  }
}
