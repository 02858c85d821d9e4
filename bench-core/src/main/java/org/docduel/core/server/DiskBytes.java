package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a process, those below it, and those that ended and were waited for have read from disks and
 * written to them, in bytes, as Linux counts in {@code /proc/PID/io}: what the page cache answered
 * is not read, and what is overwritten before it reaches the disk may count as written.
 */
public record DiskBytes(long read, long written) {
  private static final String READ = "read_bytes:";
  private static final String WRITTEN = "write_bytes:";

  /** Until now; empty where the system does not tell, as of another user's process. */
  public static Optional<DiskBytes> of(long pid) {
    Optional<ProcessHandle> top = ProcessHandle.of(pid);
    Optional<DiskBytes> sum = top.flatMap(process -> ofProcess(process.pid()));
    if (sum.isEmpty()) {
      return sum;
    }
    try (Stream<ProcessHandle> below = top.get().descendants()) {
      return below
          .flatMap(process -> ofProcess(process.pid()).stream())
          .reduce((first, second) -> first.plus(second))
          .map(sum.get()::plus)
          .or(() -> sum);
    }
  }

  private DiskBytes plus(DiskBytes other) {
    return new DiskBytes(read + other.read, written + other.written);
  }

  private static Optional<DiskBytes> ofProcess(long pid) {
    try {
      long read = 0;
      long written = 0;
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "io"))) {
        if (line.startsWith(READ)) {
          read = Long.parseLong(line.substring(READ.length()).strip());
        } else if (line.startsWith(WRITTEN)) {
          written = Long.parseLong(line.substring(WRITTEN.length()).strip());
        }
      }
      return Optional.of(new DiskBytes(read, written));
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
