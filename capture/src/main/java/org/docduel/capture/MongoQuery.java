package org.docduel.capture;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * A command of MongoDB's protocol as a query of the dialect {@code mongodb}: what conditions
 * compare with, and how many documents are skipped, are parameters; limits, projections and
 * expressions are part of the query. {@code count} and {@code distinct} become the pipelines that
 * answer the same.
 *
 * @param key the same for queries that differ in values and in the length of lists alone
 * @param values those of the parameters, in order
 * @param kinds of the parameters: those of a file of tuples, or {@link #NUMBER}
 * @param note what is not a parameter though it is a value; empty when there is nothing
 */
record MongoQuery(
    String key,
    BsonDocument text,
    List<NormalStatement.Source> values,
    List<String> kinds,
    String note) {
  static final String PARAMETER = "$parameter";

  /** A number whose column's kind depends on all of its values. */
  static final String NUMBER = "number";

  /** Operators whose values are part of the query. */
  private static final Set<String> PLAIN =
      Set.of(
          "$exists",
          "$type",
          "$size",
          "$mod",
          "$options",
          "$expr",
          "$jsonSchema",
          "$caseSensitive");

  /**
   * Reads a command that is a query.
   *
   * @throws IllegalArgumentException when a part of it has another type than a query's
   */
  static MongoQuery of(BsonDocument command) {
    try {
      return new Builder().query(command);
    } catch (BsonInvalidOperationException e) {
      throw new IllegalArgumentException("has a part of another type than a query's", e);
    }
  }

  private static final class Builder {
    private final StringBuilder key = new StringBuilder();
    private final List<NormalStatement.Source> values = new ArrayList<>();
    private final List<String> kinds = new ArrayList<>();
    private String foreign = "";

    MongoQuery query(BsonDocument command) {
      String name = command.getFirstKey();
      BsonString collection = command.getString(name);
      BsonDocument text =
          name.equals("find") ? find(command) : new BsonDocument("aggregate", collection);
      if (name.equals("aggregate")) {
        text.append("pipeline", stages(command.getArray("pipeline", new BsonArray())));
      } else if (!name.equals("find")) {
        text.append("pipeline", pipeline(command));
      }
      return new MongoQuery(key.toString(), text, List.copyOf(values), List.copyOf(kinds), foreign);
    }

    private BsonDocument find(BsonDocument command) {
      BsonDocument text = new BsonDocument("find", command.getString("find"));
      BsonDocument filter = MongoCommand.part(command, "filter");
      if (!filter.isEmpty()) {
        text.append("filter", lifted(filter));
      }
      for (String part : List.of("projection", "sort")) {
        BsonDocument value = MongoCommand.part(command, part);
        if (!value.isEmpty()) {
          key.append(' ').append(part);
          text.append(part, plain(value));
        }
      }
      long skip = number(command, "skip");
      if (skip > 0) {
        key.append(" skip");
        text.append("skip", parameter(NUMBER, Long.toString(skip)));
      }
      long limit = Math.abs(number(command, "limit")); // a negative one is of a single batch
      if (limit > 0) {
        key.append(" limit ").append(limit);
        text.append("limit", new BsonInt64(limit));
      }
      return text;
    }

    private static long number(BsonDocument command, String part) {
      BsonValue value = command.get(part);
      return value != null && value.isNumber() ? value.asNumber().longValue() : 0;
    }

    /** The pipeline of a {@code count} or a {@code distinct}. */
    private BsonArray pipeline(BsonDocument command) {
      BsonArray stages = new BsonArray();
      BsonDocument query = MongoCommand.part(command, "query");
      if (!query.isEmpty()) {
        stages.add(new BsonDocument("$match", lifted(query)));
      }
      if (command.containsKey("count")) {
        for (String part : List.of("skip", "limit")) {
          long number = number(command, part);
          if (number > 0) {
            key.append(' ').append(part).append(' ').append(number);
            stages.add(new BsonDocument("$" + part, new BsonInt64(number)));
          }
        }
        stages.add(new BsonDocument("$count", new BsonString("n")));
      } else {
        String field = "$" + command.getString("key").getValue();
        key.append(' ').append(field);
        stages.add(
            new BsonDocument(
                "$unwind",
                new BsonDocument("path", new BsonString(field))
                    .append("preserveNullAndEmptyArrays", BsonBoolean.TRUE)));
        stages.add(new BsonDocument("$group", new BsonDocument("_id", new BsonString(field))));
      }
      return stages;
    }

    private BsonArray stages(BsonArray stages) {
      key.append('[');
      BsonArray all = new BsonArray();
      for (BsonValue stage : stages) {
        all.add(inStage(stage));
        key.append(',');
      }
      key.append(']');
      return all;
    }

    /** Conditions may be in pipelines of other stages. */
    private BsonValue inStage(BsonValue value) {
      if (value instanceof BsonArray array) {
        return stages(array);
      } else if (!(value instanceof BsonDocument)) {
        return plain(value);
      }
      BsonDocument all = new BsonDocument();
      for (Map.Entry<String, BsonValue> part : value.asDocument().entrySet()) {
        key.append(part.getKey()).append(':');
        BsonValue inside = part.getValue();
        if (part.getKey().equals("$match") && inside.isDocument()) {
          all.append(part.getKey(), lifted(inside.asDocument()));
        } else if (part.getKey().equals("$skip") && inside.isNumber()) {
          all.append(
              part.getKey(), parameter(NUMBER, Long.toString(inside.asNumber().longValue())));
        } else {
          all.append(part.getKey(), inStage(inside));
        }
        key.append(' ');
      }
      return all;
    }

    private BsonValue plain(BsonValue value) {
      key.append(new BsonDocument("v", value).toJson(MongoCommand.JSON));
      return value;
    }

    /** A condition whose values are parameters. */
    private BsonDocument lifted(BsonDocument condition) {
      BsonDocument all = new BsonDocument();
      key.append('{');
      for (Map.Entry<String, BsonValue> part : condition.entrySet()) {
        String name = part.getKey();
        BsonValue value = part.getValue();
        if (name.equals("$comment")) {
          continue;
        }
        key.append(name).append(':');
        if (PLAIN.contains(name)) {
          all.append(name, plain(value));
        } else if (name.equals("$regex") && value instanceof BsonRegularExpression regex) {
          all.append(name, parameter("text", regex.getPattern()));
          if (!regex.getOptions().isEmpty() && !condition.containsKey("$options")) {
            all.append("$options", plain(new BsonString(regex.getOptions())));
          }
        } else if (value instanceof BsonRegularExpression regex && !name.startsWith("$")) {
          BsonDocument pattern = new BsonDocument("$regex", parameter("text", regex.getPattern()));
          if (!regex.getOptions().isEmpty()) {
            pattern.append("$options", plain(new BsonString(regex.getOptions())));
          }
          all.append(name, pattern);
        } else {
          all.append(name, lifted(value));
        }
        key.append(' ');
      }
      key.append('}');
      return all;
    }

    private BsonValue lifted(BsonValue value) {
      if (value instanceof BsonDocument document) {
        return lifted(document);
      } else if (value instanceof BsonArray array) {
        return liftedList(array);
      }
      String kind = kind(value);
      if (kind.isEmpty()) {
        if (!value.isNull()) {
          foreign = "values of the type " + value.getBsonType() + " are those of one call";
        }
        key.append('?').append(value.getBsonType());
        return value;
      }
      key.append('?').append(kind);
      return parameter(kind, text(value));
    }

    /** Lists of scalars have one key whatever their length. */
    private BsonArray liftedList(BsonArray list) {
      BsonArray all = new BsonArray();
      boolean isOfScalars =
          !list.isEmpty() && list.stream().noneMatch(item -> item.isDocument() || item.isArray());
      int before = key.length();
      key.append('[');
      for (BsonValue item : list) {
        all.add(lifted(item));
        key.append(',');
      }
      key.append(']');
      if (isOfScalars) {
        String kinds =
            String.join(
                ",",
                new TreeSet<>(List.of(key.substring(before + 1, key.length() - 1).split(",", -1))));
        key.setLength(before);
        key.append('[').append(kinds).append(']');
      }
      return all;
    }

    private BsonDocument parameter(String kind, String value) {
      values.add(new NormalStatement.Source(0, value));
      kinds.add(kind);
      return new BsonDocument(PARAMETER, new BsonInt32(values.size()));
    }

    /** Of a column of tuples; empty for a value that none has. */
    private static String kind(BsonValue value) {
      return switch (value.getBsonType()) {
        case STRING, OBJECT_ID -> "text";
        case INT32, INT64 -> NUMBER;
        case DOUBLE -> Double.isFinite(value.asDouble().getValue()) ? NUMBER : "";
        case DECIMAL128 -> {
          Decimal128 decimal = value.asDecimal128().getValue();
          yield decimal.isNaN() || decimal.isInfinite() || decimal.equals(Decimal128.NEGATIVE_ZERO)
              ? ""
              : "decimal";
        }
        case BOOLEAN -> "boolean";
        case DATE_TIME -> {
          long year =
              Instant.ofEpochMilli(value.asDateTime().getValue())
                  .atOffset(ZoneOffset.UTC)
                  .getYear();
          yield year >= 1 && year <= 9999 ? "timestamp" : "";
        }
        default -> "";
      };
    }

    private static String text(BsonValue value) {
      return switch (value.getBsonType()) {
        case STRING -> value.asString().getValue();
        case OBJECT_ID -> value.asObjectId().getValue().toHexString();
        case INT32, INT64 -> Long.toString(value.asNumber().longValue());
        case DOUBLE -> plainNumber(BigDecimal.valueOf(value.asDouble().getValue()));
        case DECIMAL128 -> value.asDecimal128().getValue().bigDecimalValue().toPlainString();
        case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
        default -> Instant.ofEpochMilli(value.asDateTime().getValue()).toString();
      };
    }

    private static String plainNumber(BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
  }
}
