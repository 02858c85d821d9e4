package org.docduel.stores.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.oracle.OracleTable.ElementsIndex;
import org.docduel.stores.oracle.OracleTable.IdIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statement as text, beside the page of Oracle's documentation whose grammar it was written
 * by: SQL Language Reference 23ai (docs.oracle.com/en/database/oracle/oracle-database/23/sqlrf/),
 * JSON Developer's Guide 23ai (.../23/adjsn/), Oracle Text Reference 23ai (.../23/ccref/).
 */
final class StatementsTest {
  private static final ObjectValue READ_EXAMPLE = new IndexedReadDocuments().document(0).body();
  private static final String SELECT =
      "SELECT JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER ERROR ON ERROR NULL ON EMPTY)"
          + " FROM docduel_read t WHERE ";

  /** adjsn/json-collections.html; sqlrf/DROP-TABLE.html; sqlrf/INSERT.html. */
  @Test
  void createsFillsCountsAndDropsCollection() {
    OracleTable table = table(new Collection("insert_1", ObjectValue.empty(), List.of()));

    assertThat(table.create())
        .startsWith(
            "DROP TABLE IF EXISTS docduel_insert_1 PURGE",
            "CREATE JSON COLLECTION TABLE docduel_insert_1");
    assertThat(table.insert(false).sql()).isEqualTo("INSERT INTO docduel_insert_1 VALUES (?)");
    assertThat(table.insert(true).sql())
        .isEqualTo("INSERT /*+ APPEND_VALUES */ INTO docduel_insert_1 VALUES (?)");
    assertThat(table.find())
        .isEqualTo(
            "SELECT t.data FROM docduel_insert_1 t WHERE"
                + " JSON_EXISTS(t.data, '$?(@._id == $id)' PASSING ? AS \"id\")");
    assertThat(table.catalogName()).isEqualTo("DOCDUEL_INSERT_1");
  }

  private static OracleTable table(Collection collection) {
    return new OracleTable(collection, ElementsIndex.MULTIVALUE);
  }

  private static OracleTable table(String name) {
    return table(new Collection(name, ObjectValue.empty(), List.of()));
  }

  /** adjsn/creating-multivalue-function-based-indexes-json_exists.html. */
  @Test
  void linksHaveAMultivalueIndex() {
    assertThat(links(ElementsIndex.MULTIVALUE))
        .containsExactly(
            "CREATE MULTIVALUE INDEX \"docduel_i_i0_links_elements\" ON docduel_i t"
                + " (t.data.\"links\"[*].string())");
  }

  /** ccref/create-search-index.html; adjsn/json-search-index-ad-hoc-queries-....html. */
  @Test
  void linksMayHaveASearchIndexSyncedOnCommit() {
    assertThat(links(ElementsIndex.SEARCH))
        .containsExactly(
            "CREATE SEARCH INDEX \"docduel_i_i0_links_elements\" ON docduel_i (data) FOR JSON"
                + " PARAMETERS ('SYNC (ON COMMIT)')");
  }

  /**
   * adjsn/sql-json-condition-json_exists.html; adjsn/using-multivalue-function-based-index.html.
   */
  @Test
  void findsLinkedDocumentsInOneStatement() {
    OracleTable table = table("d");
    String id = "JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER ERROR ON ERROR NULL ON EMPTY)";
    Collection pairs = new Collection("p", READ_EXAMPLE, List.of());

    assertThat(table.links(new LinkQuery.Referring(Path.of("links")), List.of("?")))
        .isEqualTo(
            "SELECT t.data FROM docduel_d t WHERE JSON_EXISTS(t.data,"
                + " '$.\"links\"[*]?(@.string() == $id)' PASSING ? AS \"id\")");
    assertThat(table.links(new LinkQuery.In(), List.of("?", "?")))
        .isEqualTo(
            "SELECT t.data FROM docduel_d t WHERE JSON_EXISTS(t.data,"
                + " '$?(@._id in ($id0, $id1))' PASSING ? AS \"id0\", ? AS \"id1\")");
    assertThat(table.links(new LinkQuery.Lookup(pairs, "source", "target"), List.of("?")))
        .isEqualTo(
            "SELECT t.data FROM docduel_p l, docduel_d t WHERE "
                + id.replace("_id", "source").replace("t.data", "l.data")
                + " = ? AND JSON_EXISTS(t.data, '$?(@._id == $id)' PASSING "
                + id.replace("_id", "target").replace("t.data", "l.data")
                + " AS \"id\")");
    OracleTable numbered =
        new OracleTable(table.collection(), ElementsIndex.MULTIVALUE, IdIndex.NUMBER);
    assertThat(numbered.links(new LinkQuery.In(), List.of("?", "?")))
        .isEqualTo("SELECT t.data FROM docduel_d t WHERE " + id + " IN (?, ?)");
  }

  /**
   * adjsn/json-collections.html and mgapi/indexes.html, whose generated SQL asks for ids by
   * JSON_EXISTS; adjsn/creating-b-tree-indexes-json_value.html for an index of one's own.
   */
  @Test
  void statementsByIdUseIndexedExpression() {
    String id = "JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER ERROR ON ERROR NULL ON EMPTY)";
    String exists = "JSON_EXISTS(t.data, '$?(@._id == $id)' PASSING ? AS \"id\")";
    OracleTable plain = table("d");
    OracleTable number =
        new OracleTable(plain.collection(), ElementsIndex.MULTIVALUE, IdIndex.NUMBER);

    assertThat(plain.createIndexes()).isEmpty();
    assertThat(plain.keyIs(UpdateSpec.ID)).isEqualTo(exists);
    assertThat(plain.update(byId()).sql()).endsWith(" WHERE " + exists);
    assertThat(plain.range())
        .endsWith(
            " WHERE JSON_EXISTS(t.data, '$?(@._id >= $from && @._id < $until)'"
                + " PASSING ? AS \"from\", ? AS \"until\")");
    assertThatThrownBy(() -> plain.scan(UpdateSpec.ID))
        .isInstanceOf(StoreException.class)
        .hasMessage("a collection's own index on _id serves no order; take idindex=number");
    assertThat(plain.scan("n")).contains("ORDER BY " + id.replace("_id", "n"));

    assertThat(number.createIndexes())
        .containsExactly("CREATE UNIQUE INDEX docduel_d_id ON docduel_d t (" + id + ")");
    assertThat(number.find()).endsWith(" WHERE " + id + " = ?");
    assertThat(number.update(byId()).sql()).endsWith(" WHERE " + id + " = ?");
    assertThat(number.range()).endsWith(" WHERE " + id + " >= ? AND " + id + " < ?");
    assertThat(number.scan(UpdateSpec.ID))
        .endsWith(" WHERE " + id + " >= ? ORDER BY " + id + " FETCH FIRST ? ROWS ONLY");
  }

  private static UpdateSpec byId() {
    return new UpdateSpec(
        UpdateKind.SET, UpdateSpec.ID, Path.of("n"), (key, value) -> ObjectValue.empty());
  }

  /** sqlrf/Database-Object-Names-and-Qualifiers.html: a quoted name may hold these. */
  @Test
  void quotesFieldNamesInIndexNames() {
    ObjectValue example = ObjectValue.of(Map.of("order-id", new IntegerValue(1)));
    Collection collection =
        new Collection("c", example, List.of(Index.on(Index.Kind.ORDERED, "order-id")));

    assertThat(table(collection).createIndexes())
        .singleElement()
        .asString()
        .startsWith("CREATE INDEX \"docduel_c_i0_order-id_ordered\" ON docduel_c t (");
  }

  /** ORA-01450, Database Error Messages 23ai. */
  @Test
  void rejectsTwoTextsInOneIndex() {
    ObjectValue example =
        ObjectValue.of(Map.of("a", new StringValue("x"), "b", new StringValue("y")));
    Collection collection =
        new Collection("c", example, List.of(Index.on(Index.Kind.ORDERED, "a", "b")));

    assertThatThrownBy(() -> table(collection).createIndexes())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("has two texts")
        .hasMessageContaining("6,398 bytes");
  }

  private static List<String> links(ElementsIndex elements) {
    Collection collection =
        new Collection(
            "i",
            InsertDocuments.withDefaults().document(0).body(),
            List.of(Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS)));
    return new OracleTable(collection, elements).createIndexes();
  }

  /** adjsn/creating-b-tree-indexes-json_value.html; ORA-01408 for the same columns twice. */
  @Test
  void createsEachValueIndexOnceAsBTree() {
    Collection collection = new Collection("read", READ_EXAMPLE, IndexedReads.publishedEarly());
    List<String> statements = table(collection).createIndexes();

    // Three texts, timestamps, numbers, truth values and arrays, and two composites.
    assertThat(statements).hasSize(17).doesNotHaveDuplicates();
    assertThat(statements)
        .contains(
            "CREATE INDEX \"docduel_read_i0_indexed_text_1_ordered\" ON docduel_read t"
                + " (JSON_VALUE(t.data, '$.\"indexed_text_1\"' RETURNING VARCHAR2(4000)"
                + " ERROR ON ERROR NULL ON EMPTY))",
            "CREATE INDEX \"docduel_read_i7_indexed_number_2_ordered\" ON docduel_read t"
                + " (JSON_VALUE(t.data, '$.\"indexed_number_2\"' RETURNING NUMBER"
                + " ERROR ON ERROR NULL ON EMPTY))",
            "CREATE INDEX \"docduel_read_i13_indexed_boolean_3_ordered\" ON docduel_read t"
                + " (JSON_VALUE(t.data, '$.\"indexed_boolean_3\"' RETURNING VARCHAR2(5)"
                + " ERROR ON ERROR NULL ON EMPTY))",
            "CREATE INDEX \"docduel_read_i16_indexed_text_1_indexed_timestamp_1_ordered\""
                + " ON docduel_read t"
                + " (JSON_VALUE(t.data, '$.\"indexed_text_1\"' RETURNING VARCHAR2(4000)"
                + " ERROR ON ERROR NULL ON EMPTY),"
                + " JSON_VALUE(t.data, '$.\"indexed_timestamp_1\"' RETURNING TIMESTAMP"
                + " ERROR ON ERROR NULL ON EMPTY))");
  }

  @Test
  void coveringIndexContainsId() {
    Collection collection =
        new Collection(
            "read",
            READ_EXAMPLE,
            List.of(Index.on(Index.Kind.PREFIX, "indexed_text_2").withId(Index.Id.COVERING)));

    assertThat(table(collection).createIndexes())
        .singleElement()
        .asString()
        .endsWith(
            ", JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER ERROR ON ERROR NULL ON EMPTY))");
  }

  @Test
  void includingIndexContainsId() {
    Collection collection =
        new Collection(
            "read",
            READ_EXAMPLE,
            List.of(Index.on(Index.Kind.ORDERED, "indexed_text_2").withId(Index.Id.INCLUDED)));

    assertThat(table(collection).createIndexes())
        .singleElement()
        .asString()
        .contains(", JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER");
  }

  static Stream<Arguments> scenarios() {
    String text1 =
        "JSON_VALUE(t.data, '$.\"indexed_text_1\"' RETURNING VARCHAR2(4000)"
            + " ERROR ON ERROR NULL ON EMPTY)";
    String truth =
        "JSON_VALUE(t.data, '$.\"indexed_boolean_1\"' RETURNING VARCHAR2(5)"
            + " ERROR ON ERROR NULL ON EMPTY) = 'true'";
    String number =
        "JSON_VALUE(t.data, '$.\"indexed_number_1\"' RETURNING NUMBER"
            + " ERROR ON ERROR NULL ON EMPTY) > 100";
    String timestamp =
        "JSON_VALUE(t.data, '$.\"indexed_timestamp_1\"' RETURNING TIMESTAMP"
            + " ERROR ON ERROR NULL ON EMPTY)";
    String letter = "(" + text1 + " = 'A')";
    return Stream.of(
        Arguments.of("S1", letter + " AND (" + number + ")"),
        Arguments.of("S2", text1.replace("text_1", "text_2") + " LIKE 'INV00012%'"),
        Arguments.of("S3", "LOWER(" + text1.replace("text_1", "text_3") + ") LIKE '%priority%'"),
        Arguments.of(
            "S4",
            timestamp
                + " >= TIMESTAMP '2025-01-01 00:00:00.000' AND "
                + timestamp
                + " < TIMESTAMP '2025-02-01 00:00:00.000'"),
        Arguments.of("S5", arrayContains(1, "aml") + " AND " + arrayContains(1, "priority")),
        Arguments.of(
            "S6", "(" + arrayContains(1, "aml") + ") OR (" + arrayContains(2, "grpA") + ")"),
        Arguments.of("S7", letter + " AND (" + truth + ")"),
        Arguments.of("S8", letter + " AND (" + truth + ") AND (" + number + ")"),
        Arguments.of("S9", letter + " OR (" + truth + ")"),
        Arguments.of("S10", text1 + " = 'A' ORDER BY " + timestamp + " FETCH FIRST 10 ROWS ONLY"));
  }

  private static String arrayContains(int array, String text) {
    return "JSON_EXISTS(t.data, '$.\"indexed_text_array_"
        + array
        + "\"[*]?(@.string() == \""
        + text
        + "\")')";
  }

  /** sqlrf/JSON_VALUE.html, sqlrf/JSON_EXISTS-Condition.html, sqlrf/Literals.html. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void expressesScenariosAsQueriesForIds(String name, String where) {
    Query query =
        IndexedReads.scenarios(IndexedReads.INDEXED, 10).stream()
            .filter(scenario -> scenario.name().equals(name))
            .map(Scenario::query)
            .findFirst()
            .orElseThrow();

    assertThat(table(new Collection("read", READ_EXAMPLE, List.of())).search(query).sql())
        .isEqualTo(SELECT + where);
  }

  /** sqlrf/JSON_QUERY.html (ALLOW SCALARS); adjsn: SQL/JSON path expression syntax. */
  @Test
  void readsKeysAsValuesTextsOrCount() {
    Path path = Path.parse("friends[49].registered");
    Collection collection = new Collection("k", ObjectValue.empty(), List.of());

    assertThat(table(collection).search(Query.ofEvery(new Projection.ValueAt(path, false))).sql())
        .isEqualTo(
            "SELECT JSON_QUERY(t.data, '$.\"friends\"[49].\"registered\"'"
                + " RETURNING JSON ALLOW SCALARS) FROM docduel_k t");
    assertThat(table(collection).search(Query.ofEvery(new Projection.ValueAt(path, true))).sql())
        .isEqualTo(
            "SELECT JSON_VALUE(t.data, '$.\"friends\"[49].\"registered\"'"
                + " RETURNING VARCHAR2(4000)) FROM docduel_k t");
    assertThat(table(collection).search(Query.ofEvery(new Projection.CountAt(path))).sql())
        .isEqualTo(
            "SELECT COUNT(CASE WHEN JSON_EXISTS(t.data,"
                + " '$.\"friends\"[49].\"registered\"?(@ != null)') THEN 1 END) FROM docduel_k t");
  }

  @Test
  void escapesQuotesTwice() {
    assertThat(table("c").where(Predicate.is(Path.of("it's \"a\\b\""), new StringValue("o'clock"))))
        .isEqualTo(
            "JSON_VALUE(t.data, '$.\"it''s \\\"a\\\\b\\\"\"' RETURNING VARCHAR2(4000)"
                + " ERROR ON ERROR NULL ON EMPTY) = 'o''clock'");
    assertThat(
            table("c")
                .where(
                    new Predicate.ArrayHolds(
                        Path.of("l"), List.of(new StringValue("a\"') OR 1=1 --")), false)))
        .isEqualTo("JSON_EXISTS(t.data, '$.\"l\"[*]?(@.string() == \"a\\\"'') OR 1=1 --\")')");
  }

  /** sqlrf/Pattern-matching-Conditions.html: without ESCAPE no character escapes. */
  @Test
  void escapesWildcardsAndEmptyAnyIsFalse() {
    assertThat(table("c").where(new Predicate.TextStartsWith(Path.of("w"), "10%_")))
        .endsWith(" LIKE '10\\%\\_%' ESCAPE '\\'");
    assertThat(table("c").where(new Predicate.TextContains(Path.of("w"), "A%")))
        .startsWith("LOWER(JSON_VALUE(")
        .endsWith(") LIKE '%a\\%%' ESCAPE '\\'");
    assertThat(table("c").where(new Predicate.AnyOf(List.of()))).isEqualTo("1 = 0");
  }

  /** sqlrf/JSON_TRANSFORM.html; sqlrf/JSON_MERGEPATCH.html. */
  @Test
  void updatesUseIndexedExpression() {
    String where =
        " WHERE JSON_VALUE(t.data, '$.\"user_id\"' RETURNING NUMBER"
            + " ERROR ON ERROR NULL ON EMPTY) = ?";

    assertThat(update(UpdateKind.SET))
        .isEqualTo(
            "UPDATE docduel_u t SET t.data ="
                + " JSON_TRANSFORM(t.data, SET '$.\"profile\".\"score\"' = ?)"
                + where);
    assertThat(update(UpdateKind.MERGE))
        .isEqualTo(
            "UPDATE docduel_u t SET t.data = JSON_MERGEPATCH(t.data, ? RETURNING JSON ERROR ON"
                + " ERROR)"
                + where);
    assertThat(update(UpdateKind.REPLACE))
        .isEqualTo(
            "UPDATE docduel_u t SET t.data = JSON_TRANSFORM(?, SET '$._id' ="
                + " JSON_VALUE(t.data, '$.\"_id\"' RETURNING NUMBER ERROR ON ERROR NULL ON EMPTY)"
                + " RETURNING JSON)"
                + where);
    assertThatThrownBy(() -> update(UpdateKind.TYPED))
        .isInstanceOf(UnsupportedOperationException.class);
    Collection collection =
        new Collection(
            "u",
            new UpdateDocuments().document(0).body(),
            List.of(Index.on(Index.Kind.ORDERED, "user_id")));
    assertThat(table(collection).createIndexes())
        .singleElement()
        .asString()
        .contains(where.substring(" WHERE ".length(), where.length() - " = ?".length()));
  }

  private static String update(UpdateKind kind) {
    UpdateSpec spec =
        new UpdateSpec(kind, "user_id", Path.of("profile", "score"), (k, v) -> ObjectValue.empty());
    return table("u").update(spec).sql();
  }

  @Test
  void rejectsUnindexableFieldInOneLine() {
    ObjectValue example = ObjectValue.of(Map.of("a\"b", new StringValue("x")));
    Index missing = Index.on(Index.Kind.ORDERED, "missing");
    Collection collection = new Collection("x", example, List.of(missing));
    assertThatThrownBy(() -> table(collection).createIndexes()).isInstanceOf(StoreException.class);
  }
}
