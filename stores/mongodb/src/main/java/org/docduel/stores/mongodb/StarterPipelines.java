package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
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
            text(suite.index()),
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
        .map(field -> "{" + text(path(field)) + ": 1}")
        .collect(Collectors.joining(", ", "    " + text(collection.name()) + ": [", "]"));
  }

  private static String query(StarterSuite.Collection collection, StarterSuite.Named named) {
    try {
      return json(
          "    %s: {'aggregate': %s, 'comment': %s, 'pipeline': [\n      %s]}",
          text(named.name()),
          text(collection.name()),
          text(named.title() + ": " + named.matches()),
          String.join(",\n      ", stages(collection, named.question())));
    } catch (UnsupportedOperationException e) {
      return json(
          "    %s: {'unsupported': %s}", text(named.name()), text(String.valueOf(e.getMessage())));
    }
  }

  private static List<String> stages(StarterSuite.Collection collection, StarterQuestion question) {
    List<String> stages = new ArrayList<>();
    question.where().ifPresent(where -> stages.add(match(where)));
    if (question instanceof StarterQuestion.Count) {
      stages.add(json("{'$count': 'n'}"));
    } else if (question instanceof StarterQuestion.Documents) {
      if (!collection.hasOwnId()) {
        stages.add(json("{'$addFields': {'id': '$_id'}}"));
      }
      stages.add(json("{'$project': {'_id': 0}}"));
    } else if (question instanceof StarterQuestion.Groups groups) {
      // An absent field is a group with null.
      String mean =
          groups.mean().map(field -> json(", 'mean': {'$avg': %s}", value(field))).orElse("");
      stages.add(
          json(
              "{'$group': {'_id': {'$ifNull': [%s, null]}, 'n': {'$sum': 1}%s}}",
              value(groups.by()), mean));
      stages.add(
          json(
              "{'$project': {'_id': 0, 'value': '$_id', 'n': 1%s}}",
              mean.isEmpty() ? "" : ", \"mean\": 1"));
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      stages.add(json("{'$sort': {%s: -1, '_id': 1}}", text(path(greatest.number()))));
      stages.add(json("{'$limit': %s}", greatest.limit()));
      stages.add(
          json("{'$project': {'_id': 0, 'id': '$_id', 'value': %s}}", value(greatest.number())));
    }
    return stages;
  }

  /** A template whose single quotes are double ones, with JSON for its places. */
  private static String json(String template, Object... values) {
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
    ObjectValue match = object("$match", object(path(where.field()), condition));
    return new RawBsonDocument(new BsonBytes().body(new Document(0, match)))
        .toJson(ServerReport.JSON);
  }

  private static ObjectValue object(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }

  private static boolean canBeNamed(Field field) {
    return field.names().stream().allMatch(Path::canHold)
        && !field.names().get(0).equals(BsonDocumentCodec.ID);
  }

  private static String path(Field field) {
    if (!canBeNamed(field)) {
      throw new UnsupportedOperationException(
          "a pipeline cannot name the field " + String.join(".", field.names()));
    }
    return String.join(".", field.names());
  }

  /** What names the field's value. */
  private static String value(Field field) {
    return text("$" + path(field));
  }

  private static String text(String text) {
    return ServerReport.json(new BsonString(text));
  }
}
