package org.docduel.core.files;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.jspecify.annotations.Nullable;

/**
 * JSON objects, each on a line of its own. Lines without text are skipped. Numbers keep all their
 * digits.
 */
final class NdjsonReader implements DocumentFile.Reader {
  /** More digits than any store's decimals have, few enough to be read in no time. */
  private static final int MAX_DIGITS = 1_000;

  /** PostgreSQL's limits of numeric, the widest of all stores. */
  private static final int MOST_BEFORE_POINT = 131_072;

  private static final int MOST_AFTER_POINT = 16_383;
  private static final String BEYOND =
      "a number that no store holds: at most %d digits stand before the point, and %d after it"
          .formatted(MOST_BEFORE_POINT, MOST_AFTER_POINT);

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(JsonBytes.MAX_LEVELS)
                  .maxStringLength(FileBytes.MAX_DOCUMENT)
                  .maxNameLength(FileBytes.MAX_DOCUMENT)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  private final Path file;
  private final FileBytes bytes;
  private final JsonParser json;
  private final NameTree names = new NameTree();
  private Value[] stack = new Value[64];
  private int top;
  private long line;
  private long lastEnd;
  private boolean inside;

  NdjsonReader(Path file) {
    this.file = file;
    try {
      bytes = FileBytes.open(file);
      json = FACTORY.createParser(bytes);
    } catch (IOException e) {
      throw DocumentFile.problem(file, 1, e);
    }
  }

  @Override
  public @Nullable ObjectValue next() {
    top = 0;
    try {
      inside = false;
      JsonToken token = json.nextToken();
      if (token == null) {
        return null;
      }
      inside = true;
      line = json.currentTokenLocation().getLineNr();
      if (line == lastEnd) {
        throw refusal("a second document begins on the line; each takes a line of its own");
      } else if (token != JsonToken.START_OBJECT) {
        throw refusal(
            token == JsonToken.START_ARRAY
                ? "a list [...], where a document {...} was expected; put each document on a line of"
                    + " its own, such as by jq -c '.[]'"
                : "no object {...}; a document is one");
      }
      ObjectValue document = readObject();
      lastEnd = json.currentLocation().getLineNr();
      if (lastEnd != line) {
        throw refusal(
            "the document goes on to line "
                + lastEnd
                + "; put each on a line of its own, such as by jq -c .");
      }
      bytes.documentEnds();
      return document;
    } catch (StreamConstraintsException e) {
      throw DocumentFile.problem(file, here(), tooMuch(e));
    } catch (JacksonException e) {
      throw DocumentFile.problem(file, here(), "no JSON: " + reason(e));
    } catch (NumberFormatException | ArithmeticException e) {
      throw DocumentFile.problem(file, here(), BEYOND);
    } catch (IOException e) {
      throw DocumentFile.problem(file, here(), e);
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
    return message.contains("Number")
        ? "a number of more than " + MAX_DIGITS + " digits"
        : FileBytes.TOO_LONG;
  }

  /** Without the second place, and the long list of what else could have stood there. */
  private static String reason(JacksonException e) {
    return String.valueOf(e.getOriginalMessage())
        .replaceFirst("\\s*\\((start marker|JSON String|for Object|not recognized).*", "")
        .replaceFirst(": (expected (close|a valid|valid) |enable |was expecting\\s*$).*", "")
        .replaceAll("\\s*\\R\\s*", " ");
  }

  private Value read(JsonToken token) throws IOException {
    return switch (token) {
      case START_OBJECT -> readObject();
      case START_ARRAY -> readArray();
      case VALUE_STRING -> new StringValue(whole(json.getText()));
      case VALUE_NUMBER_INT ->
          json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? JsonForm.number(new BigDecimal(json.getBigIntegerValue()))
              : new IntegerValue(json.getLongValue());
      case VALUE_NUMBER_FLOAT -> fraction(json.getDecimalValue());
      case VALUE_TRUE -> BooleanValue.TRUE;
      case VALUE_FALSE -> BooleanValue.FALSE;
      case VALUE_NULL -> NullValue.NULL;
      default -> throw refusal("a value was expected, not " + token);
    };
  }

  private String whole(String text) {
    if (!WellFormedText.is(text)) {
      throw refusal("half of a surrogate pair in a text, which no store can hold");
    }
    return text;
  }

  private Value fraction(BigDecimal value) {
    long before = (long) value.precision() - value.scale();
    if (before > MOST_BEFORE_POINT || value.scale() > MOST_AFTER_POINT) {
      throw refusal(BEYOND);
    }
    return JsonForm.number(value);
  }

  private ObjectValue readObject() throws IOException {
    NameTree.Node node = names.begin();
    int begin = top;
    String name = json.nextFieldName();
    while (name != null) {
      node = names.next(node, whole(name));
      push(extended(read(json.nextToken())));
      name = json.nextFieldName();
    }
    try {
      return new ObjectValue(node.names(), pop(begin));
    } catch (IllegalArgumentException e) {
      throw refusal(e.getMessage() + "; stores disagree about which of the two they keep");
    }
  }

  /** What MongoDB's tools write as an object with one name, such as {@code $oid}, is a value. */
  private static Value extended(Value value) {
    if (!(value instanceof ObjectValue object)
        || object.names().size() != 1
        || !object.names().name(0).startsWith("$")) {
      return value;
    }
    Value inside = object.values().get(0);
    String text = inside instanceof StringValue string ? string.value() : "";
    Optional<Value> found =
        switch (object.names().name(0)) {
          case "$oid" -> inside instanceof StringValue ? Optional.of(inside) : Optional.empty();
          case "$numberInt", "$numberLong" -> TypedTexts.parse(Kind.INTEGER, text);
          case "$numberDecimal", "$numberDouble" -> TypedTexts.parse(Kind.DECIMAL, text);
          case "$date" ->
              inside instanceof IntegerValue millis
                  ? Optional.of(new TimestampValue(Instant.ofEpochMilli(millis.value())))
                  : inside instanceof TimestampValue
                      ? Optional.of(inside)
                      : TypedTexts.parse(Kind.TIMESTAMP, text);
          default -> Optional.empty();
        };
    return found
        .map(known ->
            known instanceof TimestampValue instant
                ? new StringValue(JsonForm.text(instant))
                : known)
        .orElse(value);
  }

  private ArrayValue readArray() throws IOException {
    int begin = top;
    JsonToken token = json.nextToken();
    while (token != JsonToken.END_ARRAY) {
      push(extended(read(token)));
      token = json.nextToken();
    }
    return new ArrayValue(pop(begin));
  }

  private void push(Value value) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, 2 * top);
    }
    stack[top++] = value;
  }

  private List<Value> pop(int begin) {
    List<Value> values = List.of(Arrays.copyOfRange(stack, begin, top));
    top = begin;
    return values;
  }

  private BadInputException refusal(String what) {
    return DocumentFile.problem(file, line, what);
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public void close() {
    DocumentFile.close(file, json);
  }

  /**
   * The names of objects as they come, so that objects with the same names share one list of them.
   */
  private static final class NameTree {
    /** More than these are objects with ever new names, which share nothing. */
    private static final int MAX_NODES = 50_000;

    private Node root = new Node("", null);
    private int nodes;

    /** An object without names yet. */
    Node begin() {
      if (nodes > MAX_NODES) {
        root = new Node("", null);
        nodes = 0;
      }
      return root;
    }

    /** An object with another name. */
    Node next(Node node, String name) {
      Node last = node.last;
      if (last != null && last.name.equals(name)) {
        return last;
      }
      Node child = node.children.get(name);
      if (child == null) {
        child = new Node(name, node);
        node.children.put(name, child);
        nodes++;
      }
      node.last = child;
      return child;
    }

    /** Names that came in this order. */
    static final class Node {
      private final String name;
      private final @Nullable Node before;
      private final Map<String, Node> children = new HashMap<>(2);
      private @Nullable Node last;
      private @Nullable FieldNames names;

      private Node(String name, @Nullable Node before) {
        this.name = name;
        this.before = before;
      }

      /** The names, in order; throws {@link IllegalArgumentException} when one is there twice. */
      FieldNames names() {
        FieldNames all = names;
        if (all == null) {
          Deque<String> path = new ArrayDeque<>();
          Node node = this;
          while (node.before != null) {
            path.addFirst(node.name);
            node = node.before;
          }
          all = FieldNames.of(List.copyOf(path));
          names = all;
        }
        return all;
      }
    }
  }
}
