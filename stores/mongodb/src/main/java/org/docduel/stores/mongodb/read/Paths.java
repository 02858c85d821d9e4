package org.docduel.stores.mongodb.read;

import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.model.Path;

/** Paths in the words of the query language. */
final class Paths {
  private Paths() {}

  /** As filters and sorts take a path: positions in arrays are names. */
  static String dotted(Path path) {
    return path.steps().stream()
        .map(step ->
            step instanceof Path.Field field
                ? checked(field.name())
                : String.valueOf(((Path.Element) step).index()))
        .collect(Collectors.joining("."));
  }

  /** An expression for the value; null, or missing, where the path leads nowhere. */
  static BsonValue expression(Path path) {
    List<Path.Step> steps = path.steps();
    BsonValue value = new BsonString("$" + checked(path.top()));
    for (Path.Step step : steps.subList(1, steps.size())) {
      if (step instanceof Path.Field field) {
        value = field(value, checked(field.name()));
      } else {
        value = element(value, ((Path.Element) step).index());
      }
    }
    return value;
  }

  private static BsonValue field(BsonValue object, String name) {
    return let(object, new BsonString("$$here." + name));
  }

  /** The operator fails on what is no array. */
  private static BsonValue element(BsonValue array, int index) {
    BsonString here = new BsonString("$$here");
    return let(
        array,
        operator(
            "$cond",
            operator("$isArray", here),
            operator("$arrayElemAt", here, new BsonInt32(index)),
            BsonNull.VALUE));
  }

  private static BsonValue let(BsonValue here, BsonValue in) {
    return new BsonDocument(
        "$let", new BsonDocument("vars", new BsonDocument("here", here)).append("in", in));
  }

  static BsonDocument operator(String name, BsonValue... arguments) {
    return new BsonDocument(name, new BsonArray(List.of(arguments)));
  }

  private static String checked(String name) {
    if (name.isEmpty() || name.contains(".") || name.startsWith("$")) {
      throw new UnsupportedOperationException(
          "its query language takes the name '" + name + "' for something else");
    }
    return name;
  }
}
