package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A store either keeps a document faithfully or says clearly that it cannot, and then keeps nothing
 * of the batch. Which of the two it is for the stores of this project stands in contract.csv and in
 * docs/stores.md; a store that is not in the table must do one of them.
 */
class AwkwardDocumentTest {
  static Stream<Arguments> cases() {
    return ContractStores.each(ContractStores.readable(), store -> Awkward.all());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cases")
  void storesDocumentUnchangedOrRejectsItsBatch(StoreProvider provider, Awkward awkward) {
    Collection collection = ContractStores.like(awkward.body());
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      Outcome outcome = insert(store, session, collection, awkward.body());
      Awkward.Expected.of(provider.name(), awkward)
          .ifPresent(expected -> {
            assertThat(outcome.label()).isEqualTo(expected.outcome());
            assertThat(outcome.message()).contains(expected.message());
          });
    }
  }

  private static Outcome insert(
      Store store, Session session, Collection collection, ObjectValue body) {
    try {
      store.create(collection);
    } catch (StoreException e) {
      assertOneLine(e);
      return new Outcome("no collection", String.valueOf(e.getMessage()));
    }
    List<Document> batch = List.of(new Document(1, body), new Document(2, body));
    ContentReader reader = session.reader(collection);
    try {
      session.inserts(collection).insert(batch);
    } catch (RejectedDocumentException e) {
      assertOneLine(e);
      assertThat(reader.count()).as("what stays of a rejected batch").isZero();
      return new Outcome("rejected", String.valueOf(e.getMessage()));
    }
    assertThat(reader.count()).isEqualTo(2);
    for (Document document : batch) {
      Optional<ObjectValue> found = reader.find(document.id());
      // Not assertThat(found).contains(...): its message would hold megabytes.
      if (!found.equals(Optional.of(reader.asStored(document)))) {
        fail("document %s came back changed", document.id());
      }
    }
    return new Outcome("kept", "");
  }

  static void assertOneLine(StoreException e) {
    assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(1_000);
  }

  private record Outcome(String label, String message) {}

  /** Documents that some store or other cannot hold; docs/stores.md says which. */
  enum Awkward {
    EVERY_KIND(
        Map.of(
            "text", text("a \"text\" with \\ and \n"),
            "integer", new IntegerValue(-42),
            "decimal", decimal("1234.50"),
            "bool", BooleanValue.TRUE,
            "instant", timestamp("2025-01-01T00:00:00.120Z"),
            "bytes", new BinaryValue(new byte[] {0, 1, -1, 127}),
            "texts", ArrayValue.of(text("a"), text("b,{}\"")),
            "mixed", ArrayValue.of(new IntegerValue(1), text("x"), BooleanValue.FALSE),
            "object", ObjectValue.of(Map.of("inner", text("y"))),
            "nothing", NullValue.NULL)),
    EMPTY_OBJECT(Map.of()),
    EMPTY_PARTS(
        Map.of(
            "object", ObjectValue.empty(),
            "list", ArrayValue.of(),
            "text", text(""),
            "bytes", new BinaryValue(new byte[0]))),
    NUL_IN_TEXT(Map.of("text", text("a\0b"))),
    NUL_IN_KEY(Map.of("a\0b", text("x"))),
    BEYOND_BMP(Map.of("\ud83d\ude00", text("\ud83d\ude00 \u4e2d \u00e9"))),
    HALF_SURROGATE_IN_TEXT(Map.of("text", text("a\ud800b"))),
    HALF_SURROGATE_IN_KEY(Map.of("a\ud800", text("x"))),
    DOTTED_KEY(
        Map.of(
            "a.b", text("dotted"),
            "a", ObjectValue.of(Map.of("b", text("nested"))))),
    DOLLAR_KEY(Map.of("$set", text("x"), "b$", text("y"))),
    QUOTED_KEY(Map.of("it's", text("x"), "a\"b", text("y"), "a\\b", text("z"))),
    EMPTY_KEY(Map.of("", text("x"))),
    ID_KEY(Map.of("id", text("x"))),
    UNDERSCORE_ID_KEY(Map.of("_id", text("x"))),
    LONG_KEY(Map.of("k".repeat(70), text("x"))),
    LEVELS_100(nested(100)),
    LEVELS_500(nested(500)),
    LEVELS_2000(nested(2_000)),
    INTEGER_LIMITS(
        Map.of("min", new IntegerValue(Long.MIN_VALUE), "max", new IntegerValue(Long.MAX_VALUE))),
    DECIMAL_OF_34_DIGITS(Map.of("decimal", decimal("1234567890123456789012345678.901234"))),
    DECIMAL_OF_60_DIGITS(Map.of("decimal", decimal("1." + "1234567890".repeat(6)))),
    DECIMAL_OF_200000_DIGITS(Map.of("decimal", decimal("1E+200000"))),
    INSTANT_IN_YEAR_1(Map.of("instant", timestamp("0001-01-01T00:00:00Z"))),
    INSTANT_IN_YEAR_400000(Map.of("instant", timestamp("+400000-01-01T00:00:00Z"))),
    TEXT_OF_15_MB(Map.of("text", text("0123456789abcde".repeat(1_000_000)))),
    TEXT_OF_17_MB(Map.of("text", text("0123456789abcdefg".repeat(1_000_000)))),
    COLUMNS_1700(wide(1_700, IntegerValue::new)),
    /** Texts too short to be moved out of line, too many for a page of 8 KB. */
    WIDE_ROW(wide(1_500, i -> text("text" + i)));

    @SuppressWarnings("ImmutableEnumChecker") // a value tree is immutable, though not annotated so
    private final ObjectValue body;

    Awkward(Map<String, ? extends Value> fields) {
      this.body = ObjectValue.of(fields);
    }

    ObjectValue body() {
      return body;
    }

    static Stream<Awkward> all() {
      return Stream.of(values());
    }

    private static StringValue text(String text) {
      return new StringValue(text);
    }

    private static DecimalValue decimal(String number) {
      return new DecimalValue(new BigDecimal(number));
    }

    private static TimestampValue timestamp(String instant) {
      return new TimestampValue(Instant.parse(instant));
    }

    /** The body itself is the first level. */
    private static Map<String, Value> nested(int levels) {
      Value inner = text("bottom");
      for (int i = 1; i < levels; i++) {
        inner = i % 2 == 0 ? ObjectValue.of(Map.of("o", inner)) : new ArrayValue(List.of(inner));
      }
      return Map.of("o", inner);
    }

    private static Map<String, Value> wide(int fields, IntFunction<Value> value) {
      Map<String, Value> map = new LinkedHashMap<>();
      for (int i = 0; i < fields; i++) {
        map.put("f" + i, value.apply(i));
      }
      return map;
    }

    /** contract.csv: store, case, outcome, and a part of the message of those that are not kept. */
    record Expected(String store, String document, String outcome, String message) {
      private static final String TWICE = "DUPLICATES_0_0_1";
      private static final List<Expected> ALL =
          ContractStores.lines("contract.csv").stream()
              .skip(1)
              .map(line -> line.split(",", 4))
              .map(parts -> new Expected(parts[0], parts[1], parts[2], parts[3]))
              .toList();

      Expected {
        assertThat(Stream.concat(Stream.of(TWICE), all().map(Awkward::name))).contains(document);
      }

      static Optional<Expected> of(String store, Awkward document) {
        return of(store, document.name());
      }

      private static Optional<Expected> of(String store, String document) {
        return ALL.stream()
            .filter(line -> line.store.equals(store) && line.document.equals(document))
            .findFirst();
      }

      /** How many documents of a batch with ids 0, 0, 1 stay: none, where the server can do so. */
      static long staysOfDuplicates(String store) {
        return of(store, TWICE).map(line -> Long.parseLong(line.outcome)).orElse(0L);
      }
    }
  }
}
