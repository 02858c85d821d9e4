package org.docduel.core.model.datasets;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/**
 * Customers, the first of four linked collections: names and cities by Zipf-Mandelbrot's law, ages
 * from 18 to 90 with their peak in between, salaries in whole hundreds with a long tail. The e-mail
 * address and the street are missing (null) in 5 % each.
 */
final class CustomerDocuments implements Dataset {
  private static final int STREAM = 0x501;
  private static final LocalDate TODAY = LocalDate.of(2026, 1, 1);
  private static final int YOUNGEST = 18;
  private static final int AGES = 73;
  private static final int DAYS_OF_YEAR = 365;

  private static final FieldNames ADDRESS = FieldNames.of("street", "city", "state", "postal_code");
  private static final FieldNames NAMES =
      FieldNames.of(
          "first_name",
          "last_name",
          "full_name",
          "age",
          "salary",
          "date_of_birth",
          "email",
          "address");

  private final long stream;

  CustomerDocuments(long seed) {
    stream = CounterRandom.stream(seed, STREAM);
  }

  @Override
  public String name() {
    return "customer";
  }

  @Override
  public Document document(long index) {
    long key = CounterRandom.key(stream, index);
    String first = CustomerWords.FIRST_NAMES.of(CounterRandom.word(key, 0));
    String last = CustomerWords.LAST_NAMES.of(CounterRandom.word(key, 1));
    long age = age(CounterRandom.word(key, 2), CounterRandom.word(key, 3));
    return new Document(
        index,
        ObjectValue.of(
            NAMES,
            new StringValue(first),
            new StringValue(last),
            new StringValue(first + " " + last),
            new IntegerValue(age),
            new IntegerValue(salary(key)),
            birth(age, CounterRandom.word(key, 7)),
            CounterRandom.orNull(CounterRandom.word(key, 8), email(first, last, index, key)),
            address(key)));
  }

  /** The sum of two draws: few are young, few are old. */
  private static long age(long one, long other) {
    return YOUNGEST + (CounterRandom.below(one, AGES) + CounterRandom.below(other, AGES)) / 2;
  }

  /** The last birthday was within the year before the first of January 2026. */
  private static Value birth(long age, long word) {
    LocalDate day = TODAY.minusYears(age).minusDays(1 + CounterRandom.below(word, DAYS_OF_YEAR));
    return new TimestampValue(
        Instant.ofEpochSecond(day.atStartOfDay().toEpochSecond(ZoneOffset.UTC)));
  }

  private static long salary(long key) {
    long hundreds =
        180
            + CounterRandom.below(CounterRandom.word(key, 4), 400)
            + CounterRandom.below(CounterRandom.word(key, 5), 300);
    long tail = CounterRandom.word(key, 6);
    return 100 * ((tail & 15) == 0 ? hundreds + CounterRandom.below(tail, 1_500) : hundreds);
  }

  private static Value email(String first, String last, long index, long key) {
    String domain = CustomerWords.MAIL_DOMAINS.of(CounterRandom.word(key, 9));
    String name = first + "." + last + "." + index;
    return new StringValue(name.toLowerCase(Locale.ROOT) + "@" + domain);
  }

  private static Value address(long key) {
    CustomerWords.City city = CustomerWords.CITIES.of(CounterRandom.word(key, 10));
    long house = 1 + CounterRandom.below(CounterRandom.word(key, 11), 9_999);
    String street =
        house
            + " "
            + CustomerWords.STREETS.of(CounterRandom.word(key, 12))
            + " "
            + CustomerWords.STREET_KINDS.of(CounterRandom.word(key, 13));
    long area = CounterRandom.below(CounterRandom.word(key, 14), 100);
    String postal = String.format(Locale.ROOT, "%03d%02d", city.postalPrefix(), area);
    return ObjectValue.of(
        ADDRESS,
        CounterRandom.orNull(CounterRandom.word(key, 15), new StringValue(street)),
        new StringValue(city.name()),
        new StringValue(city.state()),
        new StringValue(postal));
  }
}
