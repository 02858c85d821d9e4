package org.docduel.core.launch.run;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Option;
import org.docduel.stats.sidecar.ServerMemory;

/**
 * The free space that the disks of results, servers and their logs must keep, so that a run of
 * hours ends in order and not with a full disk. The disks of servers at given addresses are unknown
 * here.
 *
 * @param floorBytes what must be free; empty for 5 GB or a twentieth of the disk, whichever is more
 */
record DiskFloor(List<Path> places, OptionalLong floorBytes) {
  private static final long DEFAULT_BYTES = 5_000_000_000L;
  private static final int DEFAULT_SHARE = 20;
  private static final double GIGABYTE = 1e9;
  private static final int DISK_TIMES = 3;
  private static final long DISK_SPARE_BYTES = 4L << 30;

  /** Of a run that is long, or whose user said how much; empty of any other. */
  static Optional<DiskFloor> of(Arguments arguments, Path results) {
    boolean isWatched = arguments.has(Option.FOR) || arguments.minFreeBytes.isPresent();
    return isWatched
        ? Optional.of(
            new DiskFloor(List.of(results, Settings.temporaryDirectory()), arguments.minFreeBytes))
        : Optional.empty();
  }

  /** Which disk has too little left, in a line; empty when all have enough. */
  Optional<String> shortage() {
    for (Path place : places) {
      try {
        FileStore disk = Files.getFileStore(place);
        long free = disk.getUsableSpace();
        long floor =
            floorBytes.orElse(Math.max(DEFAULT_BYTES, disk.getTotalSpace() / DEFAULT_SHARE));
        if (free < floor) {
          return Optional.of(
              "%s: %.2f GB are free on this disk, less than %.2f GB; make room, or give --min-free"
                  .formatted(place, free / GIGABYTE, floor / GIGABYTE));
        }
      } catch (IOException e) {
        return Optional.of(place + ": how much is free on this disk is unknown: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses data for which a disk has no room: they are loaded, indexed and logged.
   *
   * @param dataBytes as JSON
   * @throws BadInputException when less than three times as much and 4 GB is free
   */
  static void requireRoom(Path directory, double dataBytes) {
    double needed = DISK_TIMES * dataBytes + DISK_SPARE_BYTES;
    try {
      long free = Files.getFileStore(directory).getUsableSpace();
      BadInputException.require(
          free >= needed,
          "%s: %s of documents need %s of free disk, and there are %s; take fewer documents, or set"
              + " DOCDUEL_SERVER_DIRECTORY to another disk",
          directory,
          megabytes(dataBytes),
          megabytes(needed),
          megabytes((double) free));
    } catch (IOException e) {
      throw BadInputException.of(
          "%s: its free space cannot be read: %s", directory, BadInputException.reason(e));
    }
  }

  private static String megabytes(double bytes) {
    return ServerMemory.size((long) bytes >> 20 << 20);
  }
}
