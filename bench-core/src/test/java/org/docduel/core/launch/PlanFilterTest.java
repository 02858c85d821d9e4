package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;

class PlanFilterTest {
  private static final List<StoreProvider> STORES =
      List.of(TestStore.inserting("here"), TestStore.inserting("gone"));
  private static final Map<String, Skip> GONE =
      Map.of("gone", new Skip("store=gone", "no address is given", "set DOCDUEL_GONE_URL", 1));

  private static List<Combination> plan(
      String benchmark, List<String> payloads, String durability) {
    List<Combination> all = new ArrayList<>();
    for (StoreProvider store : STORES) {
      for (String payload : payloads) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("store", store.name());
        parameters.put("payload", payload);
        parameters.put("durability", durability);
        all.add(new Combination(benchmark, parameters));
      }
    }
    return all;
  }

  private static PlanFilter filter(Set<String> named) {
    return new PlanFilter(
        new TestWorkload(), STORES, new StoreParameters(STORES, Map.of()), GONE, named);
  }

  @Test
  void leavesOutStoresThatCannotBeHadOnceWithReasonAndRemedy() {
    RunPlan plan = filter(Set.of()).filter(plan("a.Insert.b", List.of("1B", "3B"), "default"));
    assertThat(plan.kept()).extracting(kept -> kept.value("store")).containsExactly("here", "here");
    assertThat(plan.skips())
        .singleElement()
        .extracting(Skip::line)
        .isEqualTo(
            "skipped store=gone (2 combinations): no address is given; set DOCDUEL_GONE_URL");
  }

  @Test
  void aStoreThatWasNamedMustBeHad() {
    assertThatThrownBy(
            () -> filter(Set.of("gone")).filter(plan("a.Insert.b", List.of("1B"), "default")))
        .isInstanceOf(BadInputException.class)
        .hasMessage("-p store=gone: no address is given; set DOCDUEL_GONE_URL");
  }

  @Test
  void leavesOutCombinationsThatMakeNoSense() {
    RunPlan plan = filter(Set.of()).filter(plan("a.Insert.b", List.of("1B", "13B"), "default"));
    assertThat(plan.kept()).extracting(kept -> kept.value("payload")).containsExactly("1B");
    assertThat(plan.skips()).extracting(Skip::reason).contains("thirteen is unlucky");
  }

  @Test
  void leavesOutWhatAStoreCannotMake() {
    RunPlan plan = filter(Set.of()).filter(plan("a.Insert.b", List.of("1B", "2B"), "default"));
    assertThat(plan.kept()).extracting(kept -> kept.value("payload")).containsExactly("1B");
    assertThat(plan.skips())
        .extracting(Skip::reason)
        .contains("it has no index that its statements would not use");
  }

  @Test
  void saysSoWhenNothingIsLeft() {
    assertThatThrownBy(() -> filter(Set.of()).filter(plan("a.Insert.b", List.of("1B"), "none")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("nothing is left to run")
        .hasMessageContaining("has no unlogged tables");
    assertThatThrownBy(() -> filter(Set.of()).filter(plan("a.Ingest.b", List.of("1B"), "default")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("Ingest.b needs a store that can load in bulk");
  }
}
