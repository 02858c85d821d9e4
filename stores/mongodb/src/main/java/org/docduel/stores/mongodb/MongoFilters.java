package org.docduel.stores.mongodb;

import static org.docduel.core.encoding.BsonDocumentCodec.ID;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;

/**
 * Conditions, paths and indexes in the words of MongoDB's query language. What needs a pattern is
 * one that MongoDB can turn into bounds of an index where that is possible: a prefix anchored, with
 * capitals as they are. Any of several elements is an {@code $or}: the servers make an {@code $in}
 * of it themselves.
 */
final class MongoFilters {
  private MongoFilters() {}

  /** A condition as a filter. */
  static Bson of(Predicate predicate) {
    if (predicate instanceof Predicate.Compared compared) {
      String path = compared.path().dotted();
      BsonValue value = value(compared.value());
      return switch (compared.sign()) {
        case EQUAL -> Filters.eq(path, value);
        case ABOVE -> Filters.gt(path, value);
        case ABOVE_OR_EQUAL -> Filters.gte(path, value);
      };
    } else if (predicate instanceof Predicate.HasValue existence) {
      String path = existence.path().dotted();
      return existence.expected() ? Filters.ne(path, null) : Filters.eq(path, null);
    } else if (predicate instanceof Predicate.TextStartsWith starts) {
      return Filters.regex(starts.path().dotted(), "^" + quoteRegex(starts.prefix()));
    } else if (predicate instanceof Predicate.TextContains contains) {
      return Filters.regex(contains.path().dotted(), quoteRegex(contains.part()), "i");
    } else if (predicate instanceof Predicate.TimestampWithin within) {
      String path = within.path().dotted();
      return Filters.and(
          Filters.gte(path, new BsonDateTime(within.from().toEpochMilli())),
          Filters.lt(path, new BsonDateTime(within.until().toEpochMilli())));
    } else if (predicate instanceof Predicate.ArrayHolds array) {
      String path = array.path().dotted();
      List<BsonValue> elements = array.elements().stream().map(MongoFilters::value).toList();
      if (elements.size() == 1) {
        return Filters.eq(path, elements.get(0));
      }
      return array.any()
          ? Filters.or(elements.stream().map(element -> Filters.eq(path, element)).toList())
          : Filters.all(path, elements);
    } else if (predicate instanceof Predicate.AllOf all) {
      return all.parts().isEmpty() ? Filters.empty() : Filters.and(of(all.parts()));
    } else if (predicate instanceof Predicate.AnyOf any) {
      return Filters.or(of(any.parts()));
    }
    throw new UnsupportedOperationException(
        "it has no filter for " + predicate.getClass().getSimpleName());
  }

  /** As documents have it. */
  private static BsonValue value(Value value) {
    ObjectValue body = ObjectValue.of(Map.of("v", value));
    return new RawBsonDocument(new BsonBytes().body(new Document(0, body)))
        .get("v", BsonNull.VALUE);
  }

  private static List<Bson> of(List<Predicate> parts) {
    return parts.stream().map(MongoFilters::of).toList();
  }

  /** Backslashes before all that could mean something in a pattern. */
  private static String quoteRegex(String text) {
    return text.replaceAll("[^\\p{L}\\p{N}]", "\\\\$0");
  }

  /** An expression for the value; null, or missing, where the path leads nowhere. */
  static BsonValue expression(Path path) {
    BsonValue value = new BsonString("$" + path.top());
    for (Path.Step step : path.steps().subList(1, path.steps().size())) {
      String in = // $arrayElemAt fails on what is not an array
          step instanceof Path.Field field
              ? ServerReport.json(new BsonString("$$here." + field.name()))
              : "{$cond: [{$isArray: ['$$here']}, {$arrayElemAt: ['$$here', "
                  + ((Path.Element) step).index()
                  + "]}, null]}";
      String here = ServerReport.json(value);
      value = BsonDocument.parse("{$let: {vars: {here: " + here + "}, in: " + in + "}}");
    }
    return value;
  }

  /**
   * One kind of index serves all: on an array it has the elements, its order by bytes serves
   * prefixes, and for a substring its keys can be scanned. Two on the same fields are one. With
   * ids, one that is to hold the id ends with it, and so covers queries for ids.
   */
  static List<IndexModel> indexes(List<Index> indexes, boolean withIds) {
    Map<List<Path>, IndexModel> models = new LinkedHashMap<>();
    for (Index index : indexes) {
      Stream<Path> id =
          withIds && index.id() != Index.Id.ABSENT ? Stream.of(Path.of(ID)) : Stream.of();
      List<String> keys = Stream.concat(index.fields().stream(), id).map(Path::dotted).toList();
      models.putIfAbsent(
          index.fields(),
          new IndexModel(Indexes.ascending(keys), new IndexOptions().name(index.name())));
    }
    return List.copyOf(models.values());
  }
}
