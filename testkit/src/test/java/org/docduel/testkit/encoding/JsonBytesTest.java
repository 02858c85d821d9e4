package org.docduel.testkit.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.JsonTextCodec;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
  private final JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);

  @Test
  void writesEveryKindInTheOrderOfTheFields() {
    ObjectValue body =
        ObjectValue.of(
            FieldNames.of("text", "number", "decimal", "yes", "at", "bytes", "list", "none"),
            new StringValue("a\"\\\n\u00e9\ud83d\ude00"),
            new IntegerValue(Long.MIN_VALUE),
            new DecimalValue(new BigDecimal("1.50")),
            BooleanValue.TRUE,
            new TimestampValue(Instant.parse("2025-01-01T00:00:00.120Z")),
            new BinaryValue(new byte[] {-1, 0, 1, 2}),
            ArrayValue.of(new IntegerValue(1), ObjectValue.empty()),
            NullValue.NULL);
    assertThat(written(json, body))
        .isEqualTo(
            "{\"text\":\"a\\\"\\\\\\n\u00e9\ud83d\ude00\",\"number\":-9223372036854775808,"
                + "\"decimal\":1.50,\"yes\":true,\"at\":\"2025-01-01T00:00:00.120Z\","
                + "\"bytes\":\"/wABAg==\",\"list\":[1,{}],\"none\":null}");
  }

  @Test
  void writesBytesAsIntegersWhenConfigured() {
    JsonBytes integers = new JsonBytes(PayloadEncoding.INTARRAY);
    ObjectValue body = ObjectValue.of(Map.of("b", new BinaryValue(new byte[] {-1, 0, 127})));
    assertThat(written(integers, body)).isEqualTo("{\"b\":[255,0,127]}");
    assertThat(JsonForm.of(body, PayloadEncoding.INTARRAY))
        .isEqualTo(JsonBytes.read("{\"b\":[255,0,127]}"));
  }

  @ParameterizedTest
  @CsvSource({
    "5.0, 5",
    "1E+2, 100",
    "-0.00, 0",
    "9223372036854775807, 9223372036854775807",
  })
  void readsWholeNumbersOf64BitsAsIntegers(String decimal, long integer) {
    assertThat(JsonBytes.read(decimal)).isEqualTo(new IntegerValue(integer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.1",
        "9223372036854775808",
        "-9223372036854775809",
        "1E+999999999",
        "3.14159265358979323846264338327950288419716939937510"
      })
  void losesNoDigitOfOtherNumbers(String number) {
    assertThat(JsonBytes.read(number)).isEqualTo(new DecimalValue(new BigDecimal(number)));
  }

  static DoubleStream doubles() {
    Random random = new Random(42);
    return DoubleStream.concat(
        RandomTrees.EDGE_DOUBLES.stream().mapToDouble(number -> number),
        DoubleStream.generate(() -> Double.longBitsToDouble(random.nextLong()))
            .filter(Double::isFinite)
            .limit(20_000));
  }

  /** Jackson reads each as the same bits; no text of one digit less is read so. */
  @Test
  void writesDoublesWithMinimumDigits() {
    JsonFactory jackson = new JsonFactory();
    doubles()
        .forEach(number -> {
          String text = JsonBytes.text(new DoubleValue(number));
          try (JsonParser parser = jackson.createParser(text)) {
            parser.nextToken();
            assertThat(Double.doubleToRawLongBits(parser.getDoubleValue()))
                .as(text)
                .isEqualTo(Double.doubleToRawLongBits(number));
          } catch (IOException e) {
            throw new UncheckedIOException(text, e);
          }
          BigDecimal digits = new BigDecimal(text).stripTrailingZeros();
          if (digits.precision() > 1) {
            for (RoundingMode mode : List.of(RoundingMode.UP, RoundingMode.DOWN)) {
              BigDecimal shorter = digits.round(new MathContext(digits.precision() - 1, mode));
              assertThat(shorter.doubleValue()).as(text).isNotEqualTo(number);
            }
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "120.0, 120",
    "1.0E7, 1E7",
    "0.1, 0.1",
    "1.0E308, 1E308",
    "4.9E-324, 5E-324",
    "-0.0, -0.0",
    "2.0E23, 2E23",
  })
  void writesDoublesWithoutAnEmptyFraction(double number, String text) {
    assertThat(JsonBytes.text(new DoubleValue(number))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void rejectsDoublesWithoutJsonForm(double number) {
    ObjectValue body = ObjectValue.of(Map.of("d", new DoubleValue(number)));

    assertThatThrownBy(() -> written(json, body))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining(number + ", which JSON cannot hold");
    assertThat(written(json, ObjectValue.empty())).isEqualTo("{}");
  }

  @Test
  void escapesWhatUtf8CannotHoldInsteadOfReplacingIt() {
    ObjectValue body = ObjectValue.of(Map.of("k", new StringValue("a\udc00\0b")));
    String text = written(json, body);
    assertThat(text).isEqualTo("{\"k\":\"a\\uDC00\\u0000b\"}");
    assertThat(JsonBytes.read(text)).isEqualTo(body);
    assertThatThrownBy(() -> written(json, ObjectValue.of(Map.of("k\ud800", NullValue.NULL))))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("half of a surrogate pair");
  }

  @ParameterizedTest
  @EnumSource(PayloadEncoding.class)
  void readsBackItsFormOfRandomTrees(PayloadEncoding binaries) {
    JsonBytes bytes = new JsonBytes(binaries);
    for (int seed = 0; seed < 300; seed++) {
      ObjectValue body = RandomTrees.body(seed);
      assertThat(JsonBytes.read(written(bytes, body)))
          .as("seed " + seed)
          .isEqualTo(JsonForm.of(body, binaries));
    }
  }

  @Test
  void continuesAfterTooDeepTree() {
    Value deep = new IntegerValue(1);
    for (int i = 0; i < JsonBytes.MAX_LEVELS; i++) {
      deep = ArrayValue.of(deep);
    }
    ObjectValue tooDeep = ObjectValue.of(Map.of("a", deep));
    assertThatThrownBy(() -> written(json, tooDeep))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("document 7 is not valid JSON")
        .hasMessageContaining("1024");
    assertThat(written(json, ObjectValue.of(Map.of("a", NullValue.NULL))))
        .isEqualTo("{\"a\":null}");
  }

  @Test
  void appendsToBuffer() {
    WireBuffer out = new WireBuffer();
    out.write(1);
    json.write(new Document(7, ObjectValue.empty()), ArrayValue.of(), out);
    json.write(new Document(8, ObjectValue.empty()), ArrayValue.of(), out);
    assertThat(List.of(out.size(), (int) out.array()[0])).containsExactly(5, 1);
    assertThat(new String(out.array(), 1, 4, StandardCharsets.UTF_8)).isEqualTo("[][]");
  }

  @Test
  void rejectedValueLeavesBuffersEmpty() {
    Document document = new Document(7, ObjectValue.empty());
    Value invalid = ObjectValue.of(Map.of("k\ud800", NullValue.NULL));
    Value longer = ArrayValue.of(new StringValue("x".repeat(100_000)), invalid);
    for (WireBuffer out : List.of(new WireBuffer(), new WireBuffer())) {
      out.write('1');
      assertThatThrownBy(() -> json.write(document, longer, out))
          .isInstanceOf(RejectedDocumentException.class);
      json.write(document, ArrayValue.of(), out);
      assertThat(new String(out.array(), 0, out.size(), StandardCharsets.UTF_8)).isEqualTo("1[]");
      assertThat(json.bytes(document, NullValue.NULL)).asString().isEqualTo("null");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\":}", "nul"})
  void rejectsInvalidJsonFromStore(String text) {
    assertThatThrownBy(() -> JsonBytes.read(text))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("not valid JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1,\"a\":2}", "[{\"a\":1,\"a\":2}]", "{", "[]x"})
  void codecRejectsInvalidDocument(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> new JsonTextCodec().decode(utf8)).isInstanceOf(StoreException.class);
  }

  private static String written(JsonBytes json, ObjectValue body) {
    WireBuffer out = new WireBuffer();
    json.write(new Document(7, body), body, out);
    return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
  }
}
