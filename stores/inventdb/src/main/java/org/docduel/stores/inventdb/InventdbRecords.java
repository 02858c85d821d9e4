package org.docduel.stores.inventdb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.suite.SuiteQuery.Rows;

/**
 * Documents as records without nested objects, and rows as they come back. A record has {@code id},
 * and a field for each leaf named by its path, such as {@code address.city}, as the typed dialect
 * names its columns. Lists stay lists.
 *
 * <p>Assumed, since it is not published: an answer is {@code {"columns": ["a", "b"], "rows": [[1,
 * 2]]}}. JSON has no timestamps: a text such as {@code 2025-01-02T03:04:05.600Z} is one.
 */
final class InventdbRecords {
  static final String ID = "id";

  private InventdbRecords() {}

  /**
   * What is sent.
   *
   * @throws RejectedDocumentException when two fields have the same path, or one is the key's
   */
  static ObjectValue of(Document document) {
    Map<String, Value> fields = new LinkedHashMap<>();
    fields.put(ID, new IntegerValue(document.id()));
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

  /** What a document's record holds when it comes back. */
  static ObjectValue asStored(Document document) {
    ObjectValue sent = JsonForm.of(of(document), PayloadEncoding.TEXT);
    return content(
        sent.names().asList(), sent.values().stream().map(one -> value(one, false)).toList());
  }

  /** What a record that comes back holds: neither its key nor nulls, which are absent fields. */
  static ObjectValue content(List<String> names, List<Value> values) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), values.get(i));
    }
    fields.remove(ID);
    fields.values().removeIf(value -> value == NullValue.NULL);
    return ObjectValue.of(fields);
  }

  /**
   * Gives the rows of an answer.
   *
   * @param computed whether a fraction may have been a binary one, which JSON does not say
   * @return how many there are
   */
  static long read(Value answered, boolean computed, Rows visitor) {
    List<String> names = new ArrayList<>();
    for (Value column : list(answered, "columns")) {
      if (!(column instanceof StringValue name)) {
        throw InventdbProvider.failure("a column of the answer has no name");
      }
      names.add(name.value());
    }
    List<Value> rows = list(answered, "rows");
    for (Value row : rows) {
      if (!(row instanceof ArrayValue fields) || fields.elements().size() != names.size()) {
        throw InventdbProvider.failure("a row of the answer has not one field for each column");
      }
      visitor.row(names, fields.elements().stream().map(one -> value(one, computed)).toList());
    }
    return rows.size();
  }

  private static List<Value> list(Value answered, String name) {
    if (answered instanceof ObjectValue object
        && object.field(name).orElse(answered) instanceof ArrayValue list) {
      return list.elements();
    }
    throw InventdbProvider.failure("the answer has no " + name);
  }

  private static Value value(Value value, boolean computed) {
    if (value instanceof ArrayValue array) {
      return new ArrayValue(array.elements().stream().map(one -> value(one, computed)).toList());
    } else if (value instanceof DecimalValue number && computed) {
      return new FloatValue(number.value().doubleValue());
    }
    return value instanceof StringValue text
        ? JsonForm.instant(text.value(), JsonForm.ANY_FRACTION).orElse(value)
        : value;
  }
}
