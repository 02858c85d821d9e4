package org.docduel.stores.inventdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.suite.SuiteQuery;

/**
 * Types of one namespace, which all suites share. All threads share the one session, whose HTTP
 * client has a connection for each. Nothing is dropped and nothing can be asked to settle: no call
 * is published.
 *
 * <p>A record has no nested objects: it has {@code id}, and a field for each leaf named by its
 * path, such as {@code address.city}, as the typed dialect names its columns. Lists stay lists.
 *
 * <p>Assumed, since it is not published: an answer is {@code {"columns": ["a", "b"], "rows": [[1,
 * 2]]}}. JSON has no timestamps: a text such as {@code 2025-01-02T03:04:05.600Z} is one.
 */
record InventdbStore(InventdbClient client, String namespace) implements Store, Session {
  /** A record's field with its document's number. */
  static final String KEY = "id";

  private static final String FORM = "the answer is not {\"columns\": [...], \"rows\": [[...]]}";

  /** Of the note on what is loaded. The first record makes a type. */
  @Override
  public void create(Collection collection) {
    new Type(collection).requireEmpty();
  }

  @Override
  public void empty(Collection collection) {
    throw new UnsupportedOperationException("it runs query suites alone");
  }

  @Override
  public void quiesce() {
    // no call for it is published
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return new StoreDescription(
        "InventDB, unknown version",
        "",
        Map.of(QUIESCE, "nothing: no call for it is published"),
        Map.of(),
        List.of(
            "statements for indexes and foreign keys were not sent: as published, it indexes every"
                + " field while it loads"),
        "");
  }

  @Override
  public Store within(String suite) {
    return this;
  }

  @Override
  public void clear() {
    // preparing to load refuses a type that holds something
  }

  @Override
  public void close() {
    // Java 17 closes the client's connections when it is no longer in use
  }

  @Override
  public Session session() {
    return this;
  }

  /** Of the note on what is loaded. */
  @Override
  public Inserts inserts(Collection collection) {
    return new Type(collection);
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    Type type = new Type(collection);
    return new Ingestion("bulk", type::requireEmpty, type, List.of());
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new Type(collection);
  }

  @Override
  public void apply(List<String> statements) {
    // they are PostgreSQL's; the description says that they were not sent
  }

  @Override
  public SuiteQuery query(String text, Duration limit, boolean writes) {
    return new SuiteQuery() {
      @Override
      public long run() {
        return read(client.query(text, limit), (names, row) -> {});
      }

      @Override
      public void answer(Rows rows) {
        read(client.query(text, limit), (names, row) -> rows.row(names, values(row, true)));
      }

      @Override
      public List<String> plan() {
        return List.of("none: the published protocol has no plans");
      }
    };
  }

  /**
   * One type: loaded through {@code bulk}, read through SQL.
   *
   * <p>Assumed, since it is not published: {@code bulk} takes a list of records, makes a type that
   * is not there, and keeps all of a list or none. SQL finds the type by its plain name, and one
   * that was never made answers 404.
   */
  private final class Type implements Inserts, ContentReader {
    private final String name;
    private final JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);

    Type(Collection collection) {
      this.name = collection.name();
    }

    void requireEmpty() {
      long found = count();
      if (found > 0) {
        throw InventdbProvider.failure(
            "the type %s holds %d records, which DocDuel does not delete; drop the type on the server"
                .formatted(name, found));
      }
    }

    @Override
    public void insert(List<Document> batch) {
      String records =
          batch.stream()
              .map(document -> new String(json.bytes(document, record(document)), UTF_8))
              .collect(Collectors.joining(",", "[", "]"));
      client.work("/api/" + namespace + "/" + name + "/bulk", records, "loading " + name);
    }

    @Override
    public long count() {
      try {
        ObjectValue counted =
            rows("SELECT COUNT(*) AS records FROM " + name).findFirst().orElse(ObjectValue.empty());
        return as(IntegerValue.class, field(counted, "records")).value();
      } catch (InventdbClient.MissingException e) {
        return 0;
      }
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      return rows("SELECT * FROM " + name + " WHERE id = " + id).findFirst();
    }

    private Stream<ObjectValue> rows(String sql) {
      List<ObjectValue> rows = new ArrayList<>();
      Value answer = client.execute(sql, "reading " + name);
      read(answer, (names, row) -> rows.add(content(names, values(row, false))));
      return rows.stream();
    }

    @Override
    public ObjectValue asStored(Document document) {
      ObjectValue sent = JsonForm.of(record(document), PayloadEncoding.TEXT);
      return content(sent.names().asList(), values(sent.values(), false));
    }
  }

  /**
   * A document as a record.
   *
   * @throws RejectedDocumentException when two fields have the same path, or one is the key's
   */
  private static ObjectValue record(Document document) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put(KEY, new IntegerValue(document.id()));
    put(fields, "", document.body(), document.id());
    return ObjectValue.of(fields);
  }

  private static void put(
      Map<String, Value> fields, String prefix, ObjectValue object, long document) {
    for (int i = 0; i < object.values().size(); i++) {
      String path = prefix + object.names().name(i);
      Value value = object.values().get(i);
      if (value instanceof ObjectValue child && child.names().size() > 0) {
        put(fields, path + ".", child, document);
      } else if (fields.putIfAbsent(path, value) != null) {
        throw new RejectedDocumentException(
            "%s: document %d has more than one field at the path %s"
                .formatted(InventdbProvider.NAME, document, path));
      }
    }
  }

  /** What a record that comes back holds: neither its key nor nulls, which are absent fields. */
  private static ObjectValue content(List<String> names, List<Value> values) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), values.get(i));
    }
    fields.remove(KEY);
    fields.values().removeIf(value -> value == NullValue.NULL);
    return ObjectValue.of(fields);
  }

  /** Gives the rows of an answer, whose values are what JSON has; how many there are. */
  private static long read(Value answer, SuiteQuery.Rows visitor) {
    ObjectValue parts = as(ObjectValue.class, answer);
    List<String> names =
        list(field(parts, "columns")).stream()
            .map(name -> as(StringValue.class, name).value())
            .toList();
    List<Value> rows = list(field(parts, "rows"));
    for (Value row : rows) {
      List<Value> fields = list(row);
      if (fields.size() != names.size()) {
        throw InventdbProvider.failure(FORM);
      }
      visitor.row(names, fields);
    }
    return rows.size();
  }

  private static Value field(ObjectValue object, String name) {
    return object.field(name).orElse(NullValue.NULL);
  }

  private static List<Value> list(Value value) {
    return as(ArrayValue.class, value).elements();
  }

  private static <T> T as(Class<T> kind, Value value) {
    if (kind.isInstance(value)) {
      return kind.cast(value);
    }
    throw InventdbProvider.failure(FORM);
  }

  /**
   * What values in JSON mean, to compare them.
   *
   * @param computed whether a fraction may have been a binary one, which JSON does not say
   */
  private static List<Value> values(List<Value> values, boolean computed) {
    return values.stream().map(value -> value(value, computed)).toList();
  }

  private static Value value(Value value, boolean computed) {
    if (value instanceof ArrayValue array) {
      return new ArrayValue(values(array.elements(), computed));
    } else if (value instanceof DecimalValue number && computed) {
      return new DoubleValue(number.value().doubleValue());
    }
    return value instanceof StringValue text
        ? JsonForm.instant(text.value(), JsonForm.ANY_FRACTION).orElse(value)
        : value;
  }
}
