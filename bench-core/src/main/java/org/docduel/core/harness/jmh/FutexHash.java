package org.docduel.core.harness.jmh;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.util.List;

/**
 * The table in which Linux keeps the threads of a process that wait, and in which it looks for the
 * one to be woken up. Since Linux 6.17 every process has a table of its own. It grows with the
 * threads up to four slots for each processor, and has at least 16: on two processors, 256 threads
 * share these, and whatever one thread does to wait or to wake another one leads past 15 others.
 * See {@code PR_FUTEX_HASH} in prctl(2), and docs/speed.md for what that costs.
 */
final class FutexHash {
  /** What the system has no answer for: another one than Linux, or an older one. */
  static final int UNKNOWN = -1;

  private static final int PR_FUTEX_HASH = 78;
  private static final int SET_SLOTS = 1;
  private static final int GET_SLOTS = 2;

  /** As the system would have it, were there processors for all threads. */
  private static final int SLOTS_PER_THREAD = 4;

  /** So many have a slot each in the smallest table: no library is loaded for them. */
  private static final int FEW_THREADS = 16;

  private interface StandardLibrary extends Library {
    int prctl(int operation, Object... arguments);
  }

  private FutexHash() {}

  /**
   * What a fork's JVM needs so that a library which is not Java's is loaded without a warning (from
   * JDK 24 on) and leaves nothing behind.
   *
   * @param directory where it is unpacked
   */
  static List<String> jvmOptions(String directory) {
    return List.of("--enable-native-access=ALL-UNNAMED", "-Djna.tmpdir=" + directory);
  }

  /**
   * Has as many slots in the table as the threads need, unless it has already. Where there is no
   * such table of the process's own, nothing is done and nothing is needed.
   *
   * @param threads how many wait and are woken up, 1 or more
   */
  static void fit(int threads) {
    if (threads <= FEW_THREADS) {
      return;
    }
    int wanted = Integer.highestOneBit(SLOTS_PER_THREAD * threads - 1) << 1;
    int slots = slots();
    if (slots > 0 && slots < wanted) {
      ask(SET_SLOTS, wanted);
    }
  }

  /**
   * How many slots this process has.
   *
   * @return the number; 0 when it shares the system's table; {@link #UNKNOWN}
   */
  static int slots() {
    return ask(GET_SLOTS, 0);
  }

  private static int ask(long request, long slots) {
    if (!Platform.isLinux()) {
      return UNKNOWN;
    }
    try {
      return Native.load("c", StandardLibrary.class)
          .prctl(
              PR_FUTEX_HASH,
              new NativeLong(request),
              new NativeLong(slots),
              new NativeLong(0),
              new NativeLong(0));
    } catch (LinkageError e) {
      return UNKNOWN; // the C library is not to be had: a run is slower without, and not wrong
    }
  }
}
