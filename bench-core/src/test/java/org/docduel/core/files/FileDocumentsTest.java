package org.docduel.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileDocumentsTest {
  private static final String ORDERS =
      """
      {"no": 1, "total": 19.90, "paid": true, "to": {"city": "Zürich", "zip": "08001"}, "tags": ["a", "b"], "items": [{"sku": "x", "qty": 2}]}

      {"no": 2, "total": 20, "paid": false, "to": {"city": "東京", "zip": null}, "tags": [], "items": [], "note": "😀"}
      {"no": 9007199254740993, "total": 123456789012345678901234567890.123456789, "paid": false, "to": {"city": "X", "zip": ""}, "tags": [null], "items": []}
      """;

  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private FileDocuments read(String name, String content) throws IOException {
    return read(file(name, content.getBytes(StandardCharsets.UTF_8)));
  }

  private static FileDocuments read(Path file) {
    return FileDocuments.read(file, Map.of(), "");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closesFileWithDamagedFirstBytes() throws IOException {
    byte[] compressed = gzip("{\"a\": 1}\n");
    Path file = file("cut.ndjson.gz", Arrays.copyOf(compressed, 11));
    assertThatThrownBy(() -> read(file)).isInstanceOf(BadInputException.class);
    assertThat(descriptors(file)).isZero();
  }

  /**
   * Of many threads, each at a place of its own: a file has few descriptors, and none at its end.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void sharesFewDescriptorsAmongManyThreads() throws Exception {
    int threads = 50;
    int each = 40;
    String lines =
        IntStream.range(0, threads * each)
            .mapToObj(i -> "{\"n\": " + i + "}\n")
            .collect(Collectors.joining());
    Path file = file("many.ndjson", lines.getBytes(StandardCharsets.UTF_8));
    FileDocuments documents = read(file);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier together = new CyclicBarrier(threads);
      List<Future<List<Document>>> parts =
          pool.invokeAll(
              IntStream.range(0, threads)
                  .<Callable<List<Document>>>mapToObj(thread ->
                      () -> {
                        together.await();
                        assertThat(descriptors(file)).isLessThanOrEqualTo(ReaderPool.MAX_OPEN);
                        documents.document((thread * 37L) % (threads * each - 1));
                        return documents.documents((long) thread * each, each);
                      })
                  .toList());
      for (int thread = 0; thread < threads; thread++) {
        int first = thread * each;
        assertThat(parts.get(thread).get())
            .extracting(Document::id, document -> document.body().field("n").orElseThrow())
            .containsExactlyElementsOf(
                IntStream.range(first, first + each)
                    .mapToObj(i -> tuple((long) i, new IntegerValue(i)))
                    .toList());
      }
      assertThat(descriptors(file)).isBetween(0L, (long) ReaderPool.MAX_OPEN);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void closesFileAtItsEnd() throws IOException {
    Path file = file("two.ndjson", "{\"n\": 0}\n{\"n\": 1}\n".getBytes(StandardCharsets.UTF_8));
    FileDocuments documents = read(file);
    documents.document(0);
    assertThat(descriptors(file)).isEqualTo(1);
    documents.document(1);
    assertThat(descriptors(file)).isZero();
    assertThat(documents.documents(1, 4))
        .as("after the last one they begin again")
        .extracting(document -> document.body().field("n").orElseThrow())
        .containsExactly(
            new IntegerValue(1), new IntegerValue(0), new IntegerValue(1), new IntegerValue(0));
  }

  private static long descriptors(Path file) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(descriptor -> leadsTo(descriptor, file)).count();
    }
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file.toRealPath());
    } catch (IOException closed) {
      return false;
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static Map<String, String> columns(FileDocuments documents) {
    return documents.columns().stream()
        .collect(Collectors.toMap(Inference.Leaf::path, leaf -> leaf.kind().label()));
  }

  @Test
  void readsThousandLevelsWithDefaultStack() throws Exception {
    Path file =
        file(
            "deep.ndjson",
            ("{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000)).getBytes(StandardCharsets.UTF_8));
    CompletableFuture<Shape> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                FileDocuments read = read(file);
                assertThat(read.heapShortage(1, Long.MAX_VALUE)).isEmpty();
                done.complete(Shape.of(read.document(0).body()));
              } catch (StackOverflowError e) {
                done.completeExceptionally(e);
              }
            },
            "deep",
            1 << 20);
    thread.start();

    assertThat(done.get(1, TimeUnit.MINUTES).fields()).hasSize(1);
  }

  @Test
  void readsDocumentsUnchanged() throws IOException {
    FileDocuments documents = read("orders.ndjson", ORDERS);

    assertThat(documents.size()).isEqualTo(3);
    assertThat(documents.document(1).body().field("note")).contains(new StringValue("😀"));
    assertThat(documents.document(0).body().field("total"))
        .contains(new DecimalValue(new BigDecimal("19.9"))); // as the last one
    ObjectValue last = documents.document(2).body();
    assertThat(last.field("no")).contains(new IntegerValue(9_007_199_254_740_993L));
    assertThat(last.field("total"))
        .contains(new DecimalValue(new BigDecimal("123456789012345678901234567890.123456789")));
    assertThat(last.field("note")).isEmpty();
  }

  @Test
  void startsAgainAfterLastDocument() throws IOException {
    FileDocuments documents = read("orders.ndjson", ORDERS);

    Document fifth = documents.document(4);

    assertThat(fifth.id()).isEqualTo(4);
    assertThat(fifth.body()).isEqualTo(documents.document(1).body());
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D6")
  @ValueSource(
      strings = {"1e2147483648", "1e99999999999", "-1e-99999999999", "1e200000", "1e-20000"})
  void reportsLineOfUnsupportedNumber(String number) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read("numbers.ndjson", "{\"a\": 1}\n{\"a\": " + number + "}\n"))
        .withMessageContaining("numbers.ndjson:2: a number that no store holds");
  }

  @Test
  void convertsTextsToChosenDatesAndNumbers() throws IOException {
    String lines =
        """
        {"day": "2014/03/01", "at": "2014-03-01 10:00", "off": "2014-03-01T10:00+02:00", "n": "7"}
        {"day": "2014-03-02", "at": "2014-03-02T10:00:00.5", "off": "2014-03-01T10:00Z", "n": "08"}
        """;
    Path file = file("texts.ndjson", lines.getBytes(StandardCharsets.UTF_8));
    Map<String, Kind> chosen =
        Map.of(
            "day", Kind.parse("date").orElseThrow(), "at", Kind.TIMESTAMP, "off", Kind.TIMESTAMP);
    FileDocuments documents = FileDocuments.read(file, chosen, "");

    assertThat(documents.document(0).body().values())
        .containsExactly(
            new TimestampValue(Instant.parse("2014-03-01T00:00:00Z")),
            new TimestampValue(Instant.parse("2014-03-01T10:00:00Z")),
            new TimestampValue(Instant.parse("2014-03-01T08:00:00Z")),
            new StringValue("7"));
    assertThat(documents.document(1).body().field("at"))
        .contains(new TimestampValue(Instant.parse("2014-03-02T10:00:00.500Z")));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of("n", Kind.INTEGER), ""))
        .withMessageContaining("texts.ndjson:2: n ('08') is not a valid integer")
        .withMessageContaining("mend the value, or choose text");
  }

  @Test
  void convertsNumericTextsToChosenNumbers() throws IOException {
    Path file =
        file("texts.ndjson", "{\"n\": \"7\"}\n{\"n\": 8}\n".getBytes(StandardCharsets.UTF_8));
    FileDocuments documents = FileDocuments.read(file, Map.of("n", Kind.INTEGER), "");

    assertThat(documents.document(0).body().field("n")).contains(new IntegerValue(7));
    assertThat(documents.document(1).body().field("n")).contains(new IntegerValue(8));
  }

  @ParameterizedTest
  @CsvSource({
    "'1.5, 2, 36.20', double",
    "'1, 2', integer",
    "'1.0, 2.0', double",
    "'1e3, 5e-324', double",
    "'1.5, 9007199254740993', decimal",
    "'1.5, 9007199254740992', double",
    "'1.5, -9223372036854775808', decimal",
    "'0.1, 0.10000000000000001', double",
    "'0.1, 0.123456789012345678901', decimal",
    "'1.5, 1e400', decimal",
    "'1.5, 1e-400', decimal",
    "'1.5, 12345678901234567890', decimal",
    "'1.5, {\"$numberDouble\": \"2\"}', double",
    "'1.5, {\"$numberDecimal\": \"2.5\"}', decimal",
    "'[0.25, 1], [-1.5]', double[]",
    "'[0.25, 0.123456789012345678901]', decimal[]",
  })
  void readsFractionsAsDoublesWhenLossless(String values, String kind) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String value : values.split(", (?![^\\[]*\\])", -1)) {
      lines.append("{\"n\": ").append(value).append("}\n");
    }
    FileDocuments documents = read("n.ndjson", lines.toString());

    assertThat(columns(documents)).isEqualTo(Map.of("n", kind));
    Class<?> expected =
        kind.startsWith("double")
            ? DoubleValue.class
            : kind.equals("integer") ? IntegerValue.class : DecimalValue.class;
    for (Document document : documents.documents(0, Math.toIntExact(documents.size()))) {
      Value value = document.body().field("n").orElseThrow();
      List<Value> all = value instanceof ArrayValue list ? list.elements() : List.of(value);
      assertThat(all).hasOnlyElementsOfType(expected);
    }
  }

  @Test
  void fractionsInListsHaveOneKindPerField() throws IOException {
    String lines =
        """
        {"items": [{"price": 9.99, "share": 0.5}, {"price": 10}]}
        {"items": [{"price": 0.1, "share": 0.123456789012345678901}]}
        """;
    FileDocuments documents = read("items.ndjson", lines);

    assertThat(documents.numbers()).contains("doubles in items.price; decimals in items.share");
    assertThat(documents.document(0).body())
        .isEqualTo(
            ObjectValue.of(
                Map.of(
                    "items",
                    ArrayValue.of(
                        ObjectValue.of(
                            Map.of(
                                "price",
                                new DoubleValue(9.99),
                                "share",
                                new DecimalValue(new BigDecimal("0.5")))),
                        ObjectValue.of(Map.of("price", new IntegerValue(10)))))));
    Path file = directory.resolve("items.ndjson");
    FileDocuments decimals = FileDocuments.read(file, Map.of(), Fractions.DECIMAL, "");
    assertThat(decimals.numbers()).contains("decimals in items.price, items.share");
    assertThat(JsonBytes.text(decimals.document(0).body()))
        .isEqualTo(JsonBytes.text(documents.document(0).body()));
  }

  @Test
  void columnKindOverridesKindOfFractions() throws IOException {
    Path file =
        file("n.ndjson", "{\"a\": 1.5, \"b\": 2.5, \"c\": 3.0}\n".getBytes(StandardCharsets.UTF_8));
    Map<String, Kind> chosen = Map.of("a", Kind.DOUBLE, "c", Kind.INTEGER);

    assertThat(FileDocuments.read(file, chosen, Fractions.DECIMAL, "").document(0).body().values())
        .containsExactly(
            new DoubleValue(1.5), new DecimalValue(new BigDecimal("2.5")), new IntegerValue(3));
    assertThat(FileDocuments.read(file, Map.of("a", Kind.DECIMAL), "").document(0).body().values())
        .containsExactly(
            new DecimalValue(new BigDecimal("1.5")), new DoubleValue(2.5), new DoubleValue(3));
  }

  @ParameterizedTest
  @CsvSource({
    "double, 0.123456789012345678901, n (0.123456789012345678901) is not a valid double",
    "double, 9007199254740993, n (9007199254740993) is not a valid double",
    "integer, 1.5, n (1.5) is not a valid integer",
  })
  void reportsLineOfNumberOutsideChosenKind(String kind, String number, String message)
      throws IOException {
    Path file =
        file(
            "n.ndjson", ("{\"n\": 1}\n{\"n\": " + number + "}\n").getBytes(StandardCharsets.UTF_8));

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of("n", Kind.parse(kind).orElseThrow()), ""))
        .withMessageContaining("n.ndjson:2: " + message.replace("(", "('").replace(")", "')"));
  }

  @Test
  void readsExtendedJsonOfExport() throws IOException {
    FileDocuments documents =
        read(
            "export.json",
            """
            {"ref": {"$oid": "5f"}, "price": {"$numberDecimal": "1.50"}, "n": {"$numberLong": "9"},\
             "most": {"$numberLong": "-9223372036854775808"}, "exp": {"$numberDouble": "1.5E-7"},\
             "at": {"$date": "2020-01-01T00:00:00Z"}, "ms": {"$date": {"$numberLong": "1000"}},\
             "bytes": {"$binary": {"base64": "AAE=", "subType": "00"}}, "uuid": {"$uuid": "3b"}}
            """);

    assertThat(documents.document(0).body().values())
        .containsExactly(
            new StringValue("5f"),
            new DecimalValue(new BigDecimal("1.5")),
            new IntegerValue(9),
            new IntegerValue(Long.MIN_VALUE),
            new DoubleValue(1.5E-7),
            new TimestampValue(Instant.parse("2020-01-01T00:00:00Z")),
            new TimestampValue(Instant.ofEpochSecond(1)),
            new StringValue("AAE="),
            new StringValue("3b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"k\": 1}, {\"k\": 2}]",
        "\uFEFF[\n  {\n    \"k\": 1\n  },\n  {\n    \"k\": 2\n  }\n]\n",
        "{\"k\": 1} {\"k\": 2}",
        "{\r\n\"k\": 1}\r\n{\r\n\"k\": 2}",
        "[{\"k\": 1}]\n[]\n[{\"k\": 2}]"
      })
  void readsDocumentsInListsAndOverSeveralLines(String json) throws IOException {
    FileDocuments documents = read("some.json", json);

    assertThat(documents.documents(0, (int) documents.size()))
        .extracting(document -> document.body().field("k").orElseThrow())
        .containsExactly(new IntegerValue(1), new IntegerValue(2));
  }

  /** MongoDB's export has it, and its documents here have a number for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.json | {\"_id\": {\"$oid\": \"5f\"}, \"in\": {\"_id\": 1}}",
        "b.json | [{\"_id\": \"5f\", \"in\": {\"_id\": 1}}, {\"in\": {\"_id\": 1}}]",
      })
  void theKeyOfAnExportHasAnotherName(String name, String json) throws IOException {
    FileDocuments documents = read(name, json);

    ObjectValue body = documents.document(0).body();
    assertThat(body.names().asList()).containsExactly("original_id", "in");
    assertThat(body.field("original_id")).contains(new StringValue("5f"));
    assertThat(columns(documents)).isEqualTo(Map.of("original_id", "text", "in._id", "integer"));
    assertThat(documents.notes())
        .containsExactly(
            "the field _id is called original_id, since stores such as mongodb number documents by"
                + " an _id");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(directory.resolve(name), Map.of("_id", Kind.TEXT), ""))
        .withMessageEndingWith(
            "columns name '_id', and no document has such a field: it is called original_id");
  }

  @Test
  void infersColumns() throws IOException {
    FileDocuments documents = read("orders.ndjson", ORDERS);

    assertThat(columns(documents))
        .isEqualTo(
            Map.of(
                "no", "integer",
                "total", "decimal",
                "paid", "boolean",
                "to.city", "text",
                "to.zip", "text",
                "tags", "text[]",
                "items", "json",
                "note", "text"));
    assertThat(documents.shape().fields())
        .extracting(Shape.Field::name, Shape.Field::missing)
        .contains(tuple("note", Shape.Missing.ABSENT), tuple("to", Shape.Missing.NEVER));
  }

  @Test
  void fieldsOfSeveralKindsAndMapsStayJson() throws IOException {
    String maps =
        Stream.iterate(0, i -> i + 1)
            .limit(600)
            .map(i ->
                "{\"mixed\": " + (i % 2 == 0 ? "1" : "\"1\"") + ", \"by\": {\"k" + i + "\": 1}}")
            .collect(Collectors.joining("\n"));

    assertThat(columns(read("maps.ndjson", maps))).isEqualTo(Map.of("mixed", "json", "by", "json"));
  }

  @Test
  void distinguishesMissingObjectFromObjectOfNulls() throws IOException {
    FileDocuments mixed =
        read("a.ndjson", "{\"to\": {\"city\": \"X\"}}\n{}\n{\"to\": {\"city\": null}}\n");
    FileDocuments always = read("b.ndjson", "{\"to\": {\"city\": \"X\"}}\n{}\n");

    assertThat(columns(mixed)).isEqualTo(Map.of("to", "json"));
    assertThat(columns(always)).isEqualTo(Map.of("to.city", "text"));
  }

  @Test
  void notesFieldThatIsNullAndAbsent() throws IOException {
    assertThat(read("a.ndjson", "{\"a\": 1}\n{\"a\": null}\n{}\n").notes())
        .containsExactly(
            "a is null in 1 document and absent in 1; typed columns hold both as NULL");
  }

  @Test
  void readsOnlyLosslessTimestampsAsInstants() throws IOException {
    FileDocuments documents =
        read(
            "t.ndjson",
            "{\"exact\": \"2025-01-02T03:04:05.678Z\", \"other\": \"2025-01-02T03:04:05Z\"}\n");

    assertThat(columns(documents)).isEqualTo(Map.of("exact", "timestamp", "other", "text"));
    assertThat(documents.document(0).body().field("exact"))
        .contains(new TimestampValue(Instant.parse("2025-01-02T03:04:05.678Z")));
    FileDocuments chosen =
        FileDocuments.read(directory.resolve("t.ndjson"), Map.of("other", Kind.TIMESTAMP), "");
    assertThat(chosen.document(0).body().field("other"))
        .contains(new TimestampValue(Instant.parse("2025-01-02T03:04:05Z")));
  }

  @Test
  void infersCsvKindsFromAllValues() throws IOException {
    FileDocuments documents =
        read(
            "o.csv",
            "\uFEFFno,zip,price,paid,note\r\n1,08001,9.50,true,\"two\nlines, \"\"quoted\"\"\"\r\n"
                + "2,10115,10,false,\r\n3,99999,-.5,true,\"\"\r\n");

    assertThat(columns(documents))
        .isEqualTo(
            Map.of(
                "no", "integer", "zip", "text", "price", "double", "paid", "boolean", "note",
                "text"));
    List<Value> first = documents.document(0).body().values();
    assertThat(first)
        .containsExactly(
            new IntegerValue(1),
            new StringValue("08001"),
            new DoubleValue(9.5),
            BooleanValue.TRUE,
            new StringValue("two\nlines, \"quoted\""));
    assertThat(documents.document(1).body().field("note")).contains(NullValue.NULL);
    assertThat(documents.document(2).body().field("note")).contains(new StringValue(""));
  }

  @Test
  void stripsByteOrderMarkBeforeQuotedHeader() throws IOException {
    assertThat(columns(read("marked.csv", "\uFEFF\"a, b\",c\n1,x\n")))
        .isEqualTo(Map.of("a, b", "integer", "c", "text"));
  }

  /** Reads a file in a JVM of its own. */
  public static final class Reading {
    public static void main(String[] file) {
      System.out.println(read(Path.of(file[0])).columns());
    }
  }

  @Test
  void readsLongTextsAndNestedMapsInSmallHeap() throws Exception {
    String names =
        IntStream.range(0, 600)
            .mapToObj(i -> "\"n" + i + "\": 1")
            .collect(Collectors.joining(", "));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      lines.append("{\"long\": \"").append(i).append("x".repeat(100_000)).append("\", ");
      lines.append("\"by\": {\"k").append(i).append("\": {").append(names).append("}}}\n");
    }
    Path file = file("long.ndjson.gz", gzip(lines.toString()));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("text in 600, 600 different, longest 100003", "object in 600");
  }

  @Test
  void readsAllGzipMembersAsOneFile() throws IOException {
    byte[] member = gzip("{\"a\": 1}\n");
    byte[] both = Arrays.copyOf(member, member.length * 2);
    System.arraycopy(member, 0, both, member.length, member.length);

    assertThat(read(file("two.ndjson.gz", both)).size()).isEqualTo(2);
  }

  static Stream<Arguments> broken() throws IOException {
    byte[] compressed = gzip("{\"a\": 1}\n".repeat(1_000));
    byte[] garbage = Arrays.copyOf(compressed, compressed.length + 100);
    return Stream.of(
        text("broken.ndjson", "{\"a\": 1}\n{\"a\": \n", "broken.ndjson:2: not valid JSON"),
        text("cut.ndjson", "{\"a\": 1}\n{\"a\": tru}\n", "cut.ndjson:2: not valid JSON"),
        text(
            "twice.ndjson",
            "{\"a\": 1}\n{\"b\": {\"a\": 1, \"a\": 2}}\n",
            "twice.ndjson:2",
            "'a' twice"),
        text("half.ndjson", "{\"a\": \"x\\ud800y\"}\n", "half.ndjson:1", "surrogate pair"),
        text("name.ndjson", "{}\n{\"\\udc00\": 1}\n", "name.ndjson:2", "surrogate in field name"),
        text("lists.json", "[[{\"a\": 1}]]", "lists.json:1", "no object"),
        text("open.json", "[{\"a\": 1}\n, {\"a\": 2}\n", "open.json:", "not valid JSON"),
        text("scalars.json", "[\n1, 2]", "scalars.json:2", "no object"),
        text("none.json", "[]\n", "none.json:1", "no document"),
        text("number.ndjson", "{}\n1\n", "number.ndjson:2", "no object"),
        text("empty.ndjson", "", "empty.ndjson:1", "no document"),
        text("blank.ndjson", "\n\n", "blank.ndjson:1", "no document"),
        text("closed.ndjson", "{\"a\": [1}\n", "closed.ndjson:1: not valid JSON", "expected ']'"),
        text("comment.ndjson", "{\"a\": 1} // x\n", "comment.ndjson:1", "comment?"),
        text(
            "nan.ndjson",
            "{\"a\": 1}\n{\"a\": NaN}\n",
            "nan.ndjson:2",
            "NaN is not a number in JSON; write null"),
        text(
            "inf.ndjson",
            "{\"a\": [1, -Infinity]}\n",
            "inf.ndjson:1",
            "-Infinity is not a number in JSON; write null"),
        text(
            "double.json",
            "[{\"a\": 1},\n{\"a\": {\"$numberDouble\": \"NaN\"}}]\n",
            "double.json:2: NaN is not a number in JSON; write null"),
        text(
            "deep.ndjson",
            "{}\n{\"a\": " + "[".repeat(100_000) + "]".repeat(100_000) + "}\n",
            "deep.ndjson:2",
            "1024 levels"),
        text(
            "digits.ndjson",
            "{}\n{\"a\": " + "1".repeat(2_000) + "}\n",
            "digits.ndjson:2",
            "digits"),
        text(
            "long.ndjson",
            "{}\n{\"a\": \"" + "x".repeat(20_000_000) + "\"}\n",
            "long.ndjson:2",
            "16777216 bytes"),
        text(
            "wide.ndjson",
            "{}\n{\"a\": [" + "\"abcdefgh\",".repeat(2_000_000) + "1]}\n",
            "wide.ndjson:2",
            "16777216 bytes"),
        bytes(
            "latin.ndjson",
            new byte[] {'{', '"', (byte) 0xe9, '"', ':', '1', '}'},
            "latin.ndjson:1"),
        bytes("empty.ndjson.gz", gzip(""), "empty.ndjson.gz:1", "no document"),
        bytes(
            "short.ndjson.gz",
            Arrays.copyOf(compressed, compressed.length - 12),
            "short.ndjson.gz:",
            "truncated"),
        bytes("head.ndjson.gz", Arrays.copyOf(compressed, 5), "head.ndjson.gz:1", "truncated"),
        bytes("garbage.ndjson.gz", garbage, "garbage.ndjson.gz:", "after a valid"),
        text("semicolons.csv", "a;b\n1;2\n", "semicolons.csv:1", "separated by commas"),
        text("wide.csv", "a;".repeat(50_000) + "a\n1\n", "wide.csv:1", "separated by commas"),
        text("ragged.csv", "a,b\n1,2\n1\n", "ragged.csv:3", "1 fields, and the header 2"),
        text("more.csv", "a,b\n1,2\n1,2,3\n", "more.csv:3", "3 fields"),
        text("same.csv", "a,a\n1,2\n", "same.csv:1", "same name"),
        text("noname.csv", "a,\n1,2\n", "noname.csv:1", "column 2 has no name"),
        text("quote.csv", "a,b\n1,\"2\n3,4\n", "quote.csv:2", "quoted field"),
        text("after.csv", "a,b\n1,\"2\"3\n", "after.csv:2", "quoted field"),
        text("none.csv", "a,b\n", "none.csv:1", "no document"),
        bytes("latin.csv", new byte[] {'a', '\n', (byte) 0xe9, '\n'}, "latin.csv:", "UTF-8"));
  }

  private static Arguments text(String name, String content, String... messageParts) {
    return bytes(name, content.getBytes(StandardCharsets.UTF_8), messageParts);
  }

  private static Arguments bytes(String name, byte[] content, String... messageParts) {
    return Arguments.of(name, content, messageParts);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void reportsBrokenFileInOneLine(String name, byte[] content, String[] messageParts)
      throws IOException {
    Path file = file(name, content);

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(file))
        .satisfies(e ->
            assertThat(e.getMessage())
                .contains(messageParts)
                .doesNotContain("\n", "enable", "Source"));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells in /proc what is open")
  void closesFileThatIsNotText() throws IOException {
    Path file = file("latin.csv", new byte[] {(byte) 0xe9, '\n'});

    assertThatExceptionOfType(BadInputException.class).isThrownBy(() -> read(file));

    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : open.toList()) {
        assertThat(descriptor.toFile().getCanonicalFile())
            .isNotEqualTo(file.toFile().getCanonicalFile());
      }
    }
  }

  @Test
  void rejectsDeviceWithoutCallingItMissing() {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(Path.of("/dev/null")))
        .withMessage("/dev/null: neither a file nor a directory");
  }

  @Test
  void rejectsUnsuitableChosenKind() throws IOException {
    Path file = file("a.ndjson", "{\"a\": 1}\n{\"a\": \"x\"}\n".getBytes(StandardCharsets.UTF_8));

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of("a", Kind.INTEGER), ""))
        .withMessageContaining("a.ndjson:2: a ('x') is not a valid integer");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of("b", Kind.INTEGER), ""))
        .withMessageContaining("'b'");
  }

  @ParameterizedTest
  @CsvSource({
    "k.ndjson, k, '{\"k\": 7}\n{\"k\": 3}\n'",
    "k.csv, k, 'k,name\n7,a\n3,b\n'",
    "id.csv, _id, '_id,name\n7,a\n3,b\n'"
  })
  void aFieldCanBeTheKey(String name, String key, String content) throws IOException {
    Path file = file(name, content.getBytes(StandardCharsets.UTF_8));

    assertThat(FileDocuments.read(file, Map.of(), FileDocuments.storedName(key)).documents(0, 2))
        .extracting(Document::id)
        .containsExactly(7L, 3L);
  }

  @ParameterizedTest
  @CsvSource({"7, is there already", "null, not a whole number", "1.5, not a whole number"})
  void reportsLineOfInvalidKey(String key, String message) throws IOException {
    Path file =
        Files.writeString(directory.resolve("k.ndjson"), "{\"k\": 7}\n{\"k\": " + key + "}\n");

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of(), "k"))
        .withMessageContaining("k.ndjson:2: the key k")
        .withMessageContaining(message);
  }

  /** Each combination of a plan asks for them, and each of them would keep the file open. */
  @Test
  void returnsSameInstanceForUnchangedFile() throws IOException {
    Path file = file("same.ndjson", "{\"a\": 1}\n".getBytes(StandardCharsets.UTF_8));

    assertThat(read(file)).isSameAs(read(file));
  }

  @Test
  void reportsFileAndLineWithinDirectory() throws IOException {
    file("a.ndjson", "{\"k\": 1}\n{\"k\": 2}\n{\"k\": 3}\n".getBytes(StandardCharsets.UTF_8));
    file("b.ndjson", "{\"k\": 4}\n{\"k\": \"x\"}\n".getBytes(StandardCharsets.UTF_8));

    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(directory, Map.of(), "k"))
        .withMessageContaining("b.ndjson:2: the key k is not a whole number");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(directory, Map.of("k", Kind.INTEGER), ""))
        .withMessageContaining("b.ndjson:2: k ('x') is not a valid integer");
  }

  @Test
  void directoryOfCsvHasColumnsOfItsFiles() throws IOException {
    file("a.csv", "n,t\n1,x\n".getBytes(StandardCharsets.UTF_8));
    file("b.csv", "n,t\n2,y\n".getBytes(StandardCharsets.UTF_8));

    assertThat(read(directory).columns())
        .extracting(Inference.Leaf::path, Inference.Leaf::kind)
        .containsExactly(tuple("n", Kind.INTEGER), tuple("t", Kind.TEXT));
  }

  @Tag("attack")
  @Tag("D6")
  @Test
  void namesLargestDocumentWhenHeapIsTooSmall() throws IOException {
    String large = "{\"a\": \"" + "x".repeat(3 << 20) + "\"}\n";
    FileDocuments documents = read("large.ndjson", "{\"a\": \"x\"}\n" + large + "{}\n");
    assertThat(documents.heapShortage(3, 512 << 20)).isEmpty();
    assertThat(documents.heapShortage(3000, 512 << 20).orElseThrow())
        .contains("large.ndjson:2: the largest document has 3 MB in memory, and 3000 of the file")
        .contains("not of 512; take fewer documents");
  }

  @Tag("attack")
  @Tag("D6")
  @Test
  void reportsLineOfDocumentRejectedByStore() throws IOException {
    FileDocuments documents = read("names.ndjson", "{\"a\": 1}\n{\"long\": 1}\n{\"longer\": 1}\n");
    assertThat(documents.unsupportedReason(all -> longName(String.valueOf(all.shape().fields()))))
        .get()
        .asString()
        .endsWith("names.ndjson:2: a long name");
    assertThat(documents.unsupportedReason(all -> Optional.empty())).isEmpty();
  }

  private static Optional<String> longName(String names) {
    return names.contains("long") ? Optional.of("a long name") : Optional.empty();
  }

  @Tag("attack")
  @Tag("D6")
  @ParameterizedTest
  @ValueSource(ints = {5, 2, 1})
  void oversizedBatchIsNotBlamedOnADocument(int maxSize) throws IOException {
    FileDocuments documents = read("many.ndjson", "{\"a\": 1}\n".repeat(9));
    assertThatThrownBy(() ->
            FileDocuments.send(
                documents,
                0,
                documents.documents(0, 9),
                batch -> {
                  if (batch.size() > maxSize) {
                    throw new RejectedDocumentException("too much at once");
                  }
                }))
        .hasMessage("too much at once");
  }

  /** The first of two, wherever they are; a store keeps what it took, and refuses it again. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 11", "5, 6", "6, 7", "10, 11", "11, 11"})
  void sendsNothingTwiceWhileFindingRejectedDocument(int first, int second) throws IOException {
    String lines =
        IntStream.rangeClosed(1, 11)
            .mapToObj(line -> line == first || line == second ? "{\"a\": 2}\n" : "{\"a\": 1}\n")
            .collect(Collectors.joining());
    FileDocuments documents = read("t.ndjson", lines);
    Optional<Value> rejectedValue = Optional.of(new IntegerValue(2));
    Set<Long> storedIds = new HashSet<>();

    assertThatExceptionOfType(RejectedDocumentException.class)
        .isThrownBy(() ->
            FileDocuments.send(
                documents,
                0,
                documents.documents(0, 11),
                some -> {
                  if (some.stream()
                      .anyMatch(document -> document.body().field("a").equals(rejectedValue))) {
                    throw new RejectedDocumentException("no twos");
                  }
                  some.forEach(document -> assertThat(storedIds.add(document.id())).isTrue());
                }))
        .withMessageContaining("t.ndjson:" + first + ": no twos");
  }

  @Test
  void readsListsOfSameNumbersAsLists() throws IOException {
    assertThat(
            columns(
                read(
                    "l.ndjson",
                    "{\"i\": [1, 2], \"d\": [1, 2.5, null], \"b\": [true], \"m\": [1, \"a\"], \"l\": [[1]]}\n")))
        .isEqualTo(
            Map.of("i", "integer[]", "d", "double[]", "b", "boolean[]", "m", "json", "l", "json"));
    assertThat(read("l.ndjson", "{\"i\": [1, 2]}\n").document(0).body().field("i"))
        .contains(ArrayValue.of(new IntegerValue(1), new IntegerValue(2)));
  }
}
