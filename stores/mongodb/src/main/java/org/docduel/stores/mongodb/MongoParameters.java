package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWriter;
import org.bson.BsonValue;
import org.bson.codecs.EncoderContext;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;

/**
 * Puts values in the places of {@code {"$parameter": 1}} in a command. A value is never read as
 * anything else: where the server expects an expression, in which the text {@code $name} would be a
 * field, it stands in a {@code $literal}.
 */
final class MongoParameters {
  static final String PARAMETER = "$parameter";

  private static final String LITERAL = "$literal";
  private static final String VALUE = "value";

  private MongoParameters() {}

  /** The command with the values of a tuple; the text stays as it is. */
  static BsonDocument bind(BsonDocument text, List<Value> tuple) {
    BsonDocument values = new BsonDocument();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= tuple.size(); i++) {
      names.add(VALUE + i);
    }
    new BsonDocumentCodec()
        .encode(
            new BsonDocumentWriter(values),
            new Document(0, new ObjectValue(FieldNames.of(names), tuple)),
            EncoderContext.builder().build());
    return bound("", text, values, false).asDocument();
  }

  /** Whether a part of a command has a parameter. */
  static boolean has(BsonValue part) {
    if (part instanceof BsonArray array) {
      return array.stream().anyMatch(MongoParameters::has);
    }
    return part instanceof BsonDocument document
        && (document.containsKey(PARAMETER)
            || document.values().stream().anyMatch(MongoParameters::has));
  }

  /**
   * A part of a command.
   *
   * @param of the name of what the part is in; empty for the command
   * @param literal whether a value is itself there
   */
  private static BsonValue bound(String of, BsonValue part, BsonDocument values, boolean literal) {
    if (part instanceof BsonArray array) {
      return new BsonArray(
          array.stream().map(element -> bound(of, element, values, literal)).toList());
    }
    if (!(part instanceof BsonDocument document)) {
      return part;
    }
    if (document.isNumber(PARAMETER)) {
      BsonValue value =
          Objects.requireNonNull(values.get(VALUE + document.getNumber(PARAMETER).intValue()));
      return literal ? value : new BsonDocument(LITERAL, value);
    }
    BsonDocument bound = new BsonDocument();
    document.forEach((name, inside) -> {
      boolean parameter = inside.isDocument() && inside.asDocument().containsKey(PARAMETER);
      boolean itself =
          isCondition(of, name)
              || (literal && !name.equals("$expr"))
              || (parameter && takesValue(of, name));
      bound.append(name, bound(name, inside, values, itself));
    });
    return bound;
  }

  /** What holds conditions, in which texts are themselves. */
  private static boolean isCondition(String of, String name) {
    return name.equals("$match")
        || (of.isEmpty() && name.equals("filter"))
        || (of.equals("$geoNear") && name.equals("query"))
        || (of.equals("$graphLookup") && name.equals("restrictSearchWithMatch"));
  }

  /** What takes a number or any value, and no expression. */
  private static boolean takesValue(String of, String name) {
    return name.equals(LITERAL)
        || name.equals("$limit")
        || name.equals("$skip")
        || (of.isEmpty() && (name.equals("limit") || name.equals("skip")))
        || (of.equals("$sample") && name.equals("size"));
  }
}
