package org.docduel.core.work;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;

/**
 * A small collection beside loaded data that says what the data is. It is emptied before loading
 * and filled after everything is done and checked, so that what was cut off is loaded again.
 */
public final class LoadNote {
  private final Document content;
  private final Collection note;

  /**
   * A note that may be there already.
   *
   * @param data the name of the data
   * @param facts what has to be the same for the data to be used again
   */
  public LoadNote(String data, Object... facts) {
    content =
        new Document(0, ObjectValue.of(Map.of("words", new StringValue(List.of(facts) + ""))));
    note = Collection.note(data, content.body());
  }

  /** Has work load, settle and check the data unless the note is there and they are intact. */
  public void loadIfAbsent(Store store, BooleanSupplier intact, Runnable work) {
    if (!isThere(store) || !intact.getAsBoolean()) {
      store.create(note);
      work.run();
      try (Session session = store.session()) {
        session.inserts(note).insert(List.of(content));
      }
    }
  }

  /** Has the data loaded again the next time. */
  public void invalidate(Store store) {
    store.create(note);
  }

  public boolean isThere(Store store) {
    try (Session session = store.session()) {
      ContentReader reader = session.reader(note);
      return reader.count() == 1 && reader.find(0).equals(Optional.of(reader.asStored(content)));
    }
  }
}
