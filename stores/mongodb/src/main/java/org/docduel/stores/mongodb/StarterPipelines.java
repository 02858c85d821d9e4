package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;

/** Starter questions as aggregation pipelines. */
final class StarterPipelines {
  private static final BsonInt32 ONE = new BsonInt32(1);
  private static final BsonInt32 ZERO = new BsonInt32(0);
  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  private StarterPipelines() {}

  /** The whole file, a line for each stage. */
  static String file(StarterSuite suite) {
    List<String> indexes = new ArrayList<>();
    List<String> queries = new ArrayList<>();
    for (StarterSuite.Collection collection : suite.collections()) {
      indexes.add(
          "    "
              + quoted(collection.name())
              + ": "
              + collection.indexes().stream()
                  .map(StarterSuite.Index::field)
                  .distinct()
                  .filter(StarterPipelines::canBeNamed)
                  .map(field -> new BsonDocument(path(field), ONE).toJson(RELAXED))
                  .collect(Collectors.joining(", ", "[", "]")));
      collection.questions().forEach(named -> queries.add(query(collection, named)));
    }
    return "{\n  \"indexes\": {"
        + quoted(suite.index())
        + ": {\n"
        + String.join(",\n", indexes)
        + "\n  }},\n  \"queries\": {\n"
        + String.join(",\n", queries)
        + "\n  }\n}\n";
  }

  private static String query(StarterSuite.Collection collection, StarterSuite.Named named) {
    String head = "    " + quoted(named.name()) + ": ";
    List<Field> fields = fields(named.question());
    if (!fields.stream().allMatch(StarterPipelines::canBeNamed)) {
      return head
          + "{\"unsupported\": \"a path in a pipeline cannot hold a name with a dot or a dollar\"}";
    }
    return head
        + "{\"aggregate\": "
        + quoted(collection.name())
        + ", \"comment\": "
        + quoted(named.title() + ": " + named.matches())
        + ", \"pipeline\": [\n"
        + stages(collection, named.question()).stream()
            .map(stage -> "      " + stage.toJson(RELAXED))
            .collect(Collectors.joining(",\n"))
        + "]}";
  }

  private static List<Field> fields(StarterQuestion question) {
    if (question instanceof StarterQuestion.Count count) {
      return count.where().map(Condition::field).stream().toList();
    } else if (question instanceof StarterQuestion.Documents documents) {
      return List.of(documents.where().field());
    } else if (question instanceof StarterQuestion.Groups groups) {
      return Stream.concat(Stream.of(groups.by()), groups.mean().stream()).toList();
    }
    return List.of(((StarterQuestion.Greatest) question).number());
  }

  private static boolean canBeNamed(Field field) {
    return field.names().stream().allMatch(MongoFilters::canBeNamed);
  }

  private static List<BsonDocument> stages(
      StarterSuite.Collection collection, StarterQuestion question) {
    BsonDocument withoutKey = stage("$project", new BsonDocument("_id", ZERO));
    if (question instanceof StarterQuestion.Count count) {
      BsonDocument counted = stage("$count", new BsonString("n"));
      return Stream.concat(count.where().stream().map(StarterPipelines::match), Stream.of(counted))
          .toList();
    } else if (question instanceof StarterQuestion.Documents documents) {
      BsonDocument match = match(documents.where());
      BsonDocument key = stage("$addFields", new BsonDocument("id", new BsonString("$_id")));
      return collection.hasOwnId() ? List.of(match, withoutKey) : List.of(match, key, withoutKey);
    } else if (question instanceof StarterQuestion.Groups groups) {
      BsonDocument group =
          new BsonDocument("_id", orNull(groups.by())).append("n", new BsonDocument("$sum", ONE));
      BsonDocument row =
          new BsonDocument("_id", ZERO).append("value", new BsonString("$_id")).append("n", ONE);
      groups
          .mean()
          .ifPresent(mean -> {
            group.append("mean", new BsonDocument("$avg", value(mean)));
            row.append("mean", ONE);
          });
      return List.of(stage("$group", group), stage("$project", row));
    }
    StarterQuestion.Greatest greatest = (StarterQuestion.Greatest) question;
    Field number = greatest.number();
    return List.of(
        match(new Condition(number, StarterQuestion.Test.EXISTS, NullValue.NULL)),
        stage("$sort", new BsonDocument(path(number), new BsonInt32(-1)).append("_id", ONE)),
        stage("$limit", new BsonInt32(greatest.limit())),
        stage(
            "$project",
            new BsonDocument("_id", ZERO)
                .append("id", new BsonString("$_id"))
                .append("value", value(number))));
  }

  private static BsonDocument match(Condition where) {
    BsonValue value = bson(where.value());
    BsonValue condition =
        switch (where.test()) {
          case EQUAL, CONTAINS, MISSING -> value;
          case AT_LEAST -> new BsonDocument("$gte", value);
          case EXISTS -> new BsonDocument("$ne", value);
          case PREFIX -> {
            String text =
                value.asString().getValue().replaceAll("[\\W&&\\p{ASCII}&&\\S]", "\\\\$0");
            yield new BsonDocument("$regex", new BsonString("^" + text));
          }
        };
    return stage("$match", new BsonDocument(path(where.field()), condition));
  }

  private static BsonDocument stage(String name, BsonValue what) {
    return new BsonDocument(name, what);
  }

  private static String path(Field field) {
    return String.join(".", field.names());
  }

  private static BsonString value(Field field) {
    return new BsonString("$" + path(field));
  }

  /** An absent field is a group with null. */
  private static BsonDocument orNull(Field field) {
    return new BsonDocument("$ifNull", new BsonArray(List.of(value(field), BsonNull.VALUE)));
  }

  private static BsonValue bson(Value value) {
    ObjectValue body = ObjectValue.of(FieldNames.of("value"), value);
    BsonDocument document = new RawBsonDocument(new BsonBytes().body(new Document(0, body)));
    return document.get("value", BsonNull.VALUE);
  }

  private static String quoted(String text) {
    String json = new BsonDocument("", new BsonString(text)).toJson(RELAXED);
    return json.substring(json.indexOf(": ") + 2, json.length() - 1);
  }
}
