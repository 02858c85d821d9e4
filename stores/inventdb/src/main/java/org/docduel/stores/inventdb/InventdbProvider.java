package org.docduel.stores.inventdb;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code inventdb}: the questions of suites, in the typed dialect, sent to an InventDB over HTTP.
 *
 * <p>Written from its published protocol, untested against a real server. Published are the calls
 * {@code POST /api/auth/login}, which gives a bearer token, {@code POST /sql} with {@code {"sql":
 * ...}}, and {@code POST /api/NAMESPACE/TYPE/bulk}. {@link InventdbClient} and {@link
 * InventdbStore} say what they assume beyond that, in one form each.
 */
public final class InventdbProvider implements StoreProvider {
  /** The store's name, and its server family's. */
  static final String NAME = "inventdb";

  private static final ServerFamily FAMILY =
      new ServerFamily(NAME, List.of(new ExternalServer(NAME, InventdbClient::check)));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String dialect() {
    return "postgres-typed";
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.QUERY_SUITE);
  }

  @Override
  public List<String> notices() {
    return List.of("written from its published protocol, untested against a real server");
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return collection.shape().fields().stream().anyMatch(f -> f.name().equals(InventdbStore.KEY))
        ? Optional.of("the field id is the primary key's: rename it, or leave the store out")
        : StoreProvider.super.unsupportedReason(config, collection);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    ServerAddress server = address.orElseThrow(() -> failure("it needs a server's address"));
    InventdbClient client = new InventdbClient(server, Settings.ofProcess(), Waits.ofProcess());
    return new InventdbStore(client, server.space());
  }

  static StoreException failure(String what) {
    return new StoreException(NAME + ": " + what);
  }
}
