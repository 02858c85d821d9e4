package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresSettingsTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({"0,128", "256,128", "1024,256", "8192,2048", "16384,4096", "262144,4096"})
  void givesAQuarterOfTheMemoryToTheBuffersWithinLimits(long memory, long buffers) {
    assertThat(PostgresSettings.sharedBuffers(memory * MIB)).isEqualTo(buffers * MIB);
  }

  @Test
  void quotesValues() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("cluster_name", "it's");
    values.put("unix_socket_directories", "");

    assertThat(PostgresSettings.file(values))
        .isEqualTo("\ncluster_name = 'it''s'\nunix_socket_directories = ''\n");
  }
}
