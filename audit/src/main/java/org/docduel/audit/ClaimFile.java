package org.docduel.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.audit.Claim.Fields;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.MetricUnit;
import org.docduel.stats.jmh.Observations.Source;

/**
 * The claims of a publication. In JSON an object with the {@code publication}, its {@code tables},
 * named {@code settings} that claims share, and the {@code claims}.
 *
 * @param tables numbers that the publication prints, a result each
 */
public record ClaimFile(Publication publication, List<JmhResult> tables, List<Claim> claims) {
  /** The files that ship with the module and are read unless others are named. */
  static final List<String> SHIPPED =
      List.of(
          "indexed-reads",
          "updates",
          "key-access",
          "query-suites",
          "inserts",
          "accounts-products",
          "jsonbench");

  private static final Set<String> SECTIONS = Set.of("publication", "tables", "settings", "claims");

  /**
   * What makes claims.
   *
   * @param link where it is, or where its code is
   * @param servers what the product of a store has to begin with to be the publication's server, by
   *     the store's name
   */
  public record Publication(
      String authors, String title, String year, String link, Map<String, String> servers) {
    @Override
    public String toString() {
      return authors + " (" + year + "), " + title;
    }
  }

  /**
   * Reads claims.
   *
   * @param names files, or names of files that ship with the module; none for all of these
   * @throws BadInputException if a file cannot be read, a claim is incomplete or of an unknown
   *     form, two claims have one id, or a claim varies one that is not there
   */
  public static List<ClaimFile> read(List<String> names) {
    List<ClaimFile> files = new ArrayList<>();
    Map<String, String> ids = new HashMap<>();
    for (String name : names.isEmpty() ? SHIPPED : names) {
      ClaimFile file = file(name, text(name));
      for (Claim claim : file.claims()) {
        String earlier = ids.put(claim.id(), name);
        if (earlier != null) {
          throw new BadInputException(
              "%s: two claims have the id %s%s; give each its own"
                  .formatted(
                      name, claim.id(), earlier.equals(name) ? "" : ", one of them in " + earlier));
        }
      }
      files.add(file);
    }
    return files;
  }

  private static String text(String name) {
    Path file = Path.of(name);
    try {
      if (SHIPPED.contains(name) && !Files.exists(file)) {
        try (InputStream in =
            Objects.requireNonNull(ClaimFile.class.getResourceAsStream(name + ".json"), name)) {
          return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new BadInputException(
          name + ": cannot be read; name a file of claims, or one of " + String.join(", ", SHIPPED),
          e);
    }
  }

  private static ClaimFile file(String name, String text) {
    JsonTree root = JsonTree.parse(name, text);
    if (!root.isObject() || !root.get("claims").isArray()) {
      throw new BadInputException(
          name + ": has no array 'claims'; see docs/audit.md#your-own-claims");
    }
    requireKnown(name, root, SECTIONS);
    JsonTree publication = root.get("publication");
    List<Claim> claims =
        root.get("claims").elements().stream()
            .map(element -> claim(name, element, root.get("settings").fields()))
            .toList();
    for (Claim claim : claims) {
      String varied = claim.variationOf();
      if (!varied.isEmpty() && claims.stream().noneMatch(each -> each.id().equals(varied))) {
        throw new BadInputException(
            "%s: claim %s is a variationOf %s, which is not there"
                .formatted(name, claim.id(), varied));
      }
    }
    return new ClaimFile(
        new Publication(
            publication.get("authors").text(),
            publication.get("title").text(),
            publication.get("year").text(),
            publication.get("link").text(),
            publication.get("servers").flat()),
        tables(name, root.get("tables")),
        claims);
  }

  private static Claim claim(String name, JsonTree element, Map<String, JsonTree> settings) {
    String id = element.get("id").text();
    String where = name + ": claim " + (id.isEmpty() ? "without id" : id);
    String setting = element.get("setting").text();
    JsonTree shared = settings.getOrDefault(setting, new JsonTree(Map.of()));
    if (!setting.isEmpty() && !settings.containsKey(setting)) {
      throw new BadInputException(where + " has the setting '" + setting + "', which is not there");
    }
    return new Fields(where, element, shared).claim();
  }

  static void requireKnown(String where, JsonTree object, Set<String> allowed) {
    Set<String> unknown = new TreeSet<>(object.fields().keySet());
    unknown.removeAll(allowed);
    if (!unknown.isEmpty()) {
      throw new BadInputException(
          "%s has the field '%s'; known are %s"
              .formatted(
                  where, unknown.iterator().next(), String.join(", ", new TreeSet<>(allowed))));
    }
  }

  // Tables that the publication prints, as results of one observation each, so that claims look at
  // them as at any result. A table has a "unit", its column headings "across" one parameter, and
  // its rows "down" another; the parameter "table" of a result is the table's name.
  private static List<JmhResult> tables(String name, JsonTree tables) {
    List<JmhResult> results = new ArrayList<>();
    tables
        .fields()
        .forEach((title, table) -> addTable(name + ": table " + title, title, table, results));
    return results;
  }

  private static void addTable(
      String where, String title, JsonTree table, List<JmhResult> results) {
    Map.Entry<String, JsonTree> columnParameter = only(where, "across", table);
    Map.Entry<String, JsonTree> down = only(where, "down", table);
    List<String> columns = columnParameter.getValue().texts();
    MetricUnit unit = new MetricUnit(table.get("unit").text());
    for (Map.Entry<String, JsonTree> row : down.getValue().fields().entrySet()) {
      List<JsonTree> cells = row.getValue().elements();
      if (cells.size() != columns.size()) {
        throw new BadInputException(
            "%s: row %s has %d numbers, not %d"
                .formatted(where, row.getKey(), cells.size(), columns.size()));
      }
      for (int i = 0; i < cells.size(); i++) {
        if (cells.get(i).value() == null) {
          continue; // the publication prints nothing there
        }
        Optional<Double> number = cells.get(i).number();
        if (number.isEmpty()) {
          throw new BadInputException(
              where + ": row " + row.getKey() + " holds a value that is not a number");
        }
        Map<String, String> params = new LinkedHashMap<>();
        params.put("table", title);
        params.put(columnParameter.getKey(), columns.get(i));
        params.put(down.getKey(), row.getKey());
        Source source = new Source(where, results.size());
        results.add(
            new JmhResult(
                source,
                "published.table",
                Mode.SINGLE_SHOT,
                params,
                Map.of("threads", "1"),
                JmhMetric.of(source, "primary", unit, number.get(), List.of(List.of(number.get()))),
                Map.of()));
      }
    }
  }

  private static Map.Entry<String, JsonTree> only(String where, String field, JsonTree table) {
    Map<String, JsonTree> fields = table.get(field).fields();
    if (fields.size() != 1) {
      throw new BadInputException(where + " has no '" + field + "' of one parameter");
    }
    return fields.entrySet().iterator().next();
  }
}
