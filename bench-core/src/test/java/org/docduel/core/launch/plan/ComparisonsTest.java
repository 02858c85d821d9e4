package org.docduel.core.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.api.Test;

class ComparisonsTest {
  private static final String NAME = "a.Insert.b";

  private final Comparisons comparisons =
      new Comparisons(new TestWorkload(), List.of(TestStore.inserting("here")));

  /** A file's documents differ from generated ones in more than the dataset. */
  @Test
  void comparesOnlyResultsThatDifferInOneParameter() {
    List<Map<String, String>> all =
        List.of(
            combination("w1", "flat", "1"),
            combination("w1", "flat", "100"),
            combination("./a", "file", "1"),
            combination("./a", "file", "100"));

    assertThat(comparisons.of(NAME, all)).hasValue("batch");
    assertThat(comparisons.of(NAME, List.of(all.get(0), all.get(2)))).isEmpty();
  }

  /** As the store {@code postgres} does, which gives no documents back. */
  @Test
  void comparesStoresThatOnlyAnswerQueries() {
    List<StoreProvider> stores =
        Stream.of("old", "new")
            .<StoreProvider>map(
                name -> new TestStore(name, Set.of(Capability.QUERY_SUITE), List.of(), false))
            .toList();

    assertThat(
            new Comparisons(new TestWorkload(), stores)
                .of(NAME, List.of(Map.of("store", "old"), Map.of("store", "new"))))
        .hasValue("store=old,new");
  }

  private static Map<String, String> combination(String dataset, String shape, String batch) {
    Map<String, String> combination = new LinkedHashMap<>();
    combination.put("store", "here");
    combination.put("dataset", dataset);
    combination.put("shape", shape);
    combination.put("batch", batch);
    return combination;
  }
}
