package org.docduel.stores.oracle;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerWay;
import org.docduel.core.server.ContainerWay.ContainerRecipe;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.ServerFamily;

/** Oracle Database, 23ai or later. */
final class OracleServer {
  private static final String NAME = "oracle";
  private static final String USER = "docduel";
  private static final int PORT = 1521;

  /**
   * The family {@code oracle}; its addresses are JDBC addresses. Ways: a given address, a
   * container. No server can be had as a library.
   */
  static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new OracleWorkspace()),
              new ContainerWay(
                  (settings, password, memory) -> container(settings, password),
                  OracleWorkspace::requireAnswer)));

  private OracleServer() {}

  /** Oracle Database Free as Gerald Venzl's images have it; their user may make collections. */
  static ContainerRecipe container(Settings settings, String password) {
    return new ContainerRecipe(
        settings.get("oracle.image").orElse("gvenzl/oracle-free:23-slim"),
        PORT,
        Map.of("ORACLE_PASSWORD", password, "APP_USER", USER, "APP_USER_PASSWORD", password),
        List.of(),
        ".*DATABASE IS READY TO USE!.*\\s",
        1,
        "jdbc:oracle:thin:@//HOST:PORT/FREEPDB1?user=" + USER + "&password=" + password);
  }
}
