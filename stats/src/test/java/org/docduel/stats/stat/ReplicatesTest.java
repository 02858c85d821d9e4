package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicatesTest {
  private static final Streams STREAMS = new Streams(42, Streams.key("group", "a"));

  /** Writes the first number of each block's stream, and the place. */
  private record Recorder(boolean studentized, AtomicInteger calls) implements Resampler {
    @Override
    public double estimate() {
      return 1;
    }

    @Override
    public double variance() {
      return studentized ? 1 : Double.NaN;
    }

    @Override
    public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
      if (calls.incrementAndGet() == 1_000) {
        throw new IllegalStateException("the resampler fails");
      }
      double first = random.nextDouble();
      for (int i = from; i < to; i++) {
        target.estimates()[i] = i + first;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 64})
  void fillsEveryReplicateFromStreamOfItsBlock(int threads) {
    int resamples = 2 * Streams.BLOCK + 7;
    AtomicInteger calls = new AtomicInteger();

    Replicates replicates =
        new Resampling(resamples, 42, threads).of(new Recorder(false, calls), STREAMS);

    assertThat(calls).hasValue(3);
    assertThat(replicates.estimates().length).isEqualTo(resamples);
    for (int i = 0; i < resamples; i++) {
      assertThat(replicates.estimates()[i])
          .isEqualTo(i + STREAMS.block(i / Streams.BLOCK).nextDouble());
    }
  }

  @Test
  void allocatesVariancesOnlyWhenNeeded() {
    Replicates with =
        new Resampling(100, 42, 1).of(new Recorder(true, new AtomicInteger()), STREAMS);
    Replicates without =
        new Resampling(100, 42, 1).of(new Recorder(false, new AtomicInteger()), STREAMS);

    assertThat(with.variances()).hasSize(100);
    assertThat(without.variances()).isEmpty();
  }

  @Test
  void failureOfAnyThreadFailsRun() {
    assertThatThrownBy(() ->
            new Resampling(1100 * Streams.BLOCK, 42, 4)
                .of(new Recorder(false, new AtomicInteger()), STREAMS))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsZeroResamplesAndThreads() {
    assertThatThrownBy(() -> new Resampling(0, 42, 1)).hasMessageContaining("resamples 0 is out");
    assertThatThrownBy(() -> new Resampling(100, 42, 0)).hasMessageContaining("threads 0 is out");
  }

  @Test
  void streamsDifferBySeedComparisonAndBlock() {
    long first = STREAMS.block(0).nextLong();

    assertThat(STREAMS.block(0).nextLong()).isEqualTo(first);
    assertThat(STREAMS.block(1).nextLong()).isNotEqualTo(first);
    assertThat(new Streams(43, STREAMS.comparison()).block(0).nextLong()).isNotEqualTo(first);
    assertThat(new Streams(42, STREAMS.comparison() + 1).block(0).nextLong()).isNotEqualTo(first);
  }

  // Pinned, from src/test/python/stream_reference.py: another value means that every published
  // digit changes.
  @Test
  void streamsAreReproducible() {
    assertThat(Streams.key("group", "a")).isEqualTo(PINNED_KEY);
    assertThat(new Streams(42, 1).block(3).nextLong()).isEqualTo(PINNED_NUMBER);
  }

  private static final long PINNED_KEY = 5325975233382228229L;
  private static final long PINNED_NUMBER = -519891425555246363L;

  @Test
  void keysSeparateTheirParts() {
    assertThat(Streams.key("ab", "c")).isNotEqualTo(Streams.key("a", "bc"));
    assertThat(Streams.key("a")).isNotEqualTo(Streams.key("a", ""));
    assertThat(Streams.key("\u00e9")).isNotEqualTo(Streams.key("e"));
  }
}
