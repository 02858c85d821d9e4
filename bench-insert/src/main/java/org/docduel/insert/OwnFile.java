package org.docduel.insert;

import java.nio.file.Path;
import java.util.Map;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.model.Dataset;
import org.docduel.core.workload.Combination;

/** The parameter {@code dataset} where it names a file instead of a generator. */
final class OwnFile {
  static final String PARAMETER = "dataset";
  static final String GENERATED = "w1";

  /** What stands for the parameters that say what is generated. */
  private static final String NOT_GENERATED = "file";

  private OwnFile() {}

  /** Whether a value is a path: generators have names without dots and separators. */
  static boolean is(String dataset) {
    return dataset.contains(".") || dataset.contains("/") || dataset.contains("\\");
  }

  /**
   * Its documents.
   *
   * @throws org.docduel.core.config.BadInputException with file and line when something is wrong
   */
  static FileDocuments read(String dataset) {
    return FileDocuments.read(Path.of(dataset), Map.of(), "");
  }

  /** The same combination for every payload, since a file has its own. */
  static Combination settled(Combination combination) {
    return is(combination.value(PARAMETER))
        ? combination
            .with("payload", NOT_GENERATED)
            .with("attributes", NOT_GENERATED)
            .with("shape", NOT_GENERATED)
        : combination;
  }

  /** Tells what a reader of the results has to know of a file. */
  static void findings(Dataset dataset, long asked) {
    if (!(dataset instanceof FileDocuments file)) {
      return;
    }
    file.notes().forEach(note -> ForkFacts.finding(file.name() + ": " + note));
    if (asked != file.size()) {
      ForkFacts.finding(
          file.name()
              + " has "
              + file.size()
              + " documents, and "
              + asked
              + " are sent: "
              + (asked < file.size() ? "the first of them" : "they are repeated under new keys"));
    }
  }
}
