package org.docduel.core.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.ServerSource.Workspace;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one run: looked for without starting any, started at most once each, and stopped
 * together.
 */
public final class Servers implements AutoCloseable {
  /**
   * The setting by which a server that is started here is told how many connections the work needs
   * at once: a whole number.
   */
  public static final String CONNECTIONS = "connections";

  private static final long SLOW_LOOK_SECONDS = 1;

  private final Settings settings;
  private final Consumer<String> progress;
  private final Map<String, SourceSelection> searches = new LinkedHashMap<>();
  private final Map<String, RunningServer> running = new LinkedHashMap<>();
  private final Map<String, Workspace.Lease> leases = new LinkedHashMap<>();

  /** Held by who looks for servers, starts or leases them, which may take minutes. */
  private final Object work = new Object();

  /** Whether the run has ended, while a thread of it may still be starting servers. */
  private boolean closed;

  public Servers(Settings settings) {
    this(settings, line -> {});
  }

  /**
   * Of a run.
   *
   * @param progress takes lines for people about what takes time
   */
  public Servers(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * A server that a run uses.
   *
   * @param tuning how it was configured; empty when somebody else did that
   * @param container that it runs in, if it was started in one
   * @param memory that it has, where it is limited or somebody states it
   */
  public record InUse(
      String family,
      String source,
      Optional<Tuning> tuning,
      ServerAddress address,
      Optional<ServerSource.Container> container,
      Optional<ServerSource.Memory> memory) {

    /**
     * Whether a container of this machine publishes its port, through which a proxy copies.
     *
     * @implNote of a server that somebody else started, the engine knows
     */
    public boolean isPublished() {
      return container
          .map(started -> !started.onHostNetwork())
          .orElseGet(() ->
              isOnThisMachine()
                  && address.hosts().stream()
                      .map(host -> host.replaceFirst(".*:(?=[0-9]+$)", ""))
                      .filter(port -> port.matches("[0-9]{1,5}"))
                      .anyMatch(
                          port -> DockerEngine.ofProcess().publishes(Integer.parseInt(port))));
    }

    /** Whether all that its address names is this machine. */
    public boolean isOnThisMachine() {
      return address.hosts().stream().allMatch(Host::isThisMachine);
    }
  }

  /**
   * Whether a server of a family can be had, and how. Looks once and remembers.
   *
   * @throws BadInputException when a setting cannot be used
   */
  public SourceSelection find(ServerFamily family) {
    synchronized (work) {
      return searches.computeIfAbsent(
          family.name(),
          name -> {
            CompletableFuture<Void> slow =
                CompletableFuture.runAsync(
                    () -> progress.accept("looking for a server of " + name + " ..."),
                    CompletableFuture.delayedExecutor(SLOW_LOOK_SECONDS, TimeUnit.SECONDS));
            try {
              return SourceSelection.of(family, settings);
            } finally {
              slow.cancel(false);
            }
          });
    }
  }

  /**
   * Takes containers for all of some families that can be in one, when one of them is: a container
   * and a process of the host are not the same machine. What a setting or an address names stays.
   */
  public void align(List<ServerFamily> families) {
    Optional<ServerFamily> first = families.stream().filter(this::isInContainer).findFirst();
    if (first.isEmpty()) {
      return;
    }
    for (ServerFamily family : families) {
      SourceSelection search = find(family);
      boolean isConfigured =
          settings.get(family.sourceSetting()).isPresent()
              || search.source().flatMap(ServerSource::workspace).isPresent();
      Optional<ServerSource> container =
          family.sources().stream()
              .filter(source -> source.name().equals(ContainerSource.NAME))
              .findFirst();
      if (isInContainer(family)
          || isConfigured
          || running(family) != null
          || container.isEmpty()
          || container.get().availability(family.effectiveSettings(settings))
              instanceof ServerSource.Availability.Unavailable) {
        continue;
      }
      synchronized (work) {
        searches.put(
            family.name(),
            new SourceSelection(family, container, Optional.empty(), search.unavailable()));
      }
      progress.accept(
          "%s: in a container, since %s is in one; %s=%s keeps it outside"
              .formatted(
                  family.name(),
                  first.get().name(),
                  Settings.variable(family.sourceSetting()),
                  search.source().map(ServerSource::sourceName).orElse("embedded")));
    }
  }

  private boolean isInContainer(ServerFamily family) {
    return find(family)
        .source()
        .filter(source -> source.name().equals(ContainerSource.NAME))
        .isPresent();
  }

  /**
   * Starts a family's server from the first available source, or returns the one that was started.
   * When that source fails, the next is not tried: it would be another server than the one that was
   * promised.
   *
   * @throws BadInputException when a given address or setting cannot be used
   * @throws ServerException when no source is available, the server does not start, or all are
   *     stopped
   */
  public InUse start(ServerFamily family) {
    synchronized (work) {
      SourceSelection search = find(family);
      ServerSource source =
          search
              .source()
              .orElseThrow(() ->
                  new ServerException(
                      "no %s server: %s; %s"
                          .formatted(family.name(), search.reason(), search.remedy())));
      RunningServer server = running(family);
      if (server == null) {
        server = source.start(family.effectiveSettings(settings), progress);
        keep(running, family, server);
      }
      Optional<Tuning> tuning =
          source.workspace().isPresent()
              ? Optional.empty()
              : Optional.of(Tuning.of(family.effectiveSettings(settings)));
      return new InUse(
          family.name(),
          source.name(),
          tuning,
          server.address(),
          server.container(),
          server.memory());
    }
  }

  private synchronized @Nullable RunningServer running(ServerFamily family) {
    RunningServer server = running.get(family.name());
    if (server == null && closed) {
      throw ended(family);
    }
    return server;
  }

  /** Gives up what was made while the run ended, which waits for nobody. */
  private <T extends AutoCloseable> void keep(
      Map<String, T> registry, ServerFamily family, T server) {
    synchronized (this) {
      if (!closed) {
        registry.put(family.name(), server);
        return;
      }
    }
    try (server) {
      throw ended(family);
    } catch (ServerException e) {
      throw e;
    } catch (Exception e) { // neither servers nor leases throw a checked one
      throw new ServerException(family.name() + " is not stopped: " + e.getMessage(), e);
    }
  }

  private static ServerException ended(ServerFamily family) {
    return new ServerException(family.name() + " is not started: the run has ended");
  }

  /**
   * Takes the space on a server for this run alone, when the server is somebody else's. Left when
   * the servers are closed.
   *
   * @throws BadInputException when rights are missing, the space holds what is not DocDuel's, or
   *     another run uses it
   */
  public void lease(ServerFamily family) {
    synchronized (work) {
      Optional<Workspace> workspace = find(family).source().flatMap(ServerSource::workspace);
      if (workspace.isPresent() && !isLeased(family)) {
        ServerAddress address = start(family).address();
        try {
          keep(leases, family, workspace.get().lease(address));
        } catch (Workspace.WorkspaceException e) {
          throw e.of(settings, family.addressSetting(), address);
        }
      }
    }
  }

  private synchronized boolean isLeased(ServerFamily family) {
    return leases.containsKey(family.name());
  }

  /**
   * Whether a server that is somebody else's is gone, or its space no longer ours, or a container
   * has ended, in one line.
   */
  public Optional<String> lost() {
    Map<String, RunningServer> servers = copy(running);
    Map<String, Workspace.Lease> spaces = copy(leases);
    for (Map.Entry<String, RunningServer> server : servers.entrySet()) {
      Optional<String> problem =
          server.getValue().container().flatMap(container -> container.problem().get());
      if (problem.isPresent()) {
        return unlessClosed(server.getKey() + ": " + problem.get());
      }
    }
    for (Map.Entry<String, Workspace.Lease> lease : spaces.entrySet()) {
      try {
        lease.getValue().verify();
      } catch (Workspace.WorkspaceException e) {
        return unlessClosed(lease.getKey() + ": " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  /** What to ask servers with: the answer may take long, and who closes them waits for nobody. */
  private synchronized <T> Map<String, T> copy(Map<String, T> registry) {
    return new LinkedHashMap<>(registry);
  }

  /** What the run itself stopped is not lost. */
  private synchronized Optional<String> unlessClosed(String problem) {
    return closed ? Optional.empty() : Optional.of(problem);
  }

  /**
   * Removes what runs have left on a server that is somebody else's.
   *
   * @throws BadInputException when the server does not let us, or a run uses the space
   */
  public List<String> clean(ServerFamily family) {
    Workspace workspace = find(family).source().flatMap(ServerSource::workspace).orElseThrow();
    ServerAddress address = start(family).address();
    try {
      return workspace.clean(address);
    } catch (Workspace.WorkspaceException e) {
      throw e.of(settings, family.addressSetting(), address);
    }
  }

  /** Where the servers that were started are, by family. */
  public synchronized Map<String, ServerAddress> addresses() {
    Map<String, ServerAddress> byFamily = new LinkedHashMap<>();
    running.forEach((family, server) -> byFamily.put(family, server.address()));
    return byFamily;
  }

  /** Whether the memory of a family's server is limited. */
  public synchronized boolean isLimited(ServerFamily family) {
    RunningServer server = running.get(family.name());
    return server != null
        && server.memory().filter(memory -> memory.facts().isLimited()).isPresent();
  }

  /** Where the memory of those is read that are limited, by family. */
  public Map<String, MemoryUsage.Location> memory() {
    Map<String, MemoryUsage.Location> byFamily = new LinkedHashMap<>();
    copy(running)
        .forEach((family, server) ->
            server
                .memory()
                .flatMap(memory -> memory.usage().get())
                .ifPresent(location -> byFamily.put(family, location)));
    return byFamily;
  }

  /**
   * Restarts a family's server, so that its caches are empty. When the run ends meanwhile, the
   * server is stopped once it is back.
   *
   * @return whether it did; false when the server is not ours, or cannot be restarted
   * @throws ServerException when it does not come back
   */
  public boolean restart(ServerFamily family) {
    synchronized (work) {
      RunningServer server = copy(running).get(family.name());
      if (server == null || !server.restart().getAsBoolean()) {
        return false;
      }
      keep(running, family, server);
      return true;
    }
  }

  /**
   * Stops what was started, the last one first; none is started after that. One that is starting or
   * restarting now is not waited for: it is stopped once it is up, or when this process ends.
   *
   * @throws ServerException when one does not stop; the others are stopped all the same
   */
  @Override
  public synchronized void close() {
    closed = true;
    Deque<Runnable> lastFirst = new ArrayDeque<>();
    running.values().forEach(server -> lastFirst.push(server::close));
    leases.values().forEach(lease -> lastFirst.push(lease::close));
    running.clear();
    leases.clear();
    Throwable first = null;
    for (Runnable close : lastFirst) {
      try {
        close.run();
      } catch (RuntimeException | Error e) { // such as a class of a jar that is gone
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof Error error) {
      throw error;
    } else if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }
}
