package org.docduel.insert;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.InsertDocuments;

/**
 * The parameters of the insert benchmark, checked.
 *
 * @param dataset the documents that they describe
 * @param links whether the array of links is indexed
 * @param batch documents in a batch
 * @param documents documents of one client in one observation
 */
record InsertParameters(Dataset dataset, boolean links, int batch, int documents) {
  static final Parameter<Attributes> ATTRIBUTES =
      new Parameter<>(
          "attributes",
          "over how many attributes it is split, 1 to 200, or the published ladder's 200x20B",
          "attributes=1,200",
          Attributes::parse);
  static final Parameter<Boolean> INDEX =
      Parameter.choice(
          "index",
          Map.of("none", false, "links", true),
          "none, links (on the array of ten link ids)",
          "index=none,links");
  static final Parameter<Integer> BATCH =
      Parameter.number("batch", 1, 10_000, "documents in a batch", "batch=1,500");
  static final Parameter<Integer> DOCUMENTS =
      Parameter.number(
          "documents", 1, 10_000_000, "documents in an observation", "documents=10000");

  static InsertParameters defaults() {
    return new InsertParameters(InsertDocuments.withDefaults(), false, 500, 10_000);
  }

  static InsertParameters parse(InsertState state) {
    Dataset dataset = OwnFile.is(state.dataset) ? OwnFile.read(state.dataset) : generated(state);
    return new InsertParameters(
        dataset,
        INDEX.parse(state.index),
        BATCH.parse(state.batch),
        DOCUMENTS.parse(state.documents));
  }

  private static Dataset generated(InsertState state) {
    return InsertDocuments.withDefaults()
        .withPayload(PayloadSize.parse(state.payload))
        .withAttributes(Attributes.parse(state.attributes).count())
        .withEncoding(PayloadEncoding.PARAMETER.parse(state.encoding))
        .withShape(DocumentShape.PARAMETER.parse(state.shape));
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        PayloadSize.PARAMETER,
        ATTRIBUTES,
        PayloadEncoding.PARAMETER,
        INDEX,
        BATCH,
        DOCUMENTS,
        DocumentShape.PARAMETER,
        dataset(List.of(OwnFile.GENERATED)));
  }

  /** The generators that a benchmark has, or a file, which is read. */
  static Parameter<String> dataset(List<String> generators) {
    return new Parameter<>(
        OwnFile.PARAMETER,
        "w1 (as payload and attributes say); IngestionBenchmark: w2 (the 30 attributes of the"
            + " indexed reads), users (with 50 friends each), customer (the suite's four linked"
            + " collections, which share the rows); or your own file: ./NAME.ndjson, .csv, plain or .gz",
        "dataset=" + String.join(",", generators),
        value -> {
          if (OwnFile.is(value)) {
            OwnFile.read(value);
          } else if (!generators.contains(value)) {
            throw BadInputException.parameter(
                OwnFile.PARAMETER,
                value,
                String.join(", ", generators) + " or a file's path, such as ./orders.ndjson");
          }
          return value;
        });
  }
}
