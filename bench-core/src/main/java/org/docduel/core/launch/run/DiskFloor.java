package org.docduel.core.launch.run;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Option;

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
}
