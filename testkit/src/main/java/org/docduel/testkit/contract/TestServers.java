package org.docduel.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.Assumptions;

/** The servers of this JVM's tests: each started at the first use, all stopped at the end. */
public final class TestServers {
  private static final Servers SERVERS = new Servers(TestSpace.settings());

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SERVERS::close, "stop test servers"));
  }

  private TestServers() {}

  /**
   * The address of a store's server. Skips the test, with the reason, when there is no such server
   * here, or only one that nobody asked for: a container is taken where a setting names its source.
   */
  public static Optional<ServerAddress> address(StoreProvider provider) {
    return provider.server().map(TestServers::start);
  }

  /** The same, but only of a server that was started here and may be reconfigured. */
  public static ServerAddress embedded(StoreProvider provider) {
    ServerFamily family = provider.server().orElseThrow();
    Assumptions.assumeTrue(
        SERVERS.find(family).source().map(source -> source.name().equals("embedded")).orElse(false),
        () -> "the " + family.name() + " server was given: its settings are not ours to change");
    return start(family);
  }

  /**
   * Starts a server and tells benchmarks that run in this JVM where it is, as the launcher tells
   * its forks.
   */
  public static void publishToForks(ServerFamily family) {
    start(family);
    RunDirectory.ofFork(Settings.ofProcess())
        .orElseGet(RunDirectory::create)
        .publishAddresses(SERVERS.addresses());
  }

  private static ServerAddress start(ServerFamily family) {
    SourceSelection search = SERVERS.find(family);
    Assumptions.assumeTrue(
        search.isOpen(),
        () -> "no " + family.name() + " server: " + search.reason() + "; " + search.remedy());
    return SERVERS.start(family).address();
  }

  /**
   * The configurations for the benchmarks of a role that a store takes: the defaults, then one that
   * differs in each value of what matters to the role.
   */
  static Stream<StoreConfig> configs(StoreProvider provider, Capability role) {
    StoreConfig standard = StoreConfig.defaults();
    Stream<StoreConfig> durable = Stream.of(Durability.values()).map(standard::withDurability);
    List<StoreConfig> withSettings = settings(provider, role).map(standard::withSettings).toList();
    Stream<StoreConfig> all =
        switch (role) {
          case INGEST -> durable;
          case INSERT -> Stream.concat(durable, withSettings.stream());
          case UPDATE ->
              Stream.concat(
                  Stream.of(UpdateKind.values())
                      .flatMap(
                          kind -> withSettings.stream().map(config -> config.withUpdate(kind))),
                  Stream.of(standard.withPool(2)));
          default -> withSettings.stream();
        };
    return all.distinct().filter(config -> provider.unsupportedReason(config).isEmpty());
  }

  /** The defaults of a store's own parameters, then each value of each parameter's example. */
  private static Stream<StoreSettings> settings(StoreProvider provider, Capability role) {
    List<StoreSettings> all = new ArrayList<>(List.of(StoreSettings.none()));
    for (StoreParameter<?> parameter : provider.parameters()) {
      if (parameter.roles().contains(role)) {
        String values = parameter.parameter().example().substring(parameter.name().length() + 1);
        for (String value : values.split(",", -1)) {
          all.add(new StoreSettings(Map.of(parameter.name(), value)));
        }
      }
    }
    return all.stream();
  }
}
