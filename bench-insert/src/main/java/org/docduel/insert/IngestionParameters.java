package org.docduel.insert;

import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UserDocuments;
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
  static final Parameter<Integer> ROWS =
      Parameter.number(
          "rows", 1, 100_000_000, "IngestionBenchmark: how many rows", "rows=10000,1000000");

  static IngestionParameters parse(IngestionState state) {
    long rows = ROWS.parse(state.rows);
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
              IndexedReadDocuments.withDefaults(), IndexedReadIndexes.published(), rows);
      case "users" -> new IngestionParameters(UserDocuments.withDefaults(), List.of(), rows);
      default -> new IngestionParameters(OwnFile.read(state.dataset), List.of(), rows);
    };
  }

  /** Whether the collections of a suite are loaded instead of one collection. */
  static boolean isSuite(String dataset) {
    return SuiteBulkLoad.SUITES.contains(dataset);
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        PayloadSize.PARAMETER,
        InsertParameters.ATTRIBUTES,
        ROWS,
        InsertParameters.dataset(
            Stream.concat(
                    Stream.of(OwnFile.GENERATED, "w2", "users"), SuiteBulkLoad.SUITES.stream())
                .toList()));
  }
}
