package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bson.BsonDocument;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException;
import org.junit.jupiter.api.Test;

/**
 * The shapes of an answer to explain: MongoDB's as its manual gives them (page "Explain Results"),
 * FerretDB's as 2.7.0 over DocumentDB 1.0 answered.
 */
final class MongoPlansTest {
  @Test
  void reportsTimeRowsAndIndexes() {
    QueryPlan explained =
        of(
            """
            {queryPlanner: {winningPlan: {stage: "PROJECTION_SIMPLE", transformBy: {_id: 1},
              inputStage: {stage: "FETCH", filter: {number: {$gt: 100}},
                inputStage: {stage: "IXSCAN", keyPattern: {letter: 1}, indexName: "letter_ordered",
                  isMultiKey: false, direction: "forward",
                  indexBounds: {letter: ['["A", "A"]']}}}}},
             executionStats: {executionSuccess: true, nReturned: 76, executionTimeMillis: 3,
               totalKeysExamined: 77, totalDocsExamined: {$numberLong: "77"}, executionStages: {}},
             ok: 1}
            """);

    assertThat(explained.number("execution")).isEmpty();
    assertThat(explained.number("rows")).hasValue(76.0);
    assertThat(explained.number("planning")).isEmpty();
    assertThat(explained.number("sharedHits")).isEmpty();
    assertThat(explained.number("sharedReads")).isEmpty();
    assertThat(explained.indexes()).containsExactly("letter_ordered");
    assertThat(explained.plan())
        .containsExactly(
            "PROJECTION_SIMPLE transformBy: {\"_id\": 1}",
            "  FETCH filter: {\"number\": {\"$gt\": 100}}",
            "    IXSCAN indexName: letter_ordered direction: forward indexBounds: {\"letter\": [\"[\\\"A\\\", \\\"A\\\"]\"]}",
            "totalKeysExamined: 77",
            "totalDocsExamined: 77");
  }

  @Test
  void omitsUncountedDocuments() {
    assertThat(
            of("{queryPlanner: {winningPlan: {stage: 'IXSCAN', indexName: 'a'}},"
                    + " executionStats: {totalKeysExamined: 3}}")
                .plan())
        .containsExactly("IXSCAN indexName: a", "totalKeysExamined: 3");
  }

  @Test
  void readsBranchingTreeInsideQueryPlan() {
    QueryPlan explained =
        of(
            """
            {queryPlanner: {winningPlan: {isCached: false, queryPlan: {stage: "SORT",
              sortPattern: {at: 1}, limitAmount: 10, inputStage: {stage: "FETCH",
                inputStage: {stage: "OR", inputStages: [
                  {stage: "IXSCAN", indexName: "b_elements", direction: "backward"},
                  {stage: "IXSCAN", indexName: "a_elements", direction: "forward"},
                  {stage: "IXSCAN", indexName: "b_elements", direction: "forward"}]}}},
              slotBasedPlan: {stages: "..."}}}}
            """);

    assertThat(explained.plan())
        .containsExactly(
            "SORT sortPattern: {\"at\": 1} limitAmount: 10",
            "  FETCH",
            "    OR",
            "      IXSCAN indexName: b_elements direction: backward",
            "      IXSCAN indexName: a_elements direction: forward",
            "      IXSCAN indexName: b_elements direction: forward");
    assertThat(explained.indexes()).containsExactly("b_elements", "a_elements");
    assertThat(explained.number("execution")).isEmpty();
    assertThat(explained.number("rows")).isEmpty();
  }

  @Test
  void collectionScanUsesNoIndex() {
    QueryPlan explained =
        of(
            """
            {queryPlanner: {winningPlan: {stage: "COLLSCAN", filter: {a: {$eq: "A"}},
              direction: "forward"}},
             executionStats: {nReturned: 0, executionTimeMillis: 0}}
            """);

    assertThat(explained.plan())
        .containsExactly("COLLSCAN direction: forward filter: {\"a\": {\"$eq\": \"A\"}}");
    assertThat(explained.indexes()).isEmpty();
    assertThat(explained.number("execution")).isEmpty();
  }

  @Test
  void readsPostgresNodesOfFerretDbWithoutTime() {
    QueryPlan explained =
        of(
            """
            {queryPlanner: {Plan: {"Node Type": "Sort", "Total Cost": 4.03,
              "Sort Key": ["(documentdb_api_catalog.bson_orderby(document, \
            'BSONHEX0c0000001073000100000000'::documentdb_core.bson)) NULLS FIRST"],
              Plans: [{"Node Type": "Custom Scan", Plans: [
                {"Node Type": "Bitmap Heap Scan", "Relation Name": "documents_2641",
                 "Recheck Cond": "(document OPERATOR(documentdb_api_catalog.@=) \
            'BSONHEX0e00000002610002000000410000'::documentdb_core.bson)",
                 Plans: [{"Node Type": "Bitmap Index Scan", "Index Name": "a_ordered"}]}]}]}},
             explainVersion: "1", ok: 1.0}
            """);

    assertThat(explained.plan())
        .containsExactly(
            "Sort Sort Key: (documentdb_api_catalog.bson_orderby(document,"
                + " 'BSONHEX0c0000001073000100000000'::documentdb_core.bson)) NULLS FIRST",
            "  Custom Scan",
            "    Bitmap Heap Scan Recheck Cond: (document"
                + " OPERATOR(documentdb_api_catalog.@=)"
                + " 'BSONHEX0e00000002610002000000410000'::documentdb_core.bson)",
            "      Bitmap Index Scan Index Name: a_ordered");
    assertThat(explained.indexes()).containsExactly("a_ordered");
    assertThat(explained.number("execution")).isEmpty();
    assertThat(explained.number("rows")).isEmpty();
  }

  @Test
  void fullWalkOfPrimaryKeyIsAScan() {
    QueryPlan explained =
        of(
            """
            {queryPlanner: {Plan: {"Node Type": "Bitmap Heap Scan", "Relation Name": "documents_7",
              "Filter": "(document OPERATOR(documentdb_api_catalog.@=) \
            'BSONHEX0e00000002610002000000410000'::documentdb_core.bson)",
              Plans: [{"Node Type": "Bitmap Index Scan", "Index Name": "_id_",
                "Index Cond": "(shard_key_value = '7'::bigint)"}]}}}
            """);

    assertThat(explained.indexes()).isEmpty();
    assertThat(explained.plan())
        .containsExactly(
            "Bitmap Heap Scan Filter: (document"
                + " OPERATOR(documentdb_api_catalog.@=)"
                + " 'BSONHEX0e00000002610002000000410000'::documentdb_core.bson)",
            "  Bitmap Index Scan Index Name: _id_ Index Cond: (shard_key_value = this collection's)");
  }

  /** Page "Explain Results": the fields of a sharded collection. */
  @Test
  void reportsPlansOfAllShards() {
    String indexed =
        "{shardName: 'shard-1', plannerVersion: 1, namespace: 'docduel.things', winningPlan:"
            + " {stage: 'SHARDING_FILTER', inputStage: {stage: 'IXSCAN', indexName: 'a_ordered'}}}";
    String scanned =
        "{shardName: 'shard-2', winningPlan: {queryPlan: {stage: 'COLLSCAN'}, slotBasedPlan: {}}}";

    QueryPlan both = of(sharded("SHARD_MERGE", indexed + ", " + scanned));
    assertThat(both.plan())
        .containsExactly(
            "SHARD_MERGE",
            "  shard-1",
            "    SHARDING_FILTER",
            "      IXSCAN indexName: a_ordered",
            "  shard-2",
            "    COLLSCAN",
            "totalKeysExamined: 12",
            "totalDocsExamined: 12");
    assertThat(both.indexes()).isEmpty();
    assertThat(both.number("rows")).hasValue(12.0);
    assertThat(both.number("execution")).isEmpty();

    QueryPlan single = of(sharded("SINGLE_SHARD", indexed));
    assertThat(single.indexes()).containsExactly("a_ordered");
  }

  private static String sharded(String stage, String shards) {
    return "{queryPlanner: {mongosPlannerVersion: 1, winningPlan: {stage: '"
        + stage
        + "', shards: ["
        + shards
        + "]}}, executionStats: {nReturned: 12, executionTimeMillis: 4, totalKeysExamined: 12,"
        + " totalDocsExamined: 12, executionStages: {stage: '"
        + stage
        + "'}}, ok: 1}";
  }

  /** Page "Explain Results", "Execution Plan Statistics for Query with $lookup Pipeline Stage". */
  @Test
  void reportsIndexesOfQueryAndLookup() {
    String stages =
        """
        {stages: [
          {$cursor: {queryPlanner: {namespace: "docduel.pairs", winningPlan: {stage: "FETCH",
             inputStage: {stage: "IXSCAN", indexName: "source_ordered"}}},
             executionStats: {nReturned: 10}}},
          {$lookup: {from: "things", as: "found", localField: "target", foreignField: "_id",
             unwinding: {preserveNullAndEmptyArrays: false}},
           totalDocsExamined: {$numberLong: "10"}, totalKeysExamined: {$numberLong: "10"},
           collectionScans: {$numberLong: "0"}, indexesUsed: ["_id_"], nReturned: 10},
          {$replaceRoot: {newRoot: "$found"}, nReturned: 10}], ok: 1}
        """;
    QueryPlan explained = of(stages);

    assertThat(explained.plan())
        .containsExactly(
            "FETCH",
            "  IXSCAN indexName: source_ordered",
            "$lookup indexesUsed: _id_",
            "$replaceRoot");
    assertThat(explained.indexes()).containsExactly("source_ordered", "_id_");
    assertThat(explained.number("execution")).isEmpty();

    QueryPlan sharded = of("{shards: {'shard-1': " + stages + "}, ok: 1}");
    assertThat(sharded.plan()).startsWith("FETCH", "  IXSCAN indexName: source_ordered");
    assertThat(sharded.indexes()).containsExactly("source_ordered", "_id_");
  }

  @Test
  void reportsUnexpectedAnswerInOneLine() {
    assertThatThrownBy(() -> of("{shards: {}, ok: 1}"))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "mongodb: the server's answer to explain has no plan that is understood; its parts are"
                + " [shards, ok]");
  }

  private static QueryPlan of(String answer) {
    return MongoPlans.of(BsonDocument.parse(answer));
  }
}
