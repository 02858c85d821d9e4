package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, told from a later one that got the same number by the time at which it started.
 *
 * @param pid the system's number
 * @param start when it started, or {@link #UNKNOWN_START}: on Linux in clock ticks since the host
 *     booted, because the time of day that another JVM makes of them changes with every correction
 *     of the clock; elsewhere in milliseconds since 1970
 */
record ProcessId(long pid, long start) {
  /** Where the system does not tell. */
  static final long UNKNOWN_START = -1;

  private static final int STATE = 0;
  private static final int START_TICKS = 19;

  static ProcessId of(ProcessHandle handle) {
    return new ProcessId(handle.pid(), startOf(handle));
  }

  /** The process, unless it has ended. */
  Optional<ProcessHandle> find() {
    return ProcessHandle.of(pid).filter(handle -> startOf(handle) == start);
  }

  /**
   * Whether a process runs still. One that has ended and only waits to be noticed by its parent, as
   * orphans may do for a while, does not.
   */
  static boolean isRunning(ProcessHandle handle) {
    return handle.isAlive()
        && !linuxStatus(handle).map(fields -> fields[STATE].equals("Z")).orElse(false);
  }

  private static long startOf(ProcessHandle handle) {
    return linuxStatus(handle)
        .map(fields -> Long.parseLong(fields[START_TICKS]))
        .or(() -> handle.info().startInstant().map(Instant::toEpochMilli))
        .orElse(UNKNOWN_START);
  }

  /** What follows the program's name in parentheses, see proc(5); empty elsewhere than on Linux. */
  private static Optional<String[]> linuxStatus(ProcessHandle handle) {
    Path status = Path.of("/proc", Long.toString(handle.pid()), "stat");
    if (!Files.exists(status)) {
      return Optional.empty();
    }
    try {
      String text = Files.readString(status);
      return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" "));
    } catch (IOException endedMeanwhile) {
      return Optional.empty();
    }
  }
}
