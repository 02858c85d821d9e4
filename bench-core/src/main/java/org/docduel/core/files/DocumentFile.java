package org.docduel.core.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.ObjectValue;

/**
 * A file with documents: CSV where its name ends in {@code .csv} or {@code .tsv}, NDJSON otherwise,
 * either of them plain or gzip. Or a directory of such files, which are read in the order of their
 * names; hidden ones are passed over.
 */
record DocumentFile(Path path) {
  boolean isCsv() {
    return plainName().endsWith(".csv") || isTsv();
  }

  private boolean isTsv() {
    return plainName().endsWith(".tsv");
  }

  private String plainName() {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  DocumentReader open() {
    if (Files.isDirectory(path)) {
      return new FilesReader(inside());
    }
    return isCsv() ? new CsvReader(path, isTsv() ? '\t' : ',') : new NdjsonReader(path);
  }

  private List<DocumentFile> inside() {
    try (Stream<Path> all = Files.list(path)) {
      List<DocumentFile> files =
          all.filter(file ->
                  Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
              .sorted()
              .map(DocumentFile::new)
              .toList();
      if (files.isEmpty()) {
        throw new BadInputException(path + ": the directory has no file");
      }
      return files;
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads all of it. */
  FieldProfile profile() {
    if (!Files.isRegularFile(path) && !Files.isDirectory(path)) {
      throw new BadInputException(path + ": no such file");
    }
    FieldProfile profile = new FieldProfile();
    try (DocumentReader reader = open()) {
      ObjectValue document = reader.next();
      while (document != null) {
        profile.take(document, reader.line());
        document = reader.next();
      }
    }
    if (profile.count() == 0) {
      throw FileProblem.of(path, 1, "the file has no document");
    }
    return profile;
  }

  /** What is the same as long as the file is. */
  String state() {
    if (Files.isDirectory(path)) {
      return inside().stream()
          .map(file -> file.path().getFileName() + " " + file.state())
          .collect(Collectors.joining(", "));
    }
    try {
      return Files.size(path) + " bytes, changed " + Files.getLastModifiedTime(path);
    } catch (IOException e) {
      throw new BadInputException(path + ": no such file", e);
    }
  }
}
