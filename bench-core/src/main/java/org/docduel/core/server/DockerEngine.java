package org.docduel.core.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.jspecify.annotations.Nullable;

/**
 * The container engine of this machine, asked with the JDK alone: looking for it starts no
 * container, pulls nothing and loads no library. It looks in the places where Testcontainers looks,
 * in the same order.
 */
public final class DockerEngine {
  /** The longest wait for the answers of all places together. */
  static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

  /** The oldest API that Testcontainers 2 speaks: that of Docker 25. */
  static final String OLDEST_API = "1.44";

  private static final int OK = 200;
  private static final int BUFFER = 1 << 16;
  private static final String START = "start Docker, or set DOCKER_HOST";
  private static final DockerEngine OF_PROCESS =
      of(Settings.environment(), Path.of(System.getProperty("user.home")));

  /** Which setting names the place; empty for the usual places. */
  private final String origin;

  private final List<String> places;

  /** Whether certificates are used, of which the JDK's sockets know nothing. */
  private final boolean tls;

  private @Nullable Search found;

  /**
   * An engine that answers.
   *
   * @param place its address, such as {@code unix:///var/run/docker.sock}
   * @param product name and version, such as {@code Docker 26.1.5}
   * @param architecture as image names have it, such as {@code amd64}
   */
  public record Engine(String place, String product, String architecture) {
    boolean isLocal() {
      return isSocket(place);
    }
  }

  /** The engine, or why there is none. */
  private record Search(Optional<Engine> engine, Availability availability) {}

  private record Answer(int status, String body) {
    /** Nothing when it is none. */
    @Nullable Object json() {
      try {
        return JSON.std.anyFrom(body);
      } catch (IOException e) {
        return null;
      }
    }

    Map<?, ?> object() {
      return json() instanceof Map<?, ?> map ? map : Map.of();
    }
  }

  private DockerEngine(String origin, List<String> places, boolean tls) {
    this.origin = origin;
    this.places = List.copyOf(places);
    this.tls = tls;
  }

  /** That of this process's environment; what it answered is remembered. */
  public static DockerEngine ofProcess() {
    return OF_PROCESS;
  }

  /** That of an environment, for tests. */
  static DockerEngine of(Map<String, String> environment, Path home) {
    Properties user = properties(home.resolve(".testcontainers.properties"));
    boolean tls = environment.getOrDefault("DOCKER_TLS_VERIFY", "").equals("1");
    String variable = environment.getOrDefault("DOCKER_HOST", "").strip();
    String file = " of ~/.testcontainers.properties";
    if (user.containsKey("tc.host")) {
      return new DockerEngine("tc.host" + file, List.of(user.getProperty("tc.host")), tls);
    } else if (!variable.isEmpty()) {
      return new DockerEngine("DOCKER_HOST", List.of(variable), tls);
    } else if (user.containsKey("docker.host")) {
      return new DockerEngine("docker.host" + file, List.of(user.getProperty("docker.host")), tls);
    } else if (Host.current() == Host.WINDOWS) {
      return new DockerEngine("", List.of("npipe:////./pipe/docker_engine"), tls);
    }
    Set<String> sockets = new LinkedHashSet<>(List.of("/var/run/docker.sock"));
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (!runtime.isEmpty()) {
      sockets.add(runtime + "/docker.sock");
    }
    sockets.add(home.resolve(".docker/run/docker.sock").toString());
    sockets.add(home.resolve(".docker/desktop/docker.sock").toString());
    return new DockerEngine("", sockets.stream().map(path -> "unix://" + path).toList(), tls);
  }

  private static Properties properties(Path file) {
    Properties properties = new Properties();
    if (Files.isReadable(file)) {
      try (var reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new BadInputException(file + ": " + e.getMessage(), e);
      }
    }
    return properties;
  }

  /** Whether it answers, and speaks an API that is new enough; takes five seconds at most. */
  public Availability availability() {
    return search().availability;
  }

  /** The engine, when it is available. */
  public Optional<Engine> engine() {
    return search().engine;
  }

  /**
   * The architecture of an image that the engine has.
   *
   * @return such as {@code arm64}; empty when the image would have to be pulled
   */
  public Optional<String> architectureOf(String image) {
    return engine()
        .flatMap(engine -> answer(engine.place, "/images/" + image + "/json"))
        .filter(answer -> answer.status == OK)
        .map(answer -> String.valueOf(answer.object().get("Architecture")));
  }

  /**
   * Whether a container of this engine publishes a port of this machine.
   *
   * @param port of the host
   */
  public boolean publishes(int port) {
    return engine().filter(Engine::isLocal).stream()
        .flatMap(engine -> answer(engine.place, "/containers/json").stream())
        .filter(answer -> answer.status == OK)
        .flatMap(answer -> list(answer.json()).stream())
        .flatMap(container -> list(container.get("Ports")).stream())
        .anyMatch(each -> Integer.valueOf(port).equals(each.get("PublicPort")));
  }

  private static List<Map<?, ?>> list(@Nullable Object json) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (json instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }

  private static Optional<Answer> answer(String place, String path) {
    try {
      return Optional.of(withinLimit(place, path, System.nanoTime() + ANSWER_LIMIT.toNanos()));
    } catch (IOException | TimeoutException e) {
      return Optional.empty();
    }
  }

  private synchronized Search search() {
    if (found == null) {
      found = look();
    }
    return found;
  }

  private Search look() {
    long deadline = System.nanoTime() + ANSWER_LIMIT.toNanos();
    List<Availability.Unavailable> problems = new ArrayList<>();
    for (String place : places) {
      if (origin.isEmpty() && isSocket(place) && !Files.exists(socket(place))) {
        continue; // a usual place where there is nothing
      }
      Search search = probe(place, deadline);
      if (search.engine.isPresent()) {
        return search;
      } else if (search.availability instanceof Availability.Unavailable no) {
        problems.add(no);
      }
    }
    Availability.Unavailable nowhere =
        new Availability.Unavailable(
            "no Docker engine was found: DOCKER_HOST is not set, and there is no "
                + places.get(0).replaceFirst("^[a-z]+://", ""),
            START);
    return new Search(Optional.empty(), problems.stream().findFirst().orElse(nowhere));
  }

  private static boolean isSocket(String place) {
    return place.startsWith("unix:");
  }

  private static Path socket(String place) {
    return Path.of(place.replaceFirst("^unix:/*", "/"));
  }

  /** What one place answers. */
  private Search probe(String place, long deadline) {
    if (!place.matches("(unix|tcp|http|https|npipe)://.+")) {
      return unavailable(
          "%s=%s is not the address of an engine".formatted(origin, place),
          "write it as unix:///PATH or tcp://HOST:PORT");
    }
    String at = origin.isEmpty() ? "at " + place : "at " + origin + "=" + place;
    if (isSocket(place) && !Files.exists(socket(place))) {
      return unavailable("there is no socket " + at, "start the engine, or correct " + origin);
    } else if (isSocket(place) && !Files.isWritable(socket(place))) {
      return unavailable(
          "this user (%s) may not use the Docker engine's socket %s"
              .formatted(System.getProperty("user.name"), socket(place)),
          "add the user to the socket's group, or run a rootless engine and set DOCKER_HOST");
    }
    try {
      if (place.matches("(https|npipe)://.*") || tls) {
        // Testcontainers alone can speak over these; what it meets is said when a server starts
        return new Search(
            Optional.of(new Engine(place, "Docker", "")), new Availability.Available());
      }
      Answer answer = withinLimit(place, "/version", deadline);
      Map<?, ?> version = answer.status == OK ? answer.object() : Map.of();
      String api = String.valueOf(version.get("ApiVersion"));
      if (!api.matches("[0-9]+\\.[0-9]+")) {
        return unavailable(
            "what listens " + at + " is not a Docker engine (HTTP status " + answer.status + ")",
            START);
      }
      boolean podman =
          list(version.get("Components")).stream()
              .anyMatch(part -> String.valueOf(part.get("Name")).startsWith("Podman"));
      String product = (podman ? "Podman " : "Docker ") + version.get("Version");
      return !podman && compare(api, OLDEST_API) < 0
          ? unavailable(
              "%s has API %s, and Testcontainers needs %s".formatted(product, api, OLDEST_API),
              "install Docker 25 or newer")
          : new Search(
              Optional.of(new Engine(place, product, String.valueOf(version.get("Arch")))),
              new Availability.Available());
    } catch (TimeoutException e) {
      return unavailable(
          "the Docker engine " + at + " did not answer within " + ANSWER_LIMIT.toSeconds() + " s",
          "look at its log, or restart it");
    } catch (IOException e) {
      return unavailable(
          "no Docker engine answers %s (%s)".formatted(at, BadInputException.reason(e)), START);
    }
  }

  private static Search unavailable(String reason, String remedy) {
    return new Search(Optional.empty(), new Availability.Unavailable(reason, remedy));
  }

  /** Which of two versions of numbers and dots is the newer. */
  private static int compare(String first, String second) {
    int[][] numbers = new int[2][];
    numbers[0] = Arrays.stream(first.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    numbers[1] = Arrays.stream(second.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    return Arrays.compare(numbers[0], numbers[1]);
  }

  /** A thread of its own asks: no timeout reaches a socket of the file system. */
  private static Answer withinLimit(String place, String path, long deadline)
      throws IOException, TimeoutException {
    FutureTask<Answer> request = new FutureTask<>(() -> get(place, path));
    Thread worker = new Thread(request, "docduel-engine");
    worker.setDaemon(true);
    worker.start();
    try {
      return request.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failed) {
        throw failed;
      }
      throw new IOException(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while looking for Docker", e);
    } finally {
      worker.interrupt(); // closes the channel
    }
  }

  private static Answer get(String place, String path) throws IOException {
    URI uri = URI.create(place);
    SocketAddress address =
        isSocket(place)
            ? UnixDomainSocketAddress.of(socket(place))
            : new InetSocketAddress(uri.getHost(), uri.getPort());
    try (SocketChannel channel = SocketChannel.open(address)) {
      // version 1.0: the answer is not in pieces, and ends with the connection
      String request = "GET " + path + " HTTP/1.0\r\nHost: docker\r\n\r\n";
      channel.write(ByteBuffer.wrap(request.getBytes(UTF_8)));
      ByteArrayOutputStream answer = new ByteArrayOutputStream(BUFFER);
      Channels.newInputStream(channel).transferTo(answer);
      String[] parts = answer.toString(UTF_8).split("\r\n\r\n", 2);
      String[] status = parts[0].split("\\s+", 3);
      return new Answer(
          status.length > 1 && status[1].matches("[0-9]{3}") ? Integer.parseInt(status[1]) : 0,
          parts.length > 1 ? parts[1] : "");
    } catch (IllegalArgumentException e) { // a bad port, or a name without an address
      throw new IOException(place + ": no such host or port", e);
    }
  }
}
