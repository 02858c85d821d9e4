package org.docduel.core.files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.BsonLines;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;

/**
 * JSON objects one after the other, as NDJSON and RFC 7464 have them, or in a list; BSON documents
 * one after the other; documents of Elasticsearch's bulk format. A number with a point or an
 * exponent is a double where a double {@linkplain TypedTexts#toDouble holds it}, else a decimal of
 * all its digits.
 */
final class JsonReader implements DocumentFile.Reader {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_RS_CONTROL_CHAR) // RFC 7464
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonBytes.MAX_LEVELS)
                  .maxStringLength(FileBytes.MAX_DOCUMENT)
                  .maxNameLength(FileBytes.MAX_DOCUMENT)
                  .maxNumberLength(FileValues.MAX_DIGITS)
                  .build())
          .build();

  private final Path file;
  private final FileBytes bytes;
  private final JsonParser json;
  private final FileValues values = new FileValues(this::badInput);

  /** Whether every other object of the file is an action of Elasticsearch's bulk format. */
  private boolean bulk;

  private long line;

  /** Of a document: in a list one more. */
  private int level;

  private boolean inside;

  JsonReader(Path file, boolean bson) {
    this.file = file;
    try {
      bytes = FileBytes.open(file);
    } catch (IOException e) {
      throw DocumentFile.problem(file, 1, e);
    }
    try {
      json = FACTORY.createParser(bson ? new BsonLines(bytes) : bytes);
    } catch (IOException e) { // it reads the first bytes, of which packed ones may be damaged
      DocumentFile.close(file, bytes);
      throw DocumentFile.problem(file, 1, e);
    }
  }

  @Override
  public @Nullable ObjectValue next() {
    boolean first = line == 0;
    ObjectValue object = object();
    if (object == null || (first ? !BulkAction.isOne(object) : !bulk)) {
      return object;
    }
    bulk = true;
    BulkAction.require(object, this::badInput);
    ObjectValue document = object();
    if (document == null) {
      throw badInput("the action of Elasticsearch's bulk format has no document after it");
    }
    return document;
  }

  private @Nullable ObjectValue object() {
    try {
      inside = false;
      JsonToken token = json.nextToken();
      while (token == JsonToken.END_ARRAY || (token == JsonToken.START_ARRAY && level() == 1)) {
        token = json.nextToken();
      }
      if (token == null) {
        return null;
      }
      inside = true;
      line = json.currentTokenLocation().getLineNr();
      if (token != JsonToken.START_OBJECT) {
        throw badInput("no object {...}; a document is one");
      }
      level = level();
      ObjectValue document =
          values.document((ObjectValue) JsonBytes.read(json, this::names, FileValues::fraction));
      bytes.documentEnds();
      return document;
    } catch (StreamConstraintsException e) {
      throw DocumentFile.problem(file, here(), tooMuch(e));
    } catch (JacksonException e) {
      throw DocumentFile.problem(file, here(), "not valid JSON: " + JsonBytes.reason(e));
    } catch (NumberFormatException | ArithmeticException e) {
      throw DocumentFile.problem(file, here(), FileValues.OUT_OF_RANGE);
    } catch (IllegalArgumentException e) {
      throw badInput(e.getMessage() + "; stores disagree about which of the two they keep");
    } catch (IOException e) {
      throw DocumentFile.problem(file, here(), e);
    }
  }

  /** Whether a text is an object or a list in JSON, and nothing else. */
  static boolean isObjectOrList(String text) {
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return false;
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The object or list of a text.
   *
   * @throws IllegalArgumentException where a name is there twice
   */
  static Value read(String field, String text, FileValues values) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return values.value(field, JsonBytes.read(parser, values::names, FileValues::fraction));
    }
  }

  /** Where the document began that is read, else where the parser is. */
  private long here() {
    return inside ? line : json.currentLocation().getLineNr();
  }

  private static String tooMuch(StreamConstraintsException e) {
    String message = String.valueOf(e.getOriginalMessage());
    if (message.contains("nesting")) {
      return "more than " + JsonBytes.MAX_LEVELS + " levels of nesting, the most that stores take";
    }
    return message.contains("Number") ? FileValues.TOO_MANY_DIGITS : FileBytes.TOO_LONG;
  }

  private int level() {
    return json.getParsingContext().getNestingDepth();
  }

  private FieldNames names(List<String> read) {
    // the object has ended
    return values.names(level() + 1 == level ? DocumentFile.renamed(read) : read);
  }

  private BadInputException badInput(String what) {
    return DocumentFile.problem(file, line, what);
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>(values.notes());
    if (bulk) {
      notes.add("the actions of Elasticsearch's bulk format are passed over, and the ids in them");
    }
    return notes;
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() {
    DocumentFile.close(file, json);
  }
}
