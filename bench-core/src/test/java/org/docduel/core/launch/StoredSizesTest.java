package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.launch.Summary.Labels;
import org.docduel.core.launch.Summary.MeasuredTables;
import org.docduel.core.workload.Combination;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.junit.jupiter.api.Test;

class StoredSizesTest {
  private static final Map<String, String> SMALL = Map.of("store", "a", "payload", "100B");
  private static final Map<String, String> LARGE = Map.of("store", "a", "payload", "4KB");
  private static final Labels LABELS =
      new Labels(
          Set.of("store"), List.of(new Combination("x.y", SMALL), new Combination("x.y", LARGE)));

  private static final Comparator<String> ORDER = LABELS.order(List.of(SMALL, LARGE));

  @Test
  void standInTheOrderOfTheResults() {
    Map<String, Double> sizes = Map.of("documents", 10.0, "totalBytes", 20_000.0);
    List<StoreFact> facts = List.of(fact(LARGE, sizes), fact(SMALL, sizes));

    List<String> lines = new MeasuredTables(LABELS, ORDER).storedSizes(facts);

    assertThat(lines.get(1)).contains("payload=100B");
    assertThat(lines.get(2)).contains("payload=4KB");
  }

  @Test
  void eachDocumentsShareIsToldBesideItsPayload() {
    List<String> lines =
        new MeasuredTables(LABELS, ORDER)
            .storedSizes(
                List.of(
                    fact(
                        SMALL,
                        Map.of("documents", 10.0, "indexBytes", 500.0, "totalBytes", 2_500.0)),
                    fact(LARGE, Map.of("documents", 10.0, "totalBytes", 20_000.0)),
                    fact(LARGE, Map.of("documents", 10.0)),
                    fact(LARGE, Map.of())));

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("on disk", "data/payload");
    assertThat(lines.get(1).trim().split(" +"))
        .containsExactly("a", "payload=100B", "200", "50", "250", "2.00");
    assertThat(lines.get(2).trim().split(" +"))
        .containsExactly("a", "payload=4KB", "2,000", "0", "2,000", "0.50");
  }

  @Test
  void documentsOfAFileHaveNoPayloadToCompareWith() {
    Map<String, String> file = Map.of("store", "a", "payload", "file");
    List<StoreFact> facts = List.of(fact(file, Map.of("documents", 1.0, "totalBytes", 8.0)));

    assertThat(new MeasuredTables(LABELS, ORDER).storedSizes(facts).get(1)).endsWith("-");
  }

  @Test
  void withoutSizesThereIsNoTable() {
    assertThat(
            new MeasuredTables(LABELS, ORDER)
                .storedSizes(List.of(fact(SMALL, Map.of("documents", 5.0)))))
        .isEmpty();
    assertThat(
            new MeasuredTables(LABELS, ORDER)
                .storedSizes(
                    List.of(
                        fact(Map.of("store", "a"), Map.of("documents", 1.0, "totalBytes", 8.0))))
                .get(1))
        .endsWith("-");
  }

  private static StoreFact fact(Map<String, String> parameters, Map<String, Double> sizes) {
    return new StoreFact("a", "", parameters, "", "", sizes, Map.of(), "");
  }
}
