package org.docduel.core.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Kind;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.suite.SuiteCollection.FromFile;

/** Reads {@code suite.yaml}, and the dialects that it names. */
final class SuiteFile {
  private static final String NAME = "[a-z][a-z0-9_]{0,30}";
  private static final String ACCEPTED =
      "1 to 31 lower case letters, digits and _ are accepted, a letter first";
  private static final int MOST_COLLECTIONS = 100;

  private final SuiteFolder folder;
  private final Optional<Path> data;
  private final String shown;

  SuiteFile(SuiteFolder folder, Optional<Path> data) {
    this.folder = folder;
    this.data = data;
    this.shown = folder.shown(Suite.FILE);
  }

  Suite read() {
    Yaml yaml = Yaml.read(shown, folder.text(Suite.FILE));
    yaml.refuseOthers(
        Set.of(
            "name",
            "title",
            "collections",
            "dialects",
            "indexes",
            "absent",
            "writes",
            "categories",
            "ordered"));
    String name = yaml.text("name");
    if (!name.matches(NAME)) {
      throw yaml.refusal("name", "'" + name + "' is no name: " + ACCEPTED);
    }
    boolean writes = yaml.is("writes", "true", "false", "false");
    Map<String, Dialect> dialects = new LinkedHashMap<>();
    for (String dialect : yaml.texts("dialects")) {
      dialects.put(dialect, DialectFile.read(folder, dialect, writes));
    }
    Suite suite =
        new Suite(
            name,
            yaml.text("title", name),
            folder,
            withData(name, collections(yaml.object("collections"))),
            yaml.texts("indexes", List.of("all")),
            yaml.is("absent", "same-as-null", "not-null", "same-as-null"),
            writes,
            Suite.inOrder(yaml.pairs("categories")),
            new LinkedHashSet<>(yaml.texts("ordered", List.of())),
            Suite.inOrder(dialects));
    check(suite, yaml);
    return suite;
  }

  private List<SuiteCollection> withData(String name, List<SuiteCollection> own) {
    if (data.isEmpty()) {
      return own;
    }
    if (own.size() != 1) {
      throw new BadInputException(
          "-p data=%s: suite %s has %d collections; data go with a suite of one"
              .formatted(data.get(), name, own.size()));
    }
    SuiteCollection one = own.get(0);
    String key = one.source() instanceof FromFile file ? file.key() : "";
    FromFile source = new FromFile(data.get().toAbsolutePath().toString(), key);
    return List.of(new SuiteCollection(one.name(), source, one.links(), one.columns()));
  }

  private List<SuiteCollection> collections(Yaml all) {
    if (all.keys().isEmpty()) {
      throw all.refusal("", "no collection; a suite has one at least");
    }
    if (all.keys().size() > MOST_COLLECTIONS) {
      throw all.refusal(
          "", all.keys().size() + " collections; a suite has at most " + MOST_COLLECTIONS);
    }
    List<SuiteCollection> collections = new ArrayList<>();
    for (String name : all.keys()) {
      if (!name.matches(NAME)) {
        throw all.refusal(name, "'" + name + "' is no collection: " + ACCEPTED);
      }
      Yaml one = all.object(name);
      one.refuseOthers(Set.of("generator", "file", "key", "links", "columns", "more-columns"));
      if (one.has("generator") == one.has("file")) {
        throw all.refusal(name, name + " takes a generator or a file, one of the two");
      }
      Map<String, String> links = one.pairs("links");
      collections.add(new SuiteCollection(name, source(one), links, columns(one)));
    }
    for (SuiteCollection collection : collections) {
      for (String target : collection.links().values()) {
        if (!all.has(target)) {
          throw all.refusal(
              collection.name(), collection.name() + " links to an unknown collection " + target);
        }
      }
    }
    return List.copyOf(collections);
  }

  private SuiteCollection.Source source(Yaml collection) {
    if (collection.has("file")) {
      String file = collection.text("file");
      if (!folder.has(file)) {
        throw collection.refusal("file", folder.shown(file) + " is not there");
      }
      return new FromFile(file, collection.text("key", ""));
    }
    String generator = collection.text("generator");
    if (!Generators.names().contains(generator)) {
      throw collection.refusal(
          "generator",
          "generator %s is unknown; there are %s"
              .formatted(generator, String.join(", ", Generators.names())));
    }
    return new SuiteCollection.Generated(generator);
  }

  private Map<String, Kind> columns(Yaml collection) {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    if (collection.has("more-columns")) {
      String file = collection.text("more-columns");
      put(kinds, Yaml.read(folder.shown(file), folder.text(file)));
    }
    if (collection.has("columns")) {
      put(kinds, collection.object("columns"));
    }
    return kinds;
  }

  private static void put(Map<String, Kind> kinds, Yaml columns) {
    columns
        .pairs()
        .forEach((path, label) ->
            kinds.put(
                path,
                Kind.parse(label)
                    .orElseThrow(() ->
                        columns.refusal(
                            path, "'" + label + "' is no kind; accepted is " + Kind.choices()))));
  }

  private void check(Suite suite, Yaml yaml) {
    Set<String> names = suite.names();
    if (names.isEmpty()) {
      throw new BadInputException(shown + ": its dialects have no query");
    }
    if (suite.indexSets().isEmpty()) {
      throw yaml.refusal("indexes", "indexes is empty; name a set, or leave it out");
    }
    for (String ordered : suite.ordered()) {
      if (!names.contains(ordered)) {
        throw yaml.refusal("ordered", "no dialect has a query " + ordered);
      }
    }
    for (Dialect dialect : suite.dialects().values()) {
      for (String set : dialect.indexes().keySet()) {
        if (!suite.indexSets().contains(set)) {
          throw new BadInputException(
              "%s: the index set %s is not listed under indexes in %s"
                  .formatted(dialect.file(), set, shown));
        }
      }
    }
  }
}
