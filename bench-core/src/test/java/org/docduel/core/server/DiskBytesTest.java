package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class DiskBytesTest {
  private static final int BYTES = 1 << 22;

  @Test
  void countsWhatThisProcessWrites() throws IOException {
    long pid = ProcessHandle.current().pid();
    assumeTrue(DiskBytes.of(pid).isPresent(), "the system does not tell");
    Path file = Files.createTempFile(Path.of("target"), "disk", ".bin"); // not in memory, as /tmp
    long before = DiskBytes.of(pid).orElseThrow().written();

    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(BYTES));
      channel.force(true);
    } finally {
      Files.delete(file);
    }

    assertThat(DiskBytes.of(pid).orElseThrow().written() - before)
        .isBetween((long) BYTES, 64L * BYTES);
  }

  @Test
  void processThatHasEndedIsAbsent() {
    assertThat(DiskBytes.of(Long.MAX_VALUE)).isEmpty();
  }
}
