package org.docduel.stores.oracle;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerSource;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.stores.jdbc.JdbcProvider;
import org.docduel.stores.jdbc.JdbcStore;

/**
 * {@code oracle-jct}: JSON collection tables of Oracle Database 23ai or later, over JDBC.
 *
 * <p>Written from Oracle's documentation, untested against a real server.
 *
 * <p>A batch is one JDBC batch of OSON, Oracle's binary JSON, and one commit, which waits for the
 * log under {@link Durability#DEFAULT} and does not under {@link Durability#RELAXED}. {@link
 * Durability#NONE} is refused: a collection table is always logged. A batch is encoded as a whole
 * before any of it is sent, and rolled back when the server refuses a document: nothing of it
 * stays.
 */
public final class OracleProvider extends JdbcProvider {
  /** The store's name. */
  static final String NAME = "oracle-jct";

  private static final String SERVER = "oracle";
  private static final String USER = "docduel";
  private static final int PORT = 1521;

  /** How the elements of an array are indexed. */
  static final StoreParameter<OracleTable.ElementsIndex> ELEMENTS =
      StoreParameter.choice(
          "elements",
          Set.of(Capability.INSERT),
          "multivalue, search (on whole documents): the index that index=links makes",
          "elements=multivalue,search",
          OracleTable.ElementsIndex.MULTIVALUE);

  /** The index that finds documents by id. */
  static final StoreParameter<OracleTable.IdIndex> IDS =
      StoreParameter.choice(
          "idindex",
          Set.of(
              Capability.INSERT,
              Capability.INGEST,
              Capability.READ,
              Capability.LINK_READ,
              Capability.UPDATE),
          "own, number (one more, on _id as a number: order by id needs it)",
          "idindex=own,number",
          OracleTable.IdIndex.OWN);

  /**
   * The family {@code oracle}; its addresses are JDBC addresses. Ways: a given address, a
   * container. No server can be had as a library.
   */
  private static final ServerFamily FAMILY =
      new ServerFamily(
          SERVER,
          List.of(
              new ExternalServer(SERVER, new OracleWorkspace(OracleAddress::open)),
              new ContainerSource(
                  SERVER,
                  new OracleWorkspace(OracleAddress::open),
                  OracleProvider::container,
                  address -> {},
                  false)));

  /** For the service loader. */
  public OracleProvider() {
    super(NAME, FAMILY, "", Capability.LINK_READ);
  }

  @Override
  public List<StoreParameter<?>> parameters() {
    return List.of(ELEMENTS, IDS);
  }

  @Override
  public List<String> notices() {
    return List.of(
        "written from Oracle's documentation, untested against a real server",
        "its image is Oracle Database Free: 2 processors, 2 GB of memory, 12 GB of data at most",
        "Oracle's licence may forbid publishing measurements: read yours",
        "its driver, ojdbc17, is under the Oracle Free Use Terms and Conditions");
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return config.durability() == Durability.NONE
        ? Optional.of("a JSON collection table is always logged")
        : super.unsupportedReason(config);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return open(OracleAddress::open, address.orElseThrow(), config);
  }

  /** Over connections from elsewhere. */
  static Store open(OracleAddress.Opener opener, ServerAddress address, StoreConfig config) {
    OracleSystem system =
        new OracleSystem(opener, address, config.durability(), ELEMENTS.in(config), IDS.in(config));
    return JdbcStore.open(system, config);
  }

  /**
   * Oracle Database Free as Gerald Venzl's images have it; their user may make collections. Its
   * listener's port is fixed, on the host's network too.
   */
  static ContainerRecipe container(Settings settings, ContainerRecipe.Place place) {
    String password = place.password();
    return new ContainerRecipe(
        // "slim" lacks Oracle Text, which elements=search needs (the image's ImageDetails.md)
        settings.get("oracle.image").orElse("gvenzl/oracle-free:23"),
        PORT,
        Map.of("ORACLE_PASSWORD", password, "APP_USER", USER, "APP_USER_PASSWORD", password),
        List.of(),
        "/opt/oracle/oradata",
        "DATABASE IS READY TO USE!",
        1,
        "jdbc:oracle:thin:@//HOST:PORT/FREEPDB1?user=" + USER + "&password=" + password);
  }
}
