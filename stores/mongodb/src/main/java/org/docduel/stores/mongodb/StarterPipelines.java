package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonNull;
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
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
            json(suite.index()),
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
        .filter(field -> field.names().stream().allMatch(MongoFilters::canBeNamed))
        .map(field -> "{" + json(path(field)) + ": 1}")
        .collect(Collectors.joining(", ", "    " + json(collection.name()) + ": [", "]"));
  }

  private static String query(StarterSuite.Collection collection, StarterSuite.Named named) {
    try {
      return "    %s: {\"aggregate\": %s, \"comment\": %s, \"pipeline\": [\n      %s]}"
          .formatted(
              json(named.name()),
              json(collection.name()),
              json(named.title() + ": " + named.matches()),
              String.join(",\n      ", stages(collection, named.question())));
    } catch (UnsupportedOperationException e) {
      return "    %s: {\"unsupported\": \"a path in a pipeline cannot hold a name with a dot or a dollar\"}"
          .formatted(json(named.name()));
    }
  }

  private static List<String> stages(StarterSuite.Collection collection, StarterQuestion question) {
    List<String> stages = new ArrayList<>();
    question.where().ifPresent(where -> stages.add(match(where)));
    if (question instanceof StarterQuestion.Count) {
      stages.add(stage("{'$count': 'n'}"));
    } else if (question instanceof StarterQuestion.Documents) {
      if (!collection.hasOwnId()) {
        stages.add(stage("{'$addFields': {'id': '$_id'}}"));
      }
      stages.add(stage("{'$project': {'_id': 0}}"));
    } else if (question instanceof StarterQuestion.Groups groups) {
      // An absent field is a group with null.
      String mean =
          groups.mean().map(field -> stage(", 'mean': {'$avg': %s}", value(field))).orElse("");
      stages.add(
          stage(
              "{'$group': {'_id': {'$ifNull': [%s, null]}, 'n': {'$sum': 1}%s}}",
              value(groups.by()), mean));
      stages.add(
          stage(
              "{'$project': {'_id': 0, 'value': '$_id', 'n': 1%s}}",
              mean.isEmpty() ? "" : ", \"mean\": 1"));
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      stages.add(stage("{'$sort': {%s: -1, '_id': 1}}", json(path(greatest.number()))));
      stages.add(stage("{'$limit': %s}", greatest.limit()));
      stages.add(
          stage("{'$project': {'_id': 0, 'id': '$_id', 'value': %s}}", value(greatest.number())));
    }
    return stages;
  }

  private static String stage(String template, Object... values) {
    return template.replace('\'', '"').formatted(values);
  }

  private static String match(Condition where) {
    Value value = where.value();
    Value condition =
        switch (where.test()) {
          case EQUAL, CONTAINS, MISSING -> value;
          case AT_LEAST -> object("$gte", value);
          case EXISTS -> object("$ne", value);
          case PREFIX -> {
            String prefix = ((StringValue) value).value();
            String quoted = prefix.replaceAll("[\\W&&\\p{ASCII}&&\\S]", "\\\\$0");
            yield object("$regex", new StringValue("^" + quoted));
          }
        };
    return json(object("$match", object(path(where.field()), condition)));
  }

  private static ObjectValue object(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }

  private static String path(Field field) {
    return field.names().stream().map(MongoFilters::checked).collect(Collectors.joining("."));
  }

  /** What names the field's value. */
  private static String value(Field field) {
    return json("$" + path(field));
  }

  private static String json(String text) {
    return json(new StringValue(text));
  }

  private static String json(Value value) {
    byte[] bytes = new BsonBytes().body(new Document(0, object("v", value)));
    return ServerReport.json(new RawBsonDocument(bytes).get("v", BsonNull.VALUE));
  }
}
