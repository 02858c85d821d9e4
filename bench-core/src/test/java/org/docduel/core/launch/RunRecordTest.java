package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.docduel.stats.sidecar.StoreFact;
import org.junit.jupiter.api.Test;

class RunRecordTest {
  private final RunRecord record =
      new RunRecord(Instant.EPOCH, List.of(), Order.DEFAULT, List.of(), store -> "family");

  @Test
  void theLineOfAServerTellsWhatItsStoresPromised() {
    record.server("family", "embedded");
    record.take(store("a", "syncs on"));
    record.take(store("b", "syncs on"));
    assertThat(record.serverLines()).containsExactly("family: Product 1.0 (embedded, syncs on)");

    record.take(store("c", "syncs off"));
    assertThat(record.serverLines())
        .containsExactly("family: Product 1.0 (embedded, syncs off or syncs on)");
  }

  @Test
  void aStoreThatDoesNotTellItsPromiseIsGivenNone() {
    record.server("family", "embedded");
    record.take(store("a", ""));
    assertThat(record.serverLines()).containsExactly("family: Product 1.0 (embedded)");
  }

  private static StoreFact store(String name, String durability) {
    return new StoreFact(name, "", Map.of(), "Product 1.0", durability, Map.of(), Map.of());
  }
}
