package org.docduel.stores.mongodb.server;

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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Availability;
import org.docduel.core.server.Guard;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.RunningServer;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.StartedServer;
import org.docduel.core.server.Watchdog;
import org.slf4j.LoggerFactory;

/**
 * MongoDB's own server program, downloaded from MongoDB and run here. Only when it is asked for: it
 * is a large file from the internet, under a licence of its own.
 */
final class DownloadedMongod implements ServerWay {
  /** The setting that asks for it: a version such as {@code 8.0} or {@code 8.0.16}. */
  static final String SETTING = "mongodb.download";

  /** The setting with another place to download from. */
  static final String MIRROR_SETTING = "mongodb.download.url";

  private static final Pattern RELEASE_LINE = Pattern.compile("[1-9][0-9]?\\.[0-9]");
  private static final Pattern RELEASE = Pattern.compile("[1-9][0-9]?\\.[0-9]\\.[0-9]{1,2}");

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
    if (HostDirectories.of(settings).dataRoot().isEmpty()) {
      return HostDirectories.inMemory();
    }
    return new Availability.Available();
  }

  @Override
  public RunningServer start(Settings settings) {
    String asked = settings.get(SETTING).orElseThrow();
    HostDirectories directories = HostDirectories.of(settings);
    Guard guard = Watchdog.guard();
    try {
      Path program = download(asked, settings, directories);
      return new StartedServer(
          MongodProcess.start(program, directories.newDataDirectory("mongodb", guard), guard),
          guard::close);
    } catch (IOException e) {
      guard.close();
      throw new ServerException("the downloaded mongod does not start: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      guard.close();
      throw e;
    }
  }

  private static Path download(String asked, Settings settings, HostDirectories directories)
      throws IOException {
    Path programs = directories.programs(false);
    ImmutableMongod mongod =
        Mongod.instance()
            .withPersistentBaseDir(
                Start.to(PersistentDir.class).initializedWith(PersistentDir.of(programs)))
            .withProgressListener(
                Start.to(ProgressListener.class)
                    .initializedWith(
                        new Slf4jProgressListener(
                            LoggerFactory.getLogger(DownloadedMongod.class))));
    Optional<String> mirror = settings.get(MIRROR_SETTING);
    if (mirror.isPresent()) {
      mongod =
          mongod.withDistributionBaseUrl(
              Start.to(DistributionBaseUrl.class)
                  .initializedWith(DistributionBaseUrl.of(mirror.get())));
    }
    try (ReachedState<ExtractedFileSet> files =
        mongod
            .transitions(version(asked, settings))
            .walker()
            .initState(StateID.of(ExtractedFileSet.class))) {
      return files.current().executable();
    } catch (RuntimeException e) {
      throw new ServerException(
          "cannot download mongod "
              + asked
              + ": "
              + rootMessage(e)
              + "; or set "
              + Settings.variable("mongodb.url")
              + " to a running one",
          e);
    }
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.toString().replaceAll("\\s+", " ");
  }

  /** A release line means its newest release that the library knows. */
  static de.flapdoodle.embed.process.distribution.Version version(String asked, Settings settings) {
    if (RELEASE.matcher(asked).matches()) {
      return Versions.withFeatures(de.flapdoodle.embed.process.distribution.Version.of(asked));
    }
    String constant = "V" + asked.replace('.', '_');
    if (RELEASE_LINE.matcher(asked).matches()) {
      for (Version.Main known : Version.Main.values()) {
        if (known.name().equals(constant)) {
          return known;
        }
      }
    }
    String lines =
        Arrays.stream(Version.Main.values())
            .map(Enum::name)
            .filter(name -> name.matches("V[5-9]_[0-9]"))
            .map(name -> name.substring(1).replace('_', '.'))
            .collect(Collectors.joining(", "));
    throw new BadInputException(
        settings.origin(SETTING)
            + "="
            + asked
            + ": accepted is a release such as 8.0.16, or the newest of one of the lines "
            + lines);
  }
}
