package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.Named;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Count;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Documents;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Greatest;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Groups;
import org.junit.jupiter.api.Test;

/** The whole file, with each question once and each kind of value. */
final class StarterPipelinesTest {
  private static final Field CITY = new Field(List.of("address", "city"), Kind.TEXT);
  private static final Field AGE = new Field(List.of("age"), Kind.INTEGER);
  private static final Field PRICE = new Field(List.of("price"), Kind.DECIMAL);
  private static final Field TAGS = new Field(List.of("tags"), Kind.TEXTS);
  private static final Field DOTTED = new Field(List.of("a.b"), Kind.TEXT);
  private static final Field ID = new Field(List.of("id"), Kind.TEXT);

  @Test
  void theFileIsTheGoldenOne() throws IOException {
    StarterSuite.Collection people =
        new StarterSuite.Collection(
            "people",
            List.of(CITY, AGE, PRICE, TAGS, DOTTED),
            List.of(
                named("1.1", new Count(Optional.empty())),
                named("1.2", new Count(where(CITY, StarterQuestion.Test.EQUAL, text("a \"b\"")))),
                named("1.3", documents(CITY, StarterQuestion.Test.PREFIX, text("a.b\u00e4 c"))),
                named("1.4", documents(TAGS, StarterQuestion.Test.CONTAINS, text("$x"))),
                named(
                    "1.5",
                    documents(
                        PRICE,
                        StarterQuestion.Test.AT_LEAST,
                        new DecimalValue(new BigDecimal("1.50")))),
                named(
                    "1.6",
                    documents(
                        AGE,
                        StarterQuestion.Test.AT_LEAST,
                        new TimestampValue(Instant.parse("2025-01-02T03:04:05.600Z")))),
                named("1.7", new Count(where(AGE, StarterQuestion.Test.MISSING, NullValue.NULL))),
                named("1.8", new Count(where(AGE, StarterQuestion.Test.EXISTS, NullValue.NULL))),
                named("1.9", new Count(where(AGE, StarterQuestion.Test.EQUAL, BooleanValue.TRUE))),
                named("2.1", new Groups(CITY, Optional.empty())),
                named("2.2", new Groups(CITY, Optional.of(AGE))),
                named("2.3", new Greatest(PRICE, 10)),
                named("2.4", new Groups(DOTTED, Optional.empty()))));
    StarterSuite.Collection orders =
        new StarterSuite.Collection(
            "orders",
            List.of(ID),
            List.of(
                named(
                    "3.1", documents(ID, StarterQuestion.Test.EQUAL, new IntegerValue(1L << 40)))));

    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG")); // whose digits are others
    try (InputStream golden = getClass().getResourceAsStream("/starter.json")) {
      assertThat(MongoSuiteQuery.starter(new StarterSuite("all", List.of(people, orders))))
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Named named(String name, StarterQuestion question) {
    return new Named(name, "What is it?", "3 of 7", question);
  }

  private static Documents documents(Field field, StarterQuestion.Test test, Value value) {
    return new Documents(new Condition(field, test, value));
  }

  private static Optional<Condition> where(Field field, StarterQuestion.Test test, Value value) {
    return Optional.of(new Condition(field, test, value));
  }

  private static Value text(String text) {
    return new StringValue(text);
  }
}
