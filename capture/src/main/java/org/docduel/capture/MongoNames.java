package org.docduel.capture;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The names that a source's queries have here: a suite's collections have names of their own, and
 * its stores number documents by an {@code _id} of their own. Where the source's {@code _id} are
 * whole numbers they are the stores', too; others are a field {@code original_id}.
 *
 * @param collections the names here of the source's collections; one without a name has no
 *     documents
 * @param renamedIds the source's names of collections whose {@code _id} are no whole numbers
 */
record MongoNames(Map<String, String> collections, Set<String> renamedIds) {
  static final String ID = "_id";
  static final String RENAMED_ID = "original_id";

  /** Stages that leave a document's fields as they are. */
  private static final Set<String> NEUTRAL = Set.of("$skip", "$limit", "$sample", "$count");

  /** Stages with expressions; what follows them has other documents. */
  private static final Set<String> REPLACING =
      Set.of(
          "$group",
          "$bucket",
          "$bucketAuto",
          "$sortByCount",
          "$replaceRoot",
          "$replaceWith",
          "$facet");

  /**
   * A query of the suite.
   *
   * @throws IllegalArgumentException when it names what cannot be renamed; the message says so, as
   *     half a sentence
   */
  BsonDocument apply(BsonDocument query) {
    String command = query.getFirstKey();
    String collection = query.getString(command).getValue();
    BsonDocument renamed = new BsonDocument(command, named(collection));
    boolean isRenamed = renamedIds.contains(collection);
    query.forEach((part, value) -> {
      if (part.equals("pipeline")) {
        renamed.append(part, pipeline(value.asArray(), isRenamed));
      } else if (!part.equals(command)) {
        renamed.append(part, isRenamed ? part(part, value) : value);
      }
    });
    return renamed;
  }

  private BsonString named(String collection) {
    String name = collections.get(collection);
    if (name == null) {
      throw new IllegalArgumentException("asks " + collection + ", which has no documents");
    }
    return new BsonString(name);
  }

  /** An index's fields. */
  BsonDocument index(String collection, BsonDocument fields) {
    return renamedIds.contains(collection) ? keys(fields) : fields;
  }

  private static BsonValue part(String part, BsonValue value) {
    return switch (part) {
      case "filter" -> condition(value);
      case "projection" -> projection(value.asDocument());
      case "sort" -> keys(value.asDocument());
      default -> value;
    };
  }

  private static String path(String path) {
    return path.equals(ID) || path.startsWith(ID + ".")
        ? RENAMED_ID + path.substring(ID.length())
        : path;
  }

  private static BsonDocument keys(BsonDocument fields) {
    BsonDocument renamed = new BsonDocument();
    fields.forEach((path, value) -> renamed.append(path(path), value));
    return renamed;
  }

  private static BsonValue condition(BsonValue condition) {
    if (condition instanceof BsonArray array) {
      return new BsonArray(array.stream().map(MongoNames::condition).toList());
    }
    if (!(condition instanceof BsonDocument document)) {
      return condition;
    }
    BsonDocument renamed = new BsonDocument();
    document.forEach((name, value) -> {
      boolean isLogic = Set.of("$and", "$or", "$nor").contains(name);
      boolean isExpression = name.equals("$expr");
      renamed.append(
          path(name), isLogic ? condition(value) : isExpression ? expression(value) : value);
    });
    return renamed;
  }

  /** With the store's own number left out, or the renamed one in, as the source has it. */
  private static BsonDocument projection(BsonDocument projection) {
    BsonDocument renamed = new BsonDocument();
    boolean includes = false;
    for (Map.Entry<String, BsonValue> field : projection.entrySet()) {
      if (!field.getKey().equals(ID)) {
        renamed.append(path(field.getKey()), expression(field.getValue()));
        includes |= !isOff(field.getValue());
      }
    }
    BsonValue id = projection.get(ID);
    boolean hasId = id == null || !isOff(id);
    if (includes || (id != null && hasId)) {
      if (hasId) {
        renamed.append(RENAMED_ID, new BsonInt32(1));
      }
      renamed.append(ID, new BsonInt32(0));
    } else if (!hasId) {
      renamed.append(ID, new BsonInt32(0)).append(RENAMED_ID, new BsonInt32(0));
    }
    return renamed;
  }

  private static boolean isOff(BsonValue value) {
    return (value.isNumber() && value.asNumber().doubleValue() == 0)
        || value.equals(BsonBoolean.FALSE);
  }

  private static boolean isPlain(BsonValue value) {
    return value.isNumber() || value.isBoolean();
  }

  /** Fields in expressions begin with a dollar. */
  private static BsonValue expression(BsonValue value) {
    if (value instanceof BsonArray array) {
      return new BsonArray(array.stream().map(MongoNames::expression).toList());
    } else if (value instanceof BsonDocument document) {
      BsonDocument renamed = new BsonDocument();
      document.forEach((name, inside) ->
          renamed.append(name, name.equals("$literal") ? inside : expression(inside)));
      return renamed;
    } else if (!value.isString()) {
      return value;
    }
    String text = value.asString().getValue();
    for (String before : new String[] {"$", "$$ROOT.", "$$CURRENT."}) {
      if (text.startsWith(before) && !text.startsWith("$", before.length())) {
        String path = path(text.substring(before.length()));
        if (!text.equals(before + path)) {
          return new BsonString(before + path);
        }
      }
    }
    return value;
  }

  private BsonArray pipeline(BsonArray stages, boolean isRenamed) {
    BsonArray renamed = new BsonArray();
    boolean isSource = isRenamed;
    String joined = "";
    for (BsonValue each : stages) {
      BsonDocument stage = each.asDocument();
      String name = stage.getFirstKey();
      BsonValue value = Objects.requireNonNull(stage.get(name), "the first field has a value");
      if (!joined.isEmpty() && mentions(value, joined + "." + ID)) {
        throw new IllegalArgumentException("names the _id of documents that it looks up");
      }
      renamed.add(new BsonDocument(name, stage(name, value, isSource)));
      boolean isOwnId =
          name.equals("$project")
              && Optional.ofNullable(value.asDocument().get(ID))
                  .filter(id -> !isPlain(id))
                  .isPresent();
      isSource &= !REPLACING.contains(name) && !isOwnId;
      if (name.equals("$lookup") && renamedIds.contains(text(value, "from"))) {
        joined = text(value, "as");
      }
    }
    return renamed;
  }

  private BsonValue stage(String name, BsonValue value, boolean isSource) {
    if (name.equals("$lookup")) {
      return lookup(value.asDocument(), isSource);
    } else if (name.equals("$unionWith") || name.equals("$graphLookup")) {
      throw new IllegalArgumentException("has " + name + ", which is not translated");
    } else if (name.equals("$facet")) {
      BsonDocument renamed = new BsonDocument();
      value
          .asDocument()
          .forEach((facet, stages) -> renamed.append(facet, pipeline(stages.asArray(), isSource)));
      return renamed;
    } else if (!isSource || NEUTRAL.contains(name)) {
      return value;
    } else if (REPLACING.contains(name) || name.equals("$addFields") || name.equals("$set")) {
      return expression(value);
    }
    return switch (name) {
      case "$match" -> condition(value);
      case "$sort" -> keys(value.asDocument());
      case "$unwind" -> expression(value);
      case "$project" -> {
        BsonValue id = value.asDocument().get(ID);
        yield id == null || isPlain(id) ? projection(value.asDocument()) : expression(value);
      }
      default -> {
        if (mentions(value, ID)) {
          throw new IllegalArgumentException("has " + name + " with an _id that is no number");
        }
        yield value;
      }
    };
  }

  private BsonDocument lookup(BsonDocument lookup, boolean isSource) {
    BsonDocument renamed = new BsonDocument();
    String from = text(lookup, "from");
    boolean isRenamed = renamedIds.contains(from);
    lookup.forEach((part, value) ->
        renamed.append(
            part,
            switch (part) {
              case "from" -> named(from);
              case "localField" -> isSource ? new BsonString(path(text(lookup, part))) : value;
              case "foreignField" -> isRenamed ? new BsonString(path(text(lookup, part))) : value;
              case "let" -> isSource ? expression(value) : value;
              case "pipeline" -> pipeline(value.asArray(), isRenamed);
              default -> value;
            }));
    return renamed;
  }

  private static String text(BsonValue of, String name) {
    BsonValue value = of.asDocument().get(name);
    return value != null && value.isString() ? value.asString().getValue() : "";
  }

  private static boolean mentions(BsonValue value, String path) {
    return (value.isDocument() || value.isArray() || value.isString())
        && new BsonDocument("v", value)
            .toJson()
            .matches("(?s).*[\"$]" + Pattern.quote(path) + "[\".].*");
  }
}
