package org.docduel.testkit.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.RawBsonDocument;
import org.bson.codecs.DecoderContext;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BsonBytesTest {
  private final BsonBytes bytes = new BsonBytes();

  static LongStream seeds() {
    return LongStream.range(0, 400);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyTreeRoundTripsAndLibraryReadsFieldsInOrder(long seed) {
    Document document = new Document(seed * 0x9E3779B97F4A7C15L, RandomTrees.body(seed));

    assertThat(readDocument(bytes.document(document))).isEqualTo(document);
    assertThat(BsonBytes.readBody(bytes.body(document))).isEqualTo(document.body());
    BsonDocument parsed =
        new RawBsonDocument(bytes.body(document)).decode(new org.bson.codecs.BsonDocumentCodec());
    assertThat(parsed.keySet()).containsExactlyElementsOf(document.body().names().asList());
  }

  @Test
  void viewHasSameBytesAsCopy() {
    Document document = new Document(7, RandomTrees.body(7));
    byte[] copy = bytes.document(document);

    assertThat(bytes.documentView(document)).isEqualTo(ByteBuffer.wrap(copy));
    assertThat(bytes.bodyView(document)).isEqualTo(ByteBuffer.wrap(bytes.body(document)));
  }

  @Test
  void integersUseSmallestTypeAndIdIsInt64() {
    Document document =
        new Document(
            1,
            ObjectValue.of(
                Map.of(
                    "small", new IntegerValue(Integer.MAX_VALUE),
                    "large", new IntegerValue(1L << 31))));

    BsonDocument parsed = new RawBsonDocument(bytes.document(document));

    assertThat(parsed.getFirstKey()).isEqualTo("_id");
    assertThat(parsed.get("_id")).isEqualTo(new BsonInt64(1));
    assertThat(parsed.get("small")).isEqualTo(new BsonInt32(Integer.MAX_VALUE));
    assertThat(parsed.get("large")).isEqualTo(new BsonInt64(1L << 31));
  }

  @Test
  void doublesRoundTripExactly() {
    for (double number : RandomTrees.EDGE_DOUBLES) {
      byte[] bson = bytes.body(new Document(1, body("d", new DoubleValue(number))));

      assertThat(Double.doubleToRawLongBits(new RawBsonDocument(bson).getDouble("d").getValue()))
          .isEqualTo(Double.doubleToRawLongBits(number));
      assertThat(bson).hasSize(4 + 1 + 2 + Double.BYTES + 1);
    }
  }

  @Test
  void bytesAreBinariesOfSubtypeZero() {
    Document document = new Document(1, body("b", new BinaryValue(new byte[] {1, 2, 3})));

    BsonBinary binary = new RawBsonDocument(bytes.body(document)).getBinary("b");

    assertThat(binary.getType()).isEqualTo((byte) 0);
    assertThat(binary.getData()).containsExactly(1, 2, 3);
  }

  static Stream<ObjectValue> unusual() {
    return Stream.of(
            Stream.of("a.b", "$set", "", "with \"quotes\"", "\u4e2d", "\ud83d\ude00")
                .map(name -> body(name, new StringValue("x"))),
            Stream.of("\0", "short\0", "a text long enough for the fast path\0with a NUL in it")
                .map(text -> body("t", new StringValue(text))),
            Stream.of("1234567890123456789012345678901234", "1E+6144", "1E-6176", "-0.000", "1.50")
                .map(number -> body("d", new DecimalValue(new BigDecimal(number)))))
        .flatMap(bodies -> bodies);
  }

  @ParameterizedTest
  @MethodSource("unusual")
  void unusualNamesAndValuesRoundTrip(ObjectValue body) {
    assertThat(BsonBytes.readBody(bytes.body(new Document(1, body)))).isEqualTo(body);
  }

  static Stream<Arguments> rejected() {
    Value deep = NullValue.NULL;
    for (int i = 0; i < 2_000; i++) {
      deep = i % 2 == 0 ? ArrayValue.of(deep) : body("n", deep);
    }
    Value late = new TimestampValue(Instant.MAX.truncatedTo(ChronoUnit.MILLIS));
    Value half = new StringValue("\ud83d");
    return Stream.of(
            Stream.of("\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d", "\ud83d\ud83d\ude00")
                .flatMap(text ->
                    Stream.of(
                        rejected("t", new StringValue(text), "'t'", "surrogate"),
                        rejected(text, NullValue.NULL, "surrogate"))),
            Stream.of("12345678901234567890123456789012345", "1E+6145", "1E-6177", "-1E-7000")
                .map(number -> new DecimalValue(new BigDecimal(number)))
                .map(number -> rejected("d", number, "'d'", "Decimal128", "34 digits")),
            Stream.of(
                rejected("na\0me", NullValue.NULL, "'na\\u0000me'", "NUL"),
                rejected("t", late, "'t'", "BSON date"),
                rejected("deep", deep, "depth"),
                rejected("two\nlines\0", NullValue.NULL, "'two?lines\\u0000'"),
                rejected("two\r\nlines", half, "'two??lines'")))
        .flatMap(rows -> rows);
  }

  private static Arguments rejected(String name, Value value, String... messageParts) {
    return Arguments.of(body(name, value), messageParts);
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("rejected")
  void rejectsUnencodableValuesInOneLine(ObjectValue body, String[] messageParts) {
    assertRejected(body, messageParts);
  }

  @Test
  void rejectsPrimaryKeyFieldInDocumentAndKeepsItInBody() {
    Document document = new Document(1, body("_id", new IntegerValue(2)));

    assertThatThrownBy(() -> bytes.document(document))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("'_id'");
    assertThat(BsonBytes.readBody(bytes.body(document))).isEqualTo(document.body());
  }

  @Test
  void encoderWorksAfterRejection() {
    Document valid = new Document(2, body("a", new IntegerValue(1)));
    byte[] before = bytes.document(valid);
    Map<String, Value> broken = new LinkedHashMap<>();
    broken.put("a", new StringValue("written"));
    broken.put("b\0", NullValue.NULL);
    assertRejected(ObjectValue.of(broken), "NUL");

    assertThat(bytes.document(valid)).isEqualTo(before);
  }

  @Test
  void rejectsUnsupportedTypesOnRead() {
    byte[] foreign = bytesOf(BsonDocument.parse("{a: {b: {$minKey: 1}}}"));

    assertThatThrownBy(() -> BsonBytes.readBody(foreign))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'b'")
        .hasMessageContaining("MIN_KEY");
  }

  @Test
  void rejectsBrokenBytesOnRead() {
    byte[] encoded = bytes.body(new Document(1, body("text", new StringValue("something"))));

    assertThatThrownBy(() -> BsonBytes.readBody(java.util.Arrays.copyOf(encoded, 12)))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void rejectsDocumentWithoutIdOnRead() {
    assertThatThrownBy(() -> readDocument(bytesOf(BsonDocument.parse("{a: 1}"))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'a'");
    assertThatThrownBy(() -> readDocument(bytesOf(BsonDocument.parse("{_id: 'x'}"))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("STRING");
    assertThatThrownBy(() -> readDocument(bytesOf(new BsonDocument())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("_id");
  }

  private static Document readDocument(byte[] bson) {
    return new BsonDocumentCodec()
        .decode(new BsonBinaryReader(ByteBuffer.wrap(bson)), DecoderContext.builder().build());
  }

  private void assertRejected(ObjectValue body, String... parts) {
    assertThatThrownBy(() -> bytes.body(new Document(17, body)))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContaining("document 17")
        .hasMessageContainingAll(parts)
        .message()
        .hasLineCount(1);
  }

  private static byte[] bytesOf(BsonDocument document) {
    RawBsonDocument raw = new RawBsonDocument(document, new org.bson.codecs.BsonDocumentCodec());
    byte[] array = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(array);
    return array;
  }

  private static ObjectValue body(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }
}
