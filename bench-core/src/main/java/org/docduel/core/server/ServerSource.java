package org.docduel.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.SecretText;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.stats.sidecar.ServerMemory;

/** A source of servers: a given address, embedded, a download, a container. */
public interface ServerSource {
  /** The source's name as results give it. */
  String name();

  /**
   * Whether this source is available here.
   *
   * @implSpec looks, but starts nothing and takes under two seconds
   */
  Availability availability(Settings settings);

  /** What is DocDuel's on a server that is somebody else's; empty when it is ours. */
  default Optional<Workspace> workspace() {
    return Optional.empty();
  }

  /** The same source for one of several servers of a family; empty where none can be chosen. */
  default Optional<ServerSource> forServer(String family) {
    return Optional.empty();
  }

  /**
   * Starts the server, or connects to it once to see that it is there.
   *
   * @implSpec a server that was started stops when the returned object is closed, and also when
   *     this process ends in any way, killed included
   * @throws BadInputException when an address or its credentials are wrong
   * @throws ServerException when the server does not start
   */
  RunningServer start(Settings settings);

  /**
   * The same, and reports what takes time.
   *
   * @param progress takes lines for people
   */
  default RunningServer start(Settings settings, Consumer<String> progress) {
    return start(settings);
  }

  /** Whether its servers can be held to a {@link MemoryLimit}. */
  default boolean limitsMemory() {
    return false;
  }

  /** The name of this source in the setting {@code FAMILY.source}. */
  default String sourceName() {
    return name();
  }

  /** Whether a server can be had from a source, and if not, why and what would help. */
  sealed interface Availability {
    record Available() implements Availability {}

    /** It can be had by whoever asks for it: by the store's name, or by its source. */
    record OnRequest(String reason, String remedy) implements Availability {}

    record Unavailable(String reason, String remedy) implements Availability {}
  }

  /**
   * Which source of a server is available here, and why those before it are not. Looking starts
   * nothing.
   *
   * @param request why the way is taken only for whoever asks for it, where it is
   */
  record SourceSelection(
      ServerFamily family,
      Optional<ServerSource> source,
      Optional<Availability.OnRequest> request,
      List<Availability.Unavailable> unavailable) {
    /** The setting that names the source of all families' servers. */
    public static final String SOURCE = "source";

    /**
     * Looks at a family's sources in order, up to the first available one; at one alone where a
     * setting names the source.
     *
     * @throws BadInputException when a setting cannot be used
     */
    public static SourceSelection of(ServerFamily family, Settings settings) {
      Settings effective = family.effectiveSettings(settings);
      Optional<MemoryLimit> limit = MemoryLimit.of(settings);
      List<Availability.Unavailable> unavailable = new ArrayList<>();
      for (ServerSource source : family.selectedSources(settings)) {
        Availability availability =
            limit.isPresent() && !source.limitsMemory()
                ? new Availability.Unavailable(
                    "the memory of " + family.name() + " cannot be limited",
                    "leave it or --memory out")
                : source.availability(effective);
        if (availability instanceof Availability.Unavailable no) {
          unavailable.add(no);
        } else if (availability instanceof Availability.OnRequest request) {
          return new SourceSelection(
              family, Optional.of(source), Optional.of(request), unavailable);
        } else {
          return new SourceSelection(family, Optional.of(source), Optional.empty(), unavailable);
        }
      }
      if (unavailable.isEmpty()) { // none of its sources leads to one of several servers
        unavailable.add(
            new Availability.Unavailable(
                "there is but one server of it",
                "leave out " + family.name().replaceFirst("^[^@]*", "")));
      }
      return new SourceSelection(family, Optional.empty(), Optional.empty(), unavailable);
    }

    /** Whether there is a way that nobody has to ask for. */
    public boolean isOpen() {
      return source.isPresent() && request.isEmpty();
    }

    /** Why no source is available. */
    public String reason() {
      return joined(
          unavailable.stream().map(Availability.Unavailable::reason),
          request.stream().map(Availability.OnRequest::reason),
          "; ");
    }

    /** What would open one. */
    public String remedy() {
      return joined(
          unavailable.stream().map(Availability.Unavailable::remedy),
          request.stream().map(Availability.OnRequest::remedy),
          ", or ");
    }

    private static String joined(Stream<String> first, Stream<String> last, String separator) {
      return Stream.concat(first, last).distinct().collect(Collectors.joining(separator));
    }
  }

  /**
   * A server that takes connections.
   *
   * @param stop stops it if it was started here, and leaves it alone if it was given; may run twice
   * @param restart stops it in an orderly way and starts it at the same address with the same data,
   *     so that its caches are empty; false when it was given, or cannot; throws a {@link
   *     ServerException} when it does not come back
   * @param memory that it has, where it is limited or somebody states it
   */
  record RunningServer(
      ServerAddress address,
      Runnable stop,
      BooleanSupplier restart,
      Optional<Container> container,
      Optional<Memory> memory)
      implements AutoCloseable {
    /** One that is not in a container. */
    public RunningServer(ServerAddress address, Runnable stop, BooleanSupplier again) {
      this(address, stop, again, Optional.empty(), Optional.empty());
    }

    /** The same with what is known of its memory. */
    public RunningServer withMemory(Optional<Memory> known) {
      return new RunningServer(address, stop, restart, container, known);
    }

    /** One that is never restarted. */
    public RunningServer(ServerAddress address, Runnable stop) {
      this(address, stop, () -> false);
    }

    @Override
    public void close() {
      stop.run();
    }
  }

  /**
   * The memory of a server.
   *
   * @param usage where its usage can be read now; after a restart that may be elsewhere
   */
  record Memory(ServerMemory facts, Supplier<Optional<MemoryUsage.Location>> usage) {
    /**
     * That of a server in a group.
     *
     * @param split what the server's own cache gets of it
     * @param process the server's, while it runs
     */
    public static Memory of(
        MemoryLimit limit, MemoryGroup group, String split, Supplier<Optional<Long>> process) {
      return new Memory(
          new ServerMemory(
              limit.bytes(),
              group.source(),
              split,
              group.device().map(BlockDevice::name).orElse(""),
              group.device().map(BlockDevice::readAheadBytes).orElse(0L)),
          () ->
              process
                  .get()
                  .flatMap(pid -> MemoryUsage.Location.ofProcess(pid, limit, group.device())));
    }
  }

  /**
   * The container that a server runs in.
   *
   * @param onHostNetwork whether it shares the host's network, so that nothing lies between
   * @param problem why it no longer runs; empty while it does
   */
  record Container(String image, boolean onHostNetwork, Supplier<Optional<String>> problem) {}

  /**
   * A server that somebody else runs, and what is DocDuel's on it: the {@linkplain
   * ServerAddress#space() space} of the address. All that is made in it carries a mark; what has
   * none is left alone.
   */
  @FunctionalInterface
  interface Workspace {
    /**
     * Connects once, to see that the server is there and lets us in.
     *
     * @implSpec asks something that needs the user's rights, and gives up after about five seconds
     * @return the server's version, such as {@code 17.11}; empty when it does not tell
     * @throws WorkspaceException when the address cannot be used
     */
    String check(ServerAddress address) throws WorkspaceException;

    /**
     * The median time of the shortest request over one connection that stays open.
     *
     * @return in nanoseconds; empty when this kind of server cannot be asked so
     * @throws WorkspaceException when the address cannot be used
     */
    default OptionalLong roundTripNanos(ServerAddress address) throws WorkspaceException {
      return OptionalLong.empty();
    }

    /** Whether an address has the form that this kind of server takes. */
    default boolean takes(String url) {
      return false;
    }

    /**
     * Keeps other runs out of the space, after a look whether all in it is DocDuel's, and whether
     * the user may work in it where the server tells that beforehand.
     *
     * @implSpec a lease of a process that was killed ends within a minute
     * @throws WorkspaceException when the space holds something else, rights are seen to be
     *     missing, or another run uses it
     */
    default Lease lease(ServerAddress address) throws WorkspaceException {
      return new Lease() {
        @Override
        public void verify() throws WorkspaceException {
          check(address);
        }

        @Override
        public void close() {
          // nothing is held
        }
      };
    }

    /**
     * Removes all that carries the mark, in the space and in those of its suites.
     *
     * @throws WorkspaceException when the server does not let us, or a run uses the space
     */
    default List<String> clean(ServerAddress address) throws WorkspaceException {
      return List.of("what was loaded stays: DocDuel cannot remove it");
    }

    /** The use of a space. */
    interface Lease extends AutoCloseable {
      /**
       * Looks whether the server is there and the space still ours.
       *
       * @throws WorkspaceException when it is not
       */
      void verify() throws WorkspaceException;

      @Override
      void close();
    }

    /** What is wrong with an address, or with what it leads to. */
    final class WorkspaceException extends Exception {
      private static final long serialVersionUID = 1L;

      public WorkspaceException(String problem, String remedy) {
        super(
            SecretText.mask(problem.replaceAll("\\s+", " ").strip()).replaceFirst("\\.$", "")
                + "; "
                + remedy);
      }

      /** The same of the address that a setting gives. */
      BadInputException of(Settings settings, String setting, ServerAddress address) {
        return new BadInputException(
            settings.origin(setting) + "=" + address + ": " + getMessage(), this);
      }
    }
  }
}
