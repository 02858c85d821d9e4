package org.docduel.core.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.Watchdog.Guard;

/**
 * What holds the processes of a server, and the pages of files that they were the first to touch,
 * to a {@link MemoryLimit} without swap: a group of cgroup v2, a scope of the user's systemd, or a
 * group of cgroup v1, whichever can be made first.
 *
 * @param source which of them
 * @param entrance what a command line begins with that is to run inside; nothing without a limit
 * @param device the disk below the server's files
 */
public record MemoryGroup(String source, List<String> entrance, Optional<BlockDevice> device) {
  /** None: programs are run as they are. */
  public static final MemoryGroup NONE = new MemoryGroup("", List.of(), Optional.empty());

  /** cgroup v1 counts the reads of a group only when they have a limit. */
  static final String READ_LIMIT = "blkio.throttle.read_iops_device";

  private static final String UNREACHED_LIMIT = " 1000000000\n";
  private static final String CONTROLLERS = "cgroup.subtree_control";
  private static final String ENTER = "echo $$ >\"$1/cgroup.procs\" && shift && ";
  private static final Path SYSTEMD = Path.of("/run/systemd/system"); // sd_booted(3)
  private static final long PROBE_SECONDS = 5;

  /** Makes one, if this host lets us. */
  @FunctionalInterface
  private interface Maker {
    Optional<List<String>> make(MemoryLimit limit, Guard guard, Optional<BlockDevice> device)
        throws IOException;
  }

  /** Whether one can be made here; makes one and removes it. */
  public static Availability availability(MemoryLimit limit) {
    try {
      Watchdog.guarded(
              "no control group",
              guard -> {
                create(limit, guard, Settings.temporaryDirectory());
                return guard;
              })
          .close();
      return new Availability.Available();
    } catch (ServerException e) {
      return new Availability.Unavailable(String.valueOf(e.getMessage()), remedy());
    }
  }

  private static String remedy() {
    String container = "give --source container";
    return ControlGroups.ofHost()
        .memory()
        .map(root ->
            "run 'sudo mkdir %1$s && sudo chown $USER %1$s', or %2$s"
                .formatted(root.resolve(ControlGroups.HANDED_OVER), container))
        .orElse("run as root or in a session of systemd on Linux, or " + container);
  }

  /**
   * Makes one that the guard removes.
   *
   * @param data where the server has its files
   * @throws ServerException when none can be made
   */
  public static MemoryGroup create(MemoryLimit limit, Guard guard, Path data) {
    Optional<BlockDevice> device = BlockDevice.below(data);
    List<Maker> makers = List.of(MemoryGroup::unified, MemoryGroup::scope, MemoryGroup::v1);
    List<String> sources = List.of("cgroup v2", "systemd scope", "cgroup v1");
    for (int i = 0; i < makers.size(); i++) {
      try {
        Optional<List<String>> entrance = makers.get(i).make(limit, guard, device);
        if (entrance.isPresent() && runs(entrance.get())) {
          return new MemoryGroup(sources.get(i), entrance.get(), device);
        }
      } catch (IOException notPermitted) {
        // the next one may be
      }
    }
    throw new ServerException(
        "its memory cannot be limited: this user can make no cgroup v2, systemd scope or cgroup v1"
            + " here");
  }

  private static boolean runs(List<String> entrance) {
    List<String> probe = Stream.concat(entrance.stream(), Stream.of("true")).toList();
    return Host.succeeds(probe, PROBE_SECONDS);
  }

  /** A whole command line. */
  public List<String> command(List<String> command) {
    return Stream.concat(entrance.stream(), command.stream()).toList();
  }

  private static Optional<List<String>> unified(
      MemoryLimit limit, Guard guard, Optional<BlockDevice> device) throws IOException {
    Optional<Path> parent =
        ControlGroups.ofHost().unified().flatMap(root -> ControlGroups.parent(root, ""));
    if (parent.isEmpty()
        || !Files.readString(parent.get().resolve("cgroup.controllers")).contains("memory")) {
      return Optional.empty();
    }
    Files.writeString(parent.get().resolve(CONTROLLERS), "+memory");
    try {
      Files.writeString(parent.get().resolve(CONTROLLERS), "+io");
    } catch (IOException notHere) {
      // then the device's reads are counted
    }
    Path group = newGroup(parent.get(), guard);
    Files.writeString(group.resolve("memory.max"), String.valueOf(limit.bytes()));
    if (Files.exists(group.resolve("memory.swap.max"))) {
      Files.writeString(group.resolve("memory.swap.max"), "0");
    }
    return Optional.of(entrance(List.of(group)));
  }

  /** One for each program that is run; it ends with it. */
  private static Optional<List<String>> scope(
      MemoryLimit limit, Guard guard, Optional<BlockDevice> device) {
    if (!Files.isDirectory(SYSTEMD)) {
      return Optional.empty();
    }
    List<String> command = new ArrayList<>(List.of("systemd-run", "--scope", "--quiet"));
    if (!System.getProperty("user.name").equals("root")) {
      command.add("--user");
    }
    command.addAll(
        List.of(
            "-p", "MemoryMax=" + limit.bytes(), "-p", "MemorySwapMax=0", "-p", "IOAccounting=yes"));
    command.add("--");
    return Optional.of(command);
  }

  private static Optional<List<String>> v1(
      MemoryLimit limit, Guard guard, Optional<BlockDevice> device) throws IOException {
    ControlGroups mounted = ControlGroups.ofHost();
    Optional<Path> parent = mounted.memory().flatMap(root -> ControlGroups.parent(root, "memory"));
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    Path memory = newGroup(parent.get(), guard);
    String bytes = String.valueOf(limit.bytes());
    Files.writeString(memory.resolve("memory.limit_in_bytes"), bytes);
    Path withSwap = memory.resolve("memory.memsw.limit_in_bytes");
    if (Files.exists(withSwap)) {
      Files.writeString(withSwap, bytes);
    } else {
      Files.writeString(memory.resolve("memory.swappiness"), "0");
    }
    List<Path> groups = new ArrayList<>(List.of(memory));
    Optional<Path> blkio = mounted.blkio().flatMap(root -> ControlGroups.parent(root, "blkio"));
    if (blkio.isPresent() && device.isPresent()) {
      Path reads = newGroup(blkio.get(), guard);
      try {
        Files.writeString(reads.resolve(READ_LIMIT), device.get().number() + UNREACHED_LIMIT);
        groups.add(reads);
      } catch (IOException notHere) {
        // then the device's reads are counted
      }
    }
    return Optional.of(entrance(groups));
  }

  private static Path newGroup(Path parent, Guard guard) throws IOException {
    Path group = parent.resolve("docduel-" + Host.newPassword());
    guard.group(group); // first, so that a kill at any moment leaves none
    return Files.createDirectory(group);
  }

  /** A shell that enters the groups and becomes the program. */
  private static List<String> entrance(List<Path> groups) {
    List<String> command =
        new ArrayList<>(
            List.of("/bin/sh", "-c", ENTER.repeat(groups.size()) + "exec \"$@\"", "docduel"));
    groups.forEach(group -> command.add(group.toString()));
    return command;
  }
}
