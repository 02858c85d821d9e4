package org.docduel.core.files;

import org.docduel.core.model.ObjectValue;
import org.jspecify.annotations.Nullable;

/** Reads the documents of a file one after the other. For one thread. */
interface DocumentReader extends AutoCloseable {
  /**
   * The next document.
   *
   * @return the document, or null after the last one
   * @throws org.docduel.core.config.BadInputException with file and line when what comes is no
   *     document
   */
  @Nullable ObjectValue next();

  /**
   * Where the document began that was read last.
   *
   * @return the line, from 1
   */
  long line();

  @Override
  void close();
}
