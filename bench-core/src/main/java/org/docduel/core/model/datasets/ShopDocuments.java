package org.docduel.core.model.datasets;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/**
 * The accounts and products of "JSON Documents Performance, Storage and Search: MongoDB vs
 * PostgreSQL" (binaryigor.com, 2026-03-01), after the fields, ranges and indexes of its code
 * (github.com/BinaryIgor/code-examples, mongodb-vs-postgresql, commit 29172dd). An account has
 * about 300 bytes of JSON, a product about 3,000, most of them a description that does not
 * compress.
 *
 * <p>Every draw is uniform, as there. What differs: the published {@code id}, a UUID, is the field
 * {@code uuid} here beside the store's own key; times are text in every store, where MongoDB had
 * dates; names of categories and tags are numbered; all were created on 28 February 2026.
 */
public final class ShopDocuments implements Dataset {
  public static final List<String> NAMES = List.of("accounts", "products");

  /** The whole number that an update changes, 1 to 999 at first. */
  public static final String VERSION = "version";

  private static final int STREAM = 0x611;
  private static final int USERS = 1_000_000;
  private static final int WORDS = 49;
  private static final long DAY_MILLIS = 86_400_000;
  private static final long BEGIN_MILLIS = Instant.parse("2026-02-28T00:00:00Z").toEpochMilli();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int LONGEST_NAME = 50;
  private static final int LONGEST_DESCRIPTION = 3_000;

  private static final List<String> TYPES = List.of("FREE", "PLUS", "GOLD", "PLATINUM");
  private static final List<String> SIZES =
      List.of("S", "M", "L", "XL", "XXL", "1", "2", "3", "4", "5");
  private static final int COLORS = 22;

  private static final FieldNames ACCOUNT =
      FieldNames.of("uuid", "name", "type", "owners", "createdAt", "updatedAt", VERSION);
  private static final FieldNames PRODUCT =
      FieldNames.of(
          "uuid",
          "name",
          "description",
          "categories",
          "tags",
          "variations",
          "relatedProducts",
          "createdAt",
          "updatedAt",
          VERSION);
  private static final FieldNames VARIATION = FieldNames.of("type", "value");

  private final String name;
  private final long stream;

  private ShopDocuments(String name, long seed) {
    this.name = name;
    this.stream = CounterRandom.stream(seed, STREAM + NAMES.indexOf(name));
  }

  /** The documents of a name, if they are of the shop. */
  public static Optional<ShopDocuments> byName(String name) {
    return byName(name, InsertDocuments.DEFAULT_SEED);
  }

  static Optional<ShopDocuments> byName(String name, long seed) {
    return NAMES.contains(name) ? Optional.of(new ShopDocuments(name, seed)) : Optional.empty();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Document document(long index) {
    return new Document(index, body(index, version(index)));
  }

  /** The version with which a document begins, 1 to 999. */
  public long version(long index) {
    return new Draws(CounterRandom.of(stream, index).bits(0)).number(1, 1_000);
  }

  /** A document with another version. */
  public ObjectValue body(long index, long version) {
    CounterRandom random = CounterRandom.of(stream, index);
    Draws draws = new Draws(random.bits(1));
    return name.equals(NAMES.get(0)) ? account(draws, version) : product(draws, version);
  }

  /** Where the version is. */
  public static Path field() {
    return Path.of(VERSION);
  }

  private static ObjectValue account(Draws draws, long version) {
    StringValue uuid = draws.uuid();
    StringValue name = draws.text(10, LONGEST_NAME);
    StringValue type = new StringValue(TYPES.get((int) draws.number(0, TYPES.size())));
    ArrayValue owners =
        draws.distinct(draws.number(1, 5), () -> new StringValue("user-" + draws.number(0, USERS)));
    long created = draws.number(0, DAY_MILLIS);
    return ObjectValue.of(
        ACCOUNT,
        uuid,
        name,
        type,
        owners,
        time(created),
        time(created + draws.number(1, DAY_MILLIS / 1_000 + 1) * 1_000),
        new IntegerValue(version));
  }

  private static ObjectValue product(Draws draws, long version) {
    StringValue uuid = draws.uuid();
    StringValue name = draws.text(10, LONGEST_NAME);
    StringValue description = draws.text(2_000, LONGEST_DESCRIPTION);
    ArrayValue categories = draws.distinct(draws.number(1, 5), "category-");
    ArrayValue tags = draws.distinct(draws.number(1, 10), "tag-number-");
    ArrayValue variations = draws.distinct(draws.number(1, 10), draws::variation);
    ArrayValue related = draws.distinct(draws.number(0, 2) * draws.number(0, 10), draws::uuid);
    long created = draws.number(0, DAY_MILLIS);
    return ObjectValue.of(
        PRODUCT,
        uuid,
        name,
        description,
        categories,
        tags,
        variations,
        related,
        time(created),
        time(created + draws.number(1, DAY_MILLIS / 1_000 + 1) * 1_000),
        new IntegerValue(version));
  }

  private static Value time(long millis) {
    return new StringValue(TIME.format(Instant.ofEpochMilli(BEGIN_MILLIS + millis)));
  }

  /** A document's random numbers, one after the other. */
  private static final class Draws {
    private final CounterRandom random;
    private int position;

    Draws(long bits) {
      random = new CounterRandom(bits);
    }

    /** A number from one to below another. */
    long number(long from, long end) {
      return from + random.below(position++, end - from);
    }

    StringValue text(int shortest, int end) {
      int length = (int) number(shortest, end);
      return Payload.text(new CounterRandom(random.bits(position++)), length).text(0, length);
    }

    StringValue uuid() {
      long high = random.bits(position++);
      long low = random.bits(position++);
      return new StringValue(
          new UUID((high & ~0xF000L) | 0x4000L, (low & ~(3L << 62)) | (2L << 62)).toString());
    }

    /** So many values, none of them twice. */
    ArrayValue distinct(long count, Supplier<Value> value) {
      Set<Value> values = new LinkedHashSet<>();
      while (values.size() < count) {
        values.add(value.get());
      }
      return new ArrayValue(List.copyOf(values));
    }

    /** So many draws from the words, each word once. */
    ArrayValue distinct(long count, String word) {
      return new ArrayValue(
          Stream.generate(() -> number(1, WORDS + 1))
              .limit(count)
              .distinct()
              .<Value>map(drawn -> new StringValue("%s%02d".formatted(word, drawn)))
              .toList());
    }

    Value variation() {
      boolean color = number(0, 2) == 0;
      String value =
          color
              ? "color-%02d".formatted(number(1, COLORS + 1))
              : SIZES.get((int) number(0, SIZES.size()));
      return ObjectValue.of(
          VARIATION, new StringValue(color ? "COLOR" : "SIZE"), new StringValue(value));
    }
  }
}
