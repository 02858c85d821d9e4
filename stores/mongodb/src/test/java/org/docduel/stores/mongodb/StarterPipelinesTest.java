package org.docduel.stores.mongodb;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Predicate.Compared;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery.Count;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery.Documents;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery.Greatest;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery.Groups;
import org.docduel.core.spi.starter.StarterSuite.TitledQuery;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;

/** The whole file, with each query once and each kind of value. */
final class StarterPipelinesTest {
  private static final Path CITY = Path.of("address", "city");
  private static final Path AGE = Path.of("age");
  private static final Path PRICE = Path.of("price");
  private static final Path TAGS = Path.of("tags");
  private static final Path ID = Path.of("id");

  @Test
  void starterPipelinesMatchGoldenFile() {
    StarterSuite.Part people =
        part(
            "people",
            List.of(CITY, AGE),
            "address",
            namedQuery("1.1", new Count(Query.EVERY)),
            namedQuery("1.2", new Count(Predicate.is(CITY, text("a \"b\"")))),
            namedQuery("1.3", new Documents(new Predicate.TextStartsWith(CITY, "a.b\u00e4 c"))),
            namedQuery(
                "1.4", new Documents(new Predicate.ArrayHolds(TAGS, List.of(text("$x")), true))),
            namedQuery(
                "1.5",
                new Documents(greaterOrEqual(PRICE, new DecimalValue(new BigDecimal("1.50"))))),
            namedQuery(
                "1.6",
                new Documents(
                    greaterOrEqual(
                        AGE, new TimestampValue(Instant.parse("2025-01-02T03:04:05.600Z"))))),
            namedQuery("1.7", new Count(new Predicate.HasValue(AGE, false))),
            namedQuery("1.8", new Count(new Predicate.HasValue(AGE, true))),
            namedQuery("1.9", new Count(Predicate.is(AGE, BooleanValue.TRUE))),
            namedQuery("2.1", new Groups(CITY, Optional.empty())),
            namedQuery("2.2", new Groups(CITY, Optional.of(AGE))),
            namedQuery("2.3", new Greatest(PRICE, 10)));
    StarterSuite.Part orders =
        part(
            "orders",
            List.of(ID),
            "id",
            namedQuery("3.1", new Documents(Predicate.is(ID, new IntegerValue(1L << 40)))));
    StarterSuite.Part dotted =
        part(
            "dotted",
            List.of(Path.of("a.b")),
            "a.b",
            namedQuery("4.1", new Groups(Path.of("a.b"), Optional.empty())),
            namedQuery("4.2", new Count(Query.EVERY)));

    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG")); // whose digits are others
    try {
      Golden.check(
          ModuleFiles.resolve(getClass(), "src/test/resources/starter.json"),
          MongoSuiteQuery.starter(new StarterSuite("all", List.of(people, orders, dotted))));
    } finally {
      Locale.setDefault(before);
    }
  }

  private static StarterSuite.Part part(
      String name, List<Path> indexed, String top, TitledQuery... queries) {
    List<Index> indexes =
        indexed.stream()
            .map(path -> new Index(Index.Kind.ORDERED, List.of(path), Index.Id.ABSENT))
            .toList();
    ObjectValue example = ObjectValue.empty().with(List.of(top), text(""));
    return new StarterSuite.Part(new Collection(name, example, indexes), List.of(queries));
  }

  private static TitledQuery namedQuery(String name, StarterQuery query) {
    return new TitledQuery(name, "What is it?", "3 of 7", query);
  }

  private static Predicate greaterOrEqual(Path path, Value value) {
    return new Compared(path, Compared.Sign.ABOVE_OR_EQUAL, value);
  }

  private static Value text(String text) {
    return new StringValue(text);
  }
}
