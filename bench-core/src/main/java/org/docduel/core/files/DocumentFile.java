package org.docduel.core.files;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.Inference.FieldProfile;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * A file with documents: CSV where its name ends in {@code .csv} or {@code .tsv}, JSON otherwise,
 * either of them plain or gzip. Or a directory of such files, which are read in the order of their
 * names; hidden ones are passed over.
 */
record DocumentFile(Path path) {
  /** A line of a directory has the number of its file, from 1, above so many lines. */
  private static final long LINES = 1L << 40;

  /** What documents have for a key in MongoDB, whose documents are numbered here. */
  static final String ID = "_id";

  /** What that is called here. */
  static final String RENAMED_ID = "original_id";

  /** A document's names, none of which is that of a store's own key. */
  static List<String> renamed(List<String> names) {
    return names.contains(ID)
        ? names.stream().map(name -> name.equals(ID) ? RENAMED_ID : name).toList()
        : names;
  }

  /** Of a directory, whether all of its files are. */
  boolean isCsv() {
    return Files.isDirectory(path)
        ? parts().stream().allMatch(DocumentFile::isCsv)
        : plainName().endsWith(".csv") || isTsv();
  }

  private boolean isTsv() {
    return plainName().endsWith(".tsv");
  }

  private String plainName() {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  Reader open() {
    if (Files.isDirectory(path)) {
      return new FilesReader(parts());
    }
    return isCsv() ? new CsvReader(path, isTsv() ? '\t' : ',') : new JsonReader(path);
  }

  /** The files of a directory, by name; of a file itself. */
  List<DocumentFile> parts() {
    if (!Files.isDirectory(path)) {
      return List.of(this);
    }
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
      throw new BadInputException(path + ": cannot be read: " + BadInputException.reason(e), e);
    }
  }

  FieldProfile profile() {
    if (!Files.isRegularFile(path) && !Files.isDirectory(path)) {
      throw new BadInputException(
          path + (Files.exists(path) ? ": neither a file nor a directory" : ": no such file"));
    }
    FieldProfile profile = new FieldProfile();
    try (Reader reader = open()) {
      ObjectValue document = reader.next();
      while (document != null) {
        profile.take(document, reader.line());
        document = reader.next();
      }
    }
    if (profile.count() == 0) {
      throw problem(path, 1, "the file has no document");
    }
    return profile;
  }

  /** What is the same as long as the file is. */
  String state() {
    if (Files.isDirectory(path)) {
      return parts().stream()
          .map(file -> file.path().getFileName() + " " + file.state())
          .collect(Collectors.joining(", "));
    }
    try {
      return Files.size(path) + " bytes, changed " + Files.getLastModifiedTime(path);
    } catch (IOException e) {
      throw new BadInputException(path + ": no such file", e);
    }
  }

  /** Reads the documents of a file one after the other. For one thread. */
  interface Reader extends AutoCloseable {
    /**
     * The next document.
     *
     * @return the document, or null after the last one
     * @throws org.docduel.core.config.BadInputException with file and line when what comes is no
     *     document
     */
    @Nullable ObjectValue next();

    /** Where the document began that was read last: the line, from 1, see {@link #place}. */
    long line();

    @Override
    void close();
  }

  private static final class FilesReader implements Reader {
    private final Iterator<DocumentFile> left;
    private Reader open;
    private long number = 1;

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
        number++;
        document = open.next();
      }
      return document;
    }

    @Override
    public long line() {
      return number * LINES + open.line();
    }

    @Override
    public void close() {
      open.close();
    }
  }

  static String place(Path path, long line) {
    Path file =
        line < LINES ? path : new DocumentFile(path).parts().get((int) (line / LINES) - 1).path();
    return file + ":" + line % LINES;
  }

  /** What is wrong in a file, in one line that names file and line. */
  static BadInputException problem(Path file, long line, String what) {
    return new BadInputException(place(file, line) + ": " + what);
  }

  static BadInputException problem(Path file, long line, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new BadInputException(file + ": no such file", e);
    }
    String what =
        e instanceof EOFException
            ? "the gzip data end too early: the file is truncated"
            : e instanceof CharacterCodingException
                ? "not UTF-8"
                : e instanceof FileBytes.TooLongException
                    ? FileBytes.TOO_LONG
                    : "cannot be read: " + BadInputException.reason(e).replaceAll("\\s+", " ");
    return new BadInputException(place(file, line) + ": " + what, e);
  }

  static void close(Path file, Closeable closing) {
    try {
      closing.close();
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be closed: " + BadInputException.reason(e), e);
    }
  }
}
