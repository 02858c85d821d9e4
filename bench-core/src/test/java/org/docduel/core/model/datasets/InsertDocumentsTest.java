package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.ContentDigest;
import org.docduel.core.model.Dataset;
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
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class InsertDocumentsTest {
  @ParameterizedTest
  @CsvSource({
    "10B, 1",
    "10B, 10",
    "10B, 200",
    "200B, 10",
    "1KB, 50",
    "2KB, 100",
    "4KB, 1",
    "4KB, 200",
    "1B, 1",
    "7B, 3",
    "1003B, 7"
  })
  void splitsPayloadEvenlyWithRemainderInFirst(String size, int attributes) {
    int bytes = PayloadSize.parse(size).bytes();
    ObjectValue body = dataset(size, attributes).document(3).body();

    assertThat(body.names().size()).isEqualTo(attributes + 1);
    for (int i = 0; i < attributes; i++) {
      int expected = bytes / attributes + (i < bytes % attributes ? 1 : 0);
      assertThat(text(body, "attribute_" + (i + 1))).hasSize(expected);
    }
    assertThat(joined(body)).hasSize(bytes);
  }

  @Test
  void publishedDocumentsHoldPayloadInOneObject() {
    InsertDocuments published =
        InsertDocuments.withDefaults().withAttributes(2).withShape(DocumentShape.PUBLISHED);
    ObjectValue first = published.document(0).body();
    ObjectValue other = published.document(7).body();

    assertThat(first.names().asList()).containsExactly("payload", "links");
    ObjectValue payload = (ObjectValue) first.field("payload").orElseThrow();
    assertThat(payload.names().asList()).containsExactly("data0", "data1");
    assertThat(other.field("payload")).contains(payload);
    assertThat(other.field("links")).isNotEqualTo(first.field("links"));

    ObjectValue flat = InsertDocuments.withDefaults().withAttributes(2).document(0).body();
    assertThat(payload.field("data1")).isEqualTo(flat.field("attribute_2"));
    assertThat(published.withShape(DocumentShape.WRAPPED).document(7).body().field("payload"))
        .isNotEqualTo(other.field("payload"));
    assertThat(published.withShape(DocumentShape.SHARED).document(7).body().field("attribute_2"))
        .isEqualTo(payload.field("data1"));
  }

  @Test
  void payloadIsIndependentOfAttributeCount() {
    String payload = joined(dataset("2KB", 1).document(9).body());

    assertThat(joined(dataset("2KB", 7).document(9).body())).isEqualTo(payload);
    assertThat(joined(dataset("2KB", 200).document(9).body())).isEqualTo(payload);
  }

  @ParameterizedTest
  @EnumSource(
      value = PayloadEncoding.class,
      names = {"BINARY", "INTARRAY"})
  void binaryPayloadHasSameLengths(PayloadEncoding encoding) {
    ObjectValue body = dataset("203B", 10).withEncoding(encoding).document(5).body();

    int sum = 0;
    for (int i = 0; i < 10; i++) {
      Value value = body.values().get(i);
      assertThat(value).isInstanceOf(BinaryValue.class);
      sum += ((BinaryValue) value).value().length;
    }
    assertThat(sum).isEqualTo(203);
  }

  @Test
  void theTextIsUniformOverItsAlphabet() {
    int[] counts = new int[128];
    String text = joined(dataset("1MB", 1).document(0).body());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      counts[b]++;
    }

    String alphabet = "abcdefghijklmnopqrstuvwxyz012345";
    double expected = text.length() / 32.0;
    double chiSquare = 0;
    int seen = 0;
    for (int i = 0; i < alphabet.length(); i++) {
      char c = alphabet.charAt(i);
      chiSquare += Math.pow(counts[c] - expected, 2) / expected;
      seen += counts[c];
    }
    assertThat(seen).isEqualTo(text.length());
    // 31 degrees of freedom: 61.1 is exceeded once in a thousand, and the seed is fixed.
    assertThat(chiSquare).isLessThan(61.1);
  }

  @Test
  void theBytesAreUniform() {
    BinaryValue bytes =
        (BinaryValue)
            dataset("1MB", 1)
                .withEncoding(PayloadEncoding.BINARY)
                .document(0)
                .body()
                .field("attribute_1")
                .orElseThrow();
    int[] counts = new int[256];
    for (byte b : bytes.value()) {
      counts[b & 0xFF]++;
    }
    double expected = bytes.value().length / 256.0;
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += Math.pow(count - expected, 2) / expected;
    }
    // 255 degrees of freedom: 330.5 is exceeded once in a thousand.
    assertThat(chiSquare).isLessThan(330.5);
  }

  @Test
  void everyDocumentHasTenDifferentLinksOfAUniverseOfTenThousand() {
    Set<Value> all = new HashSet<>();
    for (Document document : dataset("10B", 1).documents(0, 20_000)) {
      List<Value> links = links(document.body());
      assertThat(links).hasSize(10).doesNotHaveDuplicates();
      all.addAll(links);
    }
    // 20,000 draws in each band of 1,000: an id is missed with a chance of e^-20.
    assertThat(all).hasSize(10_000).allMatch(StringValue.class::isInstance);
  }

  @Test
  void linksAreSharedObjects() {
    List<Value> first = links(dataset("10B", 1).document(0).body());
    List<Value> again = links(dataset("4KB", 3).document(0).body());

    for (int i = 0; i < first.size(); i++) {
      assertThat(first.get(i)).isSameAs(again.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1B, 1",
    "10B, 10",
    "10B, 200",
    "200B, 10",
    "1KB, 50",
    "4KB, 200",
    "4KB, 1",
    "4001B, 7",
    "51B, 1",
    "36B, 1",
    "20B, 1"
  })
  void nestedShapeHasSamePayloadFiveLevelsDeep(String size, int attributes) {
    ObjectValue body =
        dataset(size, attributes).withShape(DocumentShape.NESTED).document(11).body();

    int payload = 0;
    for (int i = 0; i < attributes; i++) {
      Value attribute = body.values().get(i);
      payload += payloadBytes(attribute);
      assertThat(depth(attribute)).isEqualTo(5);
    }
    assertThat(payload).isEqualTo(PayloadSize.parse(size).bytes());
    assertThat(links(body)).hasSize(10);
  }

  @Test
  void nestedShapeHasEveryKindIfLargeEnough() {
    ObjectValue body = dataset("51B", 1).withShape(DocumentShape.NESTED).document(0).body();

    assertThat(kinds(body))
        .containsExactlyInAnyOrder(
            ObjectValue.class,
            StringValue.class,
            BooleanValue.class,
            IntegerValue.class,
            TimestampValue.class,
            DecimalValue.class,
            ArrayValue.class,
            NullValue.class);
  }

  @ParameterizedTest
  @CsvSource({
    "10B, 1",
    "10B, 10",
    "200B, 10",
    "1KB, 50",
    "2KB, 100",
    "4KB, 200",
    "4KB, 1",
    "1MB, 1"
  })
  void realisticShapeHasSamePayload(String size, int attributes) {
    ObjectValue body =
        dataset(size, attributes).withShape(DocumentShape.REALISTIC).document(11).body();

    assertThat(
            body.values().subList(0, attributes).stream()
                .mapToInt(InsertDocumentsTest::payloadBytes)
                .sum())
        .isEqualTo(PayloadSize.parse(size).bytes());
    assertThat(links(body)).hasSize(10);
  }

  @Test
  void realisticShapeHasPublishedKindsToFifthLevel() {
    ObjectValue body = dataset("4KB", 200).withShape(DocumentShape.REALISTIC).document(0).body();

    assertThat(kinds(body))
        .containsExactlyInAnyOrder(
            ObjectValue.class,
            StringValue.class,
            BooleanValue.class,
            IntegerValue.class,
            DecimalValue.class,
            ArrayValue.class);
    // Objects below each other; the deepest fields are field_4_N.
    assertThat(body.values().stream().mapToInt(InsertDocumentsTest::depth).max()).hasValue(5);
  }

  @ParameterizedTest
  @CsvSource({"FLAT, TEXT", "FLAT, BINARY", "NESTED, TEXT", "NESTED, INTARRAY", "REALISTIC, TEXT"})
  void allDocumentsHaveTheSameShape(DocumentShape shape, PayloadEncoding encoding) {
    Dataset dataset = dataset("300B", 4).withShape(shape).withEncoding(encoding);
    String first = shapeOf(dataset.document(0).body());

    assertThat(dataset.documents(1, 500)).allMatch(d -> shapeOf(d.body()).equals(first));
  }

  @ParameterizedTest
  @CsvSource({"FLAT, TEXT", "FLAT, BINARY", "NESTED, TEXT", "REALISTIC, TEXT"})
  void documentsAreTheSameOnAnyThreadInAnyOrder(DocumentShape shape, PayloadEncoding encoding)
      throws Exception {
    Dataset dataset = dataset("256B", 3).withShape(shape).withEncoding(encoding);
    List<Document> expected = dataset.documents(0, 1_000);

    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int stride = new int[] {1, 7, 333, 999}[t];
        tasks.add(() ->
            LongStream.range(0, 1_000)
                .map(i -> i * stride % 1_000)
                .allMatch(i -> dataset.document(i).equals(expected.get((int) i))));
      }
      for (Future<Boolean> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anotherIndexGivesAnotherPayload() {
    InsertDocuments dataset = dataset("200B", 1);

    assertThat(dataset.document(1).body()).isNotEqualTo(dataset.document(0).body());
  }

  /**
   * If one of these changes, results of before and after are no longer about the same documents.
   */
  @ParameterizedTest
  @CsvSource({
    "200B, 1, FLAT, TEXT, 0, 1, b5acb4da45b66597",
    "4KB, 200, FLAT, TEXT, 0, 1, c5ceb19fcbe5db09",
    "200B, 1, FLAT, TEXT, 999999, 1, a9324ee981ca5be9",
    "200B, 1, FLAT, TEXT, 0, 10000, a104337802c63761",
    "200B, 10, FLAT, BINARY, 0, 10000, e8d2d07ccc66a4a2",
    "1KB, 5, NESTED, TEXT, 0, 10000, fbe7ba6c427c1444",
    "1KB, 50, REALISTIC, TEXT, 0, 10000, ac3f38df516d4c2d"
  })
  void defaultSeedReproducesDocuments(
      String size,
      int attributes,
      DocumentShape shape,
      PayloadEncoding encoding,
      long from,
      int count,
      String digest) {
    Dataset dataset = dataset(size, attributes).withShape(shape).withEncoding(encoding);

    assertThat(ContentDigest.of(dataset, from, count)).startsWith(digest);
  }

  @Test
  void firstDocumentMatchesItsJson() {
    ObjectValue body = dataset("10B", 2).document(0).body();

    // The payload was worked out from the definition of SplitMix64 by a separate program.
    assertThat(text(body, "attribute_1")).isEqualTo("ljzsu");
    assertThat(text(body, "attribute_2")).isEqualTo("gsab3");
    assertThat(links(body))
        .extracting(link -> ((StringValue) link).value())
        .containsExactly(
            "link10204",
            "link11233",
            "link12229",
            "link13123",
            "link14956",
            "link15559",
            "link16431",
            "link17658",
            "link18783",
            "link19566");
  }

  private static InsertDocuments dataset(String size, int attributes) {
    return InsertDocuments.withDefaults()
        .withPayload(PayloadSize.parse(size))
        .withAttributes(attributes);
  }

  private static String text(ObjectValue body, String field) {
    return ((StringValue) body.field(field).orElseThrow()).value();
  }

  private static String joined(ObjectValue body) {
    StringBuilder joined = new StringBuilder();
    for (Value value : body.values()) {
      if (value instanceof StringValue text) {
        joined.append(text.value());
      }
    }
    return joined.toString();
  }

  private static List<Value> links(ObjectValue body) {
    return ((ArrayValue) body.field(InsertDocuments.LINKS).orElseThrow()).elements();
  }

  private static int payloadBytes(Value value) {
    if (value instanceof StringValue text) {
      return text.value().length();
    } else if (value instanceof BooleanValue) {
      return 1;
    } else if (value instanceof ObjectValue object) {
      return object.values().stream().mapToInt(InsertDocumentsTest::payloadBytes).sum();
    } else if (value instanceof ArrayValue array) {
      return array.elements().stream().mapToInt(InsertDocumentsTest::payloadBytes).sum();
    }
    return value == NullValue.NULL ? 0 : 8;
  }

  private static int depth(Value value) {
    return value instanceof ObjectValue object
        ? 1 + object.values().stream().mapToInt(InsertDocumentsTest::depth).max().orElse(0)
        : 0;
  }

  private static Set<Class<?>> kinds(Value value) {
    Set<Class<?>> kinds = new HashSet<>();
    kinds.add(value.getClass());
    if (value instanceof ObjectValue object) {
      object.values().forEach(inner -> kinds.addAll(kinds(inner)));
    } else if (value instanceof ArrayValue array) {
      array.elements().forEach(inner -> kinds.addAll(kinds(inner)));
    }
    return kinds;
  }

  private static String shapeOf(Value value) {
    if (value instanceof ObjectValue object) {
      StringBuilder shape = new StringBuilder("{");
      for (int i = 0; i < object.values().size(); i++) {
        shape.append(object.names().name(i)).append(shapeOf(object.values().get(i))).append(',');
      }
      return shape.append('}').toString();
    }
    return value.getClass().getSimpleName();
  }
}
