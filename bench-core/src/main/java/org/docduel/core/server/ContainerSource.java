package org.docduel.core.server;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe.Place;
import org.docduel.core.server.ContainerRecipe.Recipes;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.Workspace;

/**
 * A server in a container. When this process ends in any way, Testcontainers' own watchdog
 * container (Ryuk) removes it, so no {@link Watchdog.Guard} is needed. Nothing of Testcontainers is
 * loaded before a container is started.
 *
 * @param family whose settings {@code FAMILY.image} and {@code FAMILY.version} the recipes read
 * @param probe connects once to see that the server is there, and which version it is
 * @param prepare throws a {@link ServerException} when the server does not keep its promises
 * @param versions whether the recipes heed the setting {@code FAMILY.version}
 */
public record ContainerSource(
    String family,
    Workspace probe,
    Recipes recipes,
    Consumer<ServerAddress> prepare,
    boolean versions)
    implements ServerSource {
  /** The name of this source. */
  public static final String NAME = "container";

  /** What the setting of a {@link MemoryLimit} was called that only containers had. */
  private static final String FORMER_MEMORY = "container.memory";

  /** The setting for the CPUs of each container: a number such as {@code 1.5}. */
  static final String CPUS = "container.cpus";

  /** The setting that forces a network: {@code host} or {@code published}. */
  static final String NETWORK = "container.network";

  /** The setting with options of the volume driver: {@code name=value}, separated by semicolons. */
  static final String VOLUME = "container.volume";

  /** The setting for the longest start of a container's server: a whole number of seconds. */
  static final String START_SECONDS = "container.start.seconds";

  private static final int DEFAULT_START_SECONDS = 180;

  /** Another program may take a port between the moment it was free and the server's start. */
  private static final int MAX_PORTS = 3;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean limitsMemory() {
    return true;
  }

  @Override
  public Availability availability(Settings settings) {
    Limits.of(settings); // a bad value is an error, whatever the engine answers
    DockerEngine docker = DockerEngine.ofProcess();
    if (docker.availability() instanceof Availability.Unavailable no) {
      return no;
    }
    String image = recipes.of(settings, new Place(0, "", 0)).image();
    if (docker.architectureOf(image).isEmpty()) {
      return new Availability.OnRequest(
          "the image " + image + " is not on this machine",
          "name the store to have it pulled, or run 'docker pull " + image + "'");
    }
    return isRequested(settings)
        ? new Availability.Available()
        : new Availability.OnRequest(
            "its server would run in a container of " + image,
            "name the store, or its source: " + Settings.variable(sourceSetting()) + "=" + NAME);
  }

  /**
   * Whether a setting names this source. Else the servers of a run would depend on which images
   * somebody has pulled on this machine, and an embedded one would move into a container beside one
   * that nobody asked for.
   */
  private boolean isRequested(Settings settings) {
    return settings
        .get(sourceSetting())
        .or(() -> settings.get(ServerSource.SourceSelection.SOURCE))
        .filter(source -> source.strip().equals(NAME))
        .isPresent();
  }

  private String sourceSetting() {
    return family + "." + ServerSource.SourceSelection.SOURCE;
  }

  /** A version or a tuning; any other name is that of a given server. */
  @Override
  public Optional<ServerSource> forServer(String familyName) {
    String label = familyName.split("[@:]", 3)[1];
    boolean startable = label.matches("(\\d.*)?") || Tuning.find(label).isPresent();
    return versions && startable ? Optional.of(this) : Optional.empty();
  }

  @Override
  public RunningServer start(Settings settings) {
    return start(settings, line -> {});
  }

  @Override
  public RunningServer start(Settings settings, Consumer<String> progress) {
    DockerEngine.Engine engine =
        DockerEngine.ofProcess()
            .engine()
            .orElseThrow(() -> new ServerException("no Docker engine answers; start Docker"));
    Limits limits = Limits.of(settings);
    for (int attempt = 1; ; attempt++) {
      try {
        return new ContainerRun(this, engine, settings, limits, progress).start();
      } catch (ContainerFailure e) {
        if (!e.isPortTaken() || attempt == MAX_PORTS) {
          throw new ServerException(family + ": " + e.getMessage(), e);
        }
      }
    }
  }

  /** Refuses a server that is not of the version that was asked for. */
  void requireVersion(Settings settings, String image, String reportedVersion) {
    String setting = family + ".version";
    String requested = settings.get(setting).orElse("");
    String version = reportedVersion.replaceFirst(" .*", ""); // such as (Debian 15.20-1)
    if (requested.matches("[0-9].*")
        && !version.isEmpty()
        && !ServerFamily.matchesVersion(requested, version)) {
      throw BadInputException.of(
          "%s=%s: the server of the image %s says it is version %s; ask for that, or name another"
              + " image with %s",
          settings.origin(setting),
          requested,
          image,
          version,
          Settings.variable(family + ".image"));
    }
  }

  /**
   * What each container of a run gets, the same for all.
   *
   * @param memory that of {@code --memory}
   * @param nanoCpus in billionths of a CPU; 0 for no limit
   * @param published whether ports are published even where the host's network can be shared
   * @param volume options of the engine's volume driver
   */
  record Limits(
      Optional<MemoryLimit> memory,
      long nanoCpus,
      boolean published,
      Map<String, String> volume,
      int startSeconds) {
    static Limits of(Settings settings) {
      BadInputException.require(
          settings.get(FORMER_MEMORY).isEmpty(),
          "%s: give --memory or %s instead, which limit every server that is compared",
          settings.origin(FORMER_MEMORY),
          Settings.variable(MemoryLimit.SETTING));
      return new Limits(
          MemoryLimit.of(settings),
          settings.get(CPUS).map(text -> nanoCpus(settings.origin(CPUS), text)).orElse(0L),
          settings
              .get(NETWORK)
              .map(text -> {
                BadInputException.require(
                    text.matches("host|published"),
                    "%s=%s: accepted is host or published",
                    settings.origin(NETWORK),
                    text);
                return text.equals("published");
              })
              .orElse(false),
          settings.get(VOLUME).map(text -> options(settings.origin(VOLUME), text)).orElse(Map.of()),
          settings
              .get(START_SECONDS)
              .map(text -> {
                BadInputException.require(
                    text.matches("[1-9][0-9]{0,4}"),
                    "%s=%s: accepted is a number of seconds from 1 to 99999",
                    settings.origin(START_SECONDS),
                    text);
                return Integer.parseInt(text);
              })
              .orElse(DEFAULT_START_SECONDS));
    }

    private static long nanoCpus(String origin, String text) {
      BadInputException.require(
          text.strip().matches("[0-9]{1,4}(\\.[0-9]{1,3})?") && Double.parseDouble(text) > 0,
          "%s=%s: accepted is a number of CPUs such as 2 or 1.5",
          origin,
          text);
      return Math.round(Double.parseDouble(text) * 1e9);
    }

    private static Map<String, String> options(String origin, String text) {
      Map<String, String> options = new LinkedHashMap<>();
      for (String option : text.split(";", -1)) {
        String[] sides = option.strip().split("=", 2);
        BadInputException.require(
            sides.length == 2 && !sides[0].isEmpty(),
            "%s=%s: write options of Docker's local volume driver, such as type=ext4;device=/dev/sdb1",
            origin,
            text);
        options.put(sides[0], sides[1]);
      }
      return options;
    }
  }

  /** A port of the loopback interface for a container that shares the host's network. */
  static int freePort() {
    try {
      return Host.freePort();
    } catch (IOException e) {
      throw new ServerException("no port of 127.0.0.1 is free: " + e.getMessage(), e);
    }
  }
}
