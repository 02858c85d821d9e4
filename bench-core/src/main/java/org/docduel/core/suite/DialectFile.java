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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SqlReader.Statement;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.NamedQuery;

/**
 * Reads a dialect's file. SQL has comments that name what follows: {@code -- name: 7.14 title} one
 * query, {@code -- index: best} the statements of an index set, {@code -- phase: foreign-keys} the
 * statements of a phase after loading, {@code -- unsupported: 7.3 reason} a question that the
 * dialect cannot express. {@code -- parameters: 7.14.csv} below a name is the file of the query's
 * {@linkplain Tuples tuples}, which its {@code $1}, {@code $2} stand for. JSON is {@code
 * {"indexes": {"best": {...}}, "queries": {"7.14": {...}}}}, in which a query {@code
 * {"unsupported": "reason"}} is such a question, {@code "parameters"} the file and {@code
 * {"$parameter": 1}} a value of the query's tuples; what others and index sets look like is the
 * store's business.
 */
final class DialectFile {
  private static final Pattern HEAD =
      Pattern.compile("--\\s*(name|index|phase|unsupported):\\s*(\\S*)\\s*(.*)");

  private static final Pattern PARAMETERS = Pattern.compile("--\\s*parameters:\\s*(.*)");

  /** What stands in JSON for a value of a tuple, and names the file of the tuples. */
  private static final String PARAMETER = "$parameter";

  private static final String TUPLES = "parameters";

  /** What the name of a query, an index set or a phase may be made of. */
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Stages that write, and operators that run code on the server. */
  private static final Set<String> FORBIDDEN =
      Set.of("$out", "$merge", "$function", "$accumulator", "$where");

  private final SuiteFolder folder;
  private final String file;
  private final String text;
  private final boolean writes;
  private final Map<String, NamedQuery> queries = new LinkedHashMap<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Map<String, List<String>> phases = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();

  private DialectFile(SuiteFolder folder, String file, boolean writes) {
    this.folder = folder;
    this.file = folder.displayPath(file);
    this.text = folder.text(file);
    this.writes = writes;
  }

  /**
   * Reads {@code NAME.sql} or {@code NAME.json}.
   *
   * @param writes whether questions may do more than read
   * @throws BadInputException with file and line when it is missing or wrong
   */
  static Dialect read(SuiteFolder folder, String name, boolean writes) {
    boolean json = folder.has(name + ".json");
    DialectFile read = new DialectFile(folder, name + (json ? ".json" : ".sql"), writes);
    if (json) {
      read.json();
    } else {
      read.sql(reader(name));
    }
    return new Dialect(name, read.file, read.queries, read.indexes, read.phases, read.unsupported);
  }

  /**
   * The statements that make a suite's tables.
   *
   * @throws BadInputException with file and line when one does something else
   */
  static List<String> definitions(SuiteFolder folder, String dialect) {
    DialectFile read = new DialectFile(folder, Suite.SCHEMA_FILE, false);
    List<String> definitions = new ArrayList<>();
    int from = 0;
    for (Statement statement : reader(dialect).statements(read.text)) {
      int at = read.text.indexOf(statement.text(), from);
      int line = (int) read.text.substring(0, at).chars().filter(sign -> sign == '\n').count();
      String reason = statement.reasonNotDefinition().orElse("");
      read.require(reason.isEmpty(), line + 1, "a statement " + reason);
      definitions.add(statement.text());
      from = at + statement.text().length();
    }
    BadInputException.require(!definitions.isEmpty(), "%s: makes no table", read.file);
    return definitions;
  }

  /** That of the system which speaks the dialect: no other one runs the statements. */
  private static SqlReader reader(String dialect) {
    String spoken = Dialect.spoken(dialect);
    return StoreProviders.all().stream()
        .filter(provider -> provider.dialect().equals(spoken))
        .map(StoreProvider::sqlReader)
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(SqlReader.STANDARD);
  }

  private void sql(SqlReader reader) {
    List<String> lines = text.lines().toList();
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at++);
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        int first = at;
        while (at < lines.size() && !HEAD.matcher(lines.get(at)).matches()) {
          at++;
        }
        List<String> body = lines.subList(first, at);
        Optional<Tuples> tuples = tuples(head, body, first);
        block(head, reader.statements(String.join("\n", body)), tuples, first);
      } else {
        require(
            line.isBlank() || line.stripLeading().startsWith("--"),
            at,
            "a statement before the first '-- name:' belongs to no query");
      }
    }
  }

  private Optional<Tuples> tuples(Matcher head, List<String> body, int line) {
    List<String> files =
        body.stream()
            .map(PARAMETERS::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1).strip())
            .toList();
    if (files.isEmpty()) {
      return Optional.empty();
    }
    String name = head.group(2);
    require(head.group(1).equals("name"), line, name + " is no query and takes no parameters");
    require(files.size() == 1, line, name + " has " + files.size() + " lines of parameters");
    return Optional.of(tuples(name, files.get(0), line));
  }

  private Tuples tuples(String name, String tuples, int line) {
    require(!tuples.isEmpty(), line, name + ": parameters: names no file");
    require(
        !folder.isBuiltIn() && folder.has(tuples),
        line,
        name + ": its parameters " + folder.displayPath(tuples) + " are not there");
    return Tuples.read(folder, tuples);
  }

  /** Each value of a tuple has a place in its query. */
  private void requirePlaces(String name, Set<Integer> used, Optional<Tuples> tuples, int line) {
    int given = tuples.map(Tuples::parameters).orElse(0);
    for (int place : new TreeSet<>(used)) {
      require(
          place >= 1 && place <= given,
          line,
          tuples.isEmpty()
              ? name + " has the parameter $" + place + ", and names no file of parameters"
              : "%s has the parameter $%d, and a tuple of %s %s"
                  .formatted(name, place, tuples.get(), count(given)));
    }
    for (int place = 1; place <= given; place++) {
      require(
          used.contains(place),
          line,
          "%s has no parameter $%d, and a tuple of %s %s"
              .formatted(name, place, tuples.get(), count(given)));
    }
  }

  private static String count(int values) {
    return values == 1 ? "has 1 value" : "has " + values + " values";
  }

  private void block(Matcher head, List<Statement> statements, Optional<Tuples> tuples, int line) {
    String name = requireName(head.group(2), line);
    String remainder = head.group(3).strip();
    boolean second =
        switch (head.group(1)) {
          case "unsupported" -> {
            String message = "unsupported: " + name + " takes a reason and no statement";
            require(!remainder.isEmpty() && statements.isEmpty(), line, message);
            yield unsupported.put(name, remainder) != null || queries.containsKey(name);
          }
          case "name" -> {
            NamedQuery query =
                new NamedQuery(
                    name, remainder, queryText(name, statements, line), file, line, tuples);
            requirePlaces(name, statements.get(0).parameters(), tuples, line);
            yield queries.put(name, query) != null || unsupported.containsKey(name);
          }
          case "index" -> indexes.put(name, preparation(name, statements, line)) != null;
          default -> phases.put(name, preparation(name, statements, line)) != null;
        };
    require(!second, line, name + " is there twice");
  }

  private String queryText(String name, List<Statement> statements, int line) {
    int count = statements.size();
    require(count == 1, line, name + " holds " + count + " statements instead of one");
    String reason = statements.get(0).reasonNotQuery().orElse("");
    require(writes || reason.isEmpty(), line, name + " " + reason + "; a query only reads");
    return statements.get(0).text();
  }

  private List<String> preparation(String name, List<Statement> statements, int line) {
    for (Statement statement : statements) {
      String reason = statement.reasonNotPreparation().orElse("");
      require(reason.isEmpty(), line, name + " has a statement that " + reason);
      requirePlaces(name, statement.parameters(), Optional.empty(), line);
    }
    return statements.stream().map(Statement::text).toList();
  }

  private void json() {
    try (JsonParser json = JSON.createParser(text)) {
      expectObject(json, "the file");
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String part = json.currentName();
        boolean isKnown = part.equals("queries") || part.equals("indexes");
        require(isKnown, line(json), "'" + part + "' is neither \"queries\" nor \"indexes\"");
        expectObject(json, part);
        while (json.nextToken() != JsonToken.END_OBJECT) {
          String name = json.currentName();
          int line = line(json);
          expectObject(json, name);
          int start = (int) json.currentTokenLocation().getCharOffset();
          json.skipChildren();
          String object = text.substring(start, (int) json.currentLocation().getCharOffset());
          if (part.equals("indexes")) {
            indexes.put(name, List.of(object));
          } else {
            query(requireName(name, line), object, line);
          }
        }
      }
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw badInput(line, "not valid JSON: " + JsonBytes.reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("a string refused to be read", e);
    }
  }

  private void query(String name, String query, int line) {
    ObjectValue read;
    try {
      read = (ObjectValue) JsonBytes.read(query);
    } catch (StoreException e) {
      throw badInput(line, name + ": " + e.getMessage());
    }
    String found = names(read).filter(FORBIDDEN::contains).findFirst().orElse("");
    require(writes || found.isEmpty(), line, name + " has " + found + "; a query only reads");
    if (read.field("unsupported").orElse(null) instanceof StringValue reason) {
      unsupported.put(name, reason.value());
    } else {
      // A query's own title is MongoDB's comment.
      Value title = read.field("comment").orElse(null);
      String description = title instanceof StringValue comment ? comment.value() : "";
      Value named = read.field(TUPLES).orElse(null);
      Optional<Tuples> tuples = Optional.empty();
      if (named != null) {
        require(named instanceof StringValue, line, name + ": parameters takes a file's name");
        tuples = Optional.of(tuples(name, ((StringValue) named).value(), line));
      }
      requirePlaces(name, places(name, read, line), tuples, line);
      queries.put(name, new NamedQuery(name, description, query, file, line, tuples));
    }
  }

  /** The numbers of the parameters in a query. */
  private Set<Integer> places(String name, Value value, int line) {
    Set<Integer> places = new TreeSet<>();
    if (value instanceof ObjectValue object) {
      Value number = object.field(PARAMETER).orElse(null);
      if (number != null) {
        boolean right = object.names().size() == 1 && number instanceof IntegerValue;
        require(right, line, name + ": a parameter is written {\"" + PARAMETER + "\": 1}");
        places.add((int) Math.max(0, Math.min(10_000, ((IntegerValue) number).value())));
      }
      object.values().forEach(inside -> places.addAll(places(name, inside, line)));
    } else if (value instanceof ArrayValue array) {
      array.elements().forEach(inside -> places.addAll(places(name, inside, line)));
    }
    return places;
  }

  /** Of all fields, whatever they are in. */
  private static Stream<String> names(Value value) {
    if (value instanceof ObjectValue object) {
      return Stream.concat(
          object.names().asList().stream(), object.values().stream().flatMap(DialectFile::names));
    }
    return value instanceof ArrayValue array
        ? array.elements().stream().flatMap(DialectFile::names)
        : Stream.empty();
  }

  private void expectObject(JsonParser json, String what) throws IOException {
    boolean object = json.nextToken() == JsonToken.START_OBJECT;
    require(object, line(json), what + " is not an object {...}");
  }

  private static int line(JsonParser json) {
    return json.currentTokenLocation().getLineNr();
  }

  private String requireName(String name, int line) {
    String accepted = "letters, digits, dots, _ and - are accepted";
    require(name.matches(NAME), line, "'" + name + "' is not a valid name: " + accepted);
    return name;
  }

  private void require(boolean right, int line, String message) {
    if (!right) {
      throw badInput(line, message);
    }
  }

  private BadInputException badInput(int line, String what) {
    return new BadInputException(file + ":" + line + ": " + what);
  }
}
