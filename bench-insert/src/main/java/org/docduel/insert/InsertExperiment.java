package org.docduel.insert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;

/** The inserts, as the launcher sees them. */
final class InsertExperiment implements Experiment {
  /** What there is beside the primary key. */
  static final Parameter<List<Index>> INDEX =
      Parameter.choice(
          "index",
          Map.of("none", List.of(), "links", List.of(Index.elements(InsertDocuments.LINKS))),
          "none, links (on the array of ten link ids)",
          "index=none,links");

  static final Parameter<Integer> BATCH =
      Parameter.number("batch", 1, 10_000, "documents in a batch", "batch=1,500");
  static final Parameter<Integer> DOCUMENTS =
      OwnFile.count(
          Parameter.number(
              "documents", 1, 10_000_000, "documents in an observation", "documents=10000"));
  static final List<Parameter<?>> PARAMETERS =
      List.of(
          PayloadSize.PARAMETER,
          Attributes.PARAMETER,
          PayloadEncoding.PARAMETER,
          INDEX,
          BATCH,
          DOCUMENTS,
          DocumentShape.PARAMETER,
          OwnFile.parameter(List.of(OwnFile.GENERATED)));

  /** The documents that parameters describe. */
  static InsertDocuments generated(
      String payload, String attributes, String encoding, String shape) {
    return InsertDocuments.withDefaults()
        .withPayload(PayloadSize.parse(payload))
        .withAttributes(Attributes.PARAMETER.parse(attributes).count())
        .withEncoding(PayloadEncoding.PARAMETER.parse(encoding))
        .withShape(DocumentShape.PARAMETER.parse(shape));
  }

  @Override
  public Class<?> benchmark() {
    return InsertBenchmark.class;
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(Capability.INSERT);
  }

  @Override
  public boolean divides() {
    return true;
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public List<Parameter<?>> parameters() {
    return PARAMETERS;
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    if (!OwnFile.is(combination.value(OwnFile.PARAMETER))) {
      return Attributes.refusal(combination);
    }
    return combination.get(INDEX).isEmpty()
        ? OwnFile.refusal(combination)
        : Optional.of("the links are those of generated documents; a file takes index=none");
  }

  @Override
  public Map<String, String> recorded(Combination combination) {
    return OwnFile.recorded(combination);
  }

  @Override
  public Combination settled(Combination combination) {
    return OwnFile.settled(combination, DOCUMENTS);
  }

  /** Each thread keeps its documents. */
  @Override
  public Optional<String> heapRefusal(Combination combination, int threads, long heapBytes) {
    String dataset = combination.value(OwnFile.PARAMETER);
    return OwnFile.is(dataset)
        ? OwnFile.read(dataset).heapRefusal((long) threads * combination.get(DOCUMENTS), heapBytes)
        : Optional.empty();
  }

  @Override
  public Map<String, List<String>> switches() {
    return Map.of(
        "encoding", List.of("text", "intarray"),
        "index", List.of("none", "links"),
        "batch", List.of("1", "500"),
        "payload", List.of("200B", "4KB"),
        "attributes", List.of("1", "50"),
        "durability", List.of("default", "relaxed"),
        "path", List.of("default", "values"));
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "documents", "payload");
  }
}
