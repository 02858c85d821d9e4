package org.docduel.core.suite;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.config.BadInputException;

/**
 * Reads queries that are JSON: {@code {"indexes": {"best": {...}}, "queries": {"7.14": {...}}}}.
 * What a query and an index set look like is the store's business; a query {@code {"unsupported":
 * "reason"}} is one that the dialect cannot express.
 */
final class JsonQueries {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Stages that write, and operators that run code on the server. */
  private static final Set<String> FORBIDDEN =
      Set.of("$out", "$merge", "$function", "$accumulator", "$where");

  private final SuiteFolder folder;
  private final String dialect;
  private final String file;
  private final boolean writes;
  private final String text;
  private final Map<String, NamedQuery> queries = new LinkedHashMap<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();

  JsonQueries(SuiteFolder folder, String dialect, String file, boolean writes) {
    this.folder = folder;
    this.dialect = dialect;
    this.file = file;
    this.writes = writes;
    this.text = folder.text(file);
  }

  Dialect read() {
    try (JsonParser json = FACTORY.createParser(text)) {
      expectObject(json.nextToken(), json, "the file");
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String part = json.currentName();
        expectObject(json.nextToken(), json, part);
        switch (part) {
          case "queries" -> readQueries(json);
          case "indexes" -> readIndexes(json);
          default ->
              throw refusal(line(json), "'" + part + "' is neither \"queries\" nor \"indexes\"");
        }
      }
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw refusal(line, "no JSON: " + reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("a string refused to be read", e);
    }
    return new Dialect(dialect, folder.shown(file), queries, indexes, Map.of(), unsupported);
  }

  private void readQueries(JsonParser json) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      int line = line(json);
      if (!name.matches(NamedQuery.NAME)) {
        throw refusal(
            line, "'" + name + "' is no name: letters, digits, dots, _ and - are accepted");
      }
      expectObject(json.nextToken(), json, name);
      String query = copy(json);
      String reason = reason(query);
      for (String forbidden : forbidden(query)) {
        throw refusal(line, name + " has " + forbidden + "; a question only reads");
      }
      if (reason.isEmpty()) {
        queries.put(name, new NamedQuery(name, comment(query), query, line));
      } else {
        unsupported.put(name, reason);
      }
    }
  }

  private List<String> forbidden(String query) throws IOException {
    List<String> found = new ArrayList<>();
    try (JsonParser json = FACTORY.createParser(query)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (!writes && token == JsonToken.FIELD_NAME && FORBIDDEN.contains(json.currentName())) {
          found.add(json.currentName());
        }
      }
    }
    return found;
  }

  private void readIndexes(JsonParser json) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      expectObject(json.nextToken(), json, name);
      indexes.put(name, List.of(copy(json)));
    }
  }

  /** The text of the object that begins here; the parser moves to its end. */
  private String copy(JsonParser json) throws IOException {
    int begin = (int) json.currentTokenLocation().getCharOffset();
    json.skipChildren();
    return text.substring(begin, (int) json.currentLocation().getCharOffset());
  }

  /** Without the second place that the parser names in its own words. */
  private static String reason(JacksonException e) {
    return String.valueOf(e.getOriginalMessage()).replaceFirst("\\s*\\(start marker.*", "");
  }

  private static String reason(String query) throws IOException {
    try (JsonParser json = FACTORY.createParser(query)) {
      json.nextToken();
      boolean only = "unsupported".equals(json.nextFieldName());
      return only ? String.valueOf(json.nextTextValue()) : "";
    }
  }

  /** A query's own title, MongoDB's {@code comment}; empty where it has none. */
  private static String comment(String query) throws IOException {
    try (JsonParser json = FACTORY.createParser(query)) {
      json.nextToken();
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken value = json.nextToken();
        if (name.equals("comment") && value == JsonToken.VALUE_STRING) {
          return json.getText();
        }
        json.skipChildren();
      }
      return "";
    }
  }

  private void expectObject(JsonToken token, JsonParser json, String what) {
    if (token != JsonToken.START_OBJECT) {
      throw refusal(line(json), what + " is no object {...}");
    }
  }

  private static int line(JsonParser json) {
    return json.currentTokenLocation().getLineNr();
  }

  private BadInputException refusal(int line, String what) {
    return new BadInputException(folder.shown(file) + ":" + line + ": " + what);
  }
}
