package org.docduel.core.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.server.DiskBytes;
import org.docduel.core.server.ProcessorTime;

/**
 * Watches a server while a workload runs, for a {@linkplain
 * org.docduel.core.server.ServerFamily#profilers profiler}. It is read when an iteration begins and
 * when it ends; the harness works out what lies between. Used by one thread.
 *
 * @implSpec reads only what the server counts anyway: watching must not slow down what is watched
 */
@FunctionalInterface
public interface Watch {
  /**
   * What the server tells now.
   *
   * @throws StoreException when the server does not answer
   * @throws UnsupportedOperationException when it does not let itself be watched
   */
  List<Reading> read();

  /**
   * How busy a server's processes are, whatever the server: {@code servercpu.busy}, percent of one
   * processor, so 200 when two are busy; and where the system tells it, the bytes that they read
   * from disks and wrote to them, {@code servercpu.disk_read} and {@code servercpu.disk_written}.
   *
   * @param server the process above all of its others
   * @throws UnsupportedOperationException when it cannot be seen
   */
  static Watch processor(Optional<ProcessHandle> server) {
    long process =
        server
            .map(ProcessHandle::pid)
            .orElseThrow(() ->
                new UnsupportedOperationException(
                    "the server's processes cannot be seen from here: it runs on another host, in a"
                        + " container, or not on Linux"));
    return () -> {
      List<Reading> readings = new ArrayList<>();
      readings.add(
          Reading.ratio(
              "servercpu.busy",
              100 * ProcessorTime.seconds(process),
              System.nanoTime() / 1e9,
              "%"));
      DiskBytes.of(process)
          .ifPresent(disk -> {
            readings.add(Reading.counter("servercpu.disk_read", (double) disk.read(), "bytes"));
            readings.add(
                Reading.counter("servercpu.disk_written", (double) disk.written(), "bytes"));
          });
      return readings;
    };
  }

  /**
   * One number of a server.
   *
   * @param per for a ratio the count below the line, else 0
   */
  record Reading(String name, Kind kind, double value, double per, String unit) {
    public enum Kind {
      /** The number at its end. */
      LEVEL,

      /** The growth of a count; one that is missing at the beginning was 0. */
      COUNTER,

      /**
       * The growth of one count divided by that of another, since the other one last grew; while it
       * stands still, the iteration before.
       */
      RATIO
    }

    public static Reading level(String name, double value, String unit) {
      return new Reading(name, Kind.LEVEL, value, 0, unit);
    }

    public static Reading counter(String name, double value, String unit) {
      return new Reading(name, Kind.COUNTER, value, 0, unit);
    }

    public static Reading ratio(String name, double value, double per, String unit) {
      return new Reading(name, Kind.RATIO, value, per, unit);
    }
  }
}
