package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  // Positions after the program's name.
  private static final int USER_TICKS = 11;
  private static final int CHILDREN_SYSTEM_TICKS = 14;
  private static final int SYSTEM_TICKS = 12;

  private ProcessorTime() {}

  /**
   * Whether a process is there and runs a program.
   *
   * @param handle a process
   * @param program the program's name, without its directory
   * @return false also where the system does not tell
   */
  public static boolean runs(ProcessHandle handle, String program) {
    Path name = Path.of("/proc", Long.toString(handle.pid()), "comm");
    try {
      return Files.exists(name) && Files.readString(name).strip().equals(program);
    } catch (IOException endedMeanwhile) {
      return false;
    }
  }

  /**
   * The time spent so far.
   *
   * @param pid the process at the top
   * @return seconds on a processor, user and system, of all processes; 0 when it has ended
   */
  public static double seconds(long pid) {
    Optional<ProcessHandle> top = ProcessHandle.of(pid);
    if (top.isEmpty()) {
      return 0;
    }
    try (Stream<ProcessHandle> below = top.get().descendants()) {
      long ticks =
          ticks(pid, CHILDREN_SYSTEM_TICKS)
              + below.mapToLong(process -> ticks(process.pid(), SYSTEM_TICKS)).sum();
      return ticks / TICKS_PER_SECOND;
    }
  }

  private static long ticks(long pid, int last) {
    Path status = Path.of("/proc", Long.toString(pid), "stat");
    try {
      String text = Files.readString(status);
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      long sum = 0;
      for (int i = USER_TICKS; i <= last; i++) {
        sum += Long.parseLong(fields[i]);
      }
      return sum;
    } catch (IOException endedMeanwhile) {
      return 0;
    }
  }
}
