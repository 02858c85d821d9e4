package org.docduel.core.model.datasets;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.docduel.core.model.Value.TimestampValue;

/**
 * Instants with a season: more in later years, a peak in November and December, and by hour a quiet
 * night and a busy afternoon, in UTC.
 */
final class SeasonalTime {
  private static final int[] MONTH_WEIGHTS = {8, 7, 8, 8, 8, 8, 7, 6, 8, 9, 13, 15};
  private static final int[] HOUR_WEIGHTS = {
    2, 1, 1, 1, 1, 2, 4, 8, 14, 20, 24, 24, 20, 22, 24, 24, 22, 18, 14, 12, 10, 8, 6, 4
  };
  private static final long DAY_SECONDS = 24 * 60 * 60;
  private static final long HOUR_MILLISECONDS = 60 * 60 * 1000;

  private final Skewed<YearMonth> months;
  private final Skewed<Integer> hours;

  SeasonalTime(int firstYear, int... yearWeights) {
    List<YearMonth> all = new ArrayList<>();
    int[] weights = new int[yearWeights.length * MONTH_WEIGHTS.length];
    for (int year = 0; year < yearWeights.length; year++) {
      for (int month = 0; month < MONTH_WEIGHTS.length; month++) {
        weights[all.size()] = yearWeights[year] * MONTH_WEIGHTS[month];
        all.add(YearMonth.of(firstYear + year, month + 1));
      }
    }
    months = Skewed.weighted(all, weights);
    hours = Skewed.weighted(IntStream.range(0, HOUR_WEIGHTS.length).boxed().toList(), HOUR_WEIGHTS);
  }

  /** The instant of three words of a document, from a position on. */
  TimestampValue of(CounterRandom random, int position) {
    YearMonth month = months.of(random.bits(position));
    long place = random.bits(position + 1);
    long day = CounterRandom.below(place, month.lengthOfMonth());
    int hour = hours.of(random.bits(position + 2));
    long within = CounterRandom.below(place * 31, HOUR_MILLISECONDS);
    long monthStart = month.atDay(1).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    return new TimestampValue(
        Instant.ofEpochSecond(monthStart + day * DAY_SECONDS)
            .plusMillis(hour * HOUR_MILLISECONDS + within));
  }
}
