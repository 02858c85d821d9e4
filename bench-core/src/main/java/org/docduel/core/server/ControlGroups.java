package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a host has its hierarchies of control groups, and where in them its processes are
 * (cgroups(7)).
 *
 * @param unified that of cgroup v2
 * @param memory that of cgroup v1 with the memory controller
 * @param blkio that of cgroup v1 with the controller of block devices
 */
record ControlGroups(Optional<Path> unified, Optional<Path> memory, Optional<Path> blkio) {
  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  /** Below a hierarchy: a group that an administrator has handed over to a user. */
  static final String HANDED_OVER = "docduel";

  /** Those of this host; none where it is not Linux. */
  static ControlGroups ofHost() {
    try {
      return of(Files.exists(MOUNTS) ? Files.readString(MOUNTS) : "");
    } catch (IOException unreadable) {
      return of("");
    }
  }

  /** Those of a table of mounts. */
  static ControlGroups of(String mounts) {
    return new ControlGroups(
        mount(mounts, "cgroup2", ""),
        mount(mounts, "cgroup", "memory"),
        mount(mounts, "cgroup", "blkio"));
  }

  private static Optional<Path> mount(String mounts, String type, String controller) {
    return mounts
        .lines()
        .map(line -> line.split(" ", -1))
        .filter(fields ->
            fields[2].equals(type)
                && (controller.isEmpty()
                    || Arrays.asList(fields[3].split(",", -1)).contains(controller)))
        .map(fields -> Path.of(fields[1]))
        .findFirst();
  }

  /**
   * The group of a process.
   *
   * @param controller of cgroup v1; empty for cgroup v2
   * @return empty when the process has ended, or its group is not seen from here
   */
  static Optional<Path> of(long pid, String controller, Path hierarchy) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(pid), "cgroup"))) {
      return lines
          .map(line -> line.split(":", 3))
          .filter(fields -> Arrays.asList(fields[1].split(",", -1)).contains(controller))
          .map(fields -> hierarchy.resolve(fields[2].substring(1)))
          .filter(Files::isDirectory)
          .findFirst();
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  /**
   * Where this process may make groups: what was handed over, its own group, or the root.
   *
   * @param controller of cgroup v1; empty for cgroup v2
   */
  static Optional<Path> parent(Path hierarchy, String controller) {
    return Stream.of(
            Stream.of(hierarchy.resolve(HANDED_OVER)),
            controller.isEmpty()
                ? Stream.<Path>empty() // one with processes cannot have groups with controllers
                : of(ProcessHandle.current().pid(), controller, hierarchy).stream(),
            Stream.of(hierarchy))
        .flatMap(groups -> groups)
        .filter(group -> Files.isDirectory(group) && Files.isWritable(group))
        .findFirst();
  }
}
