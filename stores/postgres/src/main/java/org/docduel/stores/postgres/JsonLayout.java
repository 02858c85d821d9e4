package org.docduel.stores.postgres;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.JdbcSystem.Table.Selected;
import org.docduel.stores.jdbc.Sql;

/** A whole document in one {@code json} or {@code jsonb} column; indexes are on expressions. */
final class JsonLayout extends DocumentLayout {
  /** A list of the statement's parameter alone. */
  static final String PARAMETER = "jsonb_build_array(?::text)";

  private static final String NUMBER = "to_jsonb(?::bigint)";

  private final boolean binary;

  JsonLayout(String type, Collection collection, StoreConfig config) {
    super(collection, config, ColumnType.json(type, config.encoding()), false);
    this.binary = type.equals("jsonb");
  }

  @Override
  protected String inside(Path path, Kind kind) {
    String text = at(path, true);
    return switch (kind) {
      case TIMESTAMP -> "((" + text + ") " + BYTE_ORDER + ")";
      case DECIMAL -> "((" + text + ")::" + number(path) + ")";
      case BOOLEAN -> "((" + text + ")::boolean)";
      case TEXTS -> binary ? "(" + at(path, false) + ")" : "((" + at(path, false) + ")::jsonb)";
      default -> "(" + text + ")";
    };
  }

  @Override
  protected Selected insideAt(Path path, boolean asText) {
    return asText
        ? selected(at(path, true), ColumnType.TEXT, true)
        : selected("(" + at(path, false) + ")", columns().get(0).type(), false);
  }

  private static String at(Path path, boolean text) {
    return at(DOC, path.steps(), text);
  }

  /** One operator, whatever the depth: each arrow of a chain would copy what it finds. */
  static String at(String column, List<Path.Step> steps, boolean text) {
    if (steps.size() == 1 && steps.get(0) instanceof Path.Field field) {
      return column + (text ? " ->> " : " -> ") + Sql.literal(field.name());
    }
    String names =
        steps.stream()
            .map(step ->
                step instanceof Path.Field field
                    ? Sql.literal(field.name())
                    : "'" + ((Path.Element) step).index() + "'")
            .collect(Collectors.joining(", ", "ARRAY[", "]"));
    return column + (text ? " #>> " : " #> ") + names;
  }

  /**
   * The type json has no function that changes anything: its documents are cast to jsonb and back,
   * as an application has to do.
   */
  @Override
  protected String assignmentInside(UpdateSpec spec) {
    String document = binary ? DOC : DOC + "::jsonb";
    List<String> names = spec.names();
    String changed =
        switch (spec.kind()) {
          case SET -> "jsonb_set(" + document + ", " + array(names) + ", " + NUMBER + ")";
          case MERGE -> merged(document, names);
          case SUBSCRIPT -> {
            if (!binary) {
              throw new UnsupportedOperationException("the type json has no subscripts");
            }
            yield NUMBER;
          }
          case TYPED, REPLACE -> throw spec.unknown();
        };
    return switch (spec.kind()) {
      case SUBSCRIPT -> DOC + subscripts(names) + " = " + changed;
      default -> DOC + " = " + (binary ? changed : "(" + changed + ")::json");
    };
  }

  private static String array(List<String> names) {
    return "ARRAY[" + String.join(", ", names.stream().map(Sql::literal).toList()) + "]";
  }

  private static String subscripts(List<String> names) {
    return names.stream().map(name -> "[" + Sql.literal(name) + "]").collect(Collectors.joining());
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

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return value(path, Kind.TEXTS) + " @> " + list(elements);
  }

  /** A list of texts as a literal. */
  static String list(List<String> elements) {
    return Sql.literal(
            JsonBytes.text(new ArrayValue(elements.stream().<Value>map(StringValue::new).toList())))
        + "::jsonb";
  }

  @Override
  public String holds(Path path) {
    return value(path, Kind.TEXTS) + " @> " + PARAMETER;
  }
}
