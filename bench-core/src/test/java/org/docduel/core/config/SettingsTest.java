package org.docduel.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void laterChangeKeepsEarlierValuesAndOrigins() {
    Settings settings =
        Settings.of(Map.of("DOCDUEL_A_URL", "outside"), new Properties())
            .with("--same-server", Map.of("a.url", "x", "b.url", "x"))
            .with(Map.of("b.url", "", "a.version", "15"));

    assertThat(settings.get("a.url")).contains("x");
    assertThat(settings.origin("a.url")).isEqualTo("--same-server");
    assertThat(settings.get("b.url")).isEmpty();
    assertThat(settings.origin("b.url")).isEqualTo("DOCDUEL_B_URL");
    assertThat(settings.get("a.version")).contains("15");
  }
}
