package org.docduel.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.model.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as other programs write them: read as their owner means them, or refused by name. */
@Tag("attack")
@Tag("D9")
class OtherToolsFilesTest {
  @TempDir private Path directory;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(directory.resolve(name), content);
  }

  private Path file(String name, String content) throws IOException {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static FileDocuments read(Path file) {
    return FileDocuments.read(file, Map.of(), "");
  }

  private static String document(FileDocuments documents, long index) {
    return JsonBytes.text(documents.document(index).body());
  }

  private static Map<String, Kind> columns(FileDocuments documents) {
    return documents.columns().stream().collect(Collectors.toMap(Leaf::path, Leaf::kind));
  }

  private void assertRejected(Path file, String... parts) {
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> read(file))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts).doesNotContain("\n", "`"));
  }

  // Extended JSON

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"$date\": \"2015-08-13T18:02:34.000+0200\"}      | \"2015-08-13T16:02:34.000Z\"",
        "{\"$date\": \"2015-08-13T18:02:34.5-05\"}          | \"2015-08-13T23:02:34.500Z\"",
        "{\"$date\": \"2015-08-13T18:02:34+05:30\"}         | \"2015-08-13T12:32:34.000Z\"",
        "{\"$date\": 1439488954000}                         | \"2015-08-13T18:02:34.000Z\"",
        "{\"$date\": {\"$numberLong\": \"-1\"}}             | \"1969-12-31T23:59:59.999Z\"",
        "{\"$binary\": \"AQID\", \"$type\": \"00\"}         | \"AQID\"",
        "{\"$type\": \"00\", \"$binary\": \"AQID\"}         | \"AQID\"",
        "{\"$binary\": {\"base64\": \"AQID\", \"subType\": \"04\"}} | \"AQID\"",
        "{\"$oid\": \"000000000000000000000009\"}           | \"000000000000000000000009\"",
        "{\"$uuid\": \"3b241101-e2bb-4255-8caf-4136c566a962\"} | \"3b241101-e2bb-4255-8caf-4136c566a962\"",
        "{\"$numberLong\": \"9223372036854775807\"}         | 9223372036854775807",
        "{\"$numberLong\": 5}                               | 5",
        "{\"$timestamp\": {\"t\": 1, \"i\": 2}}             | 4294967298",
        "{\"$regularExpression\": {\"pattern\": \"^a\", \"options\": \"i\"}} | \"/^a/i\"",
        "{\"$regex\": \"^a\", \"$options\": \"\"}           | \"/^a/\"",
        "{\"$undefined\": true}                             | null",
        "{\"$symbol\": \"s\"}                               | \"s\"",
        "{\"$code\": \"f()\"}                               | \"f()\"",
        "[{\"$date\": 0}]                                   | [\"1970-01-01T00:00:00.000Z\"]",
        "{\"$ref\": \"c\", \"$id\": {\"$oid\": \"09\"}}     | {\"$ref\":\"c\",\"$id\":\"09\"}"
      })
  void readsValuesOfExtendedJson(String written, String value) throws IOException {
    FileDocuments documents = read(file("e.ndjson", "{\"a\": " + written + "}\n"));

    assertThat(document(documents, 0)).isEqualTo("{\"a\":" + value + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"$minKey\": 1}                        | $minKey, which only MongoDB has; leave the field out",
        "{\"$maxKey\": 1}                        | $maxKey, which only MongoDB has",
        "{\"$code\": \"f()\", \"$scope\": {}}    | $scope, which only MongoDB has",
        "{\"$dbPointer\": {\"$ref\": \"c\", \"$id\": \"1\"}} | $dbPointer, which only MongoDB has",
        "{\"$date\": \"yesterday\"}              | $date that is not an instant to the millisecond",
        "{\"$date\": \"2015-08-13T18:02:34.123456Z\"} | $date that is not an instant to the millisecond",
        "{\"$date\": true}                       | $date that is not an instant",
        "{\"$binary\": 5}                        | $binary that is none of MongoDB's extended JSON",
        "{\"$oid\": 5}                           | $oid that is none of MongoDB's extended JSON",
        "{\"$numberInt\": true}                  | $numberInt that is none of",
        "{\"$numberLong\": \"5\", \"x\": 1}      | $numberLong with 'x' beside it, which MongoDB's extended JSON has not",
        "{\"$oid\": \"09\", \"$id\": 1}          | $oid with '$id' beside it",
        "{\"$date\": 0, \"zone\": \"UTC\"}       | $date with 'zone' beside it",
        "{\"$timestamp\": {\"t\": 1, \"i\": 2}, \"x\": 1} | $timestamp with 'x' beside it",
        "{\"$binary\": \"AQID\", \"x\": 1}       | $binary with 'x' beside it",
        "{\"$timestamp\": {\"t\": -1, \"i\": 2}} | $timestamp that is none of",
        "{\"$regularExpression\": {\"pattern\": 1}} | $regularExpression that is none of"
      })
  void rejectsUnsupportedTypesByName(String written, String reason) throws IOException {
    assertRejected(
        file("e.ndjson", "{}\n{\"in\": {\"a\": [" + written + "]}}\n"),
        "e.ndjson:2: the field 'a' has a " + reason);
  }

  @Test
  void notesConversionOfMongodbTypes() throws IOException {
    Path file =
        file(
            "e.ndjson",
            """
            {"t": {"$timestamp": {"t": 1, "i": 2}}, "r": {"$ref": "c", "$id": 1}, "$own": 1}
            {"x": {"$regex": "a", "$options": ""}, "u": {"$undefined": true}, "s": {"$set": 1}}
            """);

    assertThat(String.join("\n", read(file).notes()))
        .contains(
            "$timestamp is read as a whole number",
            "$ref is kept as an object: it refers to another document (DBRef)",
            "$regularExpression is read as the text /pattern/options",
            "$undefined is read as null",
            "$set is not a type of MongoDB's extended JSON: its object is kept as it is")
        .doesNotContain("$own");
  }

  // BSON

  private static byte[] bson(String... documents) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String document : documents) {
      out.writeBytes(bson(BsonDocument.parse(document)));
    }
    return out.toByteArray();
  }

  private static byte[] bson(BsonDocument document) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    new BsonDocumentCodec()
        .encode(new BsonBinaryWriter(buffer), document, EncoderContext.builder().build());
    return buffer.toByteArray();
  }

  @Test
  void readsBsonOfMongodump() throws IOException {
    byte[] bytes =
        bson(
            "{_id: {$oid: '000000000000000000000001'}, n: 1, l: {$numberLong: '9007199254740993'}}",
            "{at: {$date: '2015-08-13T18:02:34.000Z'}, d: {$numberDecimal: '12.30'}, in: {a: [true, null]}}");

    FileDocuments documents = read(file("o.bson", bytes));

    assertThat(documents.size()).isEqualTo(2);
    assertThat(document(documents, 0))
        .isEqualTo("{\"original_id\":\"000000000000000000000001\",\"n\":1,\"l\":9007199254740993}");
    assertThat(document(documents, 1))
        .isEqualTo("{\"at\":\"2015-08-13T18:02:34.000Z\",\"d\":12.30,\"in\":{\"a\":[true,null]}}");
  }

  /** The example of bsonspec.org. */
  @Test
  void readsExampleOfSpecification() throws IOException {
    byte[] bytes = HexFormat.of().parseHex("160000000268656c6c6f0006000000776f726c640000");

    assertThat(document(read(file("hello.bson", bytes)), 0)).isEqualTo("{\"hello\":\"world\"}");
  }

  @Test
  void readsAFolderOfMongodump() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bson("{a: 1}", "{a: 2}"));
    }
    file("orders.bson.gz", packed.toByteArray());
    file("orders.metadata.json.gz", packed.toByteArray());
    file("prelude.json", "{\"ServerVersion\": \"7.0\"}");
    file("own.metadata.json", "{\"a\": 3}");

    assertThat(FileDocuments.files(directory))
        .extracting(path -> path.getFileName().toString())
        .containsExactly("orders.bson.gz", "own.metadata.json");
    assertThat(read(directory).size()).isEqualTo(3);
  }

  @Test
  void rejectsDamagedBsonWithDocumentNumber() throws IOException {
    byte[] two = bson("{a: 'x'}", "{b: 'y'}");
    byte[] cut = Arrays.copyOf(two, two.length - 3);
    byte[] type = two.clone();
    type[two.length / 2 + Integer.BYTES] = (byte) 0x99;

    assertRejected(file("cut.bson", cut), "cut.bson:", "truncated");
    assertRejected(file("type.bson", type), "type.bson:", "the BSON document is damaged");
    assertRejected(
        file("text.bson", "{\"a\": 1}\n"), "text.bson:1", "no BSON document begins here");
    assertRejected(
        file("max.bson", bson(new BsonDocument("k", new BsonMaxKey()))),
        "max.bson:1: the field 'k' has a $maxKey");
  }

  @Test
  void reportsCorruptBsonInOneLine() throws IOException {
    byte[] intact =
        bson("{a: 'x', b: [1, {c: {$numberDecimal: '1.5'}}], at: {$date: '2015-08-13T00:00:00Z'}}");
    for (int i = 0; i < intact.length; i++) {
      for (int change : new int[] {0x01, 0x80, 0xff}) {
        byte[] changed = intact.clone();
        changed[i] ^= (byte) change;
        Path file = file("c" + i + "." + change + ".bson", changed);
        try {
          read(file);
        } catch (BadInputException e) {
          assertThat(e.getMessage())
              .startsWith(file + ":1: ")
              .doesNotContain("\n", "org.", "driver", "Bson", "codec");
        }
        Files.delete(file);
      }
    }
  }

  @Test
  void readsBsonFileLargerThanDocumentLimit() throws IOException {
    String[] many =
        IntStream.range(0, 3)
            .mapToObj(i -> "{t: '" + "x".repeat(7_000_000) + i + "'}")
            .toArray(String[]::new);

    assertThat(read(file("large.bson", bson(many))).size()).isEqualTo(3);
  }

  // Other formats

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "28b52ffd04    | x.ndjson.zst | packed by zstd, which is not read: zstd -d x.ndjson.zst",
        "425a6839bf    | x.ndjson.bz2 | packed by bzip2, which is not read: bunzip2 -k x.ndjson.bz2",
        "fd377a585a00  | x.json.xz    | packed by xz, which is not read: xz -dk x.json.xz",
        "04224d18      | x.lz4        | packed by lz4, which is not read: lz4 -d x.lz4",
        "504b030414    | my data.zip  | a zip archive or a workbook, which is not read: unzip 'my data.zip'",
        "504b030414    | book.csv     | save the workbook as CSV UTF-8",
        "377abcaf271c  | x.7z         | a 7z archive, which is not read: 7z x x.7z",
        "5041523115    | x.parquet    | a Parquet file, which is not read: duckdb",
        "4f626a0104    | x.avro       | an Avro file, which is not read: avro-tools tojson",
        "4152524f573100 | x.arrow     | an Arrow file, which is not read",
        "53514c69746520666f726d6174203300 | x.db | a database of SQLite, which is not read: sqlite3",
        "5047444d5001  | x.dump       | a dump of pg_dump, which is not read",
        "6de2998163000000 | x.archive    | an archive of mongodump, which is not read"
      })
  void namesOtherFormatsByTheirFirstBytes(String hex, String name, String message)
      throws IOException {
    assertRejected(file(name, HexFormat.of().parseHex(hex)), name + ": ", message);
  }

  @Test
  void namesWhatIsInGzip() throws IOException {
    byte[] tar =
        ByteBuffer.allocate(1024).put(257, "ustar".getBytes(StandardCharsets.UTF_8)).array();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(tar);
    }

    assertRejected(file("d.tar.gz", packed.toByteArray()), "a tar archive", "tar -xf d.tar.gz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"BZh9,b\n1,2\n", "PAR1,b\n1,2\n", "PGDMP,b\n1,2\n", "ARROW1,é\n1,2\n"})
  void acceptsTextThatStartsLikeAnotherFormat(String csv) throws IOException {
    assertThat(read(file("t.csv", csv)).size()).isEqualTo(1);
  }

  @Test
  void readsRecordsOfRfc7464() throws IOException {
    FileDocuments documents = read(file("seq.json", "\u001e{\"a\": 0}\n\u001e{\"a\": 1}\n"));

    assertThat(documents.size()).isEqualTo(2);
    assertThat(document(documents, 1)).isEqualTo("{\"a\":1}");
  }

  @Test
  void readsDocumentsOfElasticsearchsBulkFormat() throws IOException {
    FileDocuments documents =
        read(
            file(
                "bulk.ndjson",
                """
                {"index": {"_index": "o", "_id": "0"}}
                {"order": 0}
                {"create": {}}
                {"index": {"_id": "own"}}
                """));

    assertThat(documents.size()).isEqualTo(2);
    assertThat(document(documents, 0)).isEqualTo("{\"order\":0}");
    assertThat(document(documents, 1)).isEqualTo("{\"index\":{\"_id\":\"own\"}}");
    assertThat(documents.notes())
        .contains(
            "the actions of Elasticsearch's bulk format are passed over, and the ids in them");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"order\": 2}                        | :3: an action of Elasticsearch's bulk format is expected",
        "{\"delete\": {\"_id\": \"1\"}}        | :3: the action 'delete' of Elasticsearch's bulk format",
        "{\"index\": {\"_id\": \"1\"}}         | :3: the action of Elasticsearch's bulk format has no document"
      })
  void rejectsTruncatedBulkFiles(String third, String message) throws IOException {
    assertRejected(
        file("b.ndjson", "{\"index\": {\"_id\": \"0\"}}\n{\"order\": 1}\n" + third + "\n"),
        "b.ndjson" + message);
  }

  @Test
  void acceptsDocumentsWithFieldNamedIndex() throws IOException {
    assertThat(read(file("i.ndjson", "{\"index\": {\"name\": 1}}\n{\"index\": {}}\n")).size())
        .isEqualTo(2);
  }

  // CSV

  @ParameterizedTest
  @ValueSource(strings = {"sep=;\n", "SEP=;\r\n", "\uFEFFsep=;\n"})
  void usesSeparatorDeclaredByExcel(String first) throws IOException {
    FileDocuments documents = read(file("s.csv", first + "id;name\n1;a,b\n"));

    assertThat(document(documents, 0)).isEqualTo("{\"id\":1,\"name\":\"a,b\"}");
    assertRejected(file("ragged.csv", first + "id;name\n1\n"), "ragged.csv:3", "1 fields");
  }

  @Test
  void acceptsColumnNamedSep() throws IOException {
    assertThat(columns(read(file("c.csv", "sep,x\n1,2\n")))).containsOnlyKeys("sep", "x");
    assertThat(columns(read(file("e.csv", "sep=1,x\n1,2\n")))).containsOnlyKeys("sep=1", "x");
  }

  @Test
  void notesTextThatPreventsNumericColumn() throws IOException {
    FileDocuments documents =
        read(
            file(
                "n.csv",
                """
                id,price,name,grouped,zip
                1,9.5,NULL,"1,234.50",08001
                2,\\N,x,7,99999
                3,N/A,y,8,10115
                """));

    assertThat(columns(documents))
        .containsEntry("price", Kind.TEXT)
        .containsEntry("grouped", Kind.TEXT);
    assertThat(documents.notes())
        .containsExactly(
            "price is text and no number because of '\\N' in %1$s:3 and 'N/A' in %1$s:4; null: ['\\N', 'N/A'] beside file in suite.yaml (suite init --null '\\N' --null 'N/A'), or an empty field, is null"
                .formatted(directory.resolve("n.csv")),
            "name is text, with 'NULL' in %s:2; null: ['NULL'] beside file in suite.yaml (suite init --null 'NULL'), or an empty field, is null"
                .formatted(directory.resolve("n.csv")),
            "grouped is text and no number because of '1,234.50' in %s:2; numbers are written without separators of thousands"
                .formatted(directory.resolve("n.csv")));
  }

  /** Nine values for each exception, and at most three different exceptions. */
  @ParameterizedTest
  @CsvSource({"9, 1, true", "8, 1, false", "27, 3, true", "36, 4, false"})
  void textColumnIsNotNumeric(int numbers, int texts, boolean noted) throws IOException {
    StringBuilder csv = new StringBuilder("a\n");
    IntStream.range(0, texts).forEach(i -> csv.append("x").append(i).append("\n"));
    IntStream.range(0, numbers).forEach(i -> csv.append(i).append("\n"));

    assertThat(read(file("t.csv", csv.toString())).notes()).hasSize(noted ? 1 : 0);
  }

  @Test
  void readsNullTokensAsNull() throws IOException {
    Path file = file("w.csv", "id,price\n1,9.5\n2,\\N\n3,N/A\n");

    FileDocuments documents =
        FileDocuments.read(file, Map.of(), Fractions.DOUBLE, "", Set.of("\\N", "N/A"));

    assertThat(columns(documents)).containsEntry("price", Kind.DOUBLE);
    assertThat(document(documents, 1)).isEqualTo("{\"id\":2,\"price\":null}");
    assertThat(documents.notes()).isEmpty();
    assertThat(columns(read(file)))
        .as("the same file without them")
        .containsEntry("price", Kind.TEXT);
  }

  @Test
  void readsColumnsOfJson() throws IOException {
    Path file =
        file(
            "j.csv",
            """
            id,payload,list,note
            1,"{""a"": 1, ""t"": ""7"", ""at"": {""$date"": 0}}",[1],{x
            2,"{""a"": 2}","[1,2]",[]
            3,,[],{}
            """);

    FileDocuments documents = read(file);

    assertThat(columns(documents))
        .isEqualTo(
            Map.of(
                "id", Kind.INTEGER,
                "payload.a", Kind.INTEGER,
                "payload.t", Kind.TEXT,
                "payload.at", Kind.TIMESTAMP,
                "list", Kind.INTEGERS,
                "note", Kind.TEXT));
    assertThat(document(documents, 1))
        .isEqualTo("{\"id\":2,\"payload\":{\"a\":2},\"list\":[1,2],\"note\":\"[]\"}");
    FileDocuments texts = FileDocuments.read(file, Map.of("payload", Kind.TEXT), "");
    assertThat(document(texts, 1)).contains("\"payload\":\"{\\\"a\\\": 2}\"");
    FileDocuments parsed = FileDocuments.read(file, Map.of("payload", Kind.JSON), "");
    assertThat(columns(parsed)).containsEntry("payload", Kind.JSON);
    assertThat(document(parsed, 1)).contains("\"payload\":{\"a\":2}");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> FileDocuments.read(file, Map.of("note", Kind.JSON), ""))
        .withMessageContaining("j.csv:2: note ('{x') is not a valid json");
  }

  @Test
  void rejectsUnsupportedJsonInColumn() throws IOException {
    assertRejected(
        file("t.csv", "id,p\n1,\"{\"\"a\"\": 1, \"\"a\"\": 2}\"\n"), "t.csv:2: p: ", "'a' twice");
    assertRejected(
        file("m.csv", "id,p\n1,\"{\"\"a\"\": {\"\"$minKey\"\": 1}}\"\n"), "m.csv:2", "$minKey");
  }

  // What looks like a mistake

  @Test
  void namesTheCureForObjectsKeyedById() throws IOException {
    String users = "\"u%1$d\": {\"name\": \"n%1$d\", \"age\": %1$d}";
    String three = users.formatted(0) + "," + users.formatted(1) + "," + users.formatted(2);

    assertThat(read(file("users.json", "{" + three + "}")).notes())
        .containsExactly(
            "the whole file is one document; to take those in its 3 fields, write them to a file of their own: jq -c 'to_entries[] | {id: .key} + .value'");
    assertThat(
            read(file("two.json", "{" + users.formatted(0) + "," + users.formatted(1) + "}"))
                .notes())
        .isEmpty();
    assertThat(
            read(file("parts.json", "{\"a\": {\"x\": 1}, \"b\": {\"y\": 1}, \"c\": {\"z\": 1}}"))
                .notes())
        .isEmpty();
  }

  @Test
  void namesTextsOfMongodbsShell() throws IOException {
    Path file = file("s.ndjson", "{\"at\": \"ISODate(\\\"2026-09-08T07:11:25.458Z\\\")\"}\n");

    assertThat(read(file).notes())
        .containsExactly(
            "at is text, with 'ISODate(\"2026-09-08T07:11:25.458Z\")' in %s:1 as MongoDB's shell writes it; mongoexport writes values"
                .formatted(file));
    assertRejected(
        file("bare.ndjson", "{\"at\": ISODate(\"2026-09-08T07:11:25Z\")}\n"),
        "bare.ndjson:1: not valid JSON: ISODate(...) is what MongoDB's shell writes; mongoexport writes JSON");
  }

  // The libraries' words

  /** Every byte in every place of a document, and every end. */
  @Test
  void errorsContainNoProgrammingTerms() throws IOException {
    byte[] json =
        "{\"a\": [1, -2.5e3, \"t\\u00e9\", true], \"b\": {\"c\": null}}\n"
            .getBytes(StandardCharsets.UTF_8);
    Path file = directory.resolve("f.ndjson");
    for (int place = 0; place <= json.length; place++) {
      byte[] suffix = Arrays.copyOfRange(json, place, json.length);
      byte[] prefix = Arrays.copyOf(json, place);
      assertPlain(file, prefix);
      for (int value = 0; value < 256; value += place % 10 == 0 ? 3 : 17) {
        byte[] inserted = Arrays.copyOf(prefix, json.length + 1);
        inserted[place] = (byte) value;
        System.arraycopy(suffix, 0, inserted, place + 1, suffix.length);
        assertPlain(file, inserted);
      }
    }
    for (String text :
        List.of(
            "{\"a\": +1}",
            "{\"a\": .5}",
            "{\"a\": 5.}",
            "{\"a\": 05}",
            "{\"a\": 0x1F}",
            "{a: 1}",
            "{'a': 1}",
            "{\"a\": 1,}",
            "{\"a\": [1,]}",
            "{\"a\": NaN}",
            "{\"a\": -INF}",
            "{\"a\": 1} # x",
            "{\"a\": /* x */ 1}",
            "{\"a\": \"\\x\"}",
            "{\"a\": \"\t\"}",
            "{\"a\" 1}",
            "{\"a\": 1 \"b\": 2}",
            "{\"a\": undefined}",
            "<html>",
            "COPY t FROM stdin",
            "{\"a\": `x`}",
            "{\"a\": " + "[".repeat(2_000) + "}")) {
      assertPlain(file, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void assertPlain(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    try {
      DocumentFile.of(file).profile();
    } catch (BadInputException e) {
      assertThat(e.getMessage())
          .startsWith(file.toString())
          .doesNotEndWith("expecting")
          .doesNotContain("\n", "Feature", "enable", "Constraints", "com.", "java.", "Source:");
    }
  }
}
