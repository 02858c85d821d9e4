package org.docduel.stores.mongodb.read;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.FloatValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/** Fields of an answer, of whatever type, as values. */
final class AnswerValues {
  private AnswerValues() {}

  /** The value; what no document has (an object id, say) as its text. */
  static Value of(BsonValue value) {
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> NullValue.NULL;
      case STRING -> new StringValue(value.asString().getValue());
      case INT32 -> new IntegerValue(value.asInt32().getValue());
      case INT64 -> new IntegerValue(value.asInt64().getValue());
      case BOOLEAN -> BooleanValue.of(value.asBoolean().getValue());
      case DATE_TIME -> new TimestampValue(Instant.ofEpochMilli(value.asDateTime().getValue()));
      case BINARY -> new BinaryValue(value.asBinary().getData());
      case DOUBLE -> new FloatValue(value.asDouble().getValue());
      case DECIMAL128 -> decimal(value);
      case ARRAY -> new ArrayValue(value.asArray().stream().map(AnswerValues::of).toList());
      case DOCUMENT -> object(value.asDocument());
      case OBJECT_ID -> new StringValue(value.asObjectId().getValue().toHexString());
      default -> new StringValue(value.toString());
    };
  }

  /** No decimal holds NaN and the infinities. */
  private static Value decimal(BsonValue value) {
    var decimal = value.asDecimal128().getValue();
    if (decimal.isNaN() || decimal.isInfinite()) {
      return new FloatValue(decimal.doubleValue());
    }
    boolean minusZero = decimal.toString().startsWith("-0");
    return new DecimalValue(
        minusZero && decimal.doubleValue() == 0 ? BigDecimal.ZERO : decimal.bigDecimalValue());
  }

  private static ObjectValue object(BsonDocument document) {
    return new ObjectValue(
        FieldNames.of(List.copyOf(document.keySet())),
        document.values().stream().map(AnswerValues::of).toList());
  }
}
