package org.docduel.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.query.Scenario;

/**
 * The right answers, from the documents themselves: what every store must give. With a limit the
 * answer is told by the values that it is sorted by, because documents with equal values may take
 * each other's place.
 */
final class ModelAnswers {
  private ModelAnswers() {}

  /** Of several scenarios in one pass over the documents. */
  static Map<String, Answer> of(Dataset dataset, long rows, List<Scenario> scenarios) {
    Map<String, Tally> tallies = new LinkedHashMap<>();
    scenarios.forEach(scenario -> tallies.put(scenario.name(), new Tally(scenario.query())));
    for (long index = 0; index < rows; index++) {
      Document document = dataset.document(index);
      tallies.values().forEach(tally -> tally.look(document));
    }
    Map<String, Answer> answers = new LinkedHashMap<>();
    tallies.forEach((name, tally) -> answers.put(name, tally.answer()));
    return Collections.unmodifiableMap(answers);
  }

  /** The value that a document is sorted by, as a number of the same order. */
  static long sortKey(Document document, Path path) {
    Value value = path.in(document.body()).orElseThrow();
    return ((TimestampValue) value).value().toEpochMilli();
  }

  private static final class Tally {
    private final Query query;
    private final IdDigest digest = new IdDigest();
    private final PriorityQueue<Long> smallest = new PriorityQueue<>(Collections.reverseOrder());

    Tally(Query query) {
      this.query = query;
    }

    void look(Document document) {
      if (!query.where().test(document.body())) {
        return;
      }
      if (query.limit() == 0) {
        digest.add(document.id());
        return;
      }
      smallest.add(sortKey(document, query.orderedBy().orElseThrow()));
      if (smallest.size() > query.limit()) {
        smallest.remove();
      }
    }

    Answer answer() {
      smallest.forEach(digest::add);
      return digest.answer();
    }
  }
}
