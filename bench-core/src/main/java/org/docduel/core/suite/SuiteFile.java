package org.docduel.core.suite;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Kind;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.Schema;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.docduel.core.suite.Suite.SuiteCollection.FromFile;

/** Reads {@code suite.yaml}, and the dialects that it names. */
final class SuiteFile {
  private static final String NAME = "[a-z][a-z0-9_]{0,30}";
  private static final String ACCEPTED =
      "1 to 31 lower case letters, digits and _ are accepted, a letter first";
  private static final int MAX_COLLECTIONS = 100;

  /** Less is a call in 2,000 years. */
  private static final double MIN_WEIGHT = 1e-9;

  private static final int MAX_WEIGHT = 1_000_000_000;

  private final SuiteFolder folder;
  private final Optional<Path> data;
  private final String displayPath;

  SuiteFile(SuiteFolder folder, Optional<Path> data) {
    this.folder = folder;
    this.data = data;
    this.displayPath = folder.displayPath(Suite.FILE);
  }

  Suite read() {
    SuiteYaml yaml = SuiteYaml.read(displayPath, folder.text(Suite.FILE));
    yaml.refuseOthers(
        Set.of(
            "name",
            "title",
            "collections",
            "embedded",
            "tables",
            "dialects",
            "indexes",
            "absent",
            "writes",
            "categories",
            "ordered",
            "weights",
            "captured"));
    String name = yaml.text("name");
    yaml.require(name.matches(NAME), "name", "'" + name + "' is not a valid name: " + ACCEPTED);
    boolean writes = yaml.is("writes", "true", "false", "false");
    Map<String, Dialect> dialects = new LinkedHashMap<>();
    for (String dialect : yaml.texts("dialects")) {
      dialects.put(dialect, DialectFile.read(folder, dialect, writes));
    }
    List<SuiteCollection> embedded =
        yaml.has("embedded") ? collections(yaml.object("embedded")) : List.of();
    completeEmbedded(dialects, !embedded.isEmpty(), yaml);
    Suite suite =
        new Suite(
            name,
            yaml.text("title", name),
            folder,
            withData(name, collections(yaml, dialects), embedded),
            embedded,
            yaml.texts("indexes", List.of("all")),
            yaml.is("absent", "same-as-null", "not-null", "same-as-null"),
            writes,
            Suite.inOrder(yaml.pairs("categories")),
            new LinkedHashSet<>(yaml.texts("ordered", List.of())),
            weights(yaml),
            captured(yaml),
            schema(yaml, dialects),
            Suite.inOrder(dialects));
    check(suite, yaml);
    return suite;
  }

  /** A suite whose dialects all have tables needs no collections. */
  private List<SuiteCollection> collections(SuiteYaml yaml, Map<String, Dialect> dialects) {
    return !yaml.has("collections") && dialects.values().stream().allMatch(Dialect::hasTables)
        ? List.of()
        : collections(yaml.object("collections"));
  }

  private Schema schema(SuiteYaml yaml, Map<String, Dialect> dialects) {
    Optional<String> dialect =
        dialects.values().stream().filter(Dialect::hasTables).map(Dialect::name).findFirst();
    yaml.require(
        yaml.has("tables") == dialect.isPresent(),
        yaml.has("tables") ? "tables" : "dialects",
        dialect
            .map(name -> name + " needs tables: {NAME: FILE}, and " + Suite.SCHEMA_FILE)
            .orElse("no dialect of this suite takes tables; its dialects take collections"));
    if (dialect.isEmpty()) {
      return Schema.NONE;
    }
    SuiteYaml tables = yaml.object("tables");
    yaml.require(!tables.names().isEmpty(), "tables", "no table; a suite has one at least");
    tables
        .pairs()
        .forEach((table, file) ->
            tables.require(folder.has(file), table, folder.displayPath(file) + " is not there"));
    return new Schema(DialectFile.definitions(folder, dialect.get()), tables.pairs());
  }

  private static Map<String, Double> weights(SuiteYaml yaml) {
    Map<String, Double> weights = new LinkedHashMap<>();
    if (yaml.has("weights")) {
      SuiteYaml all = yaml.object("weights");
      yaml.require(!all.names().isEmpty(), "weights", "weights is empty; leave it out");
      all.pairs()
          .forEach((query, text) -> {
            Optional<Double> weight = number(text, MIN_WEIGHT, MAX_WEIGHT);
            all.require(
                weight.isPresent(),
                query,
                "'%s' is not a weight of %s: calls a minute, above 0, at most %,d, are accepted"
                    .formatted(text.replaceAll("\\p{Cntrl}", "?"), query, MAX_WEIGHT));
            weight.ifPresent(calls -> weights.put(query, calls));
          });
    }
    return Suite.inOrder(weights);
  }

  /** What a capture took over, in percent of its source. */
  private static Map<String, Double> captured(SuiteYaml yaml) {
    Map<String, Double> shares = new LinkedHashMap<>();
    if (yaml.has("captured")) {
      SuiteYaml captured = yaml.object("captured");
      captured.refuseOthers(Set.of("calls", "time"));
      for (String name : List.of("calls", "time")) {
        String text = captured.text(name);
        Optional<Double> percent =
            number(text.endsWith("%") ? text.substring(0, text.length() - 1) : "", MIN_WEIGHT, 100);
        captured.require(
            percent.isPresent(),
            name,
            "'%s' is not a share of the source's %s: above 0%%, at most 100%%"
                .formatted(text.replaceAll("\\p{Cntrl}", "?"), name));
        percent.ifPresent(share -> shares.put(name, share / 100));
      }
    }
    return Suite.inOrder(shares);
  }

  private static Optional<Double> number(String text, double min, double max) {
    try {
      double number = new BigDecimal(text).doubleValue();
      return Optional.of(number).filter(value -> value >= min && value <= max);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A dialect for embedded documents has the queries of another one that it does not change. */
  private static void completeEmbedded(
      Map<String, Dialect> dialects, boolean hasCollections, SuiteYaml yaml) {
    boolean hasDialect = dialects.values().stream().anyMatch(Dialect::isEmbedded);
    yaml.require(
        hasDialect == hasCollections,
        hasCollections ? "embedded" : "dialects",
        "embedded names the collections of dialects that end in %s: give both, or neither"
            .formatted(StoreProviders.EMBEDDED_DIALECT));
    dialects.replaceAll((name, dialect) -> {
      if (!dialect.isEmbedded()) {
        return dialect;
      }
      String linked = Dialect.spoken(name);
      Dialect other = dialects.get(linked);
      if (other == null) {
        throw yaml.badInput("dialects", name + " needs the dialect " + linked + " beside it");
      }
      return dialect.completedBy(other);
    });
  }

  private List<SuiteCollection> withData(
      String name, List<SuiteCollection> declared, List<SuiteCollection> embedded) {
    if (data.isEmpty()) {
      return declared;
    }
    BadInputException.require(
        embedded.isEmpty(),
        "-p data=%s: suite %s has embedded documents too, which data cannot replace",
        data.get(),
        name);
    BadInputException.require(
        declared.size() == 1,
        "-p data=%s: suite %s has %d collections; data go with a suite of one",
        data.get(),
        name,
        declared.size());
    SuiteCollection collection = declared.get(0);
    String path = data.get().toAbsolutePath().toString();
    FromFile source =
        collection.source() instanceof FromFile file
            ? new FromFile(path, file.key(), file.fractions(), file.nulls())
            : new FromFile(path, "", Fractions.DOUBLE, List.of());
    return List.of(
        new SuiteCollection(collection.name(), source, collection.links(), collection.columns()));
  }

  private List<SuiteCollection> collections(SuiteYaml all) {
    int count = all.names().size();
    all.require(count > 0, "", "no collection; a suite has one at least");
    all.require(
        count <= MAX_COLLECTIONS,
        "",
        count + " collections; a suite has at most " + MAX_COLLECTIONS);
    List<SuiteCollection> collections = new ArrayList<>();
    for (String name : all.names()) {
      all.require(
          name.matches(NAME),
          name,
          "'" + name + "' is not a valid name of a collection: " + ACCEPTED);
      SuiteYaml collection = all.object(name);
      collection.refuseOthers(
          Set.of(
              "generator", "file", "key", "fractions", "null", "links", "columns", "more-columns"));
      all.require(
          collection.has("generator") != collection.has("file"),
          name,
          name + " takes a generator or a file, one of the two");
      Map<String, String> links = collection.pairs("links");
      collections.add(new SuiteCollection(name, source(collection), links, columns(collection)));
    }
    for (SuiteCollection collection : collections) {
      String name = collection.name();
      for (String target : collection.links().values()) {
        all.require(all.has(target), name, name + " links to an unknown collection " + target);
      }
    }
    return List.copyOf(collections);
  }

  private SuiteCollection.Source source(SuiteYaml collection) {
    if (collection.has("file")) {
      String file = collection.text("file");
      collection.require(folder.has(file), "file", folder.displayPath(file) + " is not there");
      String fractions = collection.text("fractions", Parameter.label(Fractions.DOUBLE));
      collection.require(
          Set.of("double", "decimal").contains(fractions),
          "fractions",
          "fractions are double or decimal, not '" + fractions + "'");
      return new FromFile(
          file,
          collection.text("key", ""),
          Fractions.PARAMETER.parse(fractions),
          collection.texts("null", List.of()));
    }
    collection.require(!collection.has("fractions"), "fractions", "fractions are those of a file");
    String generator = collection.text("generator");
    collection.require(
        Generators.names().contains(generator),
        "generator",
        "generator %s is unknown; there are %s"
            .formatted(generator, String.join(", ", Generators.names())));
    return new SuiteCollection.Generated(generator);
  }

  private Map<String, Kind> columns(SuiteYaml collection) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    if (collection.has("more-columns")) {
      String file = collection.text("more-columns");
      put(kinds, SuiteYaml.read(folder.displayPath(file), folder.text(file)));
    }
    if (collection.has("columns")) {
      put(kinds, collection.object("columns"));
    }
    return kinds;
  }

  private static void put(Map<String, Kind> kinds, SuiteYaml columns) {
    columns
        .pairs()
        .forEach((path, label) -> {
          Optional<Kind> kind = Kind.parse(label);
          String message = "'" + label + "' is not a kind; accepted is " + Kind.choices();
          columns.require(kind.isPresent(), path, message);
          kinds.put(path, kind.get());
        });
  }

  private void check(Suite suite, SuiteYaml yaml) {
    Set<String> names = suite.names();
    BadInputException.require(!names.isEmpty(), "%s: its dialects have no query", displayPath);
    List<String> sets = suite.indexSets();
    yaml.require(!sets.isEmpty(), "indexes", "indexes is empty; name a set, or leave it out");
    for (String ordered : suite.ordered()) {
      yaml.require(names.contains(ordered), "ordered", "no dialect has a query " + ordered);
    }
    if (yaml.has("weights")) {
      SuiteYaml weights = yaml.object("weights");
      for (String query : suite.weights().keySet()) {
        weights.require(names.contains(query), query, "no dialect has a query " + query);
      }
      for (String query : names) {
        yaml.require(
            suite.weights().containsKey(query),
            "weights",
            query + " has no weight; give every query its calls a minute, or none");
      }
    }
    names.forEach(query -> checkTuples(suite, query));
    for (Dialect dialect : suite.dialects().values()) {
      for (String set : dialect.indexes().keySet()) {
        BadInputException.require(
            sets.contains(set),
            "%s: the index set %s is not listed under indexes in %s",
            dialect.file(),
            set,
            displayPath);
      }
    }
  }

  /** All dialects of a query have the same tuples, since all stores are asked the same. */
  private static void checkTuples(Suite suite, String query) {
    List<Dialect> dialects =
        suite.dialects().values().stream()
            .filter(dialect -> dialect.queries().containsKey(query))
            .toList();
    for (Dialect dialect : dialects) {
      String first = parameters(dialects.get(0), query);
      String other = parameters(dialect, query);
      BadInputException.require(
          first.equals(other),
          "%s:%d: %s takes %s, and %s in %s",
          dialect.query(query).file(),
          dialect.query(query).line(),
          query,
          other,
          first,
          dialects.get(0).query(query).file());
    }
  }

  private static String parameters(Dialect dialect, String query) {
    return dialect
        .query(query)
        .tuples()
        .map(tuples -> "the parameters of " + tuples)
        .orElse("no parameters");
  }
}
