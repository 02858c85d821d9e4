package org.docduel.core.server;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processor time of a process and everything below it, as Linux tells it in {@code
 * /proc/PID/stat} (see proc(5)). Children that have ended count through their parent, which has
 * waited for them.
 */
public final class ProcessorTime {
  /** USER_HZ, which is 100 on every architecture that JVMs run on. */
  private static final double TICKS_PER_SECOND = 100;

  /** How often to read when children end meanwhile. A reading takes a few milliseconds. */
  private static final int MAX_READINGS = 20;

  /** Where among the numbers after the program's name user and system time stand side by side. */
  private static final int OF_PROCESS = 11;

  private static final int OF_ENDED_CHILDREN = 13;
  private static final int END_OF_TIMES = 15;

  private ProcessorTime() {}

  /** Whether a process is there and runs a program; false also where the system does not tell. */
  public static boolean runs(ProcessHandle handle, String program) {
    Path name = Path.of("/proc", Long.toString(handle.pid()), "comm");
    try {
      return Files.exists(name) && Files.readString(name).strip().equals(program);
    } catch (IOException endedMeanwhile) {
      return false;
    }
  }

  /** Seconds on a processor so far, user and system, of all processes; 0 when it has ended. */
  public static double seconds(long pid) {
    Optional<ProcessHandle> top = ProcessHandle.of(pid);
    if (top.isEmpty()) {
      return 0;
    }
    long ended = ticks(pid, OF_ENDED_CHILDREN, END_OF_TIMES);
    for (int readings = 1; ; readings++) {
      long ticks = ticks(pid, OF_PROCESS, OF_ENDED_CHILDREN) + ended + ticksBelow(top.get());
      long endedSince = ticks(pid, OF_ENDED_CHILDREN, END_OF_TIMES);
      if (endedSince == ended || readings == MAX_READINGS) {
        return ticks / TICKS_PER_SECOND;
      }
      ended = endedSince; // a child ended meanwhile, and its time may be in neither: again
    }
  }

  /** The sum of some numbers; 0 when the process has ended. */
  private static long ticks(long pid, int from, int to) {
    return ProcessId.status(pid)
        .map(fields -> Arrays.stream(fields, from, to).mapToLong(Long::parseLong).sum())
        .orElse(0L);
  }

  private static long ticksBelow(ProcessHandle top) {
    try (Stream<ProcessHandle> below = top.descendants()) {
      return below.mapToLong(process -> ticks(process.pid(), OF_PROCESS, END_OF_TIMES)).sum();
    }
  }

  /**
   * A process, told from a later one that got the same number by the time at which it started.
   *
   * @param start when it started, or {@link #UNKNOWN_START}: on Linux in clock ticks since the host
   *     booted, because the time of day that another JVM makes of them changes with every
   *     correction of the clock; elsewhere in milliseconds since 1970
   */
  record ProcessId(long pid, long start) implements Serializable {
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
     * Whether a process runs still. One that has ended and only waits to be noticed by its parent,
     * as orphans may do for a while, does not.
     */
    static boolean isRunning(ProcessHandle handle) {
      return handle.isAlive()
          && !status(handle.pid()).map(fields -> fields[STATE].equals("Z")).orElse(false);
    }

    private static long startOf(ProcessHandle handle) {
      return status(handle.pid())
          .map(fields -> Long.parseLong(fields[START_TICKS]))
          .or(() -> handle.info().startInstant().map(Instant::toEpochMilli))
          .orElse(UNKNOWN_START);
    }

    /**
     * What follows the program's name in parentheses, see proc(5); empty elsewhere than on Linux.
     */
    static Optional<String[]> status(long pid) {
      Path status = Path.of("/proc", Long.toString(pid), "stat");
      if (!Files.exists(status)) {
        return Optional.empty();
      }
      try {
        String text = Files.readString(status);
        return Optional.of(text.substring(text.lastIndexOf(')') + 2).split(" ", -1));
      } catch (IOException endedMeanwhile) {
        return Optional.empty();
      }
    }
  }
}
