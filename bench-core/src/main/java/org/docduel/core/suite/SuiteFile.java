package org.docduel.core.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Kind;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.docduel.core.suite.Suite.SuiteCollection.FromFile;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code suite.yaml}, and the dialects that it names. */
final class SuiteFile {
  private static final String NAME = "[a-z][a-z0-9_]{0,30}";
  private static final String ACCEPTED =
      "1 to 31 lower case letters, digits and _ are accepted, a letter first";
  private static final int MAX_COLLECTIONS = 100;

  private final SuiteFolder folder;
  private final Optional<Path> data;
  private final String displayPath;

  SuiteFile(SuiteFolder folder, Optional<Path> data) {
    this.folder = folder;
    this.data = data;
    this.displayPath = folder.displayPath(Suite.FILE);
  }

  Suite read() {
    Yaml yaml = Yaml.read(displayPath, folder.text(Suite.FILE));
    yaml.refuseOthers(
        Set.of(
            "name",
            "title",
            "collections",
            "embedded",
            "dialects",
            "indexes",
            "absent",
            "writes",
            "categories",
            "ordered"));
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
            withData(name, collections(yaml.object("collections")), embedded),
            embedded,
            yaml.texts("indexes", List.of("all")),
            yaml.is("absent", "same-as-null", "not-null", "same-as-null"),
            writes,
            Suite.inOrder(yaml.pairs("categories")),
            new LinkedHashSet<>(yaml.texts("ordered", List.of())),
            Suite.inOrder(dialects));
    check(suite, yaml);
    return suite;
  }

  /** A dialect for embedded documents has the queries of another one that it does not change. */
  private static void completeEmbedded(
      Map<String, Dialect> dialects, boolean hasCollections, Yaml yaml) {
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

  private List<SuiteCollection> collections(Yaml all) {
    int count = all.fields.size();
    all.require(count > 0, "", "no collection; a suite has one at least");
    all.require(
        count <= MAX_COLLECTIONS,
        "",
        count + " collections; a suite has at most " + MAX_COLLECTIONS);
    List<SuiteCollection> collections = new ArrayList<>();
    for (String name : all.fields.keySet()) {
      all.require(
          name.matches(NAME),
          name,
          "'" + name + "' is not a valid name of a collection: " + ACCEPTED);
      Yaml collection = all.object(name);
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

  private SuiteCollection.Source source(Yaml collection) {
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

  private Map<String, Kind> columns(Yaml collection) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    if (collection.has("more-columns")) {
      String file = collection.text("more-columns");
      put(kinds, Yaml.read(folder.displayPath(file), folder.text(file)));
    }
    if (collection.has("columns")) {
      put(kinds, collection.object("columns"));
    }
    return kinds;
  }

  private static void put(Map<String, Kind> kinds, Yaml columns) {
    columns
        .pairs()
        .forEach((path, label) -> {
          Optional<Kind> kind = Kind.parse(label);
          String message = "'" + label + "' is not a kind; accepted is " + Kind.choices();
          columns.require(kind.isPresent(), path, message);
          kinds.put(path, kind.get());
        });
  }

  private void check(Suite suite, Yaml yaml) {
    Set<String> names = suite.names();
    BadInputException.require(!names.isEmpty(), "%s: its dialects have no query", displayPath);
    List<String> sets = suite.indexSets();
    yaml.require(!sets.isEmpty(), "indexes", "indexes is empty; name a set, or leave it out");
    for (String ordered : suite.ordered()) {
      yaml.require(names.contains(ordered), "ordered", "no dialect has a query " + ordered);
    }
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

  /** One object of a YAML file. Scalars are the text that was written: 6.10 is not 6.1. */
  private static final class Yaml {
    private final String file;
    private final int line;
    private final Map<String, Node> fields = new LinkedHashMap<>();

    private Yaml(String file, Node node) {
      this.file = file;
      this.line = line(node);
      if (!(node instanceof MappingNode mapping)) {
        throw badInput(line, "an object (name: value) is expected");
      }
      for (NodeTuple tuple : mapping.getValue()) {
        Node key = tuple.getKeyNode();
        String name = scalar(key, "a key has to be plain text");
        if (fields.put(name, tuple.getValueNode()) != null) {
          throw badInput(line(key), name + " is there twice");
        }
      }
    }

    static Yaml read(String file, String text) {
      LoadSettings settings =
          LoadSettings.builder().setLabel(file).setAllowDuplicateKeys(true).build();
      try {
        Node node =
            new Compose(settings)
                .composeString(text)
                .orElseThrow(() -> new BadInputException(file + ":1: the file is empty"));
        return new Yaml(file, node);
      } catch (MarkedYamlEngineException e) {
        int at = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
        // The problem names the character that was found, a line break too.
        String problem = String.valueOf(e.getProblem()).replaceAll("[\\s\\p{Cntrl}]+", " ");
        throw new BadInputException(file + ":" + at + ": not valid YAML: " + problem, e);
      } catch (StackOverflowError e) {
        throw new BadInputException(
            file + ": not valid YAML of a suite: it is nested too deeply", e);
      } catch (YamlEngineException e) {
        String problem = String.valueOf(e.getMessage()).replaceAll("[\\s\\p{Cntrl}]+", " ");
        throw new BadInputException(file + ": not valid YAML: " + problem, e);
      }
    }

    private static int line(Node node) {
      return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }

    boolean has(String key) {
      return fields.containsKey(key);
    }

    String text(String key) {
      String text = scalar(node(key), key + " takes one text");
      require(!text.isBlank(), key, key + " takes one text");
      return text;
    }

    String text(String key, String otherwise) {
      return has(key) ? text(key) : otherwise;
    }

    /** Whether the first of two words is there. */
    boolean is(String key, String yes, String no, String otherwise) {
      String value = text(key, otherwise);
      require(List.of(yes, no).contains(value), key, "accepted is " + yes + " or " + no);
      return value.equals(yes);
    }

    /** The texts of an object, by name; none where it is not there. */
    Map<String, String> pairs(String key) {
      return has(key) ? object(key).pairs() : Map.of();
    }

    Map<String, String> pairs() {
      Map<String, String> pairs = new LinkedHashMap<>();
      fields.keySet().forEach(name -> pairs.put(name, text(name)));
      return pairs;
    }

    List<String> texts(String key, List<String> otherwise) {
      return has(key) ? texts(key) : otherwise;
    }

    List<String> texts(String key) {
      if (!(node(key) instanceof SequenceNode sequence)) {
        throw badInput(line(node(key)), key + " takes a list [...]");
      }
      return sequence.getValue().stream()
          .map(node -> scalar(node, key + " takes a list of plain texts"))
          .toList();
    }

    private String scalar(Node node, String message) {
      if (node instanceof ScalarNode scalar) {
        return scalar.getValue();
      }
      throw badInput(line(node), message);
    }

    Yaml object(String key) {
      return new Yaml(file, node(key));
    }

    private Node node(String key) {
      Node node = fields.get(key);
      if (node == null) {
        throw badInput(line, key + " is missing");
      }
      return node;
    }

    void refuseOthers(Set<String> allowed) {
      String accepted = String.join(", ", new TreeSet<>(allowed));
      for (String key : fields.keySet()) {
        require(allowed.contains(key), key, "'" + key + "' is unknown; accepted is " + accepted);
      }
    }

    /** Refuses what is said under a key, which may be missing, unless it is right. */
    void require(boolean right, String key, String message) {
      if (!right) {
        throw badInput(key, message);
      }
    }

    private BadInputException badInput(String key, String what) {
      Node node = fields.get(key);
      return badInput(node == null ? line : line(node), what);
    }

    private BadInputException badInput(int at, String what) {
      return new BadInputException(file + ":" + at + ": " + what);
    }
  }
}
