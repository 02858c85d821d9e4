package org.docduel.stats.claims;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;

/**
 * Reads files of claims: a JSON object with the {@code publication}, its {@code tables}, named
 * {@code settings} that claims share, and the {@code claims}.
 */
public final class ClaimReader {
  /** The files that ship with the module, one for each publication. */
  static final List<String> SHIPPED =
      List.of("indexed-reads", "updates", "key-access", "query-suites", "inserts");

  private static final Set<String> SECTIONS = Set.of("publication", "tables", "settings", "claims");

  private ClaimReader() {}

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
              name
                  + ": two claims have the id "
                  + claim.id()
                  + (earlier.equals(name) ? "" : ", one of them in " + earlier)
                  + "; give each its own");
        }
      }
      files.add(file);
    }
    return files;
  }

  private static String text(String name) {
    Path file = Path.of(name);
    if (SHIPPED.contains(name) && !Files.exists(file)) {
      try (InputStream in =
          Objects.requireNonNull(ClaimReader.class.getResourceAsStream(name + ".json"), name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    try {
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
      throw new BadInputException(name + ": has no array 'claims'; see docs/claims.md");
    }
    requireKnown(name, fields(root).keySet(), SECTIONS);
    JsonTree publication = root.get("publication");
    Map<String, JsonTree> settings = fields(root.get("settings"));
    List<Claim> claims = new ArrayList<>();
    for (JsonTree element : root.get("claims").elements()) {
      claims.add(claim(name, element, settings));
    }
    Set<String> ids = new HashSet<>();
    claims.forEach(claim -> ids.add(claim.id()));
    for (Claim claim : claims) {
      if (!claim.variationOf().isEmpty() && !ids.contains(claim.variationOf())) {
        throw new BadInputException(
            name
                + ": claim "
                + claim.id()
                + " is a variationOf "
                + claim.variationOf()
                + ", which is not there");
      }
    }
    return new ClaimFile(
        new Publication(
            publication.get("authors").text(),
            publication.get("title").text(),
            publication.get("year").text(),
            publication.get("link").text()),
        PublishedTables.of(name, root.get("tables")),
        claims);
  }

  private static Claim claim(String name, JsonTree element, Map<String, JsonTree> settings) {
    String id = element.get("id").text();
    String where = name + ": claim " + (id.isEmpty() ? "without id" : id);
    String setting = element.get("setting").text();
    JsonTree shared = settings.get(setting);
    if (!setting.isEmpty() && shared == null) {
      throw new BadInputException(where + " has the setting '" + setting + "', which is not there");
    }
    return new ClaimFields(where, element, shared == null ? new JsonTree(Map.of()) : shared)
        .claim();
  }

  /** The fields of an object, in order; none of anything else. */
  static Map<String, JsonTree> fields(JsonTree tree) {
    Map<String, JsonTree> fields = new LinkedHashMap<>();
    if (tree.value() instanceof Map<?, ?> map) {
      map.forEach((key, value) -> fields.put(String.valueOf(key), new JsonTree(value)));
    }
    return fields;
  }

  static void requireKnown(String where, Set<String> fields, Set<String> known) {
    Set<String> unknown = new HashSet<>(fields);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new BadInputException(
          where
              + " has the field '"
              + unknown.stream().sorted().findFirst().orElseThrow()
              + "'; known are "
              + String.join(", ", known.stream().sorted().toList()));
    }
  }
}
