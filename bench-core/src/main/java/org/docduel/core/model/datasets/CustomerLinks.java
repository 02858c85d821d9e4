package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/**
 * What belongs to customers: contacts, devices, interactions, as many of each as there are
 * customers. A customer's number is the smaller of two draws, so that early customers have more
 * (twice the mean at the beginning, falling to none at the end) and four of ten have none.
 */
final class CustomerLinks {
  private static final int CONTACTS = 0x502;
  private static final int DEVICES = 0x503;
  private static final int INTERACTIONS = 0x504;

  private static final FieldNames CONTACT =
      FieldNames.of("customer_id", "type", "value", "verified", "created");
  private static final FieldNames DEVICE =
      FieldNames.of("customer_id", "kind", "os", "os_version", "last_seen", "push");
  private static final FieldNames INTERACTION =
      FieldNames.of("customer_id", "channel", "at", "duration_s", "score", "outcome", "note");

  private static final SeasonalTime CREATED = new SeasonalTime(2021, 1, 2, 3, 4, 5);
  private static final SeasonalTime SEEN = new SeasonalTime(2024, 1, 9);
  private static final SeasonalTime AT = new SeasonalTime(2023, 2, 3, 5);

  private static final Skewed<String> TYPES =
      Skewed.weighted(CustomerWords.words("mobile email phone social fax"), 40, 30, 18, 10, 2);
  private static final Skewed<String> KINDS =
      Skewed.weighted(
          CustomerWords.words("phone laptop tablet desktop watch tv"), 45, 22, 13, 10, 6, 4);
  private static final Map<String, Skewed<String>> SYSTEMS =
      Map.of(
          "phone", Skewed.weighted(CustomerWords.words("android ios"), 60, 40),
          "laptop", Skewed.weighted(CustomerWords.words("windows macos linux"), 65, 28, 7),
          "tablet", Skewed.weighted(CustomerWords.words("ios android windows"), 55, 40, 5),
          "desktop", Skewed.weighted(CustomerWords.words("windows macos linux"), 78, 12, 10),
          "watch", Skewed.weighted(CustomerWords.words("ios android"), 60, 40),
          "tv", Skewed.weighted(CustomerWords.words("android linux"), 70, 30));
  private static final Skewed<String> CHANNELS =
      Skewed.weighted(CustomerWords.words("web app phone email chat store"), 34, 28, 14, 12, 8, 4);
  private static final Skewed<String> OUTCOMES =
      Skewed.weighted(CustomerWords.words("resolved pending escalated abandoned"), 62, 18, 12, 8);
  private static final Skewed<String> TOPICS =
      Skewed.zipf(
          2,
          List.of(
              "asked about a bill",
              "asked for a refund",
              "changed an address",
              "reported a defect",
              "renewed a contract",
              "complained about delivery",
              "ordered spare parts",
              "cancelled an order",
              "praised the service",
              "lost a password"));

  private CustomerLinks() {}

  static Dataset contacts(long seed, long customers) {
    return new Linked(
        "customer-contact",
        CounterRandom.stream(seed, CONTACTS),
        customers,
        (customer, key) -> {
          String type = TYPES.of(CounterRandom.word(key, 2));
          return ObjectValue.of(
              CONTACT,
              customer,
              new StringValue(type),
              CounterRandom.orNull(
                  CounterRandom.word(key, 3), contact(type, CounterRandom.word(key, 4))),
              CounterRandom.orNull(
                  CounterRandom.word(key, 5),
                  BooleanValue.of(CounterRandom.below(CounterRandom.word(key, 6), 10) < 7)),
              CREATED.of(key, 7));
        });
  }

  private static Value contact(String type, long word) {
    long number = CounterRandom.below(word, 4_000_000_000L);
    return new StringValue(
        switch (type) {
          case "email" -> String.format(Locale.ROOT, "user%010d@mail.example", number);
          case "social" -> String.format(Locale.ROOT, "@user%010d", number);
          default -> String.format(Locale.ROOT, "+1-%010d", number);
        });
  }

  static Dataset devices(long seed, long customers) {
    return new Linked(
        "customer-device",
        CounterRandom.stream(seed, DEVICES),
        customers,
        (customer, key) -> {
          String kind = KINDS.of(CounterRandom.word(key, 2));
          String system = system(kind, CounterRandom.word(key, 3));
          long version = CounterRandom.word(key, 4);
          String text =
              (9 + CounterRandom.below(version, 9)) + "." + CounterRandom.below(version * 31, 6);
          return ObjectValue.of(
              DEVICE,
              customer,
              new StringValue(kind),
              new StringValue(system),
              CounterRandom.orNull(CounterRandom.word(key, 5), new StringValue(text)),
              CounterRandom.orNull(CounterRandom.word(key, 6), SEEN.of(key, 7)),
              BooleanValue.of(CounterRandom.below(CounterRandom.word(key, 10), 10) < 6));
        });
  }

  private static String system(String kind, long word) {
    Skewed<String> systems = SYSTEMS.get(kind);
    if (systems == null) {
      throw new IllegalStateException("no systems for " + kind);
    }
    return systems.of(word);
  }

  static Dataset interactions(long seed, long customers) {
    return new Linked(
        "customer-interaction",
        CounterRandom.stream(seed, INTERACTIONS),
        customers,
        (customer, key) ->
            ObjectValue.of(
                INTERACTION,
                customer,
                new StringValue(CHANNELS.of(CounterRandom.word(key, 2))),
                AT.of(key, 3),
                new IntegerValue(duration(CounterRandom.word(key, 6))),
                CounterRandom.orNull(CounterRandom.word(key, 7), score(CounterRandom.word(key, 8))),
                CounterRandom.orNull(
                    CounterRandom.word(key, 9),
                    new StringValue(OUTCOMES.of(CounterRandom.word(key, 10)))),
                CounterRandom.orNull(
                    CounterRandom.word(key, 11),
                    new StringValue(TOPICS.of(CounterRandom.word(key, 12))))));
  }

  /** From 5 s to an hour: each doubling of the length is half as frequent. */
  private static long duration(long word) {
    int doublings = Math.min(8, Long.numberOfTrailingZeros(word));
    return Math.min(3_600, (5L + CounterRandom.below(word, 25)) << doublings);
  }

  /** 0.0 to 10.0; most are satisfied. */
  private static Value score(long word) {
    long best = Math.max(CounterRandom.below(word, 101), CounterRandom.below(word * 31, 101));
    return new DecimalValue(BigDecimal.valueOf(best, 1));
  }

  /** What a document holds beside the number of its customer. */
  @FunctionalInterface
  private interface Body {
    ObjectValue of(IntegerValue customer, long key);
  }

  /**
   * One of the collections.
   *
   * @param customers how many customers there are, at least 1
   */
  private record Linked(String name, long stream, long customers, Body body) implements Dataset {
    @Override
    public Document document(long index) {
      long key = CounterRandom.key(stream, index);
      long customer =
          Math.min(
              CounterRandom.below(CounterRandom.word(key, 0), customers),
              CounterRandom.below(CounterRandom.word(key, 1), customers));
      return new Document(index, body.of(new IntegerValue(customer), key));
    }
  }
}
