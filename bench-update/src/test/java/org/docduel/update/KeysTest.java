package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeysTest {
  private static final int MANY = 200_000;

  @ParameterizedTest
  @CsvSource({"UNIFORM, 100, 8", "ZIPFIAN, 100, 8", "UNIFORM, 7, 7", "ZIPFIAN, 1, 1"})
  void eachWorkerDrawsFromAllDocuments(Keys.Choice choice, int documents, int workers) {
    Keys.InUse inUse = new Keys.InUse(documents);
    for (int worker = 0; worker < workers; worker++) {
      Set<Integer> drawn = new HashSet<>();
      draw(new Keys(choice, documents, worker, inUse), 20_000, drawn::add);

      assertThat(drawn).hasSize(documents).allMatch(index -> index >= 0 && index < documents);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDocumentThatAnotherWorkerHasIsNotDrawn(Keys.Choice choice) {
    Keys.InUse inUse = new Keys.InUse(100);
    Keys one = new Keys(choice, 100, 0, inUse);
    Keys other = new Keys(choice, 100, 1, inUse);
    int taken = one.take();
    Set<Integer> drawn = new HashSet<>();
    draw(other, 20_000, drawn::add);

    assertThat(drawn).hasSize(99).doesNotContain(taken);

    one.give(taken);
    draw(other, 20_000, drawn::add);

    assertThat(drawn).hasSize(100);
  }

  @Test
  void asManyWorkersAsDocumentsHaveOneEach() {
    Keys.InUse inUse = new Keys.InUse(200);
    Set<Integer> taken = new HashSet<>();
    for (int worker = 0; worker < 200; worker++) {
      taken.add(new Keys(Keys.Choice.ZIPFIAN, 200, worker, inUse).take());
    }

    assertThat(taken).hasSize(200);
  }

  @Test
  void threadsNeverHaveTheSameDocument() throws Exception {
    Keys.InUse inUse = new Keys.InUse(70);
    int[] holders = new int[70];
    long takes = 200_000;
    Callable<Long> worker =
        () -> {
          Keys keys =
              new Keys(Keys.Choice.UNIFORM, 70, (int) Thread.currentThread().getId(), inUse);
          for (int i = 0; i < takes; i++) {
            int index = keys.take();
            holders[index]++;
            keys.give(index);
          }
          return takes;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Long> one : threads.invokeAll(Collections.nCopies(4, worker))) {
        one.get(1, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }

    // Had two of them counted the same document up at the same time, some counts would be missing.
    assertThat(Arrays.stream(holders).sum()).isEqualTo((int) (4 * takes));
  }

  @Test
  void uniformKeysAreAllAsFrequent() {
    int[] counts = counts(Keys.Choice.UNIFORM, 100);

    // Five deviations of a binomial with probability 1/100.
    double deviation = Math.sqrt(MANY * 0.01 * 0.99);
    for (int count : counts) {
      assertThat(count - MANY * 0.01).isBetween(-5 * deviation, 5 * deviation);
    }
  }

  @Test
  void zipfianKeysFollowZipfsLawAndTheHotOnesAreSpread() {
    int[] counts = counts(Keys.Choice.ZIPFIAN, 1_000);
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
  void aWorkerUpdatesTheSameDocumentsInEveryRun(Keys.Choice choice) {
    List<Integer> one = new ArrayList<>();
    List<Integer> other = new ArrayList<>();
    draw(new Keys(choice, 1_000, 3, new Keys.InUse(1_000)), 100, one::add);
    draw(new Keys(choice, 1_000, 3, new Keys.InUse(1_000)), 100, other::add);

    assertThat(other).isEqualTo(one);
  }

  private static int[] counts(Keys.Choice choice, int documents) {
    int[] counts = new int[documents];
    draw(new Keys(choice, documents, 0, new Keys.InUse(documents)), MANY, index -> counts[index]++);
    return counts;
  }

  private static void draw(Keys keys, int times, IntConsumer drawn) {
    for (int i = 0; i < times; i++) {
      int index = keys.take();
      drawn.accept(index);
      keys.give(index);
    }
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
