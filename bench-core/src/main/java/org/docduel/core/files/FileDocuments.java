package org.docduel.core.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.files.Inference.FieldProfile;
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.files.Inference.Seen;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * The documents of a file, in the file's order; after the last one they begin again. All of it was
 * read once, so that what is wrong in it was told, and the kinds of its fields are known.
 *
 * <p>Documents are read as they are asked for. Going back begins at the file's start, so ask in
 * order, and by {@link #documents} for many. For any thread; at most {@value ReaderPool#MAX_OPEN}
 * read at once.
 */
public final class FileDocuments implements Dataset {
  /** By state, null words and columns that are chosen to be text. */
  private static final ConcurrentMap<List<Object>, Profiled> PROFILES = new ConcurrentHashMap<>();

  /** By state, null words, columns, fractions and key. */
  private static final ConcurrentMap<List<Object>, FileDocuments> READ = new ConcurrentHashMap<>();

  /** Fewer objects side by side are parts of one document. */
  private static final int MIN_KEYED = 3;

  private final DocumentFile file;
  private final String key;
  private final long size;
  private final FieldProfile profile;
  private final Inference inference;
  private final TypedTexts texts;
  private final ReaderPool readers;

  /** A file as it is read, and what was seen in it. */
  private record Profiled(DocumentFile file, FieldProfile profile) {
    /**
     * Reads a CSV file twice where columns have nothing but JSON.
     *
     * @param texts columns that stay texts, whatever they hold
     */
    static Profiled of(DocumentFile file, Set<String> texts) {
      FieldProfile profile = file.profile();
      Set<String> json = new HashSet<>(file.isCsv() ? profile.jsonTexts() : Set.of());
      json.removeIf(column -> texts.contains(Leaf.path(List.of(column))));
      if (json.isEmpty()) {
        return new Profiled(file, profile);
      }
      DocumentFile parsed = new DocumentFile(file.path(), new CsvTexts(file.texts().nulls(), json));
      return new Profiled(parsed, parsed.profile());
    }
  }

  /** A document, and the line where it begins. */
  private record Located(Document document, long line) {}

  private FileDocuments(
      DocumentFile file,
      FieldProfile profile,
      Map<String, Kind> choices,
      Fractions fractions,
      String key) {
    this.file = file;
    this.key = key;
    this.size = profile.count(Seen.OBJECT);
    this.profile = profile;
    this.inference = new Inference(file, profile, choices, fractions);
    this.texts = new TypedTexts(inference.shape, inference::isDecimal);
    this.readers = new ReaderPool(file, size);
  }

  /**
   * Reads a file and chooses columns for its fields. A file that was read before by this process,
   * and has not changed, is not read again.
   *
   * @param fractions what numbers become whose column was not chosen
   * @param key a top-level field of whole numbers, each of them once, which are the documents'
   *     keys, by its {@linkplain #storedName name here}; empty to number them from 0
   * @throws BadInputException with file and line when something is wrong in it
   */
  public static FileDocuments read(
      Path path, Map<String, Kind> choices, Fractions fractions, String key) {
    return read(path, choices, fractions, key, Set.of());
  }

  /**
   * The same where some texts of a CSV file stand for null.
   *
   * @param nulls such as {@code \N} and {@code N/A}
   */
  public static FileDocuments read(
      Path path, Map<String, Kind> choices, Fractions fractions, String key, Set<String> nulls) {
    DocumentFile file = new DocumentFile(path, new CsvTexts(nulls, Set.of()));
    Set<String> texts =
        choices.entrySet().stream()
            .filter(choice -> choice.getValue() == Kind.TEXT)
            .map(Map.Entry::getKey)
            .collect(Collectors.toUnmodifiableSet());
    String state = path.toAbsolutePath() + " " + file.state();
    Profiled profiled =
        PROFILES.computeIfAbsent(
            List.of(state, Set.copyOf(nulls), file.isCsv() ? texts : Set.of()),
            ignored -> Profiled.of(file, texts));
    return READ.computeIfAbsent(
        List.of(state, Set.copyOf(nulls), Map.copyOf(choices), fractions, key),
        ignored -> {
          FileDocuments documents =
              new FileDocuments(profiled.file(), profiled.profile(), choices, fractions, key);
          if (!key.isEmpty()) {
            documents.checkKeys();
          }
          return documents;
        });
  }

  /** The same with doubles, where these hold every value of a field. */
  public static FileDocuments read(Path path, Map<String, Kind> choices, String key) {
    return read(path, choices, Fractions.DOUBLE, key);
  }

  /**
   * The parameter {@code dataset}, which names a generator or a file of a person's own.
   *
   * @param check refuses a path
   */
  public static Parameter<String> parameter(
      List<String> generators, String accepted, Consumer<String> check) {
    return new Parameter<>(
        "dataset",
        accepted,
        "dataset=" + String.join(",", generators),
        value -> {
          if (isPath(value)) {
            check.accept(value);
          } else if (!generators.contains(value)) {
            throw BadInputException.parameter(
                "dataset",
                value,
                String.join(", ", generators) + " or a file's path, such as ./orders.ndjson");
          }
          return value;
        });
  }

  /** What the results call a file: the same documents have the same name wherever they are. */
  public static Map<String, String> publishedValues(String dataset) {
    return isPath(dataset) ? Map.of("dataset", ContentName.of(Path.of(dataset))) : Map.of();
  }

  /** Whether a parameter's value is a path: generators have names without dots and separators. */
  public static boolean isPath(String value) {
    return value.contains(".") || value.contains("/") || value.contains("\\");
  }

  /** What a document's own field is called here: stores number documents by an {@code _id}. */
  public static String storedName(String field) {
    return DocumentFile.renamed(List.of(field)).get(0);
  }

  /**
   * The files of a directory, by name, hidden ones passed over; of a file itself.
   *
   * @throws BadInputException when the directory has none, or cannot be read
   */
  public static List<Path> files(Path path) {
    return DocumentFile.of(path).parts().stream().map(DocumentFile::path).toList();
  }

  private void checkKeys() {
    long[] keys = LongStream.range(0, size).map(place -> document(place).id()).sorted().toArray();
    for (int i = 1; i < keys.length; i++) {
      long key = keys[i];
      if (key == keys[i - 1]) {
        // Reads again as far as to the second document with the key.
        Located second =
            LongStream.range(0, size)
                .mapToObj(this::locate)
                .filter(located -> located.document().id() == key)
                .skip(1)
                .findFirst()
                .orElseThrow();
        throw new BadInputException(
            "%s: the key %s %d is there already".formatted(place(second), this.key, key));
      }
    }
  }

  private String place(Located located) {
    return DocumentFile.place(file.path(), located.line());
  }

  private long id(ObjectValue body, long line) {
    Value value = body.field(key).orElse(NullValue.NULL);
    // One fraction makes all numbers of the field doubles: the fault is its line's.
    if ((value instanceof DoubleValue ? TypedTexts.convert(Kind.INTEGER, value) : value)
        instanceof IntegerValue number) {
      return number.value();
    }
    throw DocumentFile.problem(file.path(), line, "the key " + key + " is not a whole number");
  }

  /**
   * Why a store cannot have these documents.
   *
   * @return one line, with the line of the first document that it is about where there is one, or
   *     empty when nothing is known against them
   */
  public Optional<String> unsupportedReason(Function<Collection, Optional<String>> check) {
    Collection all = new Collection("documents", document(0).body(), List.of()).withShape(shape());
    return check
        .apply(all)
        .map(reason -> {
          for (long place = 0; place < size; place++) {
            Located located = locate(place);
            Collection single = new Collection("documents", located.document().body(), List.of());
            Optional<String> problem = check.apply(single);
            if (problem.isPresent()) {
              return place(located) + ": " + problem.get();
            }
          }
          return file.path() + ": " + reason;
        });
  }

  /**
   * Why documents cannot be held in memory.
   *
   * @return one line with the line of the largest, or empty when they take no more than a third of
   *     the heap; the rest is for what they become on their way
   */
  public Optional<String> heapShortage(long documents, long heapBytes) {
    long some = Math.min(profile.heapBytes, documents % size * profile.largestBytes);
    long megabyte = 1 << 20;
    long needed = (documents / size * profile.heapBytes + some) / megabyte;
    long heap = heapBytes / megabyte;
    return needed <= heap / 3
        ? Optional.empty()
        : Optional.of(
            "%s: the largest document has %d MB in memory, and %d of the file have %d, which need a Java heap of %d MB, not of %d; take fewer documents"
                .formatted(
                    DocumentFile.place(file.path(), profile.largestLine),
                    profile.largestBytes / megabyte,
                    documents,
                    needed,
                    3 * needed,
                    heap));
  }

  @Override
  public String name() {
    return String.valueOf(file.path().getFileName());
  }

  @Override
  public Optional<String> numbers() {
    return inference.numbers();
  }

  /** How many documents the file has, 1 or more. */
  public long size() {
    return size;
  }

  @Override
  public Shape shape() {
    return inference.shape;
  }

  /** The columns that were chosen, in the order in which their fields were first seen. */
  public List<Leaf> columns() {
    return List.copyOf(inference.columns);
  }

  /**
   * What the file's owner should know: what typed columns do not tell apart, what has another name
   * or value than in the file, and what looks like a mistake.
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>(inference.notes);
    if (size == 1) {
      otherDocuments().ifPresent(notes::add);
    }
    return notes;
  }

  /** What a file's only document has in it, where that is what its owner means by documents. */
  private Optional<String> otherDocuments() {
    ObjectValue only = document(0).body();
    String take =
        "the whole file is one document; to take those in %s, write them to a file of their own: jq -c '%s'";
    if (isKeyedById(only)) {
      return Optional.of(
          take.formatted(
              "its %d fields".formatted(only.names().size()),
              "to_entries[] | {id: .key} + .value"));
    }
    return only.names().asList().stream()
        .filter(name -> isListOfObjects(only.field(name).orElseThrow()))
        .findFirst()
        .map(name ->
            take.formatted("its list", ".[" + JsonBytes.text(new StringValue(name)) + "][]"));
  }

  private static boolean isListOfObjects(Value value) {
    return value instanceof ArrayValue list
        && !list.elements().isEmpty()
        && list.elements().stream().allMatch(ObjectValue.class::isInstance);
  }

  /** Whether all values are objects, each with a name of the first one's. */
  private static boolean isKeyedById(ObjectValue only) {
    return only.values().size() >= MIN_KEYED
        && only.values().get(0) instanceof ObjectValue first
        && only.values().stream()
            .allMatch(value ->
                value instanceof ObjectValue object
                    && object.names().asList().stream()
                        .anyMatch(name -> first.names().position(name) >= 0));
  }

  @Override
  public Document document(long index) {
    return locate(index).document();
  }

  private Located locate(long index) {
    return readers.from(index % size, reader -> read(reader, index));
  }

  private Located read(ReaderPool.Position reader, long index) {
    ObjectValue typed = texts.apply(reader.read());
    return new Located(
        new Document(key.isEmpty() ? index : id(typed, reader.line()), typed), reader.line());
  }

  /** In one go from each beginning of the file on, whatever other threads read meanwhile. */
  @Override
  public List<Document> documents(long from, int count) {
    List<Document> documents = new ArrayList<>(count);
    while (documents.size() < count) {
      long first = from + documents.size();
      long place = first % size;
      long inFile = Math.min(size - place, count - documents.size());
      readers.from(
          place,
          reader -> {
            for (long index = first; index < first + inFile; index++) {
              documents.add(read(reader, index).document());
            }
            return documents;
          });
    }
    return List.copyOf(documents);
  }

  /**
   * Sends documents; when the store refuses one of them, finds out which.
   *
   * @throws RejectedDocumentException when one is refused; for documents of a file with the file
   *     and the line
   */
  public static void send(
      Dataset dataset, long from, List<Document> documents, Consumer<List<Document>> send) {
    try {
      send.accept(documents);
    } catch (RejectedDocumentException e) {
      throw dataset instanceof FileDocuments file ? file.bisect(from, documents, send, e) : e;
    }
  }

  private RejectedDocumentException bisect(
      long from, List<Document> batch, Consumer<List<Document>> send, RejectedDocumentException e) {
    int half = batch.size() / 2;
    if (half == 0) {
      return new RejectedDocumentException(place(locate(from)) + ": " + e.getMessage(), e);
    }
    for (int start : new int[] {0, half}) {
      List<Document> part = batch.subList(start, start == 0 ? half : batch.size());
      try {
        send.accept(part);
      } catch (RejectedDocumentException partRejection) {
        return bisect(from + start, part, send, partRejection);
      }
    }
    return e; // neither half for itself: all of them together were too much
  }
}
