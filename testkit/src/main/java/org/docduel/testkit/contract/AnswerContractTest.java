package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Answer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Equal means equal: a table of values, each in the words of the dialects. What a store answers is
 * equal to the values of its own class, and to none of another, whatever the store.
 */
@Tag("attack")
@Tag("D4")
public class AnswerContractTest {
  private static final String NONE = "";
  private static final ObjectValue BODY = ObjectValue.of(Map.of("a", new StringValue("b")));

  /** Classes that are one with others where a field that is absent is the same as a null. */
  private static final Map<String, String> ABSENT =
      Map.of("null field", "no field", "null inside", "null", "nothing inside", "null");

  /** A row of the table. */
  private record Row(String same, List<Value> values, String sql, String json, String sqlite) {
    String words(String dialect) {
      return switch (dialect) {
        case "mongodb" -> json;
        case "sqlite" -> sqlite;
        default -> dialect.startsWith("postgres") ? sql : NONE;
      };
    }

    String question(String dialect) {
      return dialect.equals("mongodb")
          ? "{\"aggregate\": \"one\", \"pipeline\": [{\"$limit\": 1}, {\"$project\": {\"_id\": 0,"
              + " \"v\": {\"$literal\": "
              + json
              + "}}}]}"
          : "SELECT " + words(dialect) + " AS v";
    }

    String same(boolean absentIsNull) {
      return absentIsNull ? ABSENT.getOrDefault(same, same) : same;
    }

    Answer answer(boolean absentIsNull) {
      Answer.Rows rows = new Answer.Rows(true, absentIsNull);
      rows.add(Collections.nCopies(values.size(), "v"), values);
      return rows.answer();
    }
  }

  private static Row row(String same, Value value, String sql, String json) {
    return row(same, value, sql, json, NONE);
  }

  private static Row row(String same, Value value, String sql, String json, String sqlite) {
    return new Row(same, List.of(value), sql, json, sqlite);
  }

  private static final List<Row> TABLE =
      List.of(
          row("one", integer(1), "1", "1", "1"),
          row("one", integer(1), "1::int2", "{\"$numberLong\": \"1\"}"),
          row("one", integer(1), "1::oid", NONE),
          row("one", decimal("1.00"), "1.00::numeric", exact("1.00")),
          row("one", new FloatValue(1), "1::float8", "{\"$numberDouble\": \"1.0\"}", "1.0"),
          row("text one", text("1"), "'1'::text", "\"1\"", "'1'"),
          row("true", BooleanValue.TRUE, "true", "true", "'{\"a\":true}' -> 'a'"),
          row("false", BooleanValue.FALSE, "false", "false", "'{\"a\":false}' -> 'a'"),
          row("text true", text("true"), "'true'::varchar", "\"true\""),
          row("null", NullValue.NULL, "NULL::text", "null", "NULL"),
          row("text null", text("null"), "'null'::text", "\"null\"", "'null'"),
          row("empty", text(""), "''::text", "\"\"", "''"),
          row("zero", integer(0), "0", "0", "0"),
          row("zero", new FloatValue(5.6e-17), "5.6e-17::float8", "5.6e-17", "5.6e-17"),
          row("second", integer(1_000_000_001), "1000000001", "1000000001", "1000000001"),
          row("0.9 s on", decimal("1000000001.9"), "1000000001.9", exact("1000000001.9")),
          row("a quarter", decimal("12345678901.25"), "12345678901.25", exact("12345678901.25")),
          row("a half", decimal("12345678901.50"), "12345678901.50", exact("12345678901.50")),
          row("a tenth", decimal("0.1"), "0.1", exact("0.1")),
          row("more than a tenth", decimal("0.1000000001"), "0.1000000001", exact("0.1000000001")),
          row(
              "2^53",
              integer(1L << 53),
              "9007199254740992",
              "{\"$numberLong\": \"9007199254740992\"}",
              "9007199254740992"),
          row(
              "2^53 + 1",
              integer((1L << 53) + 1),
              "9007199254740993",
              "{\"$numberLong\": \"9007199254740993\"}",
              "9007199254740993"),
          row(
              "a third",
              new FloatValue(1 / 3.0),
              "(1/3.0)::float8",
              "0.3333333333333333",
              "1 / 3.0"),
          row(
              "no number",
              new FloatValue(Double.NaN),
              "'NaN'::float8",
              "{\"$numberDouble\": \"NaN\"}"),
          row("no number", new FloatValue(Double.NaN), "'NaN'::numeric", NONE),
          row("text NaN", text("NaN"), "'NaN'::text", "\"NaN\"", "'NaN'"),
          row(
              "infinite",
              new FloatValue(Double.POSITIVE_INFINITY),
              "'Infinity'::float8",
              "{\"$numberDouble\": \"Infinity\"}",
              "9e999"),
          row("text infinite", text("Infinity"), "'Infinity'::text", "\"Infinity\"", "'Infinity'"),
          row("bytes 0100", bytes(1, 0), "'\\x0100'::bytea", binary("AQA="), "x'0100'"),
          row("bytes 001f", bytes(0, 31), "'\\x001f'::bytea", binary("AB8="), "x'001f'"),
          row("text 0100", text("\\x0100"), "'\\x0100'::text", "\"\\\\x0100\"", "'\\x0100'"),
          row(
              "id",
              text("507f1f77bcf86cd799439011"),
              "'507f1f77bcf86cd799439011'::text",
              "{\"$oid\": \"507f1f77bcf86cd799439011\"}",
              "'507f1f77bcf86cd799439011'"),
          row(
              "control",
              text("a\u0001b"),
              "'a' || chr(1) || 'b'",
              "\"a\\u0001b\"",
              "'a' || char(1) || 'b'"),
          row("spaces", text("a  "), "'a  '::text", "\"a  \"", "'a  '"),
          row("no spaces", text("a"), "'a'::text", "\"a\"", "'a'"),
          row("upper", text("A"), "'A'::text", "\"A\"", "'A'"),
          row("list", list(text("a"), text("b")), "ARRAY['a', 'b']", "[\"a\", \"b\"]"),
          row("list", list(text("a"), text("b")), "'[\"a\", \"b\"]'::jsonb", NONE),
          row("one text", list(text("a', 'b")), "ARRAY['a'', ''b']", "[\"a', 'b\"]"),
          row("other order", list(text("b"), text("a")), "ARRAY['b', 'a']", "[\"b\", \"a\"]"),
          row("no element", list(), "'{}'::int[]", "[]"),
          row("no field", list(object()), "'[{}]'::jsonb", "[{}]"),
          row(
              "null field",
              list(object("a", NullValue.NULL)),
              "'[{\"a\": null}]'::jsonb",
              "[{\"a\": null}]"),
          row("nothing inside", object(), "'{}'::jsonb", "{}"),
          row(
              "null inside",
              object("a", NullValue.NULL),
              "'{\"a\": null}'::jsonb",
              "{\"a\": null}"),
          row("null element", list(NullValue.NULL), "ARRAY[NULL]::int[]", "[null]"),
          row(
              "nested",
              list(list(integer(1), integer(2)), list(integer(3), integer(4))),
              "ARRAY[[1, 2], [3, 4]]",
              "[[1, 2], [3, 4]]"),
          row(
              "ragged",
              list(list(integer(1)), list(integer(2), integer(3), integer(4))),
              "'[[1], [2, 3, 4]]'::jsonb",
              "[[1], [2, 3, 4]]"),
          row(
              "flat",
              list(integer(1), integer(2), integer(3), integer(4)),
              "ARRAY[1, 2, 3, 4]",
              "[1, 2, 3, 4]"),
          row(
              "flat",
              list(integer(1), integer(2), integer(3), integer(4)),
              "ARRAY[1, 2, 3, 4]::int2[]",
              NONE),
          row(
              "list of objects",
              list(object("a", integer(1))),
              "ARRAY['{\"a\": 1}'::jsonb]",
              "[{\"a\": 1}]"),
          row("halves", list(new FloatValue(0.5)), "ARRAY[0.5]::float8[]", "[0.5]"),
          row(
              "list of bytes",
              list(bytes(1, 0)),
              "ARRAY['\\x0100'::bytea]",
              "[" + binary("AQA=") + "]"),
          row(
              "b and c",
              list(object("a", object("b", integer(1), "c", integer(2)))),
              "'[{\"a\": {\"b\": 1, \"c\": 2}}]'::jsonb",
              "[{\"a\": {\"b\": 1, \"c\": 2}}]"),
          row(
              "c outside",
              list(object("a", object("b", integer(1)), "c", integer(2))),
              "'[{\"a\": {\"b\": 1}, \"c\": 2}]'::jsonb",
              "[{\"a\": {\"b\": 1}, \"c\": 2}]"),
          row("small name", list(object("k", integer(1))), "'[{\"k\": 1}]'::jsonb", "[{\"k\": 1}]"),
          row(
              "capital name",
              list(object("K", integer(1))),
              "'[{\"K\": 1}]'::jsonb",
              "[{\"K\": 1}]"),
          row(
              "dotted 1",
              list(object("a.b", integer(1), "a", object("b", integer(2)))),
              "'[{\"a.b\": 1, \"a\": {\"b\": 2}}]'::jsonb",
              NONE),
          row(
              "dotted 7",
              list(object("a.b", integer(7), "a", object("b", integer(2)))),
              "'[{\"a.b\": 7, \"a\": {\"b\": 2}}]'::jsonb",
              NONE),
          row(
              "milliseconds",
              time("2024-01-02T03:04:05.123Z"),
              "'2024-01-02 03:04:05.123+00'::timestamptz",
              "{\"$date\": \"2024-01-02T03:04:05.123Z\"}",
              "'2024-01-02T03:04:05.123Z'"),
          row(
              "milliseconds",
              time("2024-01-02T03:04:05.123Z"),
              "'2024-01-02 08:34:05.123+05:30'::timestamptz",
              NONE),
          row(
              "milliseconds",
              time("2024-01-02T03:04:05.123Z"),
              "'2024-01-02 03:04:05.123'::timestamp",
              NONE),
          row(
              "microseconds",
              time("2024-01-02T03:04:05.123456Z"),
              "'2024-01-02 03:04:05.123456+00'::timestamptz",
              NONE),
          row(
              "one microsecond on",
              time("2024-01-02T03:04:05.123457Z"),
              "'2024-01-02 03:04:05.123457+00'::timestamptz",
              NONE),
          row(
              "list of times",
              list(time("2024-07-02T03:04:05Z")),
              "ARRAY['2024-07-02 03:04:05+00'::timestamptz]",
              "[{\"$date\": \"2024-07-02T03:04:05Z\"}]"),
          new Row("a and b", List.of(text("a"), text("b")), "'a' AS v, 'b'", NONE, "'a' AS v, 'b'"),
          new Row("two columns", List.of(integer(1), integer(2)), "1 AS v, 2", NONE, "1 AS v, 2"),
          new Row("another first", List.of(integer(3), integer(2)), "3 AS v, 2", NONE, "3 AS v, 2"),
          new Row(
              "another order", List.of(integer(2), integer(1)), "2 AS v, 1", NONE, "2 AS v, 1"));

  static Stream<StoreProvider> stores() {
    return ContractStores.with(Capability.QUERY_SUITE);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stores")
  void whatIsEqualIsEqualAndNothingElse(StoreProvider provider) {
    String dialect = provider.dialect();
    List<Row> said = TABLE.stream().filter(row -> !row.words(dialect).isEmpty()).toList();
    Assumptions.assumeFalse(said.isEmpty(), () -> "no words for the dialect " + dialect);
    List<String> wrong = new ArrayList<>();
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.within("answers").session()) {
      store.within("answers").clear();
      Ingestion ingestion = session.ingestion(new Collection("one", BODY, List.of()));
      ingestion.prepare();
      ingestion.load(List.of(new Document(0, BODY)));
      ingestion.phases().forEach(phase -> phase.work().run());
      for (Row row : said) {
        SuiteQuery question = session.query(row.question(dialect), Duration.ofMinutes(1), false);
        for (boolean absentIsNull : new boolean[] {false, true}) {
          Answer.Rows rows = new Answer.Rows(true, absentIsNull);
          question.answer(rows::add);
          compare(row, rows.answer(), absentIsNull, row.words(dialect), wrong);
        }
      }
      store.within("answers").clear();
    }
    assertThat(wrong).isEmpty();
  }

  private static void compare(
      Row row, Answer answer, boolean absentIsNull, String words, List<String> wrong) {
    for (Row other : TABLE) {
      boolean equal = answer.difference(other.answer(absentIsNull)).isEmpty();
      if (equal != row.same(absentIsNull).equals(other.same(absentIsNull))) {
        wrong.add(words + (equal ? " = " : " <> ") + other + ", absent is null: " + absentIsNull);
      }
    }
  }

  private static Value integer(long value) {
    return new IntegerValue(value);
  }

  private static Value decimal(String value) {
    return new DecimalValue(new BigDecimal(value));
  }

  private static Value text(String value) {
    return new StringValue(value);
  }

  private static Value time(String value) {
    return new TimestampValue(Instant.parse(value));
  }

  private static Value bytes(int... bytes) {
    byte[] value = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      value[i] = (byte) bytes[i];
    }
    return new BinaryValue(value);
  }

  private static String exact(String decimal) {
    return "{\"$numberDecimal\": \"" + decimal + "\"}";
  }

  private static String binary(String base64) {
    return "{\"$binary\": {\"base64\": \"" + base64 + "\", \"subType\": \"00\"}}";
  }

  private static Value list(Value... elements) {
    return new ArrayValue(List.of(elements));
  }

  private static Value object() {
    return ObjectValue.of(Map.of());
  }

  private static Value object(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }

  private static Value object(String name, Value value, String second, Value other) {
    return ObjectValue.of(Map.of(name, value, second, other));
  }
}
