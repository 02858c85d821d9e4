package org.docduel.core.server;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a control group has used and read so far. Counts grow; the others are of now.
 *
 * @param usedBytes of memory, files' pages among them
 * @param anonBytes of processes
 * @param fileBytes of files, and what processes share
 * @param refaults how often a page of a file was read again that had been given up shortly before
 * @param oomKills processes that the kernel has killed at the limit
 * @param reads from the device: requests, by the group or, where that is not counted, by all
 * @param readBytes from the device
 * @param writtenBytes to the device; cgroup v1 does not attribute what is written later
 * @param deviceReads from the device, by all
 * @param deviceReadMillis that these took
 */
public record MemoryUsage(
    long usedBytes,
    long anonBytes,
    long fileBytes,
    long refaults,
    long oomKills,
    long reads,
    long readBytes,
    long writtenBytes,
    long deviceReads,
    long deviceReadMillis) {
  private static final int SECTOR_BYTES = 512;

  // where a line of /proc/diskstats has them
  private static final int READS = 3;
  private static final int SECTORS_READ = 5;
  private static final int READ_MILLIS = 6;
  private static final int SECTORS_WRITTEN = 9;

  /**
   * Where the usage of a server's group is told.
   *
   * @param limit of the group
   * @param memory the directory of its memory controller
   * @param io the directory where its reads are counted; empty where only those of all are
   * @param device empty when it is unknown
   */
  public record Location(
      MemoryLimit limit,
      String memory,
      String io,
      @org.jspecify.annotations.Nullable BlockDevice device)
      implements Serializable {
    /** The group of a process; empty when it has none of its own. */
    static Optional<Location> ofProcess(long pid, MemoryLimit limit, Optional<BlockDevice> device) {
      ControlGroups mounted = ControlGroups.ofHost();
      Optional<Path> v1 = mounted.memory().flatMap(root -> ControlGroups.of(pid, "memory", root));
      Optional<Path> memory =
          v1.or(() -> mounted.unified().flatMap(root -> ControlGroups.of(pid, "", root)));
      Optional<Path> io =
          v1.isPresent()
              ? mounted.blkio().flatMap(root -> ControlGroups.of(pid, "blkio", root))
              : memory;
      return memory.map(group ->
          new Location(
              limit,
              group.toString(),
              io.filter(Location::countsReads).map(Path::toString).orElse(""),
              device.orElse(null)));
    }

    /** cgroup v1 counts only where reads have a limit, however high. */
    private static boolean countsReads(Path group) {
      try {
        Path limited = group.resolve(MemoryGroup.READ_LIMIT);
        return Files.exists(group.resolve("io.stat"))
            || (Files.exists(limited) && !Files.readString(limited).isBlank());
      } catch (IOException gone) {
        return false;
      }
    }

    /** Whose reads are counted, for people. */
    public String readers() {
      return io.isEmpty() ? "the whole device" : "the server";
    }

    /**
     * Reads it now.
     *
     * @throws ServerException when the group is gone
     */
    public MemoryUsage read() {
      try {
        Path group = Path.of(memory);
        boolean v2 = Files.exists(group.resolve("memory.current"));
        Map<String, Long> stat = numbers(group.resolve("memory.stat"));
        String total = v2 ? "" : "total_";
        Map<String, Long> events =
            numbers(group.resolve(v2 ? "memory.events" : "memory.oom_control"));
        String used = v2 ? "memory.current" : "memory.usage_in_bytes";
        long[] disk = disk();
        long[] own = io.isEmpty() ? disk : v2 ? unifiedIo() : throttledIo();
        return new MemoryUsage(
            Long.parseLong(Files.readString(group.resolve(used)).strip()),
            stat.getOrDefault(v2 ? "anon" : "total_rss", 0L),
            stat.getOrDefault(v2 ? "file" : "total_cache", 0L),
            stat.getOrDefault(
                total + "workingset_refault_file",
                stat.getOrDefault(total + "workingset_refault", 0L)),
            events.getOrDefault("oom_kill", 0L),
            own[0],
            own[1],
            own[2],
            disk[0],
            disk[3]);
      } catch (IOException e) {
        throw new ServerException("cannot read the server's control group: " + e.getMessage(), e);
      }
    }

    /** How many processes the kernel has killed at the limit; empty when the group is gone. */
    public Optional<Long> oomKills() {
      try {
        return Optional.of(read().oomKills());
      } catch (ServerException gone) {
        return Optional.empty();
      }
    }

    private static Map<String, Long> numbers(Path file) throws IOException {
      Map<String, Long> numbers = new HashMap<>();
      for (String line : Files.readAllLines(file)) {
        String[] fields = line.split(" ", -1);
        numbers.put(fields[0], Long.parseLong(fields[1]));
      }
      return numbers;
    }

    /** Of the whole device: reads, bytes read, bytes written, milliseconds of reads. */
    private long[] disk() throws IOException {
      Optional<String[]> line = device == null ? Optional.empty() : device.statistics();
      return line.map(
              fields -> {
                long[] all = Arrays.stream(fields).skip(3).mapToLong(Long::parseLong).toArray();
                return new long[] {
                  all[READS - 3],
                  all[SECTORS_READ - 3] * SECTOR_BYTES,
                  all[SECTORS_WRITTEN - 3] * SECTOR_BYTES,
                  all[READ_MILLIS - 3]
                };
              })
          .orElse(new long[4]);
    }

    /**
     * cgroup v2: "254:0 rbytes=1 wbytes=2 rios=3 wios=4 ...", of all devices unless one is known.
     */
    private long[] unifiedIo() throws IOException {
      long[] sums = new long[3];
      List<String> lines = Files.readAllLines(Path.of(io, "io.stat"));
      String number = device == null ? "" : device.number() + " ";
      boolean known = !number.isEmpty() && lines.stream().anyMatch(line -> line.startsWith(number));
      for (String line : lines) {
        if (!known || line.startsWith(number)) {
          for (String word : line.split(" ", -1)) {
            String[] sides = word.split("=", 2);
            int place = List.of("rios", "rbytes", "wbytes").indexOf(sides[0]);
            if (place >= 0) {
              sums[place] += Long.parseLong(sides[1]);
            }
          }
        }
      }
      return sums;
    }

    /** cgroup v1: "254:0 Read 3". */
    private long[] throttledIo() throws IOException {
      return new long[] {
        throttled("blkio.throttle.io_serviced", "Read"),
        throttled("blkio.throttle.io_service_bytes", "Read"),
        throttled("blkio.throttle.io_service_bytes", "Write")
      };
    }

    private long throttled(String file, String kind) throws IOException {
      return Files.readAllLines(Path.of(io, file)).stream()
          .map(line -> line.split(" ", -1))
          .filter(fields -> fields.length == 3 && fields[1].equals(kind))
          .mapToLong(fields -> Long.parseLong(fields[2]))
          .sum();
    }
  }
}
