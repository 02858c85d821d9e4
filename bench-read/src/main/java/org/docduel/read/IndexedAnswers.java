package org.docduel.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.RunDirectory;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Query;
import org.docduel.read.IdDigest.Answer;

/**
 * The right answers, from the documents themselves: what every store must give. With a limit the
 * answer is told by the values that it is sorted by, because documents with equal values may take
 * each other's place.
 */
final class IndexedAnswers {
  private IndexedAnswers() {}

  /** By scenario. The first fork of a run works them out for all; without a run each does. */
  static Map<?, ?> loadOrCompute(
      String name, Dataset dataset, long rows, List<Scenario> scenarios) {
    Optional<RunDirectory> run = RunDirectory.ofFork(Settings.ofProcess());
    return run.<Map<?, ?>>flatMap(directory -> directory.readNotes(name))
        .orElseGet(() -> {
          Map<String, Answer> answers = of(dataset, rows, scenarios);
          run.ifPresent(others -> others.writeNotes(name, answers));
          return answers;
        });
  }

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
    return answers;
  }

  /** The value that a document is sorted by, as a number of the same order. */
  static long sortKey(Document document, Path path) {
    return ((TimestampValue) path.in(document.body()).orElseThrow()).value().toEpochMilli();
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

  /** The ids that a store gives, held against the documents as they come. */
  static final class Received implements LongConsumer {
    private final Dataset dataset;
    private final Query query;
    private final IdDigest digest = new IdDigest();
    private long previous = Long.MIN_VALUE;
    private long received;
    private Optional<String> fault = Optional.empty();

    /** The query is what was asked, on the same fields as in the model. */
    Received(Dataset dataset, Query query) {
      this.dataset = dataset;
      this.query = query;
    }

    @Override
    public void accept(long id) {
      received++;
      if (query.orderedBy().isEmpty()) {
        digest.add(id);
        return;
      }
      Document document = dataset.document(id);
      long key = sortKey(document, query.orderedBy().get());
      if (key < previous) {
        blame("row " + received + " is out of order");
      }
      if (query.limit() > 0 && !query.where().test(document.body())) {
        blame("document " + id + " does not fulfil the condition");
      }
      previous = key;
      digest.add(query.limit() > 0 ? key : id);
    }

    private void blame(String what) {
      fault = fault.or(() -> Optional.of(what));
    }

    Optional<String> fault(Answer expected) {
      return expected.fault(digest.answer()).or(() -> fault);
    }
  }
}
