package org.docduel.stores.postgres.layout;

import java.util.List;
import org.docduel.core.query.UpdateSpec;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.sql.WireType;

/**
 * How one number in a {@code json} or {@code jsonb} column is set. The type json has no function
 * that changes anything: its documents are cast to jsonb and back, as an application has to do.
 */
final class JsonUpdates {
  private static final String NUMBER = "to_jsonb(?::bigint)";

  private JsonUpdates() {}

  /** What follows the column's name, with one parameter. */
  static String assignment(WireType type, String column, UpdateSpec spec) {
    boolean binary = type == WireType.JSONB;
    String document = binary ? column : column + "::jsonb";
    String changed =
        switch (spec.kind()) {
          case SET -> "jsonb_set(" + document + ", " + path(spec.names()) + ", " + NUMBER + ")";
          case MERGE -> merged(document, spec.names());
          case SUBSCRIPT -> "";
          case TYPED, REPLACE ->
              throw new UnsupportedOperationException(
                  "update=" + spec.kind().label() + " does not set a field inside the document");
        };
    if (!changed.isEmpty()) {
      return " = " + (binary ? changed : "(" + changed + ")::json");
    }
    if (!binary) {
      throw new UnsupportedOperationException("the type json has no subscripts");
    }
    StringBuilder subscripts = new StringBuilder();
    spec.names().forEach(name -> subscripts.append('[').append(Sql.literal(name)).append(']'));
    return subscripts + " = " + NUMBER;
  }

  /** The operator {@code ||} merges the top level alone: each level below is merged by itself. */
  private static String merged(String object, List<String> path) {
    String name = Sql.literal(path.get(0));
    String value =
        path.size() == 1
            ? NUMBER
            : merged("(" + object + " -> " + name + ")", path.subList(1, path.size()));
    return object + " || jsonb_build_object(" + name + ", " + value + ")";
  }

  private static String path(List<String> names) {
    return "ARRAY[" + String.join(", ", names.stream().map(Sql::literal).toList()) + "]";
  }
}
