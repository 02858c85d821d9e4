package org.docduel.stores.mongodb.read;

import com.mongodb.client.model.Filters;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.docduel.core.query.Predicate;

/**
 * Conditions as filter documents. What needs a pattern is one that MongoDB can turn into bounds of
 * an index where that is possible: a prefix anchored, with capitals as they are. Two conditions on
 * one array stay an {@code $or}: the servers make an {@code $in} of it themselves.
 */
public final class FilterDocuments {
  private static final String ANY_CASE = "i";

  private FilterDocuments() {}

  /**
   * Translates a condition.
   *
   * @param predicate what is asked
   * @return the filter
   */
  public static Bson of(Predicate predicate) {
    if (predicate instanceof Predicate.TextIs is) {
      return Filters.eq(Paths.dotted(is.path()), is.text());
    } else if (predicate instanceof Predicate.TextStartsWith starts) {
      return Filters.regex(Paths.dotted(starts.path()), "^" + literally(starts.prefix()));
    } else if (predicate instanceof Predicate.TextContains contains) {
      return Filters.regex(Paths.dotted(contains.path()), literally(contains.part()), ANY_CASE);
    } else if (predicate instanceof Predicate.NumberAbove above) {
      return Filters.gt(Paths.dotted(above.path()), new Decimal128(above.bound()));
    } else if (predicate instanceof Predicate.TimestampWithin within) {
      return Filters.and(
          Filters.gte(Paths.dotted(within.path()), new BsonDateTime(within.from().toEpochMilli())),
          Filters.lt(Paths.dotted(within.path()), new BsonDateTime(within.until().toEpochMilli())));
    } else if (predicate instanceof Predicate.IsTrue isTrue) {
      return Filters.eq(Paths.dotted(isTrue.path()), true);
    } else if (predicate instanceof Predicate.ArrayHolds holds) {
      return holds(Paths.dotted(holds.path()), holds.elements());
    } else if (predicate instanceof Predicate.AllOf all) {
      return all.parts().isEmpty() ? Filters.empty() : Filters.and(of(all.parts()));
    } else if (predicate instanceof Predicate.AnyOf any) {
      return Filters.or(of(any.parts()));
    }
    throw new UnsupportedOperationException(
        "it has no filter for " + predicate.getClass().getSimpleName());
  }

  private static List<Bson> of(List<Predicate> parts) {
    return parts.stream().map(FilterDocuments::of).toList();
  }

  private static Bson holds(String field, List<String> elements) {
    return elements.size() == 1 ? Filters.eq(field, elements.get(0)) : Filters.all(field, elements);
  }

  /** Backslashes before all that could mean something in a pattern. */
  private static String literally(String text) {
    return text.replaceAll("[^\\p{L}\\p{N}]", "\\\\$0");
  }
}
