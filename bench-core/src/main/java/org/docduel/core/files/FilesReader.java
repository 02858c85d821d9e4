package org.docduel.core.files;

import java.util.Iterator;
import java.util.List;
import org.docduel.core.model.ObjectValue;
import org.jspecify.annotations.Nullable;

/** Reads the documents of several files, one file after the other. */
final class FilesReader implements DocumentReader {
  private final Iterator<DocumentFile> left;
  private DocumentReader open;

  /** At the first document of the first file. */
  FilesReader(List<DocumentFile> files) {
    left = files.iterator();
    open = left.next().open();
  }

  @Override
  public @Nullable ObjectValue next() {
    ObjectValue document = open.next();
    while (document == null && left.hasNext()) {
      open.close();
      open = left.next().open();
      document = open.next();
    }
    return document;
  }

  @Override
  public long line() {
    return open.line();
  }

  @Override
  public void close() {
    open.close();
  }
}
