package org.docduel.capture;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.docduel.core.config.BadInputException;
import org.jspecify.annotations.Nullable;

/** A suite in the dialect {@code mongodb}, from a database behind MongoDB's protocol. */
final class MongoCapture {
  static final String ADVICE = "db.setProfilingLevel(0, {slowms: 0, sampleRate: 0.05})";

  private static final int MAX_NAME = 31;

  private final PrintWriter out;
  private final long maxBytes;

  /**
   * For one capture.
   *
   * @param maxBytes of documents, unpacked
   */
  MongoCapture(PrintWriter out, long maxBytes) {
    this.out = out;
    this.maxBytes = maxBytes;
  }

  /**
   * Writes a suite.
   *
   * @param counting counts the commands, before the documents are read
   */
  void write(
      Path folder,
      String url,
      int top,
      List<String> stubs,
      Function<MongoSource, CaptureCommand.Counted> counting) {
    MongoSuite.checkStubs(stubs);
    try (SuiteWriter writer = new SuiteWriter(folder);
        MongoSource source = MongoSource.open(url)) {
      String origin = "%s, database %s".formatted(source.product(), source.database());
      out.printf("capture: %s; reads only, changes no setting%n", origin);
      CaptureCommand.Counted counted = counting.apply(source);
      MongoNames names = names(source, counted.table());
      MongoChoice choice = new MongoChoice(names);
      choice.choose(counted.table(), top);
      List<String> notes = new ArrayList<>();
      CaptureReport report = new CaptureReport(counted.table(), counted.minutes(), choice, notes);
      List<MongoSuite.Part> parts = export(source, names, choice, writer.writing(), notes);
      report.print(out);
      BadInputException.require(
          !choice.queries().isEmpty(), "capture: no command can be a query; nothing is written");
      MongoSuite suite =
          new MongoSuite(choice.queries(), counted.minutes(), counted.table().millis());
      List<String> dialects = new ArrayList<>(List.of(MongoSuite.DIALECT));
      dialects.addAll(stubs);
      String head =
          writer.head(
              "captured from " + origin + ": " + counted.from(),
              String.join(", ", dialects),
              report.captured());
      writer.place(suite.files(head, parts, stubs), report.rejected());
    }
  }

  /** The collections that commands name, and how their documents are identified. */
  private MongoNames names(MongoSource source, StatementTable table) {
    Map<String, String> collections = new LinkedHashMap<>();
    Set<String> renamedIds = new TreeSet<>();
    for (String name : source.collections()) {
      boolean isNamed =
          table.ordered().stream().anyMatch(entry -> entry.statement().text().contains(name));
      MongoSource.Ids ids = isNamed ? source.ids(name) : MongoSource.Ids.NONE;
      if (ids == MongoSource.Ids.NONE) {
        continue;
      }
      collections.put(name, ownName(name, collections));
      if (ids == MongoSource.Ids.OTHERS) {
        renamedIds.add(name);
      }
    }
    return new MongoNames(collections, renamedIds);
  }

  /** Lower case, and different from the others. */
  private static String ownName(String name, Map<String, String> others) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String own = plain.matches("[a-z].*") ? plain : "c" + plain;
    String first = own.substring(0, Math.min(MAX_NAME - 3, own.length()));
    String candidate = first;
    for (int i = 2; others.containsValue(candidate); i++) {
      candidate = first + i;
    }
    return candidate;
  }

  private List<MongoSuite.Part> export(
      MongoSource source, MongoNames names, MongoChoice choice, Path folder, List<String> notes) {
    List<MongoSuite.Part> parts = new ArrayList<>();
    Set<String> used = MongoSuite.collections(choice.queries());
    double size =
        names.collections().entrySet().stream()
            .filter(name -> used.contains(name.getValue()))
            .mapToDouble(name -> source.bytes(name.getKey()))
            .sum();
    BadInputException.require(
        size <= maxBytes,
        "the collections of these queries have %,.0f MB, and at most %,d are exported; take a"
            + " smaller --top",
        size / (1 << 20),
        maxBytes >> 20);
    long documents = 0;
    long bytes = 0;
    for (Map.Entry<String, String> name : names.collections().entrySet()) {
      String collection = name.getKey();
      if (!used.contains(name.getValue())) {
        continue;
      }
      boolean isWhole = !names.renamedIds().contains(collection);
      String file = "data/" + (parts.size() + 1) + ".bson.gz";
      MongoSource.Exported exported =
          source.export(collection, folder.resolve(file), maxBytes - bytes, isWhole);
      documents += exported.documents();
      bytes += exported.bytes();
      List<BsonDocument> indexes = new ArrayList<>();
      if (!isWhole) {
        indexes.add(new BsonDocument(MongoNames.RENAMED_ID, new BsonInt32(1)));
        out.printf(
            "note: the _id of %s are no whole numbers; here they are %s, with an index%n",
            collection, MongoNames.RENAMED_ID);
      }
      source.indexes(collection, notes).forEach(keys -> indexes.add(names.index(collection, keys)));
      parts.add(new MongoSuite.Part(name.getValue(), file, isWhole, indexes));
    }
    if (!parts.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "data: %d collections, %,d documents, %,.1f MB%n",
          parts.size(),
          documents,
          bytes / 1e6);
    }
    return parts;
  }

  /** Reads a profile while it is written: it is small, and holds the latest operations alone. */
  static final class Profile {
    private final MongoSource source;
    private Instant latest;
    private int seenOfLatest;
    private int losses;

    /** From now on, by the server's clock. */
    Profile(MongoSource source) {
      this.source = source;
      this.latest = source.now();
    }

    /** How often operations may have fallen out of the profile before they were read. */
    int losses() {
      return losses;
    }

    /** The operations that were not read before. */
    List<BsonDocument> next() {
      @Nullable Instant oldest = source.oldestProfiled();
      boolean hasRead = seenOfLatest > 0;
      if (hasRead && oldest != null && oldest.isAfter(latest)) {
        losses++;
      }
      List<BsonDocument> operations = new ArrayList<>();
      int passed = seenOfLatest;
      Instant since = latest;
      for (BsonDocument operation : source.profile(since)) {
        Instant ended = Instant.ofEpochMilli(operation.getDateTime("ts").getValue());
        if (ended.equals(since) && passed > 0) {
          passed--;
          continue;
        }
        operations.add(operation);
        if (ended.equals(latest)) {
          seenOfLatest++;
        } else if (ended.isAfter(latest)) {
          latest = ended;
          seenOfLatest = 1;
        }
      }
      return operations;
    }
  }
}
