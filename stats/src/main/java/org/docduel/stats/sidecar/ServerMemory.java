package org.docduel.stats.sidecar;

import java.util.List;

/**
 * The memory of a server: its caches, its processes and the page cache of its files together.
 *
 * @param bytes of it
 * @param source what holds the server to it: {@code cgroup v2}, {@code systemd scope}, {@code
 *     cgroup v1}, {@code container}; or {@link #STATED}
 * @param split what the server's own cache got of it, such as {@code shared_buffers 64MB}; empty
 *     when nobody set it
 * @param device that holds its files, such as {@code vda}; empty when it is unknown
 * @param readAheadBytes the most that the device reads ahead; 0 when it is unknown
 */
public record ServerMemory(
    long bytes, String source, String split, String device, long readAheadBytes) {
  /** The source of what the user of a given server says. */
  public static final String STATED = "stated, not verified";

  private static final List<String> UNITS = List.of("bytes", "KB", "MB", "GB");

  /** That of a server that somebody else runs. */
  public static ServerMemory stated(long bytes) {
    return new ServerMemory(bytes, STATED, "", "", 0);
  }

  /** Whether the server cannot have more. */
  public boolean isLimited() {
    return !source.equals(STATED);
  }

  /** For people: {@code 256 MB of memory (cgroup v1)}. */
  public String label() {
    return size(bytes) + " of memory (" + source + ")";
  }

  /** A number of bytes in the largest unit of 1024 that divides it: {@code 256 MB}. */
  public static String size(long bytes) {
    int unit = UNITS.size() - 1;
    while (unit > 0 && (bytes == 0 || bytes % (1L << (10 * unit)) != 0)) {
      unit--;
    }
    return (bytes >> (10 * unit)) + " " + UNITS.get(unit);
  }
}
