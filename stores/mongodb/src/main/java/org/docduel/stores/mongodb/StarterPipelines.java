package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;

/** Starter questions as aggregation pipelines. */
final class StarterPipelines {
  private StarterPipelines() {}

  /** The whole file, a line for each stage. */
  static String file(StarterSuite suite) {
    return """
    {
      "indexes": {%s: {
    %s
      }},
      "queries": {
    %s
      }
    }
    """
        .formatted(
            ServerReport.json(suite.index()),
            suite.collections().stream()
                .map(StarterPipelines::indexes)
                .collect(Collectors.joining(",\n")),
            suite.collections().stream()
                .flatMap(all -> all.questions().stream().map(named -> query(all, named)))
                .collect(Collectors.joining(",\n")));
  }

  private static String indexes(StarterSuite.Collection collection) {
    return collection.indexes().stream()
        .map(StarterSuite.Index::field)
        .distinct()
        .filter(StarterPipelines::canBeNamed)
        .map(field -> "{" + ServerReport.json(path(field)) + ": 1}")
        .collect(
            Collectors.joining(", ", "    " + ServerReport.json(collection.name()) + ": [", "]"));
  }

  private static String query(StarterSuite.Collection collection, StarterSuite.Named named) {
    String name = "    " + ServerReport.json(named.name()) + ": ";
    try {
      return name
          + "{\"aggregate\": %s, \"comment\": %s, \"pipeline\": [\n%s]}"
              .formatted(
                  ServerReport.json(collection.name()),
                  ServerReport.json(named.title() + ": " + named.matches()),
                  stages(collection, named.question()).stream()
                      .map(stage -> "      " + stage.toJson(ServerReport.JSON))
                      .collect(Collectors.joining(",\n")));
    } catch (UnsupportedOperationException e) {
      return name
          + "{\"unsupported\": \"a path in a pipeline cannot hold a name with a dot or a dollar\"}";
    }
  }

  private static boolean canBeNamed(Field field) {
    return field.names().stream().allMatch(MongoFilters::canBeNamed);
  }

  private static List<BsonDocument> stages(
      StarterSuite.Collection collection, StarterQuestion question) {
    List<BsonDocument> stages = new ArrayList<>();
    question.where().ifPresent(where -> stages.add(match(where)));
    if (question instanceof StarterQuestion.Count) {
      add(stages, "{$count: 'n'}");
    } else if (question instanceof StarterQuestion.Documents) {
      if (!collection.hasOwnId()) {
        add(stages, "{$addFields: {id: '$_id'}}");
      }
      add(stages, "{$project: {_id: 0}}");
    } else if (question instanceof StarterQuestion.Groups groups) {
      // An absent field is a group with null.
      String mean = groups.mean().map(field -> ", mean: {$avg: " + value(field) + "}").orElse("");
      String kept = mean.isEmpty() ? "" : ", mean: 1";
      add(
          stages,
          "{$group: {_id: {$ifNull: [%s, null]}, n: {$sum: 1}%s}}"
              .formatted(value(groups.by()), mean));
      add(stages, "{$project: {_id: 0, value: '$_id', n: 1%s}}".formatted(kept));
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      Field number = greatest.number();
      add(stages, "{$sort: {%s: -1, _id: 1}}".formatted(ServerReport.json(path(number))));
      add(stages, "{$limit: " + greatest.limit() + "}");
      add(stages, "{$project: {_id: 0, id: '$_id', value: %s}}".formatted(value(number)));
    }
    return stages;
  }

  private static void add(List<BsonDocument> stages, String stage) {
    stages.add(BsonDocument.parse(stage));
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
    return new BsonDocument("$match", new BsonDocument(path(where.field()), condition));
  }

  private static String path(Field field) {
    return field.names().stream().map(MongoFilters::checked).collect(Collectors.joining("."));
  }

  /** What names the field's value. */
  private static String value(Field field) {
    return ServerReport.json("$" + path(field));
  }

  private static BsonValue bson(Value value) {
    ObjectValue body = ObjectValue.of(Map.of("value", value));
    BsonDocument document = new RawBsonDocument(new BsonBytes().body(new Document(0, body)));
    return document.get("value", BsonNull.VALUE);
  }
}
