package org.docduel.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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

  /**
   * Worked out by the first fork of a run that needs them and left for the others in the {@link
   * RunDirectory}. Without a launcher they are worked out each time.
   */
  static Map<String, Answer> kept(
      String name, Dataset dataset, long rows, List<Scenario> scenarios) {
    Optional<Path> file =
        RunDirectory.ofFork(Settings.ofProcess()).map(run -> run.path().resolve(name + ".answers"));
    try {
      if (file.isPresent() && Files.exists(file.get())) {
        return read(file.get());
      }
      Map<String, Answer> answers = of(dataset, rows, scenarios);
      if (file.isPresent()) {
        write(file.get(), answers);
      }
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep answers in " + file, e);
    }
  }

  private static Map<String, Answer> read(Path file) throws IOException {
    Map<String, Answer> answers = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split(" ", -1);
      answers.put(parts[0], new Answer(Long.parseLong(parts[1]), parts[2]));
    }
    return answers;
  }

  private static void write(Path file, Map<String, Answer> answers) throws IOException {
    StringBuilder lines = new StringBuilder();
    answers.forEach(
        (name, answer) -> lines.append(name + " " + answer.rows() + " " + answer.digest() + "\n"));
    Path half = file.resolveSibling(file.getFileName() + ".half");
    Files.writeString(half, lines);
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
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
  static long sortKey(Document document, org.docduel.core.model.Path path) {
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
    private String fault = "";

    /** Nothing yet; the query is what was asked, on the same fields as in the model. */
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
      fault = fault.isEmpty() ? what : fault;
    }

    /** Half a sentence about what is wrong, or empty when nothing is. */
    Optional<String> difference(Answer expected) {
      String difference = expected.difference(digest.answer());
      return Optional.of(difference.isEmpty() ? fault : difference).filter(it -> !it.isEmpty());
    }
  }
}
