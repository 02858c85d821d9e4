package org.docduel.stats.report.claims;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.BadInputException;

/** Reads claims: a JSON array of flat objects of strings. */
public final class ClaimReader {
  private static final String SHIPPED = "claims.json";

  private ClaimReader() {}

  /** The claims that ship with the module. */
  public static List<Claim> shipped() {
    try (InputStream in =
        Objects.requireNonNull(ClaimReader.class.getResourceAsStream(SHIPPED), SHIPPED)) {
      return read(SHIPPED, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The claims of a file.
   *
   * @throws BadInputException if the file cannot be read or a claim is incomplete
   */
  public static List<Claim> read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read; name a file of claims", e);
    }
  }

  private static List<Claim> read(String name, InputStream in) throws IOException {
    List<Claim> claims = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(in)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new BadInputException(name + ": is not an array of claims");
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        claims.add(claim(name, fields(parser)));
      }
    } catch (JsonProcessingException e) {
      throw new BadInputException(name + ": not JSON (" + e.getOriginalMessage() + ")", e);
    }
    return claims;
  }

  private static Map<String, String> fields(JsonParser parser) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      fields.put(field, parser.getText());
    }
    return fields;
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
