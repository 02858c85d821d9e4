package org.docduel.stores.inventdb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.StoreException;

/**
 * One type of a namespace: loaded through {@code bulk}, read through SQL.
 *
 * <p>Assumed, since it is not published: {@code bulk} takes a list of records, makes a type that is
 * not there, and keeps all of a list or none; where its answer has a number {@code inserted} or
 * {@code count}, it is how many it kept. SQL finds the type by its plain name. A type that was
 * never made answers 404, or a refusal that says so.
 */
final class InventdbType implements Inserts, ContentReader {
  private static final Pattern MISSING =
      Pattern.compile("(?i)does not exist|not found|no such|unknown (table|type|collection)");

  private final InventdbClient client;
  private final String namespace;
  private final String name;
  private final JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);
  private final WireBuffer buffer = new WireBuffer();

  InventdbType(InventdbClient client, String namespace, String name) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
  }

  /** It indexes every field while it loads, as its publication says: nothing is left to be done. */
  Ingestion ingestion() {
    return new Ingestion("bulk", this::requireEmpty, this, List.of());
  }

  /** There is no call that empties a type: one that holds something is left alone. */
  void requireEmpty() {
    long found = count();
    if (found > 0) {
      throw new StoreException(
          InventdbProvider.NAME
              + ": the type "
              + name
              + " holds "
              + found
              + " records, which DocDuel does not delete; drop the type on the server");
    }
  }

  @Override
  public void insert(List<Document> batch) {
    buffer.clear();
    String separator = "[";
    for (Document document : batch) {
      buffer.write(separator.getBytes(StandardCharsets.US_ASCII));
      json.write(document, FlatDocument.of(document), buffer);
      separator = ",";
    }
    buffer.write(']');
    String doing = "loading " + name;
    Value answered =
        client.work(
            "/api/" + namespace + "/" + name + "/bulk",
            Arrays.copyOf(buffer.array(), buffer.size()),
            doing);
    Optional<Long> kept = number(answered, "inserted").or(() -> number(answered, "count"));
    if (kept.isPresent() && kept.get() != batch.size()) {
      throw new StoreException(
          InventdbProvider.NAME
              + ": "
              + doing
              + " failed: it kept "
              + kept.get()
              + " of "
              + batch.size()
              + " records");
    }
  }

  private static Optional<Long> number(Value value, String name) {
    return value instanceof ObjectValue object
        ? object
            .field(name)
            .flatMap(found ->
                found instanceof IntegerValue number
                    ? Optional.of(number.value())
                    : Optional.empty())
        : Optional.empty();
  }

  @Override
  public long count() {
    List<ObjectValue> rows;
    try {
      rows = rows("SELECT COUNT(*) AS records FROM " + name);
    } catch (InventdbClient.MissingException e) {
      return 0;
    } catch (StoreException e) {
      if (MISSING.matcher(String.valueOf(e.getMessage())).find()) {
        return 0;
      }
      throw e;
    }
    return rows.stream()
        .flatMap(row -> number(row, "records").stream())
        .findFirst()
        .orElseThrow(() -> new StoreException(InventdbProvider.NAME + ": it counts no records"));
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    List<ObjectValue> rows =
        rows("SELECT * FROM " + name + " WHERE " + FlatDocument.ID + " = " + id);
    if (rows.size() > 1) {
      throw new StoreException(
          InventdbProvider.NAME + ": " + name + " has " + rows.size() + " records with id " + id);
    }
    return rows.stream().findFirst().map(FlatDocument::content);
  }

  private List<ObjectValue> rows(String sql) {
    List<ObjectValue> rows = new ArrayList<>();
    InventdbAnswer.read(
        client.sql(sql, "reading " + name),
        (names, values) -> rows.add(new ObjectValue(FieldNames.of(names), values)));
    return rows;
  }

  @Override
  public ObjectValue asStored(Document document) {
    return FlatDocument.asStored(document);
  }
}
