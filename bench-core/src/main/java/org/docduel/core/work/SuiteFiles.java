package org.docduel.core.work;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.SuiteCollection;
import org.docduel.core.suite.SuiteCollection.FromFile;

/** The files of a suite whose collections are a person's own documents. */
public final class SuiteFiles {
  private SuiteFiles() {}

  /**
   * Reads all of them, so that what is wrong in one is told before anything is started.
   *
   * @throws org.docduel.core.config.BadInputException with file and line
   */
  public static void check(Suite suite) {
    for (SuiteCollection collection : suite.collections()) {
      if (collection.source() instanceof FromFile file) {
        read(suite, collection, file);
      }
    }
  }

  /**
   * What they are now; the same text means the same documents and columns.
   *
   * @return empty for a suite without files
   */
  public static String state(Suite suite) {
    List<SuiteCollection> collections = suite.collections();
    return collections.stream()
        .filter(one -> one.source() instanceof FromFile)
        .map(one -> one.name() + " " + new TreeMap<>(one.columns()) + state(suite, one.source()))
        .collect(Collectors.joining("; "));
  }

  private static String state(Suite suite, SuiteCollection.Source source) {
    return source instanceof FromFile file
        ? " " + file + " " + FileDocuments.state(suite.folder().path(file.file()))
        : "";
  }

  static FileDocuments read(Suite suite, SuiteCollection collection, FromFile file) {
    return FileDocuments.read(
        suite.folder().path(file.file()).normalize(), collection.columns(), file.key());
  }
}
