package org.docduel.core.server;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The disk below a directory, as Linux numbers it.
 *
 * @param name such as {@code vda}
 * @param number major and minor, such as {@code 254:0}
 * @param readAheadBytes the most that it reads ahead
 */
public record BlockDevice(String name, String number, long readAheadBytes) implements Serializable {
  private static final Path BY_NUMBER = Path.of("/sys/dev/block");

  /**
   * The disk below a directory, a partition's whole disk; empty for one without, such as overlayfs.
   */
  static Optional<BlockDevice> below(Path directory) {
    try {
      long device = ((Number) Files.getAttribute(directory, "unix:dev")).longValue();
      // the GNU C library's gnu_dev_major and gnu_dev_minor
      long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
      long minor = (device & 0xff) | (device >> 12 & ~0xffL);
      Path node = BY_NUMBER.resolve(major + ":" + minor).toRealPath();
      Path disk = Files.exists(node.resolve("partition")) ? node.resolveSibling("") : node;
      String readAhead = Files.readString(disk.resolve("queue/read_ahead_kb")).strip();
      return Optional.of(
          new BlockDevice(
              String.valueOf(disk.getFileName()),
              Files.readString(disk.resolve("dev")).strip(),
              Long.parseLong(readAhead) << 10));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return Optional.empty();
    }
  }

  /**
   * The fields of its line in /proc/diskstats (kernel documentation, iostats); empty without one.
   */
  Optional<String[]> statistics() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/diskstats"))) {
      return lines
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> (fields[0] + ":" + fields[1]).equals(number))
          .findFirst();
    }
  }
}
