package org.docduel.core.work;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.files.ContentName;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.docduel.core.suite.Suite.SuiteCollection.FromFile;

/** What a suite is to a store, and what its collections are made of: generated, or files. */
public final class SuiteFiles {
  private SuiteFiles() {}

  /**
   * Reads all of them, so that what is wrong in one is told before anything is started.
   *
   * @throws org.docduel.core.config.BadInputException with file and line
   */
  public static void check(Suite suite) {
    Stream.of(suite.collections(), suite.embedded())
        .flatMap(List::stream)
        .forEach(collection -> {
          if (collection.source() instanceof FromFile file) {
            read(suite, collection, file);
          }
        });
  }

  /** Why a store cannot take a suite, in one line. */
  public static Optional<String> unsupportedReason(Suite suite, String store) {
    String name = name(store);
    if (name.isEmpty()) {
      return Optional.of(store + " speaks no dialect of suites");
    }
    return suite.dialects().containsKey(name)
        ? unsupportedReason(suite, ForkStore.provider(store))
        : Optional.of(
            store + " speaks " + name + ", for which suite " + suite.name() + " has no file");
  }

  /**
   * A suite in a store's dialect.
   *
   * @throws BadInputException when the suite has no file for it
   */
  public static Dialect dialect(Suite suite, String store) {
    unsupportedReason(suite, store)
        .ifPresent(reason -> {
          throw new BadInputException(reason);
        });
    return suite.dialect(name(store));
  }

  private static String name(String store) {
    return ForkStore.provider(store).dialect();
  }

  /** Why a store cannot have what is in them. */
  private static Optional<String> unsupportedReason(Suite suite, StoreProvider store) {
    StoreConfig config = StoreConfig.defaults();
    for (SuiteCollection collection : suite.collections(suite.dialect(store.dialect()))) {
      if (collection.source() instanceof FromFile file) {
        Optional<String> reason =
            read(suite, collection, file)
                .unsupportedReason(all -> store.unsupportedReason(config, all));
        if (reason.isPresent()) {
          return reason.map(why -> store.name() + ": " + why);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * A name for the documents, keys, links and columns that a suite has in a dialect, the same
   * wherever they are.
   */
  public static String dataName(Suite suite, Dialect dialect) {
    ContentName name = new ContentName();
    if (dialect.hasTables()) {
      addTables(name, suite);
    } else {
      addCollections(name, suite, suite.collections(dialect));
    }
    return name.with(suite.name());
  }

  /**
   * What a suite is called in results: a built-in one by its name, a folder by that, its questions
   * and its documents. Indexes are what may change between two runs, and titles say nothing new.
   */
  public static String contentName(Suite suite) {
    if (suite.folder().isBuiltIn()) {
      return suite.name();
    }
    ContentName name = new ContentName();
    name.add(
        String.join(" ", suite.absentIsNull() + "", suite.writes() + "", "" + suite.ordered()));
    addCollections(name, suite, suite.collections());
    addCollections(name, suite, suite.embedded());
    addTables(name, suite);
    suite
        .dialects()
        .forEach((dialect, definition) -> {
          name.add(dialect);
          definition
              .queries()
              .forEach((query, namedQuery) -> {
                name.add(query);
                name.add(namedQuery.text());
                namedQuery.tuples().ifPresent(tuples -> name.add(String.valueOf(tuples)));
              });
        });
    return name.with(suite.name());
  }

  private static void addTables(ContentName name, Suite suite) {
    suite.schema().definitions().forEach(name::add);
    suite
        .schema()
        .data()
        .forEach((table, file) -> {
          name.add(table);
          name.add(suite.folder().path(file).normalize());
        });
  }

  private static void addCollections(
      ContentName name, Suite suite, List<SuiteCollection> collections) {
    for (SuiteCollection collection : collections) {
      name.add(
          String.join(
              " ",
              collection.name(),
              String.valueOf(new TreeMap<>(collection.links())),
              String.valueOf(new TreeMap<>(collection.columns()))));
      if (collection.source() instanceof FromFile file) {
        name.add(file.key() + " " + file.fractions());
        if (!file.nulls().isEmpty()) {
          name.add(String.valueOf(file.nulls()));
        }
        name.add(suite.folder().path(file.file()));
      } else {
        name.add(String.valueOf(collection.source()));
      }
    }
  }

  static FileDocuments read(Suite suite, SuiteCollection collection, FromFile file) {
    return FileDocuments.read(
        suite.folder().path(file.file()).normalize(),
        collection.columns(),
        file.fractions(),
        FileDocuments.storedName(file.key()),
        Set.copyOf(file.nulls()));
  }
}
