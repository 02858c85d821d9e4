package org.docduel.core.work;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;

/**
 * A small collection beside loaded data that says what the data is. It is emptied before loading
 * and filled after everything is done and checked, so that what was cut off is loaded again.
 */
public final class LoadNote {
  private final Document words;
  private final Collection note;

  /** A note that may be there. */
  public LoadNote(String data, Map<String, Value> words) {
    this.words = new Document(0, ObjectValue.of(words));
    note = new Collection(data + "_note", this.words.body(), List.of());
  }

  /** Has work load, settle and check the data unless the note is there. */
  public void unlessThere(Store store, Consumer<Session> work) {
    try (Session session = store.session()) {
      ContentReader reader = session.reader(note);
      if (reader.count() != 1 || !reader.find(0).equals(Optional.of(reader.asStored(words)))) {
        store.create(note);
        work.accept(session);
        session.inserts(note).insert(List.of(words));
      }
    }
  }
}
