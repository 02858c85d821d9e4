package org.docduel.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Deletes;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.Scan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.Updates;
import org.docduel.core.work.Worker;
import org.jspecify.annotations.Nullable;

/**
 * One worker's operations: chooses a kind and a document, does it, and compares what it read with
 * the model after the clock has stopped. After a failure it connects anew.
 */
final class MixedOperation implements Worker.Operation, AutoCloseable {
  /** Of so many reads one is compared as a whole, the others by the value that changes. */
  private static final int SAMPLED = 100;

  private final Setup setup;
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

  /**
   * What all workers share.
   *
   * @param readable whether the store gives documents back
   * @param exponent of Zipf's law
   * @param limit the most documents that a search asks for
   */
  record Setup(
      Store store,
      Collection collection,
      boolean readable,
      MixedDocuments documents,
      MixedModel model,
      Mix mix,
      UpdateKind update,
      Keys.Choice keys,
      double exponent,
      int limit) {}

  /** A session and the roles that the mix needs, each of which changes or reads one document. */
  private record Connected(
      Session session,
      Optional<ContentReader> reader,
      Inserts inserts,
      Updates updates,
      Updates replaces,
      Deletes deletes,
      Scan scan) {}

  MixedOperation(Setup setup, int worker) {
    this.setup = setup;
    this.random = Keys.random(worker);
    this.kinds = setup.mix.kinds();
    this.deck = setup.mix.deck(random);
    this.indexes = Keys.indexes(setup.keys, setup.documents.size(), setup.exponent, random);
    connected = connect();
  }

  private Connected connect() {
    Session session = setup.store.session();
    Collection collection = setup.collection;
    Mix mix = setup.mix;
    return new Connected(
        session,
        setup.readable ? Optional.of(session.reader(collection)) : Optional.empty(),
        mix.has(Mix.Kind.INSERT) ? session.inserts(collection) : batch -> {},
        mix.has(Mix.Kind.UPDATE) || mix.has(Mix.Kind.MODIFY)
            ? session.updates(collection, setup.documents.spec(setup.update))
            : (id, changed) -> 0,
        mix.has(Mix.Kind.REPLACE)
            ? session.updates(collection, setup.documents.spec(UpdateKind.REPLACE))
            : (id, changed) -> 0,
        mix.has(Mix.Kind.DELETE) ? session.deletes(collection) : id -> 0,
        mix.has(Mix.Kind.FIND)
            ? session.scan(collection, setup.documents.keyField())
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
        number = setup.model.insert();
        made = Optional.of(setup.documents.document(number));
      }
      case READ -> {
        draw(false);
        before = setup.model.before(number, 1);
      }
      case FIND -> {
        draw(false);
        before = setup.model.before(number, 1 + random.nextInt(setup.limit));
      }
      case UPDATE, REPLACE, MODIFY -> {
        draw(true);
        before = setup.model.before(number, 1);
        value = setup.model.next(number);
      }
      case DELETE -> {
        draw(true);
        setup.model.delete(number);
      }
    }
  }

  /** Draws until there is a document, which no other worker changes if this one is to. */
  private void draw(boolean take) {
    do {
      slot = indexes.sample();
      if (setup.keys == Keys.Choice.LATEST) {
        slot += setup.model.slotCount() - setup.documents.size();
      }
      number = setup.model.in(slot);
    } while (number < 0 || (take && !setup.model.take(number)));
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
      attempt(now, setup.documents.id(number));
      done = true;
    } catch (StoreException e) {
      close();
      throw e;
    }
  }

  private void attempt(Connected now, long id) {
    switch (kinds.get(card)) {
      case READ -> body = now.reader.orElseThrow().find(id);
      case FIND -> {
        answer.clear();
        now.scan.from(
            setup.documents.key(number),
            before.length,
            (found, body) -> answer.add(new Document(found, body)));
      }
      case UPDATE -> changed(now.updates.update(id, value));
      case REPLACE -> changed(now.replaces.update(id, value));
      case MODIFY -> {
        body = now.reader.orElseThrow().find(id);
        changed(now.updates.update(id, value));
      }
      case INSERT -> {
        insert(now, made.orElseThrow());
        setup.model.inserted(number);
      }
      case DELETE -> {
        // A second attempt finds nothing when the first one was done and its answer lost.
        if (now.deletes.delete(id) != 1 && attempts == 1) {
          throw new IllegalStateException("document " + id + " is not there to be deleted");
        }
        setup.model.deleted(number, slot);
      }
    }
  }

  private void changed(long found) {
    if (found != 1) {
      throw new IllegalStateException(
          "a change of document "
              + setup.documents.id(number)
              + " found "
              + found
              + " documents instead of 1");
    }
    setup.model.acknowledge(number);
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
          fail(setup.model.fault(number, before, answer, whole()));
        }
      }
      case UPDATE, REPLACE, DELETE -> setup.model.give(number);
      case MODIFY -> {
        checkRead();
        setup.model.give(number);
      }
    }
  }

  private void checkRead() {
    if (done) {
      fail(
          setup
              .model
              .fault(number, before[0], body, whole())
              .map(words -> "document " + setup.documents.id(number) + " " + words));
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
