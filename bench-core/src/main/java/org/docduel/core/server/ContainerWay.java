package org.docduel.core.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;
import org.docduel.core.server.Watchdog.Guard;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container. When this process ends in any way, Testcontainers' own watchdog
 * container (Ryuk) removes it, so no {@link Guard} is needed.
 *
 * @param check throws a {@link ServerException} when the server does not keep its promises
 * @param versions whether the recipes heed the setting {@code FAMILY.version}
 */
public record ContainerWay(Recipes recipes, Consumer<ServerAddress> check, boolean versions)
    implements ServerWay {
  private static final Duration ANSWER_LIMIT = Duration.ofMillis(1500);
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  // Docker's default of 64 MB is too little for PostgreSQL's parallel queries.
  private static final long SHARED_MEMORY_BYTES = 1L << 30;

  /** Makes a recipe for a password and for the memory that the engine has, in bytes. */
  public interface Recipes {
    ContainerRecipe of(Settings settings, String password, long memory);
  }

  @Override
  public String name() {
    return "container";
  }

  @Override
  public Availability availability(Settings settings) {
    return docker();
  }

  @Override
  public Optional<ServerWay> at(String family) {
    return versions ? Optional.of(this) : Optional.empty();
  }

  @Override
  public RunningServer start(Settings settings) {
    ContainerRecipe recipe = recipes.of(settings, Host.newPassword(), memory());
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(recipe.image()))
            .withExposedPorts(recipe.port())
            .withEnv(recipe.environment())
            .withSharedMemorySize(SHARED_MEMORY_BYTES)
            .withStartupTimeout(START_LIMIT)
            .waitingFor(Wait.forLogMessage(recipe.readyLine(), recipe.readyTimes()));
    if (!recipe.command().isEmpty()) {
      container.withCommand(recipe.command().toArray(String[]::new));
    }
    try {
      container.start();
      ServerAddress address =
          new ServerAddress(
              recipe.addressAt(container.getHost(), container.getMappedPort(recipe.port())));
      check.accept(address);
      return new RunningServer(address, container::stop);
    } catch (ContainerLaunchException | ContainerFetchException e) {
      container.stop();
      throw new ServerException(
          "the container " + recipe.image() + " does not start: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      container.stop();
      throw e;
    }
  }

  static Availability docker() {
    FutureTask<Boolean> question =
        new FutureTask<>(() -> DockerClientFactory.instance().isDockerAvailable());
    // A thread of its own, because an engine at the far end of a broken network takes minutes.
    Thread asking = new Thread(question, "docker-check");
    asking.setDaemon(true);
    asking.start();
    String reason;
    try {
      if (question.get(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Availability.Available();
      }
      reason = "no Docker engine answers";
    } catch (TimeoutException e) {
      reason = "the Docker engine does not answer within " + ANSWER_LIMIT.toMillis() + " ms";
    } catch (ExecutionException e) {
      reason = "Docker cannot be asked (" + e.getCause() + ")";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while looking for Docker", e);
    }
    return new Availability.Unavailable(reason, "start Docker");
  }

  /** The memory that containers can have, in bytes. */
  private static long memory() {
    Long total = DockerClientFactory.instance().getInfo().getMemTotal();
    return total == null ? 0 : total;
  }

  /**
   * How a server is run in a container.
   *
   * @param command what is run instead of the image's own command; empty to leave it
   */
  public record ContainerRecipe(
      String image,
      int port,
      Map<String, String> environment,
      List<String> command,
      String readyLine,
      int readyTimes,
      String address) {
    public ContainerRecipe {
      environment = Map.copyOf(environment);
      command = List.copyOf(command);
    }

    public String addressAt(String host, int mappedPort) {
      return address.replace("HOST", host).replace("PORT", Integer.toString(mappedPort));
    }
  }
}
