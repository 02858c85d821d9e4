package org.docduel.read.key;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;

/**
 * The parameters of reading a key of every document, checked.
 *
 * @param documents what is stored
 * @param name the documents by their parameter
 * @param rows how many of them
 * @param path leads to the key
 * @param projection what is asked of each document
 */
record KeyAccessParameters(
    KeyedDocuments documents, String name, long rows, Path path, Projection projection) {
  static final Parameter<Integer> ROWS =
      Parameter.number(
          "rows", 1, 1_000_000, "KeyAccess: documents in the collection", "rows=100,10000");
  static final String KEY = "key";
  static final String ANSWER = "answer";
  static final String RESULT = "result";

  private static final String VALUES = "values";
  private static final String COUNT = "count";
  private static final String TEXT = "text";
  private static final String NATIVE = "native";

  static KeyAccessParameters parse(KeyAccessState state) {
    KeyedDocuments documents = KeyedDocuments.parse(state.documents);
    Path path = path(documents, state.key);
    boolean asText = choice(RESULT, state.result, TEXT, NATIVE).equals(TEXT);
    return new KeyAccessParameters(
        documents,
        state.documents,
        ROWS.parse(state.rows),
        path,
        choice(ANSWER, state.answer, VALUES, COUNT).equals(COUNT)
            ? new Projection.CountAt(path)
            : new Projection.ValueAt(path, asText));
  }

  private static Path path(KeyedDocuments documents, String key) {
    return documents.named(key).orElseGet(() -> Path.parse(key));
  }

  Query query() {
    return Query.ofEvery(projection);
  }

  /**
   * Where the rows lie.
   *
   * @param settings the store's own parameters: other settings are another collection
   */
  Collection collection(String settings) {
    List<Path> read = documents.keys(path);
    CRC32 hash = new CRC32();
    hash.update((settings + read).getBytes(StandardCharsets.UTF_8));
    String collection =
        String.format(Locale.ROOT, "%s_%d_%08x", name.replace('-', '_'), rows, hash.getValue());
    return new Collection(collection, documents.dataset().document(0).body(), List.of())
        .withRead(read);
  }

  /** Why a combination makes no sense, or empty when it does. */
  static Optional<String> refusal(String documents, String key, String answer, String result) {
    KeyedDocuments chosen = KeyedDocuments.parse(documents);
    if (key.equals(KeyedDocuments.FRIEND_50) && chosen.friends() == 0) {
      return Optional.of(documents + " have no friends");
    }
    if (answer.equals(COUNT) && result.equals(NATIVE)) {
      return Optional.of("a count is the same whatever the result's type");
    }
    Path path = path(chosen, key);
    Optional<Value> value = path.in(chosen.dataset().document(0).body());
    return value.filter(at -> at instanceof ObjectValue || at instanceof ArrayValue).isPresent()
        ? Optional.of("key=" + key + " leads to an object or an array, not to one value")
        : Optional.empty();
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        KeyedDocuments.DOCUMENTS,
        ROWS,
        new Parameter<>(
            KEY,
            "last, middle, early, friend50 (the 51st friend), or any path such as friends[3].age",
            "key=early,last",
            key -> path(KeyedDocuments.parse("users-1"), key)),
        new Parameter<>(
            ANSWER,
            "values (one for each document, as published), count (how many are set)",
            "answer=values,count",
            text -> choice(ANSWER, text, VALUES, COUNT)),
        new Parameter<>(
            RESULT,
            "text (whatever the value's type), native (in its own type)",
            "result=text,native",
            text -> choice(RESULT, text, TEXT, NATIVE)));
  }

  private static String choice(String parameter, String text, String one, String other) {
    if (!text.equals(one) && !text.equals(other)) {
      throw BadInputException.parameter(parameter, text, one + " or " + other);
    }
    return text;
  }
}
