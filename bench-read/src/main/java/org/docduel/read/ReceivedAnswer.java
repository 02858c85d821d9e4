package org.docduel.read;

import java.util.Optional;
import java.util.function.LongConsumer;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.query.Query;

/** The ids that a store gives, held against the documents as they come. */
final class ReceivedAnswer implements LongConsumer {
  private final Dataset dataset;
  private final Query query;
  private final IdDigest digest = new IdDigest();
  private long previous = Long.MIN_VALUE;
  private long received;
  private Optional<String> fault = Optional.empty();

  /**
   * Nothing yet.
   *
   * @param query what was asked, on the same fields as in the model
   */
  ReceivedAnswer(Dataset dataset, Query query) {
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
    long key = ModelAnswers.sortKey(document, query.orderedBy().get());
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
    if (fault.isEmpty()) {
      fault = Optional.of(what);
    }
  }

  /** Half a sentence about what is wrong, or empty when nothing is. */
  Optional<String> difference(Answer expected) {
    Answer answer = digest.answer();
    if (answer.rows() != expected.rows()) {
      return Optional.of("expected " + expected.rows() + " rows, received " + answer.rows());
    }
    if (!answer.equals(expected)) {
      return Optional.of("the " + answer.rows() + " rows are not those that were expected");
    }
    return fault;
  }
}
