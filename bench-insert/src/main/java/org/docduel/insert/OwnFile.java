package org.docduel.insert;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.ExampleDocument;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.stats.sidecar.Sidecar.Description;

/** The parameter {@code dataset}, which names a generator or a file of a person's own. */
final class OwnFile {
  static final String PARAMETER = "dataset";
  static final String GENERATED = "w1";

  /** What stands for the parameters that say what is generated. */
  private static final String NOT_GENERATED = "file";

  private static final String ALL = "all";

  private OwnFile() {}

  /** With the generators that a benchmark has beside the one for {@code w1}; a file is read. */
  static Parameter<String> parameter(String others, List<String> generators) {
    return FileDocuments.parameter(
        generators,
        "w1 (as payload and attributes say)%s, or your own file: ./NAME.ndjson, .bson, .csv, plain or .gz"
            .formatted(others),
        dataset -> read(dataset, Fractions.DOUBLE));
  }

  /** Its documents; refused with file and line when something is wrong in it. */
  static FileDocuments read(String dataset, Fractions fractions) {
    return FileDocuments.read(Path.of(dataset), Map.of(), fractions, "");
  }

  static FileDocuments read(Combination combination) {
    return read(combination.value(PARAMETER), combination.get(Fractions.PARAMETER));
  }

  static Optional<String> unsupportedReason(Combination combination) {
    StoreProvider store = ForkStore.provider(combination.value(Subjects.STORE));
    return read(combination)
        .unsupportedReason(all -> store.unsupportedReason(combination.storeConfig(), all))
        .map(reason -> store.name() + ": " + reason);
  }

  /** A number of documents, which a file can give. */
  static Parameter<Integer> count(Parameter<Integer> number) {
    return new Parameter<>(
        number.name(),
        number.accepted() + ", or all of a file",
        number.example(),
        text -> text.equals(ALL) ? 0 : number.parse(text));
  }

  /**
   * The same combination for every payload, since a file has its own, and for every encoding, since
   * it has no bytes; all are as many as it has. Generated documents have fractions of their own.
   */
  static Combination normalize(Combination combination, Parameter<Integer> count) {
    boolean all = combination.value(count.name()).equals(ALL);
    String dataset = combination.value(PARAMETER);
    if (FileDocuments.isPath(dataset)) {
      Combination normalized = withoutPayload(combination, NOT_GENERATED);
      return all
          ? normalized.with(count.name(), String.valueOf(read(normalized).size()))
          : normalized;
    }
    if (all) {
      throw BadInputException.parameter(
          count.name(), ALL, "a number, or with dataset=./NAME.ndjson all");
    }
    return (ShopDocuments.byName(dataset).isPresent()
            ? withoutPayload(combination, dataset)
            : combination)
        .with(Fractions.PARAMETER.name(), Fractions.GENERATED);
  }

  /** With what stands for the parameters of payloads, which the documents do not have. */
  private static Combination withoutPayload(Combination combination, String instead) {
    return combination
        .with("payload", instead)
        .with("attributes", instead)
        .with("shape", instead)
        .with(PayloadEncoding.PARAMETER.name(), Parameter.label(PayloadEncoding.TEXT));
  }

  /**
   * A workload in words: what is done to documents, which documents, and how.
   *
   * @param labels for values of further parameters
   */
  static Description description(
      Combination combination, String what, String how, Map<String, String> labels) {
    String dataset = combination.value(PARAMETER);
    boolean file = FileDocuments.isPath(dataset);
    Optional<? extends Dataset> own =
        file ? Optional.of(read(combination)) : ShopDocuments.byName(dataset);
    if (own.isPresent()) {
      return new Description(
          combination.benchmark(),
          what + (file ? " of the file {dataset}" : " of the data set {dataset}") + how,
          labels,
          ExampleDocument.text(own.get().document(0).body()));
    }
    Map<String, String> all = new LinkedHashMap<>(labels);
    String name = Attributes.PARAMETER.name();
    int count = combination.get(Attributes.PARAMETER).count();
    all.put(name + "=" + combination.value(name), String.valueOf(count));
    InsertDocuments documents =
        InsertDocuments.withDefaults()
            .withPayload(combination.get(PayloadSize.PARAMETER))
            .withAttributes(count)
            .withEncoding(combination.getOr(PayloadEncoding.PARAMETER, PayloadEncoding.TEXT))
            .withShape(combination.getOr(DocumentShape.PARAMETER, DocumentShape.FLAT));
    return new Description(
        combination.benchmark(),
        what + " of {payload} in {attributes|field|fields}" + how,
        all,
        ExampleDocument.text(documents.document(0).body()));
  }

  static void findings(Dataset dataset, long requested) {
    if (!(dataset instanceof FileDocuments file)) {
      return;
    }
    file.notes().forEach(note -> ForkFacts.finding(file.name() + ": " + note));
    if (requested != file.size()) {
      ForkFacts.finding(
          "%s has %d documents, and %d are sent: %s"
              .formatted(
                  file.name(),
                  file.size(),
                  requested,
                  requested < file.size()
                      ? "the first of them"
                      : "they are repeated under new keys"));
    }
  }
}
