package org.docduel.insert;

import java.util.List;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.workload.Parameter;

/**
 * The parameters of the insert benchmark, checked.
 *
 * @param dataset the documents that they describe
 * @param links whether the array of links is indexed
 * @param batch documents in a batch
 * @param documents documents of one client in one observation
 */
record InsertParameters(Dataset dataset, boolean links, int batch, int documents) {
  private static final int MAX_BATCH = 10_000;
  private static final int MAX_DOCUMENTS = 10_000_000;

  static final Parameter PAYLOAD =
      new Parameter(
          PayloadSize.PARAMETER,
          "bytes of payload in a document, any size from 1B to 15MB",
          "payload=10B,4KB",
          PayloadSize::parse);
  static final Parameter ATTRIBUTES =
      new Parameter(
          AttributeCount.PARAMETER,
          "over how many attributes it is split, 1 to 200, or the published ladder's 200x20B",
          "attributes=1,200",
          Attributes::parse);

  static InsertParameters defaults() {
    return new InsertParameters(InsertDocuments.withDefaults(), false, 500, 10_000);
  }

  static InsertParameters parse(InsertState state) {
    Dataset dataset = OwnFile.is(state.dataset) ? OwnFile.read(state.dataset) : generated(state);
    return new InsertParameters(
        dataset,
        links(state.index),
        number("batch", state.batch, MAX_BATCH),
        number("documents", state.documents, MAX_DOCUMENTS));
  }

  private static Dataset generated(InsertState state) {
    return InsertDocuments.withDefaults()
        .withPayload(PayloadSize.parse(state.payload))
        .withAttributes(Attributes.parse(state.attributes).count())
        .withEncoding(PayloadEncoding.parse(state.encoding))
        .withShape(DocumentShape.parse(state.shape));
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter> described() {
    return List.of(
        PAYLOAD,
        ATTRIBUTES,
        new Parameter(
            PayloadEncoding.PARAMETER,
            "text, binary (base64 where JSON has no binary), intarray (the published artefact)",
            "encoding=text,intarray",
            PayloadEncoding::parse),
        new Parameter(
            "index",
            "none, links (on the array of ten link ids)",
            "index=none,links",
            InsertParameters::links),
        new Parameter(
            "batch",
            "documents in a batch, 1 to 10000",
            "batch=1,500",
            value -> number("batch", value, MAX_BATCH)),
        new Parameter(
            "documents",
            "documents in an observation, 1 to 10000000",
            "documents=10000",
            value -> number("documents", value, MAX_DOCUMENTS)),
        new Parameter(
            DocumentShape.PARAMETER,
            "flat, nested (mixed types, five levels deep), realistic, published (the attributes in an"
                + " object, the same payload in every document), wrapped, shared (each half of that)",
            "shape=flat,nested,realistic",
            DocumentShape::parse),
        dataset(List.of(OwnFile.GENERATED)));
  }

  /** The generators that a benchmark has, or a file, which is read. */
  static Parameter dataset(List<String> generators) {
    return new Parameter(
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
        });
  }

  static boolean links(String index) {
    return switch (index) {
      case "none" -> false;
      case "links" -> true;
      default -> throw BadInputException.parameter("index", index, "none or links");
    };
  }

  static int number(String parameter, String text, int max) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= max) {
        return number;
      }
    }
    throw BadInputException.parameter(parameter, text, "a whole number from 1 to " + max);
  }
}
