package org.docduel.stores.mongodb;

import de.flapdoodle.embed.mongo.distribution.IFeatureAwareVersion;
import de.flapdoodle.embed.mongo.distribution.Version;
import de.flapdoodle.embed.mongo.distribution.Versions;
import de.flapdoodle.embed.mongo.transitions.ImmutableMongod;
import de.flapdoodle.embed.mongo.transitions.Mongod;
import de.flapdoodle.embed.mongo.types.DistributionBaseUrl;
import de.flapdoodle.embed.process.archives.ExtractedFileSet;
import de.flapdoodle.embed.process.io.directories.PersistentDir;
import de.flapdoodle.embed.process.io.progress.ProgressListener;
import de.flapdoodle.embed.process.io.progress.Slf4jProgressListener;
import de.flapdoodle.reverse.StateID;
import de.flapdoodle.reverse.TransitionWalker.ReachedState;
import de.flapdoodle.reverse.transitions.Start;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HeldLock;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerProgram;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.slf4j.helpers.NOPLogger;

/**
 * MongoDB's own server program, downloaded from MongoDB and run here as a child process: alone, not
 * in a replica set, with all of its own defaults but where it listens and where its data is. Only
 * when it is asked for: it is a large file from the internet, under a licence of its own.
 */
final class DownloadedMongod implements ServerWay {
  /** The setting that asks for it: a version such as {@code 8.0} or {@code 8.0.16}. */
  static final String SETTING = "mongodb.download";

  private static final String SERVER = "the downloaded mongod";
  private static final Duration POLL = Duration.ofMillis(250);

  /** Of its log: an error, or what it says of its options. */
  private static final Pattern COMPLAINT = Pattern.compile("(.*\"s\":\"[EF]\".*|Error.*)");

  @Override
  public String name() {
    return "download";
  }

  @Override
  public Availability availability(Settings settings) {
    if (settings.get(SETTING).isEmpty()) {
      return new Availability.Unavailable(
          "no download is asked for", "set " + Settings.variable(SETTING) + "=8.0");
    }
    version(settings);
    return HostDirectories.of(settings).dataRoot().isEmpty()
        ? HostDirectories.inMemory()
        : new Availability.Available();
  }

  @Override
  public RunningServer start(Settings settings) {
    return Watchdog.guarded(
        SERVER + " does not start",
        guard -> {
          HostDirectories directories = HostDirectories.of(settings);
          Path program = download(settings, directories);
          Path directory = directories.newDataDirectory("mongodb", guard);
          return new RunningServer(start(program, directory, guard), guard::close);
        });
  }

  private static Path download(Settings settings, HostDirectories directories) throws IOException {
    PersistentDir programs = PersistentDir.of(directories.programs(false));
    // the library's own listener prints to standard output, which is the run's
    ProgressListener silent = new Slf4jProgressListener(NOPLogger.NOP_LOGGER);
    ImmutableMongod.Builder mongod =
        Mongod.builder()
            .persistentBaseDir(Start.to(PersistentDir.class).initializedWith(programs))
            .progressListener(Start.to(ProgressListener.class).initializedWith(silent));
    settings
        .get(SETTING + ".url")
        .map(DistributionBaseUrl::of)
        .map(Start.to(DistributionBaseUrl.class)::initializedWith)
        .ifPresent(mongod::distributionBaseUrl);
    HeldLock turn = turn(programs.value());
    try (ReachedState<ExtractedFileSet> files =
        mongod
            .build()
            .transitions(version(settings))
            .walker()
            .initState(StateID.of(ExtractedFileSet.class))) {
      return files.current().executable();
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
    } finally {
      turn.close();
    }
  }

  /** The library's directories are not for two that fill them; each read of a download ends. */
  private static HeldLock turn(Path programs) throws IOException {
    while (true) {
      Optional<HeldLock> turn = HeldLock.take(programs.resolve("mongodb.lock"), SETTING);
      if (turn.isPresent()) {
        return turn.get();
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** A release line means its newest release that the library knows. */
  static IFeatureAwareVersion version(Settings settings) {
    String asked = settings.get(SETTING).orElseThrow();
    try {
      return asked.matches("[5-9]\\.[0-9]\\.[0-9]{1,2}")
          ? Versions.withFeatures(de.flapdoodle.embed.process.distribution.Version.of(asked))
          : Version.Main.valueOf(asked.replaceFirst("^([5-9])\\.([0-9])$", "V$1_$2"));
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "%s=%s: accepted is a release such as 8.0.16, or the newest of a line such as 8.0, from 5.0 on"
              .formatted(settings.origin(SETTING), asked),
          e);
    }
  }

  private static ServerAddress start(Path program, Path directory, Guard guard) throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    HostUser user = new HostUser(List.of(), Optional.empty());
    ServerProgram server = new ServerProgram("mongodb", SERVER, directory, user, guard, COMPLAINT);
    List<String> options =
        new ArrayList<>(
            List.of(program.toString(), "--dbpath", data.toString(), "--bind_ip", "127.0.0.1"));
    if (Host.current() != Host.WINDOWS) {
      options.add("--nounixsocket");
    }
    options.add("--port");
    int port =
        server.start(
            Host::freePort,
            on -> Stream.concat(options.stream(), Stream.of(String.valueOf(on))).toList(),
            () -> server.log().contains("Waiting for connections"),
            "already in use");
    return new ServerAddress("mongodb://127.0.0.1:" + port + "/?directConnection=true");
  }
}
