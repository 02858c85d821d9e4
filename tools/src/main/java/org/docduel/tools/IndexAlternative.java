package org.docduel.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An index that an administrator may choose for a scenario, in place of the published ones.
 *
 * @param store {@code jsonb} or {@code typed}
 * @param scenario such as {@code S4}
 * @param what what it is, in a few words
 * @param published the scenario's condition as the suite asks it
 * @param asked the condition for which the alternative is made; the same rows fulfil it
 * @param order how the rows lie in the table: a column or an expression
 * @param statements what makes it, with {@code $T} for the table
 */
record IndexAlternative(
    String store,
    String scenario,
    String what,
    String published,
    String asked,
    String order,
    List<String> statements) {
  private static final String AS_LOADED = "id";

  /** All that are compared. */
  static List<IndexAlternative> all() {
    List<IndexAlternative> all = new ArrayList<>(onWholeDocuments());
    all.addAll(onGeneratedColumns());
    all.addAll(onRanges());
    all.addAll(onTypedColumns());
    return all;
  }

  private static List<IndexAlternative> onWholeDocuments() {
    String pathOps = "CREATE INDEX ON $T USING gin (doc jsonb_path_ops)";
    String ops = "CREATE INDEX ON $T USING gin (doc)";
    String s1 = "(doc ->> 'ind_text_1') = 'A' AND ((doc ->> 'ind_number_1')::numeric) > 100";
    String s5 = "(doc -> 'ind_text_array_1') @> '[\"aml\", \"priority\"]'";
    String s7 = "(doc ->> 'ind_text_1') = 'A' AND ((doc ->> 'ind_boolean_1')::boolean) IS TRUE";
    String letter = "doc @> '{\"ind_text_1\": \"A\"}'";
    String both = "doc @> '{\"ind_text_array_1\": [\"aml\", \"priority\"]}'";
    String pair = "doc @> '{\"ind_text_1\": \"A\", \"ind_boolean_1\": true}'";
    return List.of(
        jsonb(
            "S1",
            "GIN jsonb_path_ops on doc, @>",
            s1,
            letter + " AND ((doc ->> 'ind_number_1')::numeric) > 100",
            pathOps),
        jsonb(
            "S1",
            "GIN jsonb_path_ops on doc, jsonpath",
            s1,
            "doc @@ '$.ind_text_1 == \"A\" && $.ind_number_1 > 100'",
            pathOps),
        jsonb("S5", "GIN jsonb_path_ops on doc, @>", s5, both, pathOps),
        jsonb("S5", "GIN jsonb_ops on doc, @>", s5, both, ops),
        jsonb("S7", "GIN jsonb_path_ops on doc, @>", s7, pair, pathOps),
        jsonb("S7", "GIN jsonb_ops on doc, @>", s7, pair, ops));
  }

  private static List<IndexAlternative> onGeneratedColumns() {
    return List.of(
        jsonb(
            "S1",
            "stored generated columns, covering B-tree",
            "(doc ->> 'ind_text_1') = 'A' AND ((doc ->> 'ind_number_1')::numeric) > 100",
            "g_text = 'A' AND g_number > 100",
            column("g_text", "text", "doc ->> 'ind_text_1'", "STORED"),
            column("g_number", "numeric", "(doc ->> 'ind_number_1')::numeric", "STORED"),
            "CREATE INDEX ON $T (g_text, g_number) INCLUDE (id)"),
        jsonb(
            "S3",
            "stored generated column, covering B-tree",
            "(doc ->> 'ind_text_3') ILIKE '%priority%'",
            "g_text ILIKE '%priority%'",
            column("g_text", "text", "doc ->> 'ind_text_3'", "STORED"),
            "CREATE INDEX ON $T (g_text) INCLUDE (id)"),
        generatedInstant("STORED"),
        generatedInstant("VIRTUAL"));
  }

  private static IndexAlternative generatedInstant(String kind) {
    return jsonb(
        "S4",
        kind.toLowerCase(Locale.ROOT) + " generated column, covering B-tree",
        january("(doc ->> 'ind_timestamp_1')"),
        january("g_instant"),
        column("g_instant", "text", "doc ->> 'ind_timestamp_1'", kind),
        "CREATE INDEX ON $T (g_instant) INCLUDE (id)");
  }

  private static List<IndexAlternative> onRanges() {
    String text = "(doc ->> 'ind_timestamp_1')";
    String onText = "CREATE INDEX ON $T USING brin (" + text + ")";
    String onColumn = "CREATE INDEX ON $T USING brin (ind_timestamp_1)";
    return List.of(
        jsonb("S4", "BRIN", january(text), january(text), onText),
        jsonb("S4", "BRIN, rows in order of time", january(text), january(text), onText)
            .inOrderOf(text),
        typed("S4", "BRIN", january("ind_timestamp_1"), onColumn),
        typed("S4", "BRIN, rows in order of time", january("ind_timestamp_1"), onColumn)
            .inOrderOf("ind_timestamp_1"));
  }

  private static List<IndexAlternative> onTypedColumns() {
    String s3 = "ind_text_3 ILIKE '%priority%'";
    return List.of(
        typed(
            "S1",
            "B-tree with the id",
            "ind_text_1 = 'A' AND ind_number_1 > 100",
            "CREATE INDEX ON $T (ind_text_1, ind_number_1) INCLUDE (id)"),
        typed("S3", "trigrams alone", s3, "CREATE INDEX ON $T USING gin (ind_text_3 gin_trgm_ops)"),
        typed("S3", "B-tree with the id", s3, "CREATE INDEX ON $T (ind_text_3) INCLUDE (id)"),
        typed(
            "S4",
            "B-tree with the id",
            january("ind_timestamp_1"),
            "CREATE INDEX ON $T (ind_timestamp_1) INCLUDE (id)"),
        typed(
            "S9",
            "B-tree (boolean, text) with the id",
            "ind_text_1 = 'A' OR ind_boolean_1",
            "CREATE INDEX ON $T (ind_boolean_1, ind_text_1) INCLUDE (id)"));
  }

  private static String january(String instant) {
    return instant
        + " >= '2025-01-01T00:00:00.000Z' AND "
        + instant
        + " < '2025-02-01T00:00:00.000Z'";
  }

  private static String column(String name, String type, String value, String kind) {
    return "ALTER TABLE $T ADD COLUMN "
        + name
        + " "
        + type
        + " GENERATED ALWAYS AS ("
        + value
        + ") "
        + kind;
  }

  private static IndexAlternative jsonb(
      String scenario, String what, String published, String asked, String... statements) {
    return new IndexAlternative(
        "jsonb", scenario, what, published, asked, AS_LOADED, List.of(statements));
  }

  private static IndexAlternative typed(
      String scenario, String what, String condition, String statement) {
    return new IndexAlternative(
        "typed", scenario, what, condition, condition, AS_LOADED, List.of(statement));
  }

  private IndexAlternative inOrderOf(String newOrder) {
    return new IndexAlternative(store, scenario, what, published, asked, newOrder, statements);
  }
}
