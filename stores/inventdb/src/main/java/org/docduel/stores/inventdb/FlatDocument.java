package org.docduel.stores.inventdb;

import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * Documents as records without nested objects: {@code id}, and a field for each leaf named by its
 * path, such as {@code address.city}, as the typed dialect names its columns. Lists stay lists.
 */
final class FlatDocument {
  /** The primary key's field. */
  static final String ID = "id";

  private FlatDocument() {}

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

  /** What a record that comes back holds: neither its key nor nulls, which are absent fields. */
  static ObjectValue content(ObjectValue record) {
    Map<String, Value> fields = new LinkedHashMap<>();
    put(fields, "", record, 0);
    fields.remove(ID);
    fields.values().removeIf(value -> value == NullValue.NULL);
    fields.replaceAll((name, value) -> InventdbAnswer.value(value));
    return ObjectValue.of(fields);
  }

  /** What a document's record holds when it comes back. */
  static ObjectValue asStored(Document document) {
    return content(JsonForm.of(of(document), PayloadEncoding.TEXT));
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
            InventdbProvider.NAME
                + ": document "
                + document
                + " has more than one field at the path "
                + path);
      }
    }
  }
}
