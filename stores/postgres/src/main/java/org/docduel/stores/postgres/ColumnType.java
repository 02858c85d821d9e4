package org.docduel.stores.postgres;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem.Table.ColumnReader;
import org.docduel.stores.jdbc.LeafColumns;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.Oid;
import org.postgresql.util.ByteConverter;

/**
 * How values are held in a column. An SQL null is read as {@link NullValue}.
 *
 * @param sql the type in {@code CREATE TABLE}
 * @param wire the driver's name of the built-in type that is sent, which the server converts
 * @param writer makes a writer of the binary form, for one thread
 * @param selected what to select for the reader, of a column's quoted name or an expression
 * @param stored what the reader gives for a value that was written
 * @param element the type of the elements of a list
 */
public record ColumnType(
    String sql,
    String wire,
    Supplier<Writer> writer,
    UnaryOperator<String> selected,
    ColumnReader reader,
    UnaryOperator<Value> stored,
    Optional<ColumnType> element) {
  /** The built-in types whose binary forms are sent and read, as the driver names them. */
  static final String BINARY =
      "bool,bool_array,bytea,bytea_array,float8,float8_array,int8,int8_array,json,json_array,jsonb,"
          + "jsonb_array,numeric,numeric_array,text,text_array,timestamptz,timestamptz_array";

  static final ColumnType BIGINT =
      new ColumnType(
          "bigint",
          "int8",
          (document, value, out) ->
              out.putLong(cast(IntegerValue.class, "bigint", document, value).value()),
          ColumnReader.nullable(ColumnReader.NUMBER));

  /** IEEE 754, as documents have it. */
  private static final ColumnType DOUBLE =
      new ColumnType(
          "double precision",
          "float8",
          (document, value, out) -> {
            DoubleValue number = cast(DoubleValue.class, "double precision", document, value);
            out.putLong(Double.doubleToRawLongBits(JsonForm.finite(number)));
          },
          ColumnReader.nullable((row, column) -> new DoubleValue(row.getDouble(column))));

  /** Of up to 131,072 digits before the point and 16,383 after it; integers too. */
  private static final ColumnType NUMERIC =
      new ColumnType(
          "numeric",
          "numeric",
          () -> ColumnType::putNumeric,
          UnaryOperator.identity(),
          (row, column) -> ColumnReader.orNull(row.getBigDecimal(column), DecimalValue::new),
          ColumnType::decimal,
          Optional.empty());

  /** Without U+0000 and halves of surrogate pairs. */
  public static final ColumnType TEXT =
      new ColumnType("text", "text", ColumnType::putText, ColumnReader.TEXT);

  static final ColumnType BOOLEAN =
      new ColumnType(
          "boolean",
          "bool",
          (document, value, out) ->
              out.write(cast(BooleanValue.class, "boolean", document, value).value() ? 1 : 0),
          ColumnReader.nullable((row, column) -> BooleanValue.of(row.getBoolean(column))));

  /** From 4713 BC to 294276. */
  private static final ColumnType TIMESTAMPTZ =
      new ColumnType(
          "timestamptz",
          "timestamptz",
          () -> ColumnType::putTimestamp,
          column -> "(extract(epoch FROM " + column + ") * 1000)::bigint",
          ColumnReader.nullable(
              (row, column) -> new TimestampValue(Instant.ofEpochMilli(row.getLong(column)))),
          UnaryOperator.identity(),
          Optional.empty());

  private static final ColumnType BYTEA =
      new ColumnType(
          "bytea",
          "bytea",
          (document, value, out) ->
              out.write(cast(BinaryValue.class, "bytea", document, value).value()),
          (row, column) -> ColumnReader.orNull(row.getBytes(column), BinaryValue::new));

  /** Those whose long values the server does not compress: they have none. */
  private static final Set<String> SHORT =
      Set.of("bigint", "double precision", "numeric", "boolean", "timestamptz");

  /** 2000-01-01T00:00:00Z, from which PostgreSQL counts, in milliseconds since 1970. */
  private static final long EPOCH_MILLISECONDS = 946_684_800_000L;

  /** NUMERIC_MAX_DISPLAY_SCALE's storage bound and the digits that its weight can count. */
  private static final int MAX_SCALE = 16_383;

  private static final int MAX_WHOLE_DIGITS = 131_072;

  /** A type of PostgreSQL's own, which is selected and comes back as it is. */
  private ColumnType(String sql, String wire, Writer writer, ColumnReader reader) {
    this(
        sql,
        wire,
        () -> writer,
        UnaryOperator.identity(),
        reader,
        UnaryOperator.identity(),
        Optional.empty());
  }

  /** The one for values of a kind, at the leaves of documents. */
  static ColumnType of(Kind kind, PayloadEncoding binaries) {
    return switch (kind) {
      case TEXT -> TEXT;
      case INTEGER -> BIGINT;
      case DOUBLE -> DOUBLE;
      case DECIMAL -> NUMERIC;
      case BOOLEAN -> BOOLEAN;
      case TIMESTAMP -> TIMESTAMPTZ;
      case BINARY -> BYTEA;
      case TEXTS -> list(TEXT, Oid.TEXT);
      case INTEGERS -> list(BIGINT, Oid.INT8);
      case DOUBLES -> list(DOUBLE, Oid.FLOAT8);
      case DECIMALS -> list(NUMERIC, Oid.NUMERIC);
      case BOOLEANS -> list(BOOLEAN, Oid.BOOL);
      case OBJECT, JSON -> json("jsonb", binaries);
    };
  }

  /** Writes values in the binary form. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Appends a value other than null.
     *
     * @throws RejectedDocumentException when the type cannot hold the value, which is part of the
     *     document
     */
    void put(Document document, Value value, WireBuffer out);

    /** Appends a value; false, with nothing written, for an SQL null. */
    default boolean write(Document document, Value value, WireBuffer out) {
      if (value == NullValue.NULL) {
        return false;
      }
      put(document, value, out);
      return true;
    }

    /** Appends a field as COPY's rows and arrays have it: four bytes of length, and content. */
    default void writeField(Document document, Value value, WireBuffer out) {
      int head = out.size();
      out.putInt(-1); // the length of a null
      if (write(document, value, out)) {
        out.setInt(head, out.size() - head - Integer.BYTES);
      }
    }
  }

  private static void putText(Document document, Value value, WireBuffer out) {
    if (!out.putText(cast(StringValue.class, "text", document, value).value())) {
      throw LeafColumns.rejection(document, "half of a surrogate pair, which UTF-8 cannot hold");
    }
  }

  private static void putNumeric(Document document, Value value, WireBuffer out) {
    BigDecimal number = cast(DecimalValue.class, "numeric", document, decimal(value)).value();
    if (number.scale() > MAX_SCALE
        || (long) number.precision() - number.scale() > MAX_WHOLE_DIGITS) {
      throw LeafColumns.rejection(document, "a decimal of more digits than numeric has");
    }
    out.write(ByteConverter.numeric(number));
  }

  private static Value decimal(Value value) {
    return value instanceof IntegerValue number
        ? new DecimalValue(BigDecimal.valueOf(number.value()))
        : value;
  }

  private static void putTimestamp(Document document, Value value, WireBuffer out) {
    Instant instant = cast(TimestampValue.class, "timestamptz", document, value).value();
    try {
      long milliseconds = instant.toEpochMilli();
      out.putLong(Math.multiplyExact(milliseconds - EPOCH_MILLISECONDS, 1_000L));
    } catch (ArithmeticException e) {
      throw LeafColumns.rejection(document, "a timestamp outside of what timestamptz holds");
    }
  }

  /**
   * A list of scalars of one type, and of nulls, as {@code array_recv} in arrayfuncs.c reads it.
   * The driver reads lists of texts and of doubles; it has no binary form of lists of decimals: all
   * others are selected as JSON.
   */
  private static ColumnType list(ColumnType element, int oid) {
    boolean asArray = oid == Oid.TEXT || oid == Oid.FLOAT8;
    int dimensions = 1;
    int mayHaveNulls = 1;
    int lowerBound = 1;
    String sql = element.sql + "[]";
    Writer elementWriter = element.writer.get();
    Writer writer =
        (document, value, out) -> {
          List<Value> elements = cast(ArrayValue.class, sql, document, value).elements();
          out.putInt(elements.isEmpty() ? 0 : dimensions);
          out.putInt(mayHaveNulls);
          out.putInt(oid);
          if (!elements.isEmpty()) {
            out.putInt(elements.size());
            out.putInt(lowerBound);
          }
          for (Value each : elements) {
            elementWriter.writeField(document, each, out);
          }
        };
    return new ColumnType(
        sql,
        "_" + element.wire,
        () -> writer,
        column -> asArray ? column : "to_jsonb(" + column + ")::text",
        asArray ? (row, column) -> elements(row.getArray(column)) : ColumnReader.JSON,
        asArray ? UnaryOperator.identity() : value -> JsonForm.of(value, PayloadEncoding.TEXT),
        Optional.of(element));
  }

  private static Value elements(@Nullable Array array) throws SQLException {
    if (array == null) {
      return NullValue.NULL;
    }
    List<Value> elements = new ArrayList<>();
    for (Object element : (Object[]) array.getArray()) {
      elements.add(
          element instanceof Double number
              ? new DoubleValue(number)
              : element == null ? NullValue.NULL : new StringValue((String) element));
    }
    return new ArrayValue(elements);
  }

  /**
   * A {@code json} or {@code jsonb} column.
   *
   * @param binaries how bytes are written in JSON
   */
  static ColumnType json(String sql, PayloadEncoding binaries) {
    boolean versioned = sql.equals("jsonb");
    int version = 1; // of the text that follows it in the binary form
    return new ColumnType(
        sql,
        sql,
        () -> {
          JsonBytes json = new JsonBytes(binaries);
          return (document, value, out) -> {
            if (versioned) {
              out.write(version);
            }
            json.write(document, value, out);
          };
        },
        column -> column + "::text",
        ColumnReader.JSON,
        value -> JsonForm.of(value, binaries),
        Optional.empty());
  }

  /** A whole body as BSON bytes, in a column of {@code bytea} or of a type that is cast to it. */
  public static ColumnType bson(String sql) {
    return new ColumnType(
        sql,
        BYTEA.wire,
        () -> {
          BsonBytes bson = new BsonBytes();
          return (document, value, out) -> {
            ByteBuffer bytes = bson.bodyView(new Document(document.id(), (ObjectValue) value));
            out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
          };
        },
        column -> column + "::bytea",
        (row, column) -> ColumnReader.orNull(row.getBytes(column), BsonBytes::readBody),
        UnaryOperator.identity(),
        Optional.empty());
  }

  /** Whether the server compresses long values of the type. */
  boolean compressible() {
    return !SHORT.contains(sql);
  }

  boolean isJson() {
    return wire.startsWith("json");
  }

  /** The value as the class that a column takes; any other one has the document rejected. */
  private static <V extends Value> V cast(
      Class<V> kind, String sqlType, Document document, Value value) {
    if (!kind.isInstance(value)) {
      String found = Kind.of(value).label();
      throw LeafColumns.rejection(
          document, "a value of kind " + found + " for a column of type " + sqlType);
    }
    return kind.cast(value);
  }
}
