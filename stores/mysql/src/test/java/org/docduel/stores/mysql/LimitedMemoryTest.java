package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe.Place;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitedMemoryTest {
  /** As innodb_dedicated_server does it. */
  @ParameterizedTest
  @CsvSource({"256,128", "1024,512", "4096,2048", "8192,6144"})
  void poolIsThatOfDedicatedServer(long megabytes, long pool) {
    assertThat(MysqlProvider.limitedPool(megabytes << 20)).isEqualTo(pool << 20);
  }

  @ParameterizedTest
  @CsvSource({"MYSQL", "MARIADB"})
  void containerHasPoolOfLimit(MysqlServer server) {
    Settings settings = Settings.of(Map.of("DOCDUEL_MEMORY", "2g"), new Properties());

    assertThat(MysqlProvider.container(server, settings, new Place(0, "p", 2L << 30)).command())
        .contains("--innodb-buffer-pool-size=" + (1L << 30));
  }
}
