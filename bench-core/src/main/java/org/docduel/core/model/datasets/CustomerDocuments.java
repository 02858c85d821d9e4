package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * Four linked collections. Customers: names and cities by Zipf-Mandelbrot's law, ages from 18 to 90
 * with their peak in between, salaries in whole hundreds with a long tail; the e-mail address and
 * the street are missing (null) in 5 % each. Contacts, devices and interactions, as many of each as
 * there are customers: a customer's number is the smaller of two draws, so that early customers
 * have more (twice the mean at the beginning, falling to none at the end) and four of ten have
 * none.
 */
record CustomerDocuments(String name, LongFunction<ObjectValue> body) implements Dataset {
  private static final LocalDate TODAY = LocalDate.of(2026, 1, 1);
  private static final int YOUNGEST = 18;
  private static final int AGES = 73;

  private static final FieldNames ADDRESS = FieldNames.of("street", "city", "state", "postal_code");
  private static final FieldNames CUSTOMER =
      FieldNames.of(
          "first_name last_name full_name age salary date_of_birth email address".split(" ", -1));
  private static final FieldNames CONTACT =
      FieldNames.of("customer_id", "type", "value", "verified", "created");
  private static final FieldNames DEVICE =
      FieldNames.of("customer_id", "kind", "os", "os_version", "last_seen", "push");
  private static final FieldNames INTERACTION =
      FieldNames.of("customer_id", "channel", "at", "duration_s", "score", "outcome", "note");

  private static final SeasonalTime CREATED = new SeasonalTime(2021, 1, 2, 3, 4, 5);
  private static final SeasonalTime SEEN = new SeasonalTime(2024, 1, 9);
  private static final SeasonalTime AT = new SeasonalTime(2023, 2, 3, 5);

  private static final Skewed<String> TYPES = Vocabulary.of("contact");
  private static final Skewed<String> KINDS = Vocabulary.of("device");
  private static final Skewed<String> CHANNELS = Vocabulary.of("channel");
  private static final Skewed<String> OUTCOMES = Vocabulary.of("outcome");
  private static final Skewed<String> TOPICS = Vocabulary.of("topic");

  @Override
  public Document document(long index) {
    return new Document(index, body.apply(index));
  }

  static Dataset customers(long seed) {
    long stream = CounterRandom.stream(seed, 0x501);
    return new CustomerDocuments(
        "customer", index -> customer(CounterRandom.of(stream, index), index));
  }

  static Linked contacts(long seed, long customers) {
    return linked(
        "contact",
        CounterRandom.stream(seed, 0x502),
        customers,
        (customer, random) -> {
          String type = TYPES.of(random.bits(2));
          return ObjectValue.of(
              CONTACT,
              customer,
              new StringValue(type),
              random.orNull(3, contact(type, random.below(4, 4_000_000_000L))),
              random.orNull(5, BooleanValue.of(random.below(6, 10) < 7)),
              CREATED.of(random, 7));
        });
  }

  static Linked devices(long seed, long customers) {
    return linked(
        "device",
        CounterRandom.stream(seed, 0x503),
        customers,
        (customer, random) -> {
          String kind = KINDS.of(random.bits(2));
          long minor = CounterRandom.below(random.bits(4) * 31, 6);
          return ObjectValue.of(
              DEVICE,
              customer,
              new StringValue(kind),
              random.text(3, Vocabulary.of("os." + kind)),
              random.orNull(5, new StringValue((9 + random.below(4, 9)) + "." + minor)),
              random.orNull(6, SEEN.of(random, 7)),
              BooleanValue.of(random.below(10, 10) < 6));
        });
  }

  static Linked interactions(long seed, long customers) {
    return linked(
        "interaction",
        CounterRandom.stream(seed, 0x504),
        customers,
        (customer, random) ->
            ObjectValue.of(
                INTERACTION,
                customer,
                random.text(2, CHANNELS),
                AT.of(random, 3),
                new IntegerValue(duration(random.bits(6))),
                random.orNull(7, score(random.bits(8))),
                random.orNull(9, random.text(10, OUTCOMES)),
                random.orNull(11, random.text(12, TOPICS))));
  }

  /**
   * Documents that belong to customers.
   *
   * @param body what one holds, made from the number of its customer and from its random numbers
   */
  private static Linked linked(
      String name,
      long stream,
      long customers,
      BiFunction<IntegerValue, CounterRandom, ObjectValue> body) {
    return new Linked(
        "customer-" + name,
        index -> customerOf(CounterRandom.of(stream, index), customers),
        index -> {
          CounterRandom random = CounterRandom.of(stream, index);
          return body.apply(new IntegerValue(customerOf(random, customers)), random);
        });
  }

  private static long customerOf(CounterRandom random, long customers) {
    return Math.min(random.below(0, customers), random.below(1, customers));
  }

  /**
   * A collection whose documents belong to customers.
   *
   * @param customerOf the customer of a document
   */
  record Linked(String name, LongUnaryOperator customerOf, LongFunction<ObjectValue> body)
      implements Dataset {
    @Override
    public Document document(long index) {
      return new Document(index, body.apply(index));
    }
  }

  private static ObjectValue customer(CounterRandom random, long index) {
    String first = Vocabulary.of("first_name").of(random.bits(0));
    String last = Vocabulary.of("last_name").of(random.bits(1));
    // The sum of two draws: few are young, few are old.
    long age = YOUNGEST + (random.below(2, AGES) + random.below(3, AGES)) / 2;
    String email =
        (first + "." + last + "." + index).toLowerCase(Locale.ROOT)
            + "@"
            + Vocabulary.of("mail").of(random.bits(9));
    return ObjectValue.of(
        CUSTOMER,
        new StringValue(first),
        new StringValue(last),
        new StringValue(first + " " + last),
        new IntegerValue(age),
        new IntegerValue(salary(random)),
        birth(age, random),
        random.orNull(8, new StringValue(email)),
        address(random));
  }

  /** The last birthday was within the year before the first of January 2026. */
  private static Value birth(long age, CounterRandom random) {
    LocalDate day = TODAY.minusYears(age).minusDays(1 + random.below(7, 365));
    return new TimestampValue(
        Instant.ofEpochSecond(day.atStartOfDay().toEpochSecond(ZoneOffset.UTC)));
  }

  private static long salary(CounterRandom random) {
    long hundreds = 180 + random.below(4, 400) + random.below(5, 300);
    long tail = random.bits(6);
    return 100 * ((tail & 15) == 0 ? hundreds + CounterRandom.below(tail, 1_500) : hundreds);
  }

  private static Value address(CounterRandom random) {
    String[] city = Vocabulary.of("city").of(random.bits(10)).split(",", -1);
    String street =
        (1 + random.below(11, 9_999))
            + " "
            + Vocabulary.of("street").of(random.bits(12))
            + " "
            + Vocabulary.of("street_kind").of(random.bits(13));
    String postal = city[2] + String.format(Locale.ROOT, "%02d", random.below(14, 100));
    return ObjectValue.of(
        ADDRESS,
        random.orNull(15, new StringValue(street)),
        new StringValue(city[0]),
        new StringValue(city[1]),
        new StringValue(postal));
  }

  private static Value contact(String type, long number) {
    return new StringValue(
        switch (type) {
          case "email" -> String.format(Locale.ROOT, "user%010d@mail.example", number);
          case "social" -> String.format(Locale.ROOT, "@user%010d", number);
          default -> String.format(Locale.ROOT, "+1-%010d", number);
        });
  }

  /** From 5 s to an hour: each doubling of the length is half as frequent. */
  private static long duration(long bits) {
    int doublings = Math.min(8, Long.numberOfTrailingZeros(bits));
    return Math.min(3_600, (5L + CounterRandom.below(bits, 25)) << doublings);
  }

  /** 0.0 to 10.0; most are satisfied. */
  private static Value score(long bits) {
    long best = Math.max(CounterRandom.below(bits, 101), CounterRandom.below(bits * 31, 101));
    return new DecimalValue(BigDecimal.valueOf(best, 1));
  }
}
