package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.docduel.core.work.OpenLoop.ArrivalSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalScheduleTest {
  private static final int MANY = 100_000;

  private final AtomicLong clock = new AtomicLong(5_000_000_000L);

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 100, 20_000})
  void gapsAreExponentialWithTheMeanOfTheRate(double perSecond) {
    ArrivalSchedule schedule = new ArrivalSchedule(perSecond, 42, clock::get);
    double[] gaps = new double[MANY];
    long before = 0;
    for (int i = 0; i < MANY; i++) {
      long next = schedule.next();
      gaps[i] = next - before;
      before = next;
    }
    double mean = 1e9 / perSecond;

    // A mean of n exponentials has the deviation mean / sqrt(n); the share below the median 0.5.
    assertThat(Arrays.stream(gaps).average().orElseThrow())
        .isCloseTo(mean, within(5 * mean / Math.sqrt(MANY)));
    assertThat((double) Arrays.stream(gaps).filter(gap -> gap < mean * Math.log(2)).count() / MANY)
        .isCloseTo(0.5, within(5 * 0.5 / Math.sqrt(MANY)));
    assertThat((double) Arrays.stream(gaps).filter(gap -> gap > 3 * mean).count() / MANY)
        .isCloseTo(Math.exp(-3), within(0.004));
  }

  @Test
  void pauseKeepsLagOfOverdueArrivals() {
    ArrivalSchedule schedule = new ArrivalSchedule(1_000, 1, clock::get);
    schedule.resume();
    long first = schedule.next();
    clock.addAndGet(first + 2_000_000_000L);
    assertThat(clock.get() - schedule.onClock(first)).isEqualTo(2_000_000_000L);

    schedule.pause();
    clock.addAndGet(60_000_000_000L);
    assertThat(schedule.lagSeconds()).isCloseTo(2, within(1e-6));
    schedule.resume();

    assertThat(clock.get() - schedule.onClock(first)).isEqualTo(2_000_000_000L);
    assertThat(schedule.lagSeconds()).isCloseTo(2, within(1e-6));
  }

  @Test
  void forgetsOverdueAndKeepsUpcomingArrivals() {
    ArrivalSchedule schedule = new ArrivalSchedule(1_000, 1, clock::get);
    schedule.resume();
    long upcoming = schedule.next();
    schedule.forgetOverdue();
    assertThat(schedule.next()).isGreaterThan(upcoming);

    clock.addAndGet(3_000_000_000L);
    schedule.pause();
    schedule.forgetOverdue();
    clock.addAndGet(60_000_000_000L);
    schedule.resume();

    assertThat(schedule.lagSeconds()).isZero();
    assertThat(schedule.onClock(schedule.next())).isGreaterThan(clock.get());
  }

  @Test
  void seedReproducesArrivals() {
    ArrivalSchedule first = new ArrivalSchedule(10, 7, clock::get);
    ArrivalSchedule second = new ArrivalSchedule(10, 7, clock::get);

    for (int i = 0; i < 1_000; i++) {
      assertThat(second.next()).isEqualTo(first.next());
    }
  }
}
