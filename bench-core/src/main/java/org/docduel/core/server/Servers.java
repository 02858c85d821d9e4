package org.docduel.core.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

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

  private final Settings settings;
  private final Map<String, ServerSearch> searches = new LinkedHashMap<>();
  private final Map<String, ServerInUse> inUse = new LinkedHashMap<>();
  private final Deque<RunningServer> running = new ArrayDeque<>();

  /**
   * None yet.
   *
   * @param settings where addresses and opt-ins are found
   */
  public Servers(Settings settings) {
    this.settings = settings;
  }

  /**
   * Whether a server of a family can be had, and how. Looks once and remembers.
   *
   * @param family the family
   * @return what was found
   * @throws org.docduel.core.config.BadInputException when a setting cannot be used
   */
  public synchronized ServerSearch look(ServerFamily family) {
    ServerSearch known = searches.get(family.name());
    if (known == null) {
      known = ServerSearch.of(family, settings);
      searches.put(family.name(), known);
    }
    return known;
  }

  /**
   * Starts a family's server in the first way that is open, or returns the one that was started.
   * When that way fails, the next is not tried: it would be another server than the one that was
   * promised.
   *
   * @param family the family
   * @return its server
   * @throws org.docduel.core.config.BadInputException when a given address or setting cannot be
   *     used
   * @throws ServerException when no way is open, or the server does not start
   */
  public synchronized ServerInUse start(ServerFamily family) {
    ServerInUse known = inUse.get(family.name());
    if (known != null) {
      return known;
    }
    ServerSearch search = look(family);
    ServerWay way =
        search
            .way()
            .orElseThrow(() ->
                new ServerException(
                    "no "
                        + family.name()
                        + " server: "
                        + search.reason()
                        + "; "
                        + search.remedy()));
    RunningServer server = way.start(settings);
    running.push(server);
    ServerInUse started = new ServerInUse(family.name(), way.name(), server.address());
    inUse.put(family.name(), started);
    return started;
  }

  /**
   * Where the servers that were started are, for the forks.
   *
   * @return addresses by family
   */
  public synchronized ServerAddresses addresses() {
    Map<String, ServerAddress> byFamily = new LinkedHashMap<>();
    inUse.values().forEach(server -> byFamily.put(server.family(), server.address()));
    return new ServerAddresses(byFamily);
  }

  /**
   * Stops what was started, the last one first.
   *
   * @throws ServerException when one does not stop; the others are stopped all the same
   */
  @Override
  public synchronized void close() {
    inUse.clear();
    RuntimeException first = null;
    while (!running.isEmpty()) {
      try {
        running.pop().close();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
