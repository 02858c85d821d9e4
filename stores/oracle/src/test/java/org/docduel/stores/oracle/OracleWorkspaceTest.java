package org.docduel.stores.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ServerSource.Workspace;
import org.junit.jupiter.api.Test;

/** The statements that guard somebody else's tables, on a connection that answers as it is told. */
class OracleWorkspaceTest {
  private static final ServerAddress ADDRESS = new ServerAddress("jdbc:oracle:thin:@//db/X");
  private static final String LOCK = "LOCK TABLE docduel_lease IN EXCLUSIVE MODE NOWAIT";

  private final ScriptedConnection server = new ScriptedConnection();
  private final OracleWorkspace workspace = new OracleWorkspace(server::open);

  @Test
  void rejectsOlderServer() {
    server.version(19, "Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production");

    assertThatThrownBy(() -> workspace.check(ADDRESS))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("Oracle Database 19 has no JSON collection tables")
        .hasMessageContaining("23ai or later");
  }

  /** The driver's own exception: the name is looked up here. */
  @Test
  void reportsUnknownHost() {
    ServerAddress unknown =
        new ServerAddress(
            "jdbc:oracle:thin:@//no-such-host.invalid:1521/FREEPDB1?user=u&password=HIDE");

    assertThatThrownBy(() -> new OracleWorkspace(OracleAddress::open).check(unknown))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessage("there is no host no-such-host.invalid; correct its host");
  }

  @Test
  void explainsEncodingWhenMisreadLoginIsRefused() {
    OracleWorkspace refusing =
        new OracleWorkspace((address, reach, answer) -> {
          throw new SQLException("ORA-01017: invalid credential", "72000", 1017);
        });
    String url = "jdbc:oracle:thin:@//db:1521/X?user=u&password=";

    assertThatThrownBy(() -> refusing.check(new ServerAddress(url + "a+b&c")))
        .hasMessage(
            "ORA-01017: invalid credential; correct its user and password; "
                + ServerAddress.PERCENT_ENCODE);
    for (String encoded : List.of("plain", "a%2Bb%26c%25%20%3B")) {
      assertThatThrownBy(() -> refusing.check(new ServerAddress(url + encoded)))
          .hasMessageEndingWith("credential; correct its user and password");
    }
  }

  @Test
  void leaseIsALockedTable() throws Exception {
    try (Workspace.Lease lease = workspace.lease(ADDRESS)) {
      lease.verify();
    }
    assertThat(server.drain())
        .containsSubsequence(
            "execute CREATE TABLE docduel_lease (n NUMBER)",
            "execute COMMENT ON TABLE docduel_lease IS 'made by DocDuel'",
            "autocommit false",
            "execute " + LOCK,
            "rollback",
            "close");
  }

  @Test
  void rejectsSecondRun() {
    server.fail("CREATE TABLE docduel_lease (n NUMBER)", 955, "ORA-00955: name is already used");
    server.fail(LOCK, 54, "ORA-00054: resource busy");

    assertThatThrownBy(() -> workspace.lease(ADDRESS))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageStartingWith("another run uses its user's tables; ");
    assertThat(server.drain()).endsWith("close");
  }

  @Test
  void reportsMissingRightsWithGrantInOneLine() {
    server.fail(
        "CREATE TABLE docduel_lease (n NUMBER)", 1031, "ORA-01031: insufficient privileges");

    assertThatThrownBy(() -> workspace.lease(ADDRESS))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("GRANT DB_DEVELOPER_ROLE");
  }

  @Test
  void detectsForeignTableBeforeRun() {
    server.answer(
        OracleWorkspace.TABLES,
        new Object[] {"DOCDUEL_LEASE", "made by DocDuel"},
        new Object[] {"OTHER", null},
        new Object[] {"DOCDUEL_W1", null});

    assertThatThrownBy(() -> workspace.lease(ADDRESS))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("the table DOCDUEL_W1, which is not DocDuel's");
  }

  @Test
  void cleaningDropsOnlyMarkedTables() throws Exception {
    server.answer(
        OracleWorkspace.TABLES,
        new Object[] {"DOCDUEL_LEASE", "made by DocDuel"},
        new Object[] {"DOCDUEL_W1", "made by DocDuel"},
        new Object[] {"OTHER", null});

    assertThat(workspace.clean(ADDRESS))
        .containsExactly("removed the tables DOCDUEL_W1, docduel_lease");
    assertThat(server.drain())
        .containsSubsequence(
            "wait 7200000",
            "execute DROP TABLE DOCDUEL_W1 PURGE",
            "execute DROP TABLE docduel_lease PURGE")
        .doesNotContain("execute DROP TABLE OTHER PURGE");
  }

  @Test
  void cleaningEmptySchemaReportsOnlyLease() throws Exception {
    assertThat(workspace.clean(ADDRESS)).containsExactly("removed the tables docduel_lease");
  }
}
