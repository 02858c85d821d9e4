package org.docduel.core.spi;

import java.util.List;
import org.docduel.core.model.Document;

/**
 * A bulk load, phase by phase. The caller runs the clock: {@link #prepare} is not timed, each
 * {@link #load} is part of the load phase, and each of the {@link #phases} after it is timed by its
 * name.
 */
public interface Ingestion {
  /**
   * The name of the phase that {@link #load} belongs to.
   *
   * @return such as {@code copy} or {@code insert}
   */
  String loadPhase();

  /**
   * Makes the collection empty and without indexes, ready for loading.
   *
   * @throws StoreException when the server refuses
   */
  void prepare();

  /**
   * Loads documents by the fastest means the store has and waits for the acknowledgement.
   *
   * @param chunk the documents, at least one
   * @throws RejectedDocumentException when the store cannot hold one of them
   * @throws StoreException when anything else goes wrong
   */
  void load(List<Document> chunk);

  /**
   * What remains to be done after the last chunk until the collection may be used as {@link
   * Store#create} would have made it, in order.
   *
   * @return the phases, such as index, set-logged, analyze
   */
  List<Phase> phases();

  /**
   * A step after loading.
   *
   * @param name the field's word for it, in lower case with dashes
   * @param work does it and waits for the end
   */
  record Phase(String name, Runnable work) {}
}
