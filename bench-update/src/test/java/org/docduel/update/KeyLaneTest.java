package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeyLaneTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @CsvSource({"UNIFORM, 100, 8", "ZIPFIAN, 100, 8", "UNIFORM, 7, 7", "ZIPFIAN, 1, 1"})
  void workersHaveNoDocumentInCommonAndNoneIsLeftOut(KeyChoice choice, int documents, int workers) {
    int[] owner = new int[documents];
    Arrays.fill(owner, -1);
    for (int worker = 0; worker < workers; worker++) {
      KeyLane keys = new KeyLane(choice, documents, worker, workers);
      for (int i = 0; i < 20_000; i++) {
        int index = keys.getAsInt();
        assertThat(owner[index]).isIn(-1, worker);
        owner[index] = worker;
      }
    }
    assertThat(owner).doesNotContain(-1);
  }

  @Test
  void uniformKeysAreAllAsFrequent() {
    int[] counts = counts(KeyChoice.UNIFORM, 100);

    // Five deviations of a binomial with probability 1/100.
    double deviation = Math.sqrt(MANY * 0.01 * 0.99);
    for (int count : counts) {
      assertThat(count - MANY * 0.01).isBetween(-5 * deviation, 5 * deviation);
    }
  }

  @Test
  void zipfianKeysFollowZipfsLawAndTheHotOnesAreSpread() {
    int[] counts = counts(KeyChoice.ZIPFIAN, 1_000);
    double harmonic = 0;
    for (int rank = 1; rank <= 1_000; rank++) {
      harmonic += Math.pow(rank, -0.99);
    }
    int[] sorted = counts.clone();
    Arrays.sort(sorted);

    assertThat((double) sorted[999] / MANY).isCloseTo(1 / harmonic, within(0.01));
    assertThat((double) sorted[998] / MANY).isCloseTo(Math.pow(2, -0.99) / harmonic, within(0.01));
    int hottest = indexOf(counts, sorted[999]);
    int second = indexOf(counts, sorted[998]);
    assertThat(Math.abs(hottest - second)).isGreaterThan(10);
  }

  @ParameterizedTest
  @EnumSource
  void aWorkerUpdatesTheSameDocumentsInEveryRun(KeyChoice choice) {
    KeyLane one = new KeyLane(choice, 1_000, 3, 8);
    KeyLane other = new KeyLane(choice, 1_000, 3, 8);

    for (int i = 0; i < 100; i++) {
      assertThat(other.getAsInt()).isEqualTo(one.getAsInt());
    }
  }

  private static int[] counts(KeyChoice choice, int documents) {
    int[] counts = new int[documents];
    KeyLane keys = new KeyLane(choice, documents, 0, 1);
    for (int i = 0; i < MANY; i++) {
      counts[keys.getAsInt()]++;
    }
    return counts;
  }

  private static int indexOf(int[] counts, int count) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == count) {
        return i;
      }
    }
    return -1;
  }
}
