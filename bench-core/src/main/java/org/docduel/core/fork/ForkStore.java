package org.docduel.core.fork;

import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * Opens the store of a fork, and closes it.
 *
 * <p>The server's address comes from the launcher. Without a launcher (an IDE that starts JMH
 * itself) the server is started here, in the fork, and stops with it.
 */
public final class ForkStore implements AutoCloseable {
  private final Settings settings = Settings.ofProcess();
  private final Servers servers = new Servers(settings);
  private Optional<Store> opened = Optional.empty();
  private Runnable recheck = () -> {};

  /**
   * Opens a store.
   *
   * @return the open store, closed by {@link #close}
   * @throws BadInputException when there is no such store, or it refuses the settings
   */
  public Store open(String name, StoreConfig config) {
    StoreProvider provider = provider(name);
    provider
        .unsupportedReason(config)
        .ifPresent(reason -> {
          throw BadInputException.of("store %s: %s", name, reason);
        });
    Optional<ServerAddress> address = provider.server().map(this::address);
    Store open = provider.open(address, config);
    opened = Optional.of(open);
    recheck = () -> provider.open(address, config).close();
    return open;
  }

  /**
   * The same store after its server was restarted, which then has none of the data in its memory.
   *
   * @return empty when the server cannot be restarted: the store is still open
   */
  Optional<Store> reopen(String name, StoreConfig config) {
    recheck.run();
    if (!ServerRestart.request(name)) {
      return Optional.empty();
    }
    opened.ifPresent(Store::close);
    return Optional.of(open(name, config));
  }

  private ServerAddress address(ServerFamily family) {
    return RunDirectory.ofFork(settings)
        .flatMap(run -> run.address(family))
        .orElseGet(() -> servers.start(family).address());
  }

  /**
   * The provider of a store.
   *
   * @throws BadInputException when there is none
   */
  public static StoreProvider provider(String name) {
    return StoreProviders.byName(name)
        .orElseThrow(() ->
            BadInputException.parameter(
                "store",
                name,
                StoreProviders.all().stream()
                    .map(StoreProvider::name)
                    .collect(Collectors.joining(", ", "one of ", ""))));
  }

  /**
   * Leaves the server nothing to do that would fall into the next fork, where a setting says that
   * this may be another server's. What it refuses is a warning: nothing is measured here any more.
   */
  void settleForNeighbours() {
    if (settings.get(ForkProfiler.SETTLE_AFTER).isEmpty()) {
      return;
    }
    try {
      opened.ifPresent(Store::quiesce);
    } catch (StoreException e) {
      ForkFacts.finding(
          "after a fork its server was not settled, and may work while the next is measured: "
              + e.getMessage());
    }
  }

  /**
   * Closes the store and stops what was started for it here. Asks the server once more for what the
   * store was promised when it was opened, so that a promise taken back while it was measured costs
   * the fork its score.
   *
   * @throws StoreException when the server no longer keeps what it promised
   */
  @Override
  public void close() {
    try {
      recheck.run();
    } catch (StoreException e) {
      throw new StoreException("after the last iteration, " + e.getMessage(), e);
    } finally {
      recheck = () -> {};
      try {
        opened.ifPresent(Store::close);
      } finally {
        opened = Optional.empty();
        servers.close();
      }
    }
  }
}
