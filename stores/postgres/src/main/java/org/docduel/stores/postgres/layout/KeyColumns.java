package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.ScalarType;
import org.docduel.stores.postgres.parameter.PostgresParameters;
import org.docduel.stores.postgres.parameter.ReadKeys;

/**
 * Stored generated columns for the values that a collection is often asked for: they are read
 * without the documents, which may lie outside their rows.
 */
public final class KeyColumns {
  private static final String PREFIX = "key.";

  private final List<Path> paths;
  private final List<ScalarType> types = new ArrayList<>();
  private final List<String> definitions = new ArrayList<>();

  /**
   * For a collection; none unless the store's settings ask for them.
   *
   * @param collection whose example shows the kinds of the values
   * @param config the store's settings
   * @param text gives the expression of a value as text
   */
  public KeyColumns(Collection collection, StoreConfig config, Function<Path, String> text) {
    boolean generated = PostgresParameters.READ_KEYS.in(config) == ReadKeys.GENERATED;
    paths = generated ? collection.read() : List.of();
    for (Path path : paths) {
      ScalarType type = type(path.in(collection.example()).orElse(NullValue.NULL));
      String value = "(" + text.apply(path) + ")";
      definitions.add(
          name(types.size())
              + " "
              + type.sql()
              + " GENERATED ALWAYS AS "
              + (type == ScalarType.TEXT ? value : "(" + value + "::" + type.sql() + ")")
              + " STORED");
      types.add(type);
    }
  }

  private static ScalarType type(Value example) {
    if (example instanceof IntegerValue) {
      return ScalarType.BIGINT;
    }
    return example instanceof BooleanValue ? ScalarType.BOOLEAN : ScalarType.TEXT;
  }

  private static String name(int position) {
    return Sql.identifier(PREFIX + position);
  }

  /**
   * As they stand in CREATE TABLE.
   *
   * @return a definition for each path
   */
  public List<String> definitions() {
    return List.copyOf(definitions);
  }

  /**
   * The column of a value.
   *
   * @param path leads to the value
   * @param asText whether it is a text whatever its own type
   * @return the column, or empty when there is none for this path
   */
  public Optional<ValueExpression> valueAt(Path path, boolean asText) {
    int position = paths.indexOf(path);
    if (position < 0) {
      return Optional.empty();
    }
    ScalarType type = types.get(position);
    return Optional.of(
        asText && type != ScalarType.TEXT
            ? new ValueExpression(name(position) + "::text", ScalarType.TEXT)
            : new ValueExpression(name(position), type));
  }
}
