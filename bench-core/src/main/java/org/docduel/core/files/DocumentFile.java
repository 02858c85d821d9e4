package org.docduel.core.files;

import java.io.CharConversionException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.Inference.FieldProfile;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * A file with documents: CSV where its name ends in {@code .csv} or {@code .tsv}, BSON in {@code
 * .bson}, JSON otherwise, each of them plain or gzip. Or a directory of such files, which are read
 * in the order of their names; hidden ones are passed over, and what mongodump writes beside
 * documents.
 *
 * @param texts what texts mean where it is CSV
 */
record DocumentFile(Path path, CsvTexts texts) {
  /** A line of a directory has the number of its file, from 1, above so many lines. */
  private static final long LINES = 1L << 40;

  /** What documents have for a key in MongoDB, whose documents are numbered here. */
  static final String ID = "_id";

  /** What that is called here. */
  static final String RENAMED_ID = "original_id";

  /** What mongodump writes of a collection beside its documents, and of all of them. */
  private static final Pattern MONGODUMP = Pattern.compile("(.+)\\.metadata\\.json|prelude\\.json");

  /** A file whose texts mean what they are. */
  static DocumentFile of(Path path) {
    return new DocumentFile(path, CsvTexts.PLAIN);
  }

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

  private boolean isBson() {
    return plainName().endsWith(".bson");
  }

  private String plainName() {
    return plainName(path);
  }

  private static String plainName(Path path) {
    String name = String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  Reader open() {
    if (Files.isDirectory(path)) {
      return new FilesReader(parts());
    }
    return isCsv()
        ? new CsvReader(path, isTsv() ? '\t' : ',', texts)
        : new JsonReader(path, isBson());
  }

  /** The files of a directory, by name; of a file itself. */
  List<DocumentFile> parts() {
    if (!Files.isDirectory(path)) {
      return List.of(this);
    }
    try (Stream<Path> all = Files.list(path)) {
      List<Path> regular =
          all.filter(file ->
                  Files.isRegularFile(file) && !file.getFileName().toString().startsWith("."))
              .sorted()
              .toList();
      Set<String> names = regular.stream().map(DocumentFile::plainName).collect(Collectors.toSet());
      List<DocumentFile> files =
          regular.stream()
              .filter(file -> !accompaniesDump(plainName(file), names))
              .map(file -> new DocumentFile(file, texts))
              .toList();
      if (files.isEmpty()) {
        throw new BadInputException(path + ": the directory has no file");
      }
      return files;
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + BadInputException.reason(e), e);
    }
  }

  private static boolean accompaniesDump(String name, Set<String> names) {
    Matcher found = MONGODUMP.matcher(name);
    return found.matches()
        && (found.group(1) == null
            ? names.stream().anyMatch(other -> other.endsWith(".bson"))
            : names.contains(found.group(1) + ".bson"));
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
      profile.notes = reader.notes();
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

    /** What became of what was read so far where it is not as the file has it, in words. */
    List<String> notes();

    @Override
    void close();
  }

  private static final class FilesReader implements Reader {
    private final Iterator<DocumentFile> remainingFiles;
    private final Set<String> notes = new LinkedHashSet<>();
    private Reader open;
    private long number = 1;

    FilesReader(List<DocumentFile> files) {
      remainingFiles = files.iterator();
      open = remainingFiles.next().open();
    }

    @Override
    public @Nullable ObjectValue next() {
      ObjectValue document = open.next();
      while (document == null && remainingFiles.hasNext()) {
        notes.addAll(open.notes());
        open.close();
        open = remainingFiles.next().open();
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
    public List<String> notes() {
      Set<String> all = new LinkedHashSet<>(notes);
      all.addAll(open.notes());
      return List.copyOf(all);
    }

    @Override
    public void close() {
      open.close();
    }
  }

  static String place(Path path, long line) {
    Path file = line < LINES ? path : of(path).parts().get((int) (line / LINES) - 1).path();
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
    if (e instanceof FirstBytes.UnreadFormatException) {
      return new BadInputException(file + ": " + e.getMessage(), e);
    }
    String what =
        e instanceof EOFException
            ? "the data end too early: the file is truncated"
            : e instanceof CharConversionException || e instanceof CharacterCodingException
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
