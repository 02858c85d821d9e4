package org.docduel.stores.oracle;

import java.util.List;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.core.query.UpdateSpec;

/**
 * An update as one statement. Its first parameter is the number or the document, its second the
 * key. Written by JSON Developer's Guide 23ai, "JSON_TRANSFORM Operator SET" and "Use Bind
 * Variables With JSON_TRANSFORM" (adjsn/json_transform-operator-set.html,
 * adjsn/use-bind-variables-json_transform.html), "Oracle SQL Function JSON_MERGEPATCH"
 * (adjsn/oracle-sql-function-json_mergepatch.html), and SQL Language Reference, "JSON_MERGEPATCH",
 * by which a failed patch is NULL unless ERROR ON ERROR is asked for.
 *
 * @param sql the statement
 * @param kind what the first parameter is: a number to set, a patch, or a whole document
 */
record UpdateStatement(String sql, UpdateKind kind) {
  static UpdateStatement of(Table table, UpdateSpec spec) {
    String changed =
        switch (spec.kind()) {
          case SET -> "JSON_TRANSFORM(t.data, SET " + JsonPaths.of(spec.path()) + " = ?)";
          case MERGE -> "JSON_MERGEPATCH(t.data, ? RETURNING JSON ERROR ON ERROR)";
          // The key of a collection's document cannot change: the new one takes the old one's.
          case REPLACE ->
              "JSON_TRANSFORM(?, SET '$._id' = " + FieldValue.ID.sql() + " RETURNING JSON)";
          case SUBSCRIPT, TYPED ->
              throw new UnsupportedOperationException(
                  "update=" + spec.kind().label() + " is none of its statements");
        };
    String key = new FieldValue(Path.of(spec.key()), FieldValue.Type.NUMBER).sql();
    return new UpdateStatement(
        "UPDATE " + table.name() + " t SET t.data = " + changed + " WHERE " + key + " = ?",
        spec.kind());
  }

  /** The objects down to the number and nothing else. */
  static ObjectValue patch(List<String> names, long number) {
    Value inner = new IntegerValue(number);
    for (int i = names.size() - 1; i > 0; i--) {
      inner = ObjectValue.of(FieldNames.of(names.get(i)), inner);
    }
    return ObjectValue.of(FieldNames.of(names.get(0)), inner);
  }
}
