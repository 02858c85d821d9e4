package org.docduel.stores.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Predicate.Compared.Sign;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;

/**
 * How a store writes what a condition on a collection compares, and the compiler that makes
 * conditions of it, with literals in place: for reads that are measured, and for the files of
 * starter queries. Each form is the one that the store's indexes are on: with another one the
 * planner could not use them.
 */
public interface SqlDialect {
  /** What is held. */
  Collection collection();

  /**
   * The kind of the field that a path leads to, as an index sees it: all numbers are decimals, all
   * lists those of texts.
   *
   * @throws StoreException when the collection has no such field, or it has objects or nothing
   */
  static Kind kind(Collection collection, Path path) {
    Kind kind = collection.shape().leafKinds().getOrDefault(path, Kind.OBJECT);
    if (kind.isList() || path.in(collection.example()).orElse(null) instanceof ArrayValue) {
      return Kind.TEXTS;
    } else if (kind == Kind.OBJECT || kind == Kind.JSON) {
      throw new StoreException(
          "collection %s cannot be indexed by %s: its example has no value there, null or an object"
              .formatted(collection.name(), Sql.quoteForMessage(path.toString())));
    }
    return kind == Kind.INTEGER || kind == Kind.DOUBLE ? Kind.DECIMAL : kind;
  }

  default Kind kind(Path path) {
    return kind(collection(), path);
  }

  /** The value that a path leads to, as an expression that an operator may follow. */
  String value(Path path, Kind kind);

  /** The same where it is selected in a suite: instants and truth values are such. */
  default String selectExpression(Path path) {
    return value(path, kind(path));
  }

  /**
   * A text, number, truth value or instant to compare {@link #value} with: in JSON's form the order
   * of instants as texts is their own.
   */
  default String literal(Value value) {
    Value json = JsonForm.of(value, PayloadEncoding.TEXT);
    return json instanceof StringValue text ? Sql.literal(text.value()) : JsonBytes.text(json);
  }

  /** That a value is as another one, by an operator. */
  default String compared(Path path, String operator, Value value) {
    Kind kind = Predicate.number(value).isPresent() ? Kind.DECIMAL : Kind.of(value);
    return value(path, kind) + " " + operator + " " + literal(value);
  }

  /** That an array holds all of some values, at least one; by this or by {@link #holdsAny}. */
  default String holdsAll(Path path, List<Value> elements) {
    return elements.stream()
        .map(element -> holdsAny(path, List.of(element)))
        .collect(Collectors.joining(" AND "));
  }

  /** That an array holds any of some values, at least one. */
  default String holdsAny(Path path, List<Value> elements) {
    return elements.stream()
        .map(element -> "(" + holdsAll(path, List.of(element)) + ")")
        .collect(Collectors.joining(" OR "));
  }

  /** That a text begins with a prefix, letter by letter. */
  default String startsWith(Path path, String prefix) {
    return value(path, Kind.TEXT) + " LIKE " + pattern("", prefix);
  }

  /** That a text contains a part, in capitals or not. */
  default String contains(Path path, String part) {
    String lower = part.toLowerCase(Locale.ROOT);
    return "LOWER(" + value(path, Kind.TEXT) + ") LIKE " + pattern("%", lower);
  }

  /**
   * What follows {@code CREATE INDEX name ON table}; empty for an index that the store has not.
   *
   * @throws UnsupportedOperationException when it makes its indexes in another way
   */
  default String index(Index index) {
    throw new UnsupportedOperationException("its indexes are made in another way");
  }

  /**
   * Statements that add the columns which queries of a suite name, with indexes and without.
   *
   * @param table the table's name, quoted
   */
  default List<String> suiteColumns(String table) {
    return List.of();
  }

  /**
   * Statements that make the collection's indexes in a suite, after the columns.
   *
   * @param table the table's name, quoted
   */
  default List<String> suiteIndexes(String table) {
    List<String> statements = new ArrayList<>();
    List<Index> indexes = collection().indexes();
    for (int i = 0; i < indexes.size(); i++) {
      String keys = index(indexes.get(i));
      if (!keys.isEmpty()) { // with a name of its own: a collection's has no dot
        String name = Sql.identifier(collection().name() + "." + (i + 1));
        statements.add("CREATE INDEX " + name + " ON " + table + " " + keys);
      }
    }
    return statements;
  }

  /**
   * What a suite selects for whole documents without some of their fields; empty when all of these
   * are columns.
   */
  default String document(List<Path> without) {
    return "";
  }

  /**
   * The pattern of LIKE for texts with a part in them, which means itself.
   *
   * @param before what may come before it: {@code %} or nothing
   * @return a literal, and where one is needed the character that makes a wildcard mean itself
   */
  static String pattern(String before, String part) {
    String plain = part.replaceAll("[%_\\\\]", "\\\\$0");
    return Sql.literal(before + plain + "%") + (plain.equals(part) ? "" : " ESCAPE '\\'");
  }

  /**
   * An SQL/JSON path as a literal, such as {@code '$."friends"[49]."registered"'}; names are
   * quoted, so that any name is one.
   *
   * @param suffix what follows the path, such as a filter
   */
  static String path(Path path, String suffix) {
    return path(path.steps(), suffix);
  }

  /** The same of a path that begins anywhere, or of the whole value. */
  static String path(List<Path.Step> steps, String suffix) {
    StringBuilder text = new StringBuilder("$");
    for (Path.Step step : steps) {
      if (step instanceof Path.Field field) {
        text.append('.').append(quoted(field.name()));
      } else {
        text.append('[').append(((Path.Element) step).index()).append(']');
      }
    }
    return Sql.literal(text.append(suffix).toString());
  }

  /** A name or text within a path, escaped as in JSON. */
  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * Compiles a condition: what follows {@code WHERE}.
   *
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   */
  default String where(Predicate predicate) {
    if (predicate instanceof Predicate.AllOf all) {
      return joined(all.parts(), " AND ", "1 = 1");
    } else if (predicate instanceof Predicate.AnyOf any) {
      return joined(any.parts(), " OR ", "1 = 0");
    } else if (predicate instanceof Predicate.Compared comparison) {
      return compared(comparison.path(), comparison.sign().symbol, comparison.value());
    } else if (predicate instanceof Predicate.HasValue existence) {
      return value(existence.path(), kind(existence.path()))
          + (existence.expected() ? " IS NOT NULL" : " IS NULL");
    } else if (predicate instanceof Predicate.TextStartsWith starts) {
      return startsWith(starts.path(), starts.prefix());
    } else if (predicate instanceof Predicate.TextContains contains) {
      return contains(contains.path(), contains.part());
    } else if (predicate instanceof Predicate.TimestampWithin within) {
      return compared(within.path(), Sign.ABOVE_OR_EQUAL.symbol, new TimestampValue(within.from()))
          + " AND "
          + compared(within.path(), "<", new TimestampValue(within.until()));
    }
    Predicate.ArrayHolds array = (Predicate.ArrayHolds) predicate;
    return array.any()
        ? holdsAny(array.path(), array.elements())
        : holdsAll(array.path(), array.elements());
  }

  private String joined(List<Predicate> parts, String operator, String none) {
    return parts.isEmpty()
        ? none
        : parts.stream().map(part -> "(" + where(part) + ")").collect(Collectors.joining(operator));
  }
}
