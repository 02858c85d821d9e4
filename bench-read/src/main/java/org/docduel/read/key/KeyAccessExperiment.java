package org.docduel.read.key;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import org.docduel.core.config.Parameter;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;

/** Reading a key of every document, as the launcher sees it. */
public record KeyAccessExperiment(Class<?> benchmark, Capability role) implements Experiment {
  static final Parameter<Integer> ROWS =
      Parameter.number(
          "rows", 1, 1_000_000, "KeyAccess: documents in the collection", "rows=100,10000");
  static final Parameter<String> KEY =
      new Parameter<>(
          "key",
          "last, middle, early, friend50 (the 51st friend), or any path such as friends[3].age",
          "key=early,last",
          key -> {
            KeyedDocuments.PARAMETER.parse("users-1").path(key);
            return key;
          });
  static final Parameter<Boolean> COUNTED =
      Parameter.choice(
          "answer",
          Map.of("values", false, "count", true),
          "values (one for each document, as published), count (how many are set)",
          "answer=values,count");
  static final Parameter<Boolean> AS_TEXT =
      Parameter.choice(
          "result",
          Map.of("text", true, "native", false),
          "text (whatever the value's type), native (in its own type)",
          "result=text,native");

  /** What is asked of a collection. */
  record Asked(KeyedDocuments documents, String name, long rows, Path path, Projection projection) {
    static Asked of(String documents, String rows, String key, String answer, String result) {
      KeyedDocuments keyed = KeyedDocuments.PARAMETER.parse(documents);
      Path path = keyed.path(key);
      boolean asText = AS_TEXT.parse(result);
      return new Asked(
          keyed,
          documents,
          ROWS.parse(rows),
          path,
          COUNTED.parse(answer)
              ? new Projection.CountAt(path)
              : new Projection.ValueAt(path, asText));
    }

    /** Where the rows lie; other settings of the store's own are another collection. */
    Collection collection(String settings) {
      List<Path> read = documents.keys(path);
      CRC32 hash = new CRC32();
      hash.update((settings + read).getBytes(StandardCharsets.UTF_8));
      String collection =
          String.format(Locale.ROOT, "%s_%d_%08x", name.replace('-', '_'), rows, hash.getValue());
      return new Collection(collection, documents.dataset().document(0).body(), List.of())
          .withRead(read);
    }
  }

  @Override
  public Optional<Capability> needs() {
    return Optional.of(role);
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(KeyedDocuments.PARAMETER, ROWS, KEY, COUNTED, AS_TEXT);
  }

  @Override
  public Optional<String> refusal(Combination combination) {
    KeyedDocuments documents = combination.get(KeyedDocuments.PARAMETER);
    String key = combination.value("key");
    if (key.equals(KeyedDocuments.FRIEND_50) && documents.friends() == 0) {
      return Optional.of(combination.value("documents") + " have no friends");
    }
    if (combination.get(COUNTED) && !combination.get(AS_TEXT)) {
      return Optional.of("a count is the same whatever the result's type");
    }
    return documents
        .path(key)
        .in(documents.dataset().document(0).body())
        .filter(at -> at instanceof ObjectValue || at instanceof ArrayValue)
        .map(at -> "key=" + key + " leads to an object or an array, not to one value");
  }

  @Override
  public Optional<String> threadLimit(Combination combination, int threads) {
    return threads > 1 ? Optional.of("one client reads the keys") : Optional.empty();
  }

  @Override
  public Optional<Collection> collection(Combination combination) {
    KeyedDocuments documents = combination.get(KeyedDocuments.PARAMETER);
    return Optional.of(new Collection("keys", documents.dataset().document(0).body(), List.of()));
  }

  @Override
  public boolean explains() {
    return true;
  }

  @Override
  public PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", ROWS.name(), ROWS.name());
  }
}
