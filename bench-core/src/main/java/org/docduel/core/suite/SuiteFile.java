package org.docduel.core.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Kind;
import org.docduel.core.model.datasets.Generators;

/** Reads {@code suite.yaml}, and the dialects that it names. */
final class SuiteFile {
  private static final String COLLECTION = "[a-z][a-z0-9_]{0,30}";

  private static final int MOST_COLLECTIONS = 100;

  private final SuiteFolder folder;
  private final String shown;

  SuiteFile(SuiteFolder folder) {
    this.folder = folder;
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
    if (!name.matches(COLLECTION)) {
      throw yaml.refusal(
          "name",
          "'"
              + name
              + "' is no name: 1 to 31 lower case letters, digits and _ are accepted, a"
              + " letter first");
    }
    boolean writes = truth(yaml, "writes");
    Map<String, Dialect> dialects = new LinkedHashMap<>();
    for (String dialect : yaml.texts("dialects")) {
      dialects.put(dialect, Dialect.read(folder, dialect, writes));
    }
    Map<String, String> categories = new LinkedHashMap<>();
    if (yaml.has("categories")) {
      Yaml given = yaml.object("categories");
      given.keys().forEach(key -> categories.put(key, given.text(key)));
    }
    Suite suite =
        new Suite(
            name,
            yaml.has("title") ? yaml.text("title") : name,
            folder,
            collections(yaml.object("collections")),
            yaml.has("indexes") ? yaml.texts("indexes") : List.of("all"),
            absentIsNull(yaml),
            writes,
            Suite.inOrder(categories),
            new LinkedHashSet<>(yaml.has("ordered") ? yaml.texts("ordered") : List.of()),
            Suite.inOrder(dialects));
    check(suite, yaml);
    return suite;
  }

  private static boolean truth(Yaml yaml, String key) {
    String text = yaml.has(key) ? yaml.text(key) : "false";
    if (!Set.of("true", "false").contains(text)) {
      throw yaml.refusal(key, "accepted is true or false");
    }
    return text.equals("true");
  }

  private static boolean absentIsNull(Yaml yaml) {
    if (!yaml.has("absent")) {
      return true;
    }
    return switch (yaml.text("absent")) {
      case "same-as-null" -> true;
      case "not-null" -> false;
      default -> throw yaml.refusal("absent", "accepted is same-as-null or not-null");
    };
  }

  private List<SuiteCollection> collections(Yaml all) {
    List<SuiteCollection> collections = new ArrayList<>();
    if (all.keys().size() > MOST_COLLECTIONS) {
      throw all.refusal(
          "", all.keys().size() + " collections; a suite has at most " + MOST_COLLECTIONS);
    }
    for (String name : all.keys()) {
      if (!name.matches(COLLECTION)) {
        throw all.refusal(
            name,
            "'"
                + name
                + "' is no collection: 1 to 31 lower case letters, digits and _ are accepted");
      }
      Yaml one = all.object(name);
      one.refuseOthers(Set.of("generator", "file", "key", "links", "columns", "more-columns"));
      if (one.has("generator") == one.has("file")) {
        throw all.refusal(name, name + " takes a generator or a file, one of the two");
      }
      SuiteCollection.Source source =
          one.has("generator")
              ? new SuiteCollection.Generated(one.text("generator"))
              : new SuiteCollection.FromFile(
                  one.text("file"), one.has("key") ? one.text("key") : "");
      if (source instanceof SuiteCollection.FromFile given && !folder.has(given.file())) {
        throw one.refusal("file", folder.shown(given.file()) + " is not there");
      }
      if (source instanceof SuiteCollection.Generated given
          && !Generators.names().contains(given.generator())) {
        throw one.refusal(
            "generator",
            "generator "
                + given.generator()
                + " is unknown; there are "
                + String.join(", ", Generators.names()));
      }
      collections.add(
          new SuiteCollection(name, source, texts(one, "links"), kinds(one), all.line(name)));
    }
    for (SuiteCollection collection : collections) {
      for (String target : collection.links().values()) {
        if (collections.stream().noneMatch(other -> other.name().equals(target))) {
          throw all.refusal(
              collection.name(), collection.name() + " links to an unknown collection " + target);
        }
      }
    }
    return List.copyOf(collections);
  }

  private Map<String, Kind> kinds(Yaml collection) {
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
    for (String path : columns.keys()) {
      String label = columns.text(path);
      kinds.put(
          path,
          Kind.parse(label)
              .orElseThrow(() ->
                  columns.refusal(
                      path, "'" + label + "' is no kind; accepted is " + Kind.choices())));
    }
  }

  private static Map<String, String> texts(Yaml yaml, String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (yaml.has(key)) {
      Yaml object = yaml.object(key);
      object.keys().forEach(field -> texts.put(field, object.text(field)));
    }
    return texts;
  }

  private void check(Suite suite, Yaml yaml) {
    Set<String> names = suite.names();
    if (names.isEmpty()) {
      throw new BadInputException(shown + ": its dialects have no query");
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
              dialect.file()
                  + ": the index set "
                  + set
                  + " is not listed under indexes in "
                  + shown);
        }
      }
    }
  }
}
