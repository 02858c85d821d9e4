package org.docduel.core.suite;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Dialect.NamedQuery;

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

  private final String file;
  private final boolean writes;
  private final String text;
  private final Map<String, NamedQuery> queries = new LinkedHashMap<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();

  JsonQueries(SuiteFolder folder, String file, boolean writes) {
    this.file = folder.shown(file);
    this.writes = writes;
    this.text = folder.text(file);
  }

  Dialect read(String dialect) {
    try (JsonParser json = FACTORY.createParser(text)) {
      expectObject(json.nextToken(), json, "the file");
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String part = json.currentName();
        expectObject(json.nextToken(), json, part);
        if (!part.equals("queries") && !part.equals("indexes")) {
          throw refusal(line(json), "'" + part + "' is neither \"queries\" nor \"indexes\"");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          int line = line(json);
          expectObject(json.nextToken(), json, name);
          if (part.equals("indexes")) {
            indexes.put(name, List.of(copy(json)));
          } else {
            query(name, copy(json), line);
          }
        }
      }
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw refusal(line, "no JSON: " + JsonBytes.reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("a string refused to be read", e);
    }
    return new Dialect(dialect, file, queries, indexes, Map.of(), unsupported);
  }

  private void query(String name, String query, int line) {
    if (!name.matches(Dialect.NAME)) {
      throw refusal(line, "'" + name + Dialect.NO_NAME);
    }
    ObjectValue read;
    try {
      read = (ObjectValue) JsonBytes.read(query);
    } catch (StoreException e) {
      throw refusal(line, name + ": " + e.getMessage());
    }
    names(read)
        .filter(FORBIDDEN::contains)
        .filter(forbidden -> !writes)
        .findFirst()
        .ifPresent(forbidden -> {
          throw refusal(line, name + " has " + forbidden + "; a question only reads");
        });
    Optional<String> reason = text(read, "unsupported");
    if (reason.isPresent()) {
      unsupported.put(name, reason.get());
    } else {
      // A query's own title is MongoDB's comment.
      String title = text(read, "comment").orElse("");
      queries.put(name, new NamedQuery(name, title, query, line));
    }
  }

  /** Of all fields, whatever they are in. */
  private static Stream<String> names(Value value) {
    if (value instanceof ObjectValue object) {
      return Stream.concat(
          object.names().asList().stream(), object.values().stream().flatMap(JsonQueries::names));
    }
    return value instanceof ArrayValue array
        ? array.elements().stream().flatMap(JsonQueries::names)
        : Stream.empty();
  }

  private static Optional<String> text(ObjectValue query, String field) {
    return query
        .field(field)
        .filter(StringValue.class::isInstance)
        .map(value -> ((StringValue) value).value());
  }

  /** The text of the object that begins here; the parser moves to its end. */
  private String copy(JsonParser json) throws IOException {
    int begin = (int) json.currentTokenLocation().getCharOffset();
    json.skipChildren();
    return text.substring(begin, (int) json.currentLocation().getCharOffset());
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
    return new BadInputException(file + ":" + line + ": " + what);
  }
}
