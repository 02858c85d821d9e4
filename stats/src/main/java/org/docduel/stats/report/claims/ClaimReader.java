package org.docduel.stats.report.claims;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.docduel.stats.BadInputException;
import org.docduel.stats.json.JsonTree;

/** Reads claims: a JSON array of flat objects of strings. */
public final class ClaimReader {
  private static final String SHIPPED = "claims.json";

  private ClaimReader() {}

  /** The claims that ship with the module. */
  public static List<Claim> shipped() {
    try (InputStream in =
        Objects.requireNonNull(ClaimReader.class.getResourceAsStream(SHIPPED), SHIPPED)) {
      return read(SHIPPED, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The claims of a file.
   *
   * @throws BadInputException if the file cannot be read, a claim is incomplete, or two claims have
   *     one id
   */
  public static List<Claim> read(Path file) {
    try {
      return read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read; name a file of claims", e);
    }
  }

  private static List<Claim> read(String name, String text) {
    JsonTree root = JsonTree.parse(name, text);
    if (!root.isArray()) {
      throw new BadInputException(name + ": is not an array of claims");
    }
    Set<String> ids = new HashSet<>();
    List<Claim> claims = new ArrayList<>();
    for (JsonTree element : root.elements()) {
      Claim claim = claim(name, element.flat());
      if (!ids.add(claim.id())) {
        throw new BadInputException(
            name + ": two claims have the id " + claim.id() + "; give each its own");
      }
      claims.add(claim);
    }
    return claims;
  }

  private static Claim claim(String name, Map<String, String> fields) {
    String id = required(name, fields, "id");
    Claim.Measure measure = Claim.Measure.of(required(name, fields, "measure"));
    return new Claim(
        id,
        required(name, fields, "source"),
        required(name, fields, "claim"),
        required(name, fields, "published"),
        measure == Claim.Measure.NONE ? Double.NaN : number(name, id, fields),
        measure,
        Claim.Sense.of(fields.getOrDefault("sense", "about")),
        new Claim.Setting(
            fields.getOrDefault("baseline", ""),
            fields.getOrDefault("candidate", ""),
            fields.getOrDefault("statistic", "mean"),
            groups(name, id, fields),
            choice(fields, "published"),
            choice(fields, "fair")));
  }

  private static Claim.Choice choice(Map<String, String> fields, String setUp) {
    return new Claim.Choice(
        fields.getOrDefault(setUp + "_where", ""),
        fields.getOrDefault(setUp + "_reason", fields.getOrDefault("reason", "no such set-up")),
        fields.getOrDefault(setUp + "_metric", fields.getOrDefault("metric", "")));
  }

  private static String required(String name, Map<String, String> fields, String field) {
    String value = fields.get(field);
    if (value == null) {
      throw new BadInputException(
          name + ": claim " + fields.getOrDefault("id", "without id") + " has no '" + field + "'");
    }
    return value;
  }

  private static int groups(String name, String id, Map<String, String> fields) {
    String groups = fields.getOrDefault("groups", "0");
    if (!groups.matches("[0-9]{1,6}")) {
      throw new BadInputException(
          name + ": claim " + id + " has 'groups' " + groups + "; a whole number is accepted");
    }
    return Integer.parseInt(groups);
  }

  private static double number(String name, String id, Map<String, String> fields) {
    try {
      return Double.parseDouble(required(name, fields, "value"));
    } catch (NumberFormatException e) {
      throw new BadInputException(name + ": claim " + id + " has a 'value' that is no number", e);
    }
  }
}
