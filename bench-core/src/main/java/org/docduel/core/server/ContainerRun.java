package org.docduel.core.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Driver;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Mount;
import com.github.dockerjava.api.model.MountType;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.api.model.VolumeOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe.Place;
import org.docduel.core.server.ContainerSource.Limits;
import org.docduel.core.server.ServerSource.Container;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.Workspace;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.dockerclient.DockerClientConfigUtils;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;

/** One start of a container: the only class that knows Testcontainers. */
final class ContainerRun {
  /** The image of Testcontainers' watchdog, in the version that this Testcontainers names. */
  static final String RYUK = "testcontainers/ryuk:0.14.0";

  /** The label with the number of the process that started a container. */
  static final String PROCESS_LABEL = "org.docduel.process";

  private static final long POLL_MILLIS = 100;
  private static final int STOP_SECONDS = 180;
  private static final long MIN_SHARED_MEMORY = 1L << 30;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files +([0-9]+) +([0-9]+).*");

  private final ContainerSource source;
  private final DockerEngine.Engine engine;
  private final Settings settings;
  private final Limits limits;
  private final Consumer<String> progress;
  private final String password = Host.newPassword();
  private boolean onEngineHost;

  ContainerRun(
      ContainerSource source,
      DockerEngine.Engine engine,
      Settings settings,
      Limits limits,
      Consumer<String> progress) {
    this.source = source;
    this.engine = engine;
    this.settings = settings;
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * Pulls what is missing, starts the container and waits until its server takes connections.
   *
   * @throws ContainerFailure when it does not start
   */
  RunningServer start() throws ContainerFailure {
    Info info;
    String image;
    // without Ryuk, whose image may have to be pulled too
    try (DockerClient client = client()) {
      info = client.infoCmd().exec();
      onEngineHost = isOnEngineHost(client);
      removeLeftovers(client);
      image = recipe(place(info)).image();
      ImagePull pull = new ImagePull(client, progress);
      if (!Boolean.parseBoolean(Settings.environment().get("TESTCONTAINERS_RYUK_DISABLED"))) {
        pull.unlessThere(substituted(RYUK));
      }
      pull.unlessThere(substituted(image));
      requireArchitecture(image);
    } catch (IOException e) {
      throw new ServerException("the connection to the engine cannot be closed", e);
    } catch (RuntimeException e) {
      throw failure("the Docker engine fails", source.family(), e);
    }
    Place place = place(info);
    ContainerRecipe recipe = recipe(place);
    if (place.onHost() && recipe.port() != place.hostPort() && isTaken(recipe.port())) {
      throw ContainerFailure.portTaken(image, recipe.port());
    }
    progress.accept(
        "%s: starting a container of %s on %s%s"
            .formatted(
                source.family(),
                image,
                engine.product(),
                place.onHost() ? ", on the host's network" : ", with a published port"));
    GenericContainer<?> container = container(recipe, place);
    try {
      return started(container, recipe, place);
    } catch (ContainerFailure | RuntimeException e) {
      stop(container, e);
      throw e;
    }
  }

  /**
   * Removes ended containers of processes that have ended: an engine that is stopped stops Ryuk
   * too.
   */
  private void removeLeftovers(DockerClient client) {
    if (!onEngineHost) {
      return; // the processes of another machine are not seen here
    }
    for (com.github.dockerjava.api.model.Container container :
        client
            .listContainersCmd()
            .withShowAll(true)
            .withLabelFilter(List.of(PROCESS_LABEL))
            .withStatusFilter(List.of("created", "exited"))
            .exec()) {
      String process = container.getLabels().getOrDefault(PROCESS_LABEL, "");
      if (process.matches("[0-9]{1,9}") && ProcessHandle.of(Long.parseLong(process)).isEmpty()) {
        try {
          client.removeContainerCmd(container.getId()).withRemoveVolumes(true).exec();
          progress.accept(
              "removed a container of %s with its data, which an earlier run could not remove"
                  .formatted(container.getImage()));
        } catch (NotFoundException | ConflictException removed) {
          // by Ryuk, or by another run
        }
      }
    }
  }

  private static void stop(GenericContainer<?> container, Exception cause) {
    boolean interrupted = Thread.interrupted(); // else nothing is stopped
    try {
      container.stop();
    } catch (RuntimeException e) {
      cause.addSuppressed(e); // Ryuk removes it
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static DockerClient client() {
    return DockerClientProviderStrategy.getClientForConfig(
        DockerClientFactory.instance().getTransportConfig());
  }

  /** An image as Testcontainers will name it, which may put a mirror's name before it. */
  private static String substituted(String image) {
    return ImageNameSubstitutor.instance()
        .apply(DockerImageName.parse(image))
        .asCanonicalNameString();
  }

  private void requireArchitecture(String image) throws ContainerFailure {
    Optional<String> imageArchitecture = DockerEngine.ofProcess().architectureOf(image);
    if (imageArchitecture.isPresent()
        && !engine.architecture().isEmpty()
        && !imageArchitecture.get().equals(engine.architecture())) {
      throw ContainerFailure.architecture(image, imageArchitecture.get(), engine.architecture());
    }
  }

  private ContainerRecipe recipe(Place place) {
    return source.recipes().of(settings, place);
  }

  private Place place(Info info) {
    long total = Objects.requireNonNullElse(info.getMemTotal(), 0L);
    long memory = limits.memory().map(MemoryLimit::bytes).orElse(total);
    return new Place(
        onEngineHost && !limits.published() ? ContainerSource.freePort() : 0, password, memory);
  }

  /**
   * Whether a container that shares its host's network shares that of this process. In a virtual
   * machine, as Docker Desktop has it, in a namespace of a rootless engine, or when this process is
   * in a container itself, the engine's host is another: its bridge is no interface here.
   */
  private boolean isOnEngineHost(DockerClient client) {
    if (Host.current() != Host.LINUX || !engine.isLocal()) {
      return false;
    } else if (engine.product().startsWith("Podman")) {
      return !DockerClientConfigUtils.IN_A_CONTAINER; // its bridge comes with its first container
    }
    try {
      return client
          .inspectNetworkCmd()
          .withNetworkId("bridge")
          .exec()
          .getIpam()
          .getConfig()
          .stream()
          .map(Network.Ipam.Config::getGateway)
          .anyMatch(gateway -> gateway != null && Host.isThisMachine(gateway));
    } catch (NotFoundException noBridge) {
      return !DockerClientConfigUtils.IN_A_CONTAINER;
    }
  }

  private static boolean isTaken(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return !probe.isBound();
    } catch (IOException inUse) {
      return true;
    }
  }

  private GenericContainer<?> container(ContainerRecipe recipe, Place place) {
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(recipe.image()))
            .withEnv(recipe.environment())
            .withLabel(PROCESS_LABEL, String.valueOf(ProcessHandle.current().pid()))
            .withStartupCheckStrategy(new NoCheck())
            .waitingFor(new NoWait())
            .withCreateContainerCmdModifier(command -> {
              HostConfig host = Objects.requireNonNull(command.getHostConfig());
              configure(host, recipe.dataDirectory());
              if (!place.onHost()) { // by itself Testcontainers waits for ports, and hides an end
                ExposedPort port = ExposedPort.tcp(recipe.port());
                command.withExposedPorts(port);
                host.withPortBindings(new PortBinding(Ports.Binding.empty(), port));
              }
            });
    if (place.onHost()) {
      container.withNetworkMode("host");
    }
    if (!recipe.command().isEmpty()) {
      container.withCommand(recipe.command().toArray(String[]::new));
    }
    return container;
  }

  /** Gives it what a server that runs on the host has: memory, shared memory, files, a disk. */
  private void configure(HostConfig host, String dataDirectory) {
    host.withShmSize(sharedMemory());
    openFiles().ifPresent(limit -> host.withUlimits(List.of(limit)));
    limits // without the same limit with swap, Docker allows as much swap again
        .memory()
        .ifPresent(limit -> host.withMemory(limit.bytes()).withMemorySwap(limit.bytes()));
    if (limits.nanoCpus() > 0) {
      host.withNanoCPUs(limits.nanoCpus());
    }
    Mount volume = new Mount().withType(MountType.VOLUME).withTarget(dataDirectory);
    if (!limits.volume().isEmpty()) {
      volume.withVolumeOptions(
          new VolumeOptions()
              .withDriverConfig(new Driver().withName("local").withOptions(limits.volume())));
    }
    host.withMounts(List.of(volume));
  }

  /** In bytes: that of the host, but no less than PostgreSQL's parallel queries may need. */
  private long sharedMemory() {
    try {
      return Math.max(MIN_SHARED_MEMORY, Files.getFileStore(SHARED_MEMORY).getTotalSpace());
    } catch (IOException notHere) {
      return MIN_SHARED_MEMORY;
    }
  }

  /** A process that is started here may open as many as this one, which has raised its limit. */
  private static Optional<Ulimit> openFiles() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/limits"))) {
      return lines
          .map(OPEN_FILES::matcher)
          .filter(Matcher::matches)
          .map(line ->
              new Ulimit("nofile", Long.parseLong(line.group(1)), Long.parseLong(line.group(2))))
          .findFirst();
    } catch (IOException | UncheckedIOException notLinux) {
      return Optional.empty();
    }
  }

  private RunningServer started(GenericContainer<?> container, ContainerRecipe recipe, Place place)
      throws ContainerFailure {
    String what = "the container " + recipe.image() + " does not start";
    try {
      container.start();
    } catch (RuntimeException e) {
      requireRunning(container, recipe.image());
      throw failure(what, recipe.image(), e);
    }
    requireRunning(container, recipe.image()); // else it has no published port
    int port = place.onHost() ? recipe.port() : container.getMappedPort(recipe.port());
    String host = onEngineHost ? "127.0.0.1" : container.getHost();
    ServerAddress address = new ServerAddress(recipe.addressAt(host, port));
    String version = awaitReady(container, recipe, address);
    source.requireVersion(settings, recipe.image(), version);
    requireDisk(container, recipe);
    source.prepare().accept(address);
    return new RunningServer(
        address,
        container::stop,
        () -> place.onHost() && restart(container, recipe, address),
        Optional.of(
            new Container(recipe.image(), place.onHost(), () -> problem(container, recipe))),
        limits.memory().map(limit -> memory(limit, container)));
  }

  /** Its usage is read where this machine is the engine's. */
  private ServerSource.Memory memory(MemoryLimit limit, GenericContainer<?> container) {
    return ServerSource.Memory.of(
        limit,
        new MemoryGroup(ContainerSource.NAME, List.of(), dataDevice()),
        "",
        () ->
            Optional.ofNullable(container.getCurrentContainerInfo().getState().getPidLong())
                .filter(pid -> onEngineHost));
  }

  /** The disk below the engine's volumes. */
  private Optional<BlockDevice> dataDevice() {
    return Optional.ofNullable(DockerClientFactory.lazyClient().infoCmd().exec().getDockerRootDir())
        .filter(root -> onEngineHost)
        .flatMap(root -> BlockDevice.below(Path.of(root)));
  }

  /** Waits until the log has its line and a connection is let in; the server's version. */
  private String awaitReady(
      GenericContainer<?> container, ContainerRecipe recipe, ServerAddress address)
      throws ContainerFailure {
    Pattern line = Pattern.compile(recipe.readyLine());
    long deadline = System.nanoTime() + Duration.ofSeconds(limits.startSeconds()).toNanos();
    boolean announced = false;
    while (true) {
      requireRunning(container, recipe.image());
      String log = announced ? "" : container.getLogs();
      announced =
          announced
              || log.lines().filter(logLine -> line.matcher(logLine).find()).count()
                  >= recipe.readyTimes();
      String reason = announced ? "" : ContainerFailure.lastErrorLine(log);
      if (announced) {
        try {
          return source.probe().check(address);
        } catch (Workspace.WorkspaceException e) {
          reason = String.valueOf(e.getMessage()).replace(address.url(), address.toString());
        }
      }
      if (System.nanoTime() - deadline >= 0) {
        throw ContainerFailure.late(recipe.image(), limits.startSeconds(), reason);
      }
      pause();
    }
  }

  private void requireRunning(GenericContainer<?> container, String image) throws ContainerFailure {
    Optional<ContainerFailure> ended = endOf(container, image);
    if (ended.isPresent()) {
      throw ended.get();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while a container starts", e);
    }
  }

  /** Why a container is not running; empty when it is. */
  private Optional<ContainerFailure> endOf(GenericContainer<?> container, String image) {
    if (container.getContainerId() == null) {
      return Optional.empty(); // it was not made
    }
    try {
      ContainerState state = container.getCurrentContainerInfo().getState();
      return Boolean.TRUE.equals(state.getRunning()) || "created".equals(state.getStatus())
          ? Optional.empty()
          : Optional.of(
              ContainerFailure.ended(
                  image,
                  Objects.requireNonNullElse(state.getExitCodeLong(), -1L),
                  Boolean.TRUE.equals(state.getOOMKilled()),
                  limits.memory(),
                  container.getLogs()));
    } catch (RuntimeException e) {
      return Optional.of(failure("the container " + image + " is gone", image, e));
    }
  }

  /** What became of a server that ran. */
  private Optional<String> problem(GenericContainer<?> container, ContainerRecipe recipe) {
    return endOf(container, recipe.image())
        .map(failure ->
            String.valueOf(failure.getMessage())
                .replace(" does not start: ", " is no longer running: "));
  }

  /** A flush to a disk in memory promises nothing. */
  private static void requireDisk(GenericContainer<?> container, ContainerRecipe recipe) {
    try {
      String type =
          container
              .execInContainer("stat", "-f", "-c", "%T", recipe.dataDirectory())
              .getStdout()
              .strip();
      if (type.equals("tmpfs") || type.equals("ramfs")) {
        throw new ServerException(
            "the data of the container %s are in memory (%s), where a flush to disk promises nothing; set %s to a disk, or keep the engine's files on one"
                .formatted(recipe.image(), type, Settings.variable(ContainerSource.VOLUME)));
      }
    } catch (IOException e) {
      throw new ServerException("the container's disk cannot be inspected: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while a container starts", e);
    }
  }

  private boolean restart(
      GenericContainer<?> container, ContainerRecipe recipe, ServerAddress address) {
    try {
      DockerClientFactory.lazyClient()
          .restartContainerCmd(container.getContainerId())
          .withTimeout(STOP_SECONDS)
          .exec();
      awaitReady(container, recipe, address);
      return true;
    } catch (ContainerFailure | RuntimeException e) {
      throw new ServerException(
          "the container " + recipe.image() + " does not start again: " + e.getMessage(), e);
    }
  }

  /** An interrupt is not a failure of the engine's. */
  private static ContainerFailure failure(String what, String image, RuntimeException e) {
    for (Throwable each = e; each != null; each = each.getCause()) {
      if (each instanceof InterruptedException) {
        Thread.currentThread().interrupt();
        throw new ServerException("interrupted while a container starts", e);
      }
    }
    return ContainerFailure.of(what, image, e);
  }

  /** A container that ends at once is looked at afterwards: a failed check hides why it did. */
  private static final class NoCheck extends StartupCheckStrategy {
    @Override
    public StartupStatus checkStartupState(DockerClient client, String id) {
      return StartupStatus.SUCCESSFUL;
    }
  }

  /** The container's log and its port tell when its server is ready, and why it is not. */
  private static final class NoWait extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      // waited for after the start
    }
  }
}
