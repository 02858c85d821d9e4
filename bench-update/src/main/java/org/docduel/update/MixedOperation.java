package org.docduel.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.work.Worker;
import org.jspecify.annotations.Nullable;

/**
 * One worker's operations: chooses a kind and a document, does it, and compares what it read with
 * the model after the clock has stopped. After a failure it connects anew.
 */
final class MixedOperation implements Worker.Operation, AutoCloseable {
  /** Of so many reads one is compared as a whole, the others by the value that changes. */
  private static final int SAMPLED = 100;

  private final MixedTrial trial;
  private final MixedTrial.Work work;
  private final MixedModel model;
  private final MixedDocuments documents;
  private final List<Mix.Kind> kinds;
  private final Mix.Deck deck;
  private final DiscreteSampler indexes;
  private final UniformRandomProvider random;
  private final List<Document> answer = new ArrayList<>();
  private @Nullable Connected connected;

  private int card;
  private int attempts;
  private long slot;
  private long number;
  private long value;
  private long[] before = {};
  private Optional<ObjectValue> body = Optional.empty();
  private Optional<Document> made = Optional.empty();
  private boolean done;
  private int reads;

  /** A session and the roles that the mix needs, each of which changes or reads one document. */
  private record Connected(
      Session session,
      Optional<ContentReader> reader,
      Inserts inserts,
      Updates updates,
      Updates replaces,
      Deletes deletes,
      Scan scan) {}

  /** A worker's, by its number from 0 among those of all clients. */
  MixedOperation(MixedTrial trial, int worker) {
    this.trial = trial;
    work = trial.work;
    model = trial.model;
    documents = work.documents();
    random = Keys.random(worker);
    kinds = work.mix().kinds();
    deck = work.mix().deck(random);
    indexes = work.keys().indexes(documents.size(), work.exponent(), random);
    connected = connect();
  }

  private Connected connect() {
    Session session = trial.store.session();
    Collection collection = work.collection();
    Mix mix = work.mix();
    return new Connected(
        session,
        trial.readable && mix.reads() ? Optional.of(session.reader(collection)) : Optional.empty(),
        mix.has(Mix.Kind.INSERT) ? session.inserts(collection) : batch -> {},
        mix.has(Mix.Kind.UPDATE) || mix.has(Mix.Kind.MODIFY)
            ? session.updates(collection, documents.spec(work.update()))
            : (id, changed) -> 0,
        mix.has(Mix.Kind.REPLACE)
            ? session.updates(collection, documents.spec(UpdateKind.REPLACE))
            : (id, changed) -> 0,
        mix.has(Mix.Kind.DELETE) ? session.deletes(collection) : id -> 0,
        mix.has(Mix.Kind.FIND)
            ? session.scan(collection, documents.keyField())
            : (from, limit, visitor) -> {});
  }

  @Override
  public int kind() {
    return card;
  }

  @Override
  public void choose() {
    card = deck.next();
    attempts = 0;
    done = false;
    body = Optional.empty();
    answer.clear();
    switch (kinds.get(card)) {
      case INSERT -> {
        number = model.insert();
        made = Optional.of(documents.document(number));
      }
      case READ -> {
        draw(false);
        before = model.before(number, 1);
      }
      case FIND -> {
        draw(false);
        before = model.before(number, 1 + random.nextInt(work.limit()));
      }
      case UPDATE, REPLACE, MODIFY -> {
        draw(true);
        before = model.before(number, 1);
        value = model.next(number);
      }
      case DELETE -> {
        draw(true);
        model.delete(number);
      }
    }
  }

  /** Draws until there is a document, which no other worker changes if this one is to. */
  private void draw(boolean take) {
    do {
      slot = indexes.sample();
      if (work.keys() == Keys.LATEST) {
        slot += model.slotCount() - documents.size();
      }
      number = model.in(slot);
    } while (number < 0 || (take && !model.take(number)));
  }

  @Override
  public void attempt() {
    attempts++;
    try {
      Connected now = connected;
      if (now == null) {
        now = connect();
        connected = now;
      }
      attempt(now);
      done = true;
    } catch (StoreException e) {
      close();
      throw e;
    }
  }

  private void attempt(Connected now) {
    long id = documents.id(number);
    switch (kinds.get(card)) {
      case READ -> body = now.reader.orElseThrow().find(id);
      case FIND -> {
        answer.clear();
        now.scan.from(
            documents.key(number),
            before.length,
            (found, body) -> answer.add(new Document(found, body)));
      }
      case UPDATE -> changed(now.updates.update(documents.found(number), value));
      case REPLACE -> changed(now.replaces.update(documents.found(number), value));
      case MODIFY -> {
        body = now.reader.orElseThrow().find(id);
        changed(now.updates.update(documents.found(number), value));
      }
      case INSERT -> {
        insert(now, made.orElseThrow());
        model.inserted(number);
      }
      case DELETE -> {
        // A second attempt finds nothing when the first one was done and its answer lost.
        if (now.deletes.delete(id) != 1 && attempts == 1) {
          throw new IllegalStateException("document " + id + " is not there to be deleted");
        }
        model.deleted(number, slot);
      }
    }
  }

  private void changed(long found) {
    if (found != 1) {
      throw new IllegalStateException(
          "a change of document "
              + documents.id(number)
              + " found "
              + found
              + " documents instead of 1");
    }
    model.acknowledge(number);
  }

  /** A second attempt is refused when the first one was done and its answer lost. */
  private void insert(Connected now, Document document) {
    try {
      now.inserts.insert(List.of(document));
    } catch (RejectedDocumentException e) {
      boolean there =
          attempts > 1
              && now.reader
                  .filter(reader ->
                      reader.find(document.id()).equals(Optional.of(reader.asStored(document))))
                  .isPresent();
      if (!there) {
        throw e;
      }
    }
  }

  @Override
  public void release() {
    switch (kinds.get(card)) {
      case INSERT -> {}
      case READ -> checkRead();
      case FIND -> {
        if (done) {
          fail(model.fault(number, before, answer, whole()));
        }
      }
      case UPDATE, REPLACE, DELETE -> model.give(number);
      case MODIFY -> {
        checkRead();
        model.give(number);
      }
    }
  }

  private void checkRead() {
    if (done) {
      fail(
          model
              .fault(number, before[0], body, whole())
              .map(words -> "document " + documents.id(number) + " " + words));
    }
  }

  private Optional<ContentReader> whole() {
    Connected now = connected;
    return now != null && reads++ % SAMPLED == 0 ? now.reader : Optional.empty();
  }

  private static void fail(Optional<String> fault) {
    fault.ifPresent(words -> {
      throw new IllegalStateException("a read returned what it must not: " + words);
    });
  }

  @Override
  public void close() {
    Connected open = connected;
    connected = null;
    if (open != null) {
      try {
        open.session.close();
      } catch (StoreException e) {
        // It is given up because it failed, and that was told.
        connected = null;
      }
    }
  }
}
