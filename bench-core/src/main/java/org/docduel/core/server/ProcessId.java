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
 * @param startMillis when it started, in milliseconds since 1970, or {@link #UNKNOWN_START}
 */
record ProcessId(long pid, long startMillis) {
  /** Where the system does not tell. */
  static final long UNKNOWN_START = -1;

  static ProcessId of(ProcessHandle handle) {
    return new ProcessId(handle.pid(), startOf(handle));
  }

  /** The process, unless it has ended. */
  Optional<ProcessHandle> find() {
    return ProcessHandle.of(pid).filter(handle -> startOf(handle) == startMillis);
  }

  /**
   * Whether a process runs still. One that has ended and only waits to be noticed by its parent, as
   * orphans may do for a while, does not.
   */
  static boolean isRunning(ProcessHandle handle) {
    if (!handle.isAlive()) {
      return false;
    }
    Path status = Path.of("/proc", Long.toString(handle.pid()), "stat");
    if (!Files.exists(status)) {
      return handle.isAlive();
    }
    try {
      // After the program's name in parentheses comes the state: proc(5).
      String text = Files.readString(status);
      return !text.substring(text.lastIndexOf(')') + 1).startsWith(" Z");
    } catch (IOException endedMeanwhile) {
      return handle.isAlive();
    }
  }

  private static long startOf(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).orElse(UNKNOWN_START);
  }
}
