package org.docduel.core.spi;

import java.util.List;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * A bulk load, phase by phase. The caller runs the clock: {@link #prepare} is not timed, each
 * {@link #load} is part of the load phase, and each of the phases after it is timed by its name.
 *
 * <p>After the last phase every document can be read, is kept as the durability says and is in
 * every index of the collection, and the planner's statistics are up to date. What a store needs
 * for that is in its phases.
 *
 * @param preparation makes the collection empty and without indexes, ready for loading
 * @param phases what remains to be done after the last chunk, in order, such as index, set-logged,
 *     analyze
 */
public record Ingestion(
    String loadPhase, Runnable preparation, Inserts sender, List<Phase> phases) {
  public Ingestion {
    phases = List.copyOf(phases);
  }

  public void prepare() {
    preparation.run();
  }

  /**
   * Loads documents.
   *
   * @throws RejectedDocumentException when the store cannot hold one of them
   * @throws StoreException when anything else goes wrong
   */
  public void load(List<Document> chunk) {
    sender.insert(chunk);
  }

  public record Phase(String name, Runnable work) {}
}
