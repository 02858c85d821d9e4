package org.docduel.stores.mongodb;

import de.flapdoodle.embed.mongo.distribution.IFeatureAwareVersion;
import de.flapdoodle.embed.mongo.distribution.Version;
import de.flapdoodle.embed.mongo.distribution.Versions;
import de.flapdoodle.embed.mongo.transitions.ImmutableMongod;
import de.flapdoodle.embed.mongo.transitions.Mongod;
import de.flapdoodle.embed.mongo.types.DistributionBaseUrl;
import de.flapdoodle.embed.process.archives.ExtractedFileSet;
import de.flapdoodle.embed.process.config.store.Package;
import de.flapdoodle.embed.process.io.directories.PersistentDir;
import de.flapdoodle.embed.process.io.progress.ProgressListener;
import de.flapdoodle.embed.process.io.progress.Slf4jProgressListener;
import de.flapdoodle.reverse.StateID;
import de.flapdoodle.reverse.TransitionWalker.ReachedState;
import de.flapdoodle.reverse.transitions.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.MemoryGroup;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerProgram;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.slf4j.helpers.NOPLogger;

/**
 * MongoDB's own server program, downloaded from MongoDB and run here as a child process: alone, not
 * in a replica set, with all of its own defaults but where it listens and where its data is. Only
 * when it is asked for: it is a large file from the internet, under a licence of its own.
 */
final class DownloadedMongod implements ServerSource {
  /** The setting that asks for it: a version such as {@code 8.0} or {@code 8.0.16}. */
  static final String SETTING = "mongodb.download";

  /** What the name of one of several servers sets, such as {@code mongodb@7.0}. */
  private static final String VERSION = "mongodb.version";

  private static final String SERVER = "the downloaded mongod";

  /**
   * As MongoDB's packages and its image have it: without it the allocator of 8.0 takes caches of
   * threads instead of those of processors (manual, "TCMalloc Performance Optimization for a
   * Self-Managed Deployment").
   */
  private static final Map<String, String> ENVIRONMENT =
      Map.of("GLIBC_TUNABLES", "glibc.pthread.rseq=0");

  private static final String CACHE = "--wiredTigerCacheSizeGB";
  private static final double MIN_CACHE_GIGABYTES = 0.25;
  private static final long GIBIBYTE = 1L << 30;

  /** Of its log: an error, or what it says of its options. */
  private static final Pattern ERROR_PATTERN = Pattern.compile("(.*\"s\":\"[EF]\".*|Error.*)");

  @Override
  public String name() {
    return "download";
  }

  @Override
  public Availability availability(Settings settings) {
    if (settings.get(SETTING).isEmpty()) {
      return new Availability.Unavailable(
          "no download is requested", "set " + Settings.variable(SETTING) + "=8.0");
    }
    version(settings);
    cacheOptions(settings);
    return HostDirectories.of(settings).dataRoot().isEmpty()
        ? HostDirectories.inMemory()
        : MemoryLimit.of(settings)
            .map(MemoryGroup::availability)
            .orElseGet(Availability.Available::new);
  }

  @Override
  public boolean limitsMemory() {
    return true;
  }

  /**
   * The cache of a mongod whose memory is limited, which asks the host for its size: the larger of
   * half of the memory less 1 GB, and 256 MB (manual, "WiredTiger Storage Engine").
   *
   * @throws BadInputException for less than 1 GB
   */
  static List<String> cacheOptions(Settings settings) {
    MemoryLimit.requireAtLeast(settings, GIBIBYTE, "mongod");
    return MemoryLimit.of(settings)
        .map(limit -> Math.max(MIN_CACHE_GIGABYTES, (limit.bytes() - GIBIBYTE) / 2.0 / GIBIBYTE))
        .map(size -> List.of(CACHE, String.valueOf(size)))
        .orElse(List.of());
  }

  /** Releases beside each other, such as {@code mongodb@7.0,mongodb@8.0}. */
  @Override
  public Optional<ServerSource> forServer(String family) {
    return Optional.of(this);
  }

  @Override
  public RunningServer start(Settings settings) {
    return Watchdog.guarded(
        SERVER + " does not start",
        guard -> {
          HostDirectories directories = HostDirectories.of(settings);
          Path program = program(settings, directories.programs(false), guard);
          Path directory = directories.newDataDirectory("mongodb", guard);
          Optional<MemoryLimit> limit = MemoryLimit.of(settings);
          MemoryGroup group =
              limit
                  .map(bytes -> MemoryGroup.create(bytes, guard, directory))
                  .orElse(MemoryGroup.NONE);
          List<String> cache = cacheOptions(settings);
          ServerAddress address = start(program, directory, guard, group, cache);
          return new RunningServer(address, guard::close)
              .withMemory(
                  limit.map(bytes ->
                      Memory.of(
                          bytes, group, String.join(" ", cache), () -> processId(directory))));
        });
  }

  /**
   * Downloads it, unless that was done before: for each release and system there is another. Runs
   * that do so at once do not disturb each other: each has a directory of its own, and what the
   * first has renamed all use.
   */
  private static Path program(Settings settings, Path programs, Guard guard) throws IOException {
    IFeatureAwareVersion version = version(settings);
    // the library's own listener prints to standard output, which is the run's
    ProgressListener silent = new Slf4jProgressListener(NOPLogger.NOP_LOGGER);
    ImmutableMongod.Builder mongod =
        Mongod.builder().progressListener(Start.to(ProgressListener.class).initializedWith(silent));
    settings
        .get(SETTING + ".url")
        .map(DistributionBaseUrl::of)
        .map(Start.to(DistributionBaseUrl.class)::initializedWith)
        .ifPresent(mongod::distributionBaseUrl);
    try (ReachedState<Package> offered = reached(mongod, version, Package.class)) {
      String archive = offered.current().url().replaceAll(".*/", "");
      String suffix = Host.current() == Host.WINDOWS ? ".exe" : "";
      // serverStatus gives the program's name, by which its processes are found
      Path program = programs.resolve(archive).resolve("mongod" + suffix);
      if (Files.isExecutable(program)) {
        return program;
      }
      PersistentDir fresh =
          PersistentDir.of(HostDirectories.privateDirectory(programs, ".downloading-", guard));
      mongod.persistentBaseDir(Start.to(PersistentDir.class).initializedWith(fresh));
      try (ReachedState<ExtractedFileSet> files =
          reached(mongod, version, ExtractedFileSet.class)) {
        Path found = files.current().executable();
        Files.createDirectories(program.getParent());
        return Files.isExecutable(program) // Windows renames nothing to what runs
            ? program
            : Files.move(found, program, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (RuntimeException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      throw new ServerException(
          "cannot download mongod %s: %s; or set %s to a running one"
              .formatted(
                  settings.get(SETTING).orElseThrow(),
                  root.toString().replaceAll("\\s+", " "),
                  Settings.variable("mongodb.url")),
          e);
    }
  }

  private static <T> ReachedState<T> reached(
      ImmutableMongod.Builder mongod, IFeatureAwareVersion version, Class<T> state) {
    return mongod.build().transitions(version).walker().initState(StateID.of(state));
  }

  /** A release line means its newest release that the library knows. */
  static IFeatureAwareVersion version(Settings settings) {
    String setting = settings.get(VERSION).isPresent() ? VERSION : SETTING;
    String requested = settings.get(setting).orElseThrow();
    try {
      return requested.matches("[5-9]\\.[0-9]\\.[0-9]{1,2}")
          ? Versions.withFeatures(de.flapdoodle.embed.process.distribution.Version.of(requested))
          : Version.Main.valueOf(requested.replaceFirst("^([5-9])\\.([0-9])$", "V$1_$2"));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "%s=%s: accepted is a release such as 8.0.16, or the newest of a line such as 8.0, from 5.0 on"
              .formatted(settings.origin(setting), requested),
          e);
    }
  }

  /** The number of the process that holds the lock on the data, while it runs. */
  private static Optional<Long> processId(Path directory) {
    try {
      return Files.readAllLines(directory.resolve("data").resolve("mongod.lock")).stream()
          .findFirst()
          .map(Long::parseLong);
    } catch (IOException itDoesNotRun) {
      return Optional.empty();
    }
  }

  private static ServerAddress start(
      Path program, Path directory, Guard guard, MemoryGroup group, List<String> cache)
      throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    HostUser user = new HostUser(List.of(), Optional.empty());
    ServerProgram server =
        new ServerProgram(
            "mongodb", SERVER, directory, user, guard, ERROR_PATTERN, ENVIRONMENT, group);
    List<String> command =
        new ArrayList<>(
            List.of(program.toString(), "--dbpath", data.toString(), "--bind_ip", "127.0.0.1"));
    command.addAll(cache);
    if (Host.current() != Host.WINDOWS) {
      command.add("--nounixsocket");
    }
    int port =
        server.start(
            Host::freePort,
            on -> Stream.concat(command.stream(), Stream.of("--port", String.valueOf(on))).toList(),
            () -> server.log().contains("Waiting for connections"),
            "already in use");
    return new ServerAddress("mongodb://127.0.0.1:" + port + "/?directConnection=true");
  }
}
