package org.docduel.stores.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import oracle.sql.json.OracleJsonFactory;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.testkit.RandomTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OsonCodecTest {
  private final OsonCodec codec = new OsonCodec();

  @Test
  void idIsFirstAndEveryKindHasItsOracleType() {
    byte[] oson =
        codec.bytes(
            new Document(
                7,
                ObjectValue.of(
                    Map.of(
                        "instant", timestamp("2025-01-01T00:00:00.120Z"),
                        "bytes", new BinaryValue(new byte[] {0, -1}),
                        "decimal", new DecimalValue(new BigDecimal("1234.50"))))),
            true);

    OracleJsonObject object = driver(oson);
    assertThat(object.getLong("_id")).isEqualTo(7);
    assertThat(object.getLocalDateTime("instant")).isEqualTo("2025-01-01T00:00:00.120");
    assertThat(object.getBytes("bytes")).containsExactly(0, -1);
    assertThat(object.getBigDecimal("decimal")).isEqualByComparingTo("1234.5");
  }

  @Test
  void doublesAreExactBinaryDoublesWithUnsignedZero() {
    for (double number : RandomTrees.EDGE_DOUBLES) {
      byte[] oson = codec.bytes(new Document(1, body(new DoubleValue(number))), true);

      OracleJsonValue value = Objects.requireNonNull(driver(oson).get("value"));
      assertThat(value.getOracleJsonType()).isEqualTo(OracleJsonValue.OracleJsonType.DOUBLE);
      assertThat(Double.doubleToRawLongBits(value.asJsonDouble().doubleValue()))
          .isEqualTo(Double.doubleToRawLongBits(number == 0 ? 0 : number));
    }
  }

  @Test
  void reusesBufferForManyDocuments() {
    byte[] first = codec.bytes(new Document(1, body(new StringValue("x".repeat(40_000)))), true);
    byte[] second = codec.bytes(new Document(2, body(new StringValue("y"))), true);

    assertThat(driver(first).getString("value")).hasSize(40_000);
    assertThat(driver(second).getString("value")).isEqualTo("y");
    assertThat(second.length).isLessThan(100);
  }

  @Test
  void numbersOf38DigitsKeepEveryDigit() {
    Random random = new Random(42);
    for (int i = 0; i < 2_000; i++) {
      BigInteger digits = new BigInteger(126, random);
      BigDecimal number = new BigDecimal(digits, random.nextInt(-60, 120));
      assertThat(number.precision()).isLessThanOrEqualTo(38);
      byte[] oson = codec.bytes(new Document(1, body(new DecimalValue(number))), true);
      assertThat(driver(oson).getBigDecimal("value")).isEqualByComparingTo(number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E+125",
        "9.9E+125",
        "-1E+125",
        "1E-130",
        "0E-200000",
        "1000E+100",
        "99999999999999999999999999999999999999000000000000"
      })
  void keepsNumbersAtTheLimits(String number) {
    byte[] oson = codec.bytes(new Document(1, body(decimal(number))), true);

    assertThat(driver(oson).getBigDecimal("value")).isEqualByComparingTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1E+126",
        "1E-131",
        "1E+200000",
        "1E-200000",
        "999999999999999999999999999999999999999",
        "1.23456789012345678901234567890123456789"
      })
  void rejectsNumbersThatDriverWouldRound(String number) {
    assertRejected(body(decimal(number)), "more than NUMBER holds (38 digits, 1E-130 to 1E126)");
  }

  @Test
  void rejectsTextThatDriverWouldReplace() {
    assertRejected(body(new StringValue("a\ud800b")), "half of a surrogate pair");
    assertRejected(ObjectValue.of(Map.of("a\ud800", new StringValue("x"))), "half of a surrogate");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0000-12-31T23:59:59Z", "+10000-01-01T00:00:00Z", "+400000-01-01T00:00:00Z"})
  void rejectsTimestampsOutsideOracleYears(String instant) {
    assertRejected(body(timestamp(instant)), "outside of the years 1 to 9999");
  }

  @Test
  void rejectsFieldNamedAsPrimaryKey() {
    assertRejected(
        ObjectValue.of(Map.of("_id", new IntegerValue(1))), "'_id' is the primary key's");
  }

  @Test
  void limitsLevelsAndNameLengths() {
    driver(codec.bytes(new Document(1, nested(JsonBytes.MAX_LEVELS)), true));
    assertRejected(nested(JsonBytes.MAX_LEVELS + 1), "more than 1024 levels");
    assertRejected(nested(100_000), "more than 1024 levels");
    assertRejected(ObjectValue.of(Map.of("k".repeat(65_536), new IntegerValue(1))), "65,535 bytes");
  }

  @Test
  void rejectedDocumentLeavesWriterUsable() {
    assertRejected(body(new StringValue("a\ud800b")), "half of a surrogate pair");

    assertThat(
            driver(codec.bytes(new Document(3, body(new StringValue("z"))), true))
                .getString("value"))
        .isEqualTo("z");
  }

  @Test
  void messageShowsFieldNameWithUrl() {
    assertRejected(
        ObjectValue.of(Map.of("see https://example.com/", new StringValue("a\ud800b"))),
        "the text in field 'see https://example.com/' has half of a surrogate pair");
  }

  private void assertRejected(ObjectValue body, String reason) {
    assertThatThrownBy(() -> codec.bytes(new Document(9, body), true))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("document 9 ")
        .hasMessageContaining(reason)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  private static ObjectValue nested(int levels) {
    Value inner = new StringValue("bottom");
    for (int i = 1; i < levels; i++) {
      inner = i % 2 == 0 ? body(inner) : ArrayValue.of(inner);
    }
    return body(inner);
  }

  private static ObjectValue body(Value value) {
    return ObjectValue.of(Map.of("value", value));
  }

  private static DecimalValue decimal(String number) {
    return new DecimalValue(new BigDecimal(number));
  }

  private static TimestampValue timestamp(String instant) {
    return new TimestampValue(Instant.parse(instant));
  }

  private static OracleJsonObject driver(byte[] oson) {
    return new OracleJsonFactory().createJsonBinaryValue(ByteBuffer.wrap(oson)).asJsonObject();
  }
}
