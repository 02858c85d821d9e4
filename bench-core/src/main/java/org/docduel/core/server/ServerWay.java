package org.docduel.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.ServerWay.Availability;
import org.docduel.core.server.ServerWay.RunningServer;

/** One way to have a server: a given address, embedded, a download, a container. */
public interface ServerWay {
  /** The way's name as results give it. */
  String name();

  /**
   * Whether this way is open here.
   *
   * @implSpec looks, but starts nothing and takes under two seconds
   */
  Availability availability(Settings settings);

  /** What is DocDuel's on a server that is somebody else's; empty when it is ours. */
  default Optional<Workspace> workspace() {
    return Optional.empty();
  }

  /** The same way to one of several servers of a family; empty where none can be chosen. */
  default Optional<ServerWay> at(String family) {
    return Optional.empty();
  }

  /**
   * Starts the server, or connects to it once to see that it is there.
   *
   * @implSpec a server that was started stops when the returned object is closed, and also when
   *     this process ends in any way, killed included
   * @throws org.docduel.core.config.BadInputException when an address or its credentials are wrong
   * @throws ServerException when the server does not start
   */
  RunningServer start(Settings settings);

  /** Whether a server can be had in one way, and if not, why and what would help. */
  sealed interface Availability {
    record Available() implements Availability {}

    record Unavailable(String reason, String remedy) implements Availability {}
  }

  /**
   * Which way to a server is open here, and why those before it are not. Looking starts nothing.
   */
  record ServerSearch(
      ServerFamily family, Optional<ServerWay> way, List<Availability.Unavailable> refusals) {
    /**
     * Looks at a family's ways in order, up to the first that is open.
     *
     * @throws org.docduel.core.config.BadInputException when a setting cannot be used
     */
    public static ServerSearch of(ServerFamily family, Settings settings) {
      Settings own = family.own(settings);
      List<Availability.Unavailable> refusals = new ArrayList<>();
      for (ServerWay way : family.ways()) {
        if (!(way.availability(own) instanceof Availability.Unavailable no)) {
          return new ServerSearch(family, Optional.of(way), refusals);
        }
        refusals.add(no);
      }
      if (refusals.isEmpty()) { // none of its ways leads to one of several servers
        refusals.add(
            new Availability.Unavailable(
                "there is but one server of it",
                "leave out " + family.name().replaceFirst("^[^@]*", "")));
      }
      return new ServerSearch(family, Optional.empty(), refusals);
    }

    /** Why no way is open. */
    public String reason() {
      return each(Availability.Unavailable::reason, "; ");
    }

    /** What would open one. */
    public String remedy() {
      return each(Availability.Unavailable::remedy, ", or ");
    }

    private String each(Function<Availability.Unavailable, String> words, String between) {
      return refusals.stream().map(words).distinct().collect(Collectors.joining(between));
    }
  }

  /**
   * A server that takes connections.
   *
   * @param stop stops it if it was started here, and leaves it alone if it was given; may run twice
   * @param again stops it in an orderly way and starts it at the same address with the same data,
   *     so that its caches are empty; false when it was given, or cannot; throws a {@link
   *     ServerException} when it does not come back
   */
  record RunningServer(ServerAddress address, Runnable stop, BooleanSupplier again)
      implements AutoCloseable {
    /** One that is never restarted. */
    public RunningServer(ServerAddress address, Runnable stop) {
      this(address, stop, () -> false);
    }

    @Override
    public void close() {
      stop.run();
    }
  }
}
