package org.docduel.insert;

import java.util.List;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.harness.workload.Parameter;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReadIndexes;

/**
 * The parameters of the ingestion benchmark, checked.
 *
 * @param dataset the documents that they describe
 * @param indexes what the index phase builds beside the primary key
 * @param rows how many documents
 */
record IngestionParameters(Dataset dataset, List<Index> indexes, long rows) {
  private static final int MAX_ROWS = 100_000_000;

  static IngestionParameters parse(IngestionState state) {
    long rows = InsertParameters.number("rows", state.rows, MAX_ROWS);
    return switch (state.dataset) {
      case "w1" ->
          new IngestionParameters(
              InsertDocuments.withDefaults()
                  .withPayload(PayloadSize.parse(state.payload))
                  .withAttributes(Attributes.parse(state.attributes).count()),
              List.of(Index.elements(InsertDocuments.LINKS)),
              rows);
      case "w2" ->
          new IngestionParameters(
              IndexedReadDocuments.withDefaults(), IndexedReadIndexes.all(), rows);
      default -> throw dataset(state.dataset);
    };
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter> described() {
    return List.of(
        InsertParameters.PAYLOAD,
        InsertParameters.ATTRIBUTES,
        new Parameter(
            "rows",
            "IngestionBenchmark: how many rows, 1 to 100000000",
            "rows=10000,1000000",
            value -> InsertParameters.number("rows", value, MAX_ROWS)),
        new Parameter(
            "dataset",
            "IngestionBenchmark: w1 (the inserted documents), w2 (the 30 attributes of the indexed reads)",
            "dataset=w1,w2",
            value -> {
              if (!List.of("w1", "w2").contains(value)) {
                throw dataset(value);
              }
            }));
  }

  private static BadInputException dataset(String value) {
    return BadInputException.parameter("dataset", value, "w1 or w2");
  }
}
