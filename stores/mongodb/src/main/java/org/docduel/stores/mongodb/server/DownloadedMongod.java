package org.docduel.stores.mongodb.server;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerProgram;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;
import org.slf4j.LoggerFactory;

/**
 * MongoDB's own server program, downloaded from MongoDB and run here as a child process: alone, not
 * in a replica set, with all of its own defaults but where it listens and where its data is. Only
 * when it is asked for: it is a large file from the internet, under a licence of its own.
 */
final class DownloadedMongod implements ServerWay {
  /** The setting that asks for it: a version such as {@code 8.0} or {@code 8.0.16}. */
  static final String SETTING = "mongodb.download";

  /** The setting with another place to download from. */
  static final String MIRROR_SETTING = "mongodb.download.url";

  private static final String SERVER = "the downloaded mongod";
  private static final String READY = "Waiting for connections";

  /** A line of its log with the severity of an error, or what it says of its options. */
  private static final Pattern COMPLAINT = Pattern.compile("(.*\"s\":\"[EF]\".*|Error.*)");

  @Override
  public String name() {
    return "download";
  }

  @Override
  public Availability availability(Settings settings) {
    Optional<String> asked = settings.get(SETTING);
    if (asked.isEmpty()) {
      return new Availability.Unavailable(
          "no download is asked for", "set " + Settings.variable(SETTING) + "=8.0");
    }
    version(asked.get(), settings);
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
          Path program = download(settings.get(SETTING).orElseThrow(), settings, directories);
          Path directory = directories.newDataDirectory("mongodb", guard);
          return new RunningServer(start(program, directory, guard), guard::close);
        });
  }

  private static Path download(String asked, Settings settings, HostDirectories directories)
      throws IOException {
    ImmutableMongod mongod =
        Mongod.instance()
            .withPersistentBaseDir(
                given(PersistentDir.class, PersistentDir.of(directories.programs(false))))
            .withProgressListener(
                given(
                    ProgressListener.class,
                    new Slf4jProgressListener(LoggerFactory.getLogger(DownloadedMongod.class))));
    Optional<String> mirror = settings.get(MIRROR_SETTING);
    if (mirror.isPresent()) {
      mongod =
          mongod.withDistributionBaseUrl(
              given(DistributionBaseUrl.class, DistributionBaseUrl.of(mirror.get())));
    }
    try (ReachedState<ExtractedFileSet> files =
        mongod
            .transitions(version(asked, settings))
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
                  asked, root.toString().replaceAll("\\s+", " "), Settings.variable("mongodb.url")),
          e);
    }
  }

  private static <T> Start<T> given(Class<T> type, T value) {
    return Start.to(type).initializedWith(value);
  }

  /** A release line means its newest release that the library knows. */
  static IFeatureAwareVersion version(String asked, Settings settings) {
    if (asked.matches("[1-9][0-9]?\\.[0-9]\\.[0-9]{1,2}")) {
      return Versions.withFeatures(de.flapdoodle.embed.process.distribution.Version.of(asked));
    }
    return Arrays.stream(Version.Main.values())
        .filter(line -> line.name().matches("V[5-9]_[0-9]"))
        .filter(line -> line.name().substring(1).replace('_', '.').equals(asked))
        .findFirst()
        .orElseThrow(() ->
            new BadInputException(
                "%s=%s: accepted is a release such as 8.0.16, or the newest of a line such as 8.0, from 5.0 on"
                    .formatted(settings.origin(SETTING), asked)));
  }

  private static ServerAddress start(Path program, Path directory, Guard guard) throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    List<String> command =
        new ArrayList<>(
            List.of(program.toString(), "--dbpath", data.toString(), "--bind_ip", "127.0.0.1"));
    if (Host.current() != Host.WINDOWS) {
      command.add("--nounixsocket");
    }
    HostUser user = new HostUser(List.of(), Optional.empty());
    ServerProgram server = new ServerProgram("mongodb", SERVER, directory, user, guard, COMPLAINT);
    int port =
        server.start(
            Host::freePort,
            on -> Stream.concat(command.stream(), Stream.of("--port", "" + on)).toList(),
            () -> server.log().contains(READY),
            "already in use");
    ServerAddress address =
        new ServerAddress("mongodb://127.0.0.1:" + port + "/?directConnection=true");
    MongoConnections.requireAnswer(address, "that was downloaded");
    return address;
  }
}
