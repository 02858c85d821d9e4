package org.docduel.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.junit.jupiter.api.Test;

class StoreSettingsTest {
  @Test
  void tagDistinguishesSettings() {
    StoreSettings distributed = new StoreSettings(Map.of("placement", "distributed"));

    assertThat(StoreSettings.none().tag()).isEmpty();
    assertThat(distributed.tag())
        .matches("_[0-9a-z]{4}")
        .isEqualTo(StoreSettings.parse(distributed.text()).tag())
        .isNotEqualTo(new StoreSettings(Map.of("placement", "reference")).tag())
        .isNotEqualTo(new StoreSettings(Map.of("indexing", "before")).tag());
  }
}
