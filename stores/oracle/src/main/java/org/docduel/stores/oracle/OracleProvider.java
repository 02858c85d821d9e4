package org.docduel.stores.oracle;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.stores.jdbc.JdbcStore;
import org.docduel.stores.jdbc.SessionConnection.Opener;
import org.docduel.stores.oracle.server.OracleAddress;
import org.docduel.stores.oracle.server.OracleServer;

/**
 * {@code oracle-jct}: JSON collection tables of Oracle Database 23ai or later, over JDBC.
 *
 * <p>Written from Oracle's documentation; it has not met a server.
 *
 * <p>A batch is one JDBC batch of OSON, Oracle's binary JSON, and one commit, which waits for the
 * log under {@link Durability#DEFAULT} and does not under {@link Durability#RELAXED}. {@link
 * Durability#NONE} is refused: a collection table is always logged. A batch is encoded as a whole
 * before any of it is sent, and rolled back when the server refuses a document: nothing of it
 * stays.
 */
public final class OracleProvider implements StoreProvider {
  /** The store's name. */
  static final String NAME = "oracle-jct";

  /** How the elements of an array are indexed. */
  static final StoreParameter<OracleTable.ElementsIndex> ELEMENTS =
      StoreParameter.choice(
          "elements",
          Capability.INSERT,
          "multivalue, search (on whole documents): the index that index=links makes",
          "elements=multivalue,search",
          OracleTable.ElementsIndex.MULTIVALUE);

  /** For the service loader. */
  public OracleProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.INSERT,
        Capability.INGEST,
        Capability.READ,
        Capability.LINK_READ,
        Capability.KEY_ACCESS,
        Capability.UPDATE,
        Capability.DELETE,
        Capability.SCAN,
        Capability.READ_BACK);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return List.of(ELEMENTS);
  }

  @Override
  public List<String> notices() {
    return List.of(
        "written from Oracle's documentation, has not met a server",
        "Oracle's licence may forbid publishing measurements: read yours",
        "its driver, ojdbc17, is under the Oracle Free Use Terms and Conditions");
  }

  @Override
  public Optional<String> refusal(StoreConfig config) {
    if (config.durability() == Durability.NONE) {
      return Optional.of("a JSON collection table is always logged");
    }
    if (config.pool() > 0) {
      return Optional.of("each of its sessions has a connection of its own");
    }
    return switch (config.update()) {
      case TYPED -> Optional.of("it has no columns beside its documents");
      case SUBSCRIPT -> Optional.of("its SQL has no subscripts that can be assigned to");
      case SET, MERGE, REPLACE -> Optional.empty();
    };
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(OracleServer.FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    refusal(config)
        .ifPresent(reason -> {
          throw new StoreException(NAME + ": " + reason);
        });
    ServerAddress server =
        address.orElseThrow(() -> new StoreException(NAME + ": it needs a server's address"));
    OracleAddress given;
    try {
      given = OracleAddress.of(server);
    } catch (IllegalArgumentException e) {
      throw new StoreException(NAME + ": " + e.getMessage());
    }
    Waits waits = Waits.ofProcess();
    return open(
        () -> given.connect(waits.connect().toMillis(), waits.work().toMillis()),
        () -> given.connect(waits.connect().toMillis(), waits.answer().toMillis()),
        config);
  }

  /**
   * Opens it.
   *
   * @param work makes the connection for work of the server's own
   * @param connections makes those of sessions
   */
  static Store open(Opener work, Opener connections, StoreConfig config) {
    SessionSettings settings = new SessionSettings(config.durability());
    return new JdbcStore(new OracleSystem(work, connections, settings, ELEMENTS.in(config)));
  }
}
