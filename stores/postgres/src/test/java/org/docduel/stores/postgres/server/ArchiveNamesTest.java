package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.docduel.core.server.Host;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveNamesTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz",
    "Linux, aarch64, postgres-linux-arm_64.txz",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz",
    "Windows 11, amd64, postgres-windows-x86_64.txz",
    "Windows 11, aarch64, postgres-windows-x86_64.txz",
    "Windows Server 2025, amd64, postgres-windows-x86_64.txz"
  })
  void namesPublishedArchiveOfEveryHost(String osName, String architecture, String archive) {
    assertThat(PostgresArchive.names(Host.of(osName), architecture)).first().isEqualTo(archive);
  }

  @ParameterizedTest
  @CsvSource({"Linux, s390x", "SunOS, amd64", "FreeBSD, amd64"})
  void reportsHostsWithoutPublishedArchive(String osName, String architecture) {
    assertThat(PostgresArchive.names(Host.of(osName), architecture)).isEmpty();
  }
}
