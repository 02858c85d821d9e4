package org.docduel.core.server;

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

  private static long startOf(ProcessHandle handle) {
    return handle.info().startInstant().map(Instant::toEpochMilli).orElse(UNKNOWN_START);
  }
}
