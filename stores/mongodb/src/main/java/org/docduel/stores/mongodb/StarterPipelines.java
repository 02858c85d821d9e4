package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.spi.starter.StarterQuestion;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite;

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
              + collection.indexed().stream()
                  .filter(StarterPipelines::canBeNamed)
                  .map(field -> new BsonDocument(path(field), ONE).toJson(RELAXED))
                  .collect(Collectors.joining(", ", "[", "]")));
      collection.questions().forEach(named -> queries.add(query(collection.name(), named)));
    }
    return "{\n  \"indexes\": {"
        + quoted(suite.index())
        + ": {\n"
        + String.join(",\n", indexes)
        + "\n  }},\n  \"queries\": {\n"
        + String.join(",\n", queries)
        + "\n  }\n}\n";
  }

  private static String query(String collection, StarterSuite.Named named) {
    String head = "    " + quoted(named.name()) + ": ";
    List<Field> fields = fields(named.question());
    if (!fields.stream().allMatch(StarterPipelines::canBeNamed)) {
      return head
          + "{\"unsupported\": \"a path in a pipeline cannot hold a name with a dot or a dollar\"}";
    }
    return head
        + "{\"aggregate\": "
        + quoted(collection)
        + ", \"pipeline\": [\n"
        + stages(named.question()).stream()
            .map(stage -> "      " + stage.toJson(RELAXED))
            .collect(Collectors.joining(",\n"))
        + "]}";
  }

  private static List<Field> fields(StarterQuestion question) {
    if (question instanceof StarterQuestion.CountBy by) {
      return List.of(by.by());
    } else if (question instanceof StarterQuestion.SumBy by) {
      return List.of(by.by(), by.number());
    } else if (question instanceof StarterQuestion.CountEqual equal) {
      return List.of(equal.field());
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      return List.of(greatest.number());
    } else if (question instanceof StarterQuestion.CountElements elements) {
      return List.of(elements.list());
    } else if (question instanceof StarterQuestion.CountWithout without) {
      return List.of(without.field());
    }
    return List.of();
  }

  private static boolean canBeNamed(Field field) {
    return field.names().stream()
        .noneMatch(name -> name.isEmpty() || name.contains(".") || name.startsWith("$"));
  }

  private static List<BsonDocument> stages(StarterQuestion question) {
    if (question instanceof StarterQuestion.CountBy by) {
      return grouped(List.of(), orNull(by.by()), new BsonDocument());
    } else if (question instanceof StarterQuestion.SumBy by) {
      return grouped(
          List.of(match(by.number(), new BsonDocument("$ne", BsonNull.VALUE))),
          orNull(by.by()),
          new BsonDocument("total", new BsonDocument("$sum", value(by.number()))));
    } else if (question instanceof StarterQuestion.CountEqual equal) {
      return counted(match(equal.field(), bson(equal)));
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      Field number = greatest.number();
      return List.of(
          match(number, new BsonDocument("$ne", BsonNull.VALUE)),
          stage("$sort", new BsonDocument(path(number), new BsonInt32(-1)).append("_id", ONE)),
          stage("$limit", new BsonInt32(greatest.limit())),
          stage(
              "$project",
              new BsonDocument("_id", ZERO)
                  .append("id", new BsonString("$_id"))
                  .append("value", value(number))));
    } else if (question instanceof StarterQuestion.CountElements elements) {
      return grouped(
          List.of(stage("$unwind", value(elements.list()))),
          value(elements.list()),
          new BsonDocument());
    } else if (question instanceof StarterQuestion.CountWithout without) {
      return counted(match(without.field(), BsonNull.VALUE));
    }
    return counted();
  }

  private static List<BsonDocument> grouped(
      List<BsonDocument> before, BsonValue key, BsonDocument sums) {
    BsonDocument group = new BsonDocument("_id", key).append("n", new BsonDocument("$sum", ONE));
    group.putAll(sums);
    BsonDocument row =
        new BsonDocument("_id", ZERO).append("value", new BsonString("$_id")).append("n", ONE);
    sums.keySet().forEach(sum -> row.append(sum, ONE));
    List<BsonDocument> stages = new ArrayList<>(before);
    stages.add(stage("$group", group));
    stages.add(stage("$project", row));
    return stages;
  }

  private static List<BsonDocument> counted(BsonDocument... before) {
    List<BsonDocument> stages = new ArrayList<>(List.of(before));
    stages.add(stage("$count", new BsonString("n")));
    return stages;
  }

  private static BsonDocument match(Field field, BsonValue condition) {
    return stage("$match", new BsonDocument(path(field), condition));
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

  private static BsonValue bson(StarterQuestion.CountEqual equal) {
    ObjectValue body = ObjectValue.of(FieldNames.of("value"), equal.value());
    BsonDocument document = new RawBsonDocument(new BsonBytes().body(new Document(0, body)));
    return document.get("value", BsonNull.VALUE);
  }

  private static String quoted(String text) {
    String json = new BsonDocument("", new BsonString(text)).toJson(RELAXED);
    return json.substring(json.indexOf(": ") + 2, json.length() - 1);
  }
}
