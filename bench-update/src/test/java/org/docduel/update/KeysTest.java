package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.update.Mix.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeysTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @CsvSource({"UNIFORM, 100", "ZIPFIAN, 100", "LATEST, 100", "UNIFORM, 7", "ZIPFIAN, 1"})
  void workersDrawFromAllDocuments(Keys keys, int documents) {
    for (int worker = 0; worker < 8; worker++) {
      assertThat(drawn(keys, documents, worker, 20_000).distinct().sorted().toArray())
          .isEqualTo(IntStream.range(0, documents).toArray());
    }
  }

  @Test
  void uniformKeysAreEquallyFrequent() {
    // Five deviations of a binomial with probability 1/100.
    double deviation = Math.sqrt(MANY * 0.01 * 0.99);
    for (int count : counts(Keys.UNIFORM, 100)) {
      assertThat(count - MANY * 0.01).isBetween(-5 * deviation, 5 * deviation);
    }
  }

  @Test
  void zipfianKeysFollowZipfsLawAndHotKeysAreScattered() {
    int[] counts = counts(Keys.ZIPFIAN, 1_000);
    double harmonic = 0;
    for (int rank = 1; rank <= 1_000; rank++) {
      harmonic += Math.pow(rank, -0.99);
    }
    int[] sorted = counts.clone();
    Arrays.sort(sorted);

    assertThat((double) sorted[999] / MANY).isCloseTo(1 / harmonic, within(0.01));
    assertThat((double) sorted[998] / MANY).isCloseTo(Math.pow(2, -0.99) / harmonic, within(0.01));
    List<Integer> places = Arrays.stream(counts).boxed().toList();
    assertThat(Math.abs(places.indexOf(sorted[999]) - places.indexOf(sorted[998])))
        .isGreaterThan(10);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MIX")
  void workerDrawsSameDocumentsInEveryRun(Keys keys) {
    assertThat(drawn(keys, 1_000, 3, 100).toArray())
        .isEqualTo(drawn(keys, 1_000, 3, 100).toArray())
        .isNotEqualTo(drawn(keys, 1_000, 4, 100).toArray());
  }

  private static int[] counts(Keys keys, int documents) {
    int[] counts = new int[documents];
    drawn(keys, documents, 0, MANY).forEach(index -> counts[index]++);
    return counts;
  }

  private static IntStream drawn(Keys keys, int documents, int worker, int times) {
    DiscreteSampler indexes =
        keys.indexes(documents, 0.99, Keys.random(worker), new AtomicInteger(documents));
    return IntStream.generate(indexes::sample).limit(times);
  }
}
