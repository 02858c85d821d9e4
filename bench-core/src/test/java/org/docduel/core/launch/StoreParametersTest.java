package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.StoreState;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreParameter;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.junit.jupiter.api.Test;

class StoreParametersTest {
  private static final StoreParameter<Integer> PAGE =
      StoreParameter.number(
          Parameter.number("page", 1, 64, "page size", "page=8"), Capability.INSERT, 8);
  private static final StoreParameter<Integer> CACHE =
      StoreParameter.number(
          Parameter.number("cache", 0, 9, "cache size", "cache=1"), Capability.READ, 0);
  private static final TestStore PAGED = TestStore.inserting("paged", PAGE, CACHE);
  private static final TestStore PLAIN = TestStore.inserting("plain");
  private static final List<StoreProvider> STORES = List.of(PLAIN, PAGED);
  private static final Experiment INSERT = new TestWorkload().experiments().get(0);

  private static StoreParameters given(Map<String, String> parameters) {
    return new StoreParameters(STORES, parameters);
  }

  private static Combination of(String store) {
    return new Combination("a.Insert.b", Map.of("store", store));
  }

  @Test
  void aBenchmarkHasTheParametersOfTheRoleThatItNeeds() {
    assertThat(given(Map.of()).of(INSERT)).containsOnlyKeys("page");
  }

  @Test
  void everyStoreHasTheDefaultInItsResults() {
    for (String store : List.of("plain", "paged")) {
      assertThat(given(Map.of()).multiply(of(store), INSERT))
          .singleElement()
          .extracting(Combination::parameters)
          .isEqualTo(Map.of("store", store, "page", "8"));
    }
  }

  @Test
  void aStoreThatDoesNotDeclareOneRunsAtItsDefaultAlone() {
    StoreParameters page = given(Map.of("page", "8,16"));
    List<Combination> plain = page.multiply(of("plain"), INSERT);
    List<Combination> paged = page.multiply(of("paged"), INSERT);

    assertThat(plain).extracting(one -> one.value("page")).containsExactly("8", "16");
    assertThat(page.refusal(PLAIN, plain.get(0), INSERT)).isEmpty();
    assertThat(page.refusal(PLAIN, plain.get(1), INSERT)).contains("it has no parameter page");
    assertThat(page.refusal(PAGED, paged.get(1), INSERT)).isEmpty();
  }

  @Test
  void aValueThatNoStoreTakesIsRefused() {
    assertThatThrownBy(() -> given(Map.of("page", "65")).check(INSERT))
        .isInstanceOf(BadInputException.class)
        .hasMessage("-p page=65: accepted is a whole number from 1 to 64");
    assertThatCode(() -> given(Map.of("page", "64")).check(INSERT)).doesNotThrowAnyException();
  }

  @Test
  void aStoreMustNotDeclareWhatTheBenchmarkHas() {
    Combination own = new Combination("a.Insert.b", Map.of("store", "paged", "page", "1"));
    assertThatThrownBy(() -> given(Map.of()).multiply(own, INSERT))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("page");
  }

  @Test
  void theStoreReadsItsValueAndJmhSeesOneParameter() {
    Combination one = given(Map.of("page", "16")).multiply(of("paged"), INSERT).get(0);

    assertThat(PAGE.in(one.storeConfig())).isEqualTo(16);
    assertThat(one.forJmh(StoreState.SETTINGS))
        .isEqualTo(Map.of("store", "paged", StoreState.SETTINGS, "page=16"));
    assertThat(one.declared()).isEqualTo(Set.of("page"));
  }
}
