package org.docduel.stores.postgres.layout;

import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;

/** PostgreSQL's access method and operator class for each kind of index. */
public final class IndexMethods {
  /**
   * An acknowledged row is in the index, as in every other store's: the pending list of {@code
   * fastupdate} would put the work off beyond the measurement.
   */
  private static final String AT_ONCE = " WITH (fastupdate = off)";

  private IndexMethods() {}

  /**
   * An index over expressions.
   *
   * @param index what is wanted
   * @param collection whose example shows the kinds of the fields
   * @param expression gives a field's expression for its kind, in parentheses or a column; for a
   *     list with the operator class of a GIN index
   * @return what follows {@code USING}
   * @throws StoreException when the kind of index does not go with the kind of the field
   */
  public static String using(
      Index index, Collection collection, BiFunction<String, IndexedKind, String> expression) {
    String keys =
        index.fields().stream()
            .map(field -> expression.apply(field, checkedKind(index, collection, field)))
            .collect(Collectors.joining(", "));
    return switch (index.kind()) {
      case ORDERED, AS_TEXT -> "btree (" + keys + ")" + included(index);
      case PREFIX -> "btree (" + keys + " text_pattern_ops)" + included(index);
      case SUBSTRING -> "gin (" + keys + " gin_trgm_ops)" + AT_ONCE;
      case ELEMENTS -> "gin (" + keys + ")" + AT_ONCE;
    };
  }

  private static String included(Index index) {
    return index.id() == Index.Id.ABSENT ? "" : " INCLUDE (id)";
  }

  /** Whether an index needs the extension pg_trgm. */
  static boolean needsTrigrams(Index index) {
    return index.kind() == Index.Kind.SUBSTRING;
  }

  private static IndexedKind checkedKind(Index index, Collection collection, String field) {
    IndexedKind kind = IndexedKind.of(collection, field);
    boolean fits =
        switch (index.kind()) {
          case AS_TEXT -> true;
          case ORDERED -> kind != IndexedKind.LIST;
          case PREFIX, SUBSTRING -> kind == IndexedKind.TEXT;
          case ELEMENTS -> kind == IndexedKind.LIST;
        };
    if (!fits) {
      throw new StoreException(
          "an index of kind "
              + index.kind()
              + " cannot be made on "
              + Sql.shown(field)
              + " of collection "
              + collection.name()
              + ", whose example has a "
              + kind
              + " there");
    }
    return index.kind() == Index.Kind.AS_TEXT ? IndexedKind.TEXT : kind;
  }
}
