package org.docduel.stores.postgres.layout;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.model.Path;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Predicate.AllOf;
import org.docduel.core.query.Predicate.AnyOf;
import org.docduel.core.query.Predicate.ArrayHolds;
import org.docduel.core.query.Predicate.IsTrue;
import org.docduel.core.query.Predicate.NumberAbove;
import org.docduel.core.query.Predicate.TextContains;
import org.docduel.core.query.Predicate.TextIs;
import org.docduel.core.query.Predicate.TextStartsWith;
import org.docduel.core.query.Predicate.TimestampWithin;
import org.docduel.stores.postgres.sql.Sql;

/** Compiles predicates to SQL conditions, with literals in place. */
public final class Conditions {
  private static final String PATTERN_CHARACTERS = "%_\\";

  private final SqlDialect dialect;

  /**
   * A compiler.
   *
   * @param dialect how the layout writes values
   */
  public Conditions(SqlDialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Compiles.
   *
   * @param predicate what is asked
   * @return what follows {@code WHERE}
   * @throws UnsupportedOperationException when the layout cannot express it
   */
  public String sql(Predicate predicate) {
    if (predicate instanceof AllOf all) {
      return joined(all.parts(), " AND ");
    } else if (predicate instanceof AnyOf any) {
      return anyElement(any).orElseGet(() -> joined(any.parts(), " OR "));
    } else if (predicate instanceof TextIs is) {
      return text(is.path()) + " = " + Sql.literal(is.text());
    } else if (predicate instanceof TextStartsWith starts) {
      return text(starts.path()) + " LIKE " + Sql.literal(plain(starts.prefix()) + "%");
    } else if (predicate instanceof TextContains contains) {
      return text(contains.path()) + " ILIKE " + Sql.literal("%" + plain(contains.part()) + "%");
    } else if (predicate instanceof NumberAbove above) {
      String number = dialect.value(above.path(), IndexedKind.NUMBER);
      return number + " > " + above.bound().toPlainString();
    } else if (predicate instanceof TimestampWithin within) {
      return dialect.within(within.path(), within.from(), within.until());
    } else if (predicate instanceof IsTrue truth) {
      return dialect.isTrue(truth.path());
    }
    ArrayHolds holds = (ArrayHolds) predicate;
    return dialect.holdsAll(holds.path(), holds.elements());
  }

  private String joined(List<Predicate> parts, String operator) {
    if (parts.isEmpty()) {
      return "true";
    }
    return parts.stream().map(part -> "(" + sql(part) + ")").collect(Collectors.joining(operator));
  }

  /** Several single elements of one array: there are operators for that. */
  private Optional<String> anyElement(AnyOf any) {
    List<ArrayHolds> holds =
        any.parts().stream()
            .filter(part -> part instanceof ArrayHolds one && one.elements().size() == 1)
            .map(ArrayHolds.class::cast)
            .toList();
    boolean ofOneField =
        holds.size() == any.parts().size()
            && holds.stream().map(ArrayHolds::path).distinct().count() == 1;
    return ofOneField
        ? Optional.of(
            dialect.holdsAny(
                holds.get(0).path(), holds.stream().map(one -> one.elements().get(0)).toList()))
        : Optional.empty();
  }

  private String text(Path path) {
    return dialect.value(path, IndexedKind.TEXT);
  }

  private static String plain(String part) {
    if (part.chars().anyMatch(character -> PATTERN_CHARACTERS.indexOf(character) >= 0)) {
      throw new IllegalArgumentException("'" + part + "' would be a pattern");
    }
    return part;
  }
}
