package org.docduel.stores.postgres;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem.Table.ColumnReader;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.ByteConverter;

/**
 * How values are held in a column: its SQL type, its binary form on the wire, and back.
 *
 * <p>{@link #sql} is the type in {@code CREATE TABLE}, {@link #wire} the built-in type that is
 * sent, which the server converts by itself. An SQL null is read as {@link NullValue}.
 */
public interface ColumnType extends ColumnReader {
  /** The type for values of a kind, at the leaves of documents. */
  static ColumnType of(Kind kind, PayloadEncoding binaries) {
    return switch (kind) {
      case TEXT -> Scalar.TEXT;
      case INTEGER -> Scalar.BIGINT;
      case DECIMAL -> Scalar.NUMERIC;
      case BOOLEAN -> Scalar.BOOLEAN;
      case TIMESTAMP -> Scalar.TIMESTAMPTZ;
      case BINARY -> Scalar.BYTEA;
      case TEXTS -> new ListOf(Scalar.TEXT, WireType.TEXT_ARRAY);
      case INTEGERS -> new ListOf(Scalar.BIGINT, WireType.INT8_ARRAY);
      case DECIMALS -> new ListOf(Scalar.NUMERIC, WireType.NUMERIC_ARRAY);
      case BOOLEANS -> new ListOf(Scalar.BOOLEAN, WireType.BOOL_ARRAY);
      case OBJECT, JSON -> new Json(WireType.JSONB, binaries);
    };
  }

  String sql();

  WireType wire();

  /** Whether the server compresses long values of the type. */
  default boolean compressible() {
    return true;
  }

  /** A writer of the binary form, for one thread. */
  Writer writer();

  /** What to select for {@link #read}, where a column's quoted name or an expression is given. */
  default String selected(String column) {
    return column;
  }

  /** What {@link #read} gives for a value that was written. */
  default Value asStored(Value value) {
    return value;
  }

  /** Writes values in the binary form. */
  @FunctionalInterface
  interface Writer {
    /** The length that a null has, in arrays and in the rows of COPY. */
    int NULL_LENGTH = -1;

    /**
     * Appends a value.
     *
     * @return false, with nothing written, for an SQL null
     * @throws RejectedDocumentException when the type cannot hold the value, which is part of the
     *     document
     */
    boolean write(Document document, Value value, WireBuffer out);

    /** Appends a field as COPY's rows and arrays have it: four bytes of length, and content. */
    default void writeField(Document document, Value value, WireBuffer out) {
      int head = out.size();
      out.putInt(NULL_LENGTH);
      if (write(document, value, out)) {
        out.setInt(head, out.size() - head - Integer.BYTES);
      }
    }
  }

  /** PostgreSQL's own types, each of which holds one kind of value exactly. */
  record Scalar<T extends Value>(
      String sql, WireType wire, Class<T> kind, Put<T> put, ColumnReader get)
      implements ColumnType {
    /** Integers. */
    public static final ColumnType BIGINT =
        new Scalar<>(
            "bigint",
            WireType.INT8,
            IntegerValue.class,
            (number, out) -> {
              out.putLong(number.value());
              return null;
            },
            ColumnReader.NUMBER);

    /** Decimals of up to 131,072 digits before the point and 16,383 after it; integers too. */
    public static final ColumnType NUMERIC =
        new Scalar<>(
            "numeric",
            WireType.NUMERIC,
            DecimalValue.class,
            Scalar::putNumeric,
            (row, column) -> {
              BigDecimal number = row.getBigDecimal(column);
              return number == null ? NullValue.NULL : new DecimalValue(number);
            });

    /** Texts without U+0000 and halves of surrogate pairs. */
    public static final ColumnType TEXT =
        new Scalar<>(
            "text",
            WireType.TEXT,
            StringValue.class,
            (text, out) ->
                out.putText(text.value())
                    ? null
                    : "half of a surrogate pair, which UTF-8 cannot hold",
            ColumnReader.TEXT);

    /** Truth values. */
    public static final ColumnType BOOLEAN =
        new Scalar<>(
            "boolean",
            WireType.BOOL,
            BooleanValue.class,
            (truth, out) -> {
              out.write(truth.value() ? 1 : 0);
              return null;
            },
            (row, column) -> BooleanValue.of(row.getBoolean(column)));

    /** Instants from 4713 BC to 294276. */
    public static final ColumnType TIMESTAMPTZ =
        new Scalar<>(
            "timestamptz",
            WireType.TIMESTAMPTZ,
            TimestampValue.class,
            Scalar::putTimestamp,
            (row, column) -> new TimestampValue(Instant.ofEpochMilli(row.getLong(column))));

    /** Bytes. */
    public static final ColumnType BYTEA =
        new Scalar<>(
            "bytea",
            WireType.BYTEA,
            BinaryValue.class,
            (bytes, out) -> {
              out.write(bytes.value());
              return null;
            },
            (row, column) -> {
              byte[] bytes = row.getBytes(column);
              return bytes == null ? NullValue.NULL : new BinaryValue(bytes);
            });

    /** 2000-01-01T00:00:00Z, from which PostgreSQL counts, in milliseconds since 1970. */
    private static final long EPOCH_MILLISECONDS = 946_684_800_000L;

    /** NUMERIC_MAX_DISPLAY_SCALE's storage bound and the digits that its weight can count. */
    private static final int MAX_SCALE = 16_383;

    private static final int MAX_WHOLE_DIGITS = 131_072;

    /** Appends a value; what it answers is why the type cannot hold it. */
    interface Put<T> {
      @Nullable String put(T value, WireBuffer out);
    }

    private static @Nullable String putNumeric(DecimalValue decimal, WireBuffer out) {
      BigDecimal number = decimal.value();
      if (number.scale() > MAX_SCALE
          || (long) number.precision() - number.scale() > MAX_WHOLE_DIGITS) {
        return "a decimal of more digits than numeric has";
      }
      out.write(ByteConverter.numeric(number));
      return null;
    }

    private static @Nullable String putTimestamp(TimestampValue timestamp, WireBuffer out) {
      try {
        long milliseconds = timestamp.value().toEpochMilli() - EPOCH_MILLISECONDS;
        out.putLong(Math.multiplyExact(milliseconds, 1_000L));
        return null;
      } catch (ArithmeticException e) {
        return "a timestamp outside of what timestamptz holds";
      }
    }

    @Override
    public boolean compressible() {
      return wire == WireType.TEXT || wire == WireType.BYTEA;
    }

    @Override
    public Writer writer() {
      return (document, value, out) -> {
        if (value == NullValue.NULL) {
          return false;
        }
        Value stored = asStored(value);
        if (!kind.isInstance(stored)) {
          throw mismatch(this, document, value);
        }
        String refusal = put.put(kind.cast(stored), out);
        if (refusal != null) {
          throw new RejectedDocumentException("document " + document.id() + " has " + refusal);
        }
        return true;
      };
    }

    @Override
    public String selected(String column) {
      return wire == WireType.TIMESTAMPTZ
          ? "(extract(epoch FROM " + column + ") * 1000)::bigint"
          : column;
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      Value value = get.read(row, column);
      return row.wasNull() ? NullValue.NULL : value;
    }

    @Override
    public Value asStored(Value value) {
      return wire == WireType.NUMERIC && value instanceof IntegerValue number
          ? new DecimalValue(BigDecimal.valueOf(number.value()))
          : value;
    }
  }

  /** A list of scalars of one type, and of nulls, such as {@code text[]}. */
  record ListOf(ColumnType element, WireType wire) implements ColumnType {
    private static final int DIMENSIONS = 1;
    private static final int MAY_HAVE_NULLS = 1;
    private static final int LOWER_BOUND = 1;

    @Override
    public String sql() {
      return element.sql() + "[]";
    }

    /** An array's head and its elements, as {@code array_recv} in arrayfuncs.c reads them. */
    @Override
    public Writer writer() {
      Writer one = element.writer();
      return (document, value, out) -> {
        if (value == NullValue.NULL) {
          return false;
        }
        if (!(value instanceof ArrayValue list)) {
          throw mismatch(this, document, value);
        }
        int size = list.elements().size();
        out.putInt(size == 0 ? 0 : DIMENSIONS);
        out.putInt(MAY_HAVE_NULLS);
        out.putInt(element.wire().oid());
        if (size > 0) {
          out.putInt(size);
          out.putInt(LOWER_BOUND);
        }
        for (Value each : list.elements()) {
          one.writeField(document, each, out);
        }
        return true;
      };
    }

    /** The driver has no binary form of lists of decimals. */
    @Override
    public String selected(String column) {
      return element.wire() == WireType.TEXT ? column : "to_jsonb(" + column + ")::text";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      if (element.wire() != WireType.TEXT) {
        return ColumnReader.JSON.read(row, column);
      }
      Array array = row.getArray(column);
      if (array == null) {
        return NullValue.NULL;
      }
      List<Value> elements = new ArrayList<>();
      for (Object one : (Object[]) array.getArray()) {
        elements.add(one == null ? NullValue.NULL : new StringValue((String) one));
      }
      return new ArrayValue(elements);
    }

    @Override
    public Value asStored(Value value) {
      return JsonForm.of(value, PayloadEncoding.TEXT);
    }
  }

  /**
   * A {@code json} or {@code jsonb} column.
   *
   * @param binaries how bytes are written in JSON
   */
  record Json(WireType wire, PayloadEncoding binaries) implements ColumnType {
    /** What the binary form of jsonb begins with: the version of the text that follows. */
    private static final int JSONB_VERSION = 1;

    @Override
    public String sql() {
      return wire.typeName();
    }

    @Override
    public Writer writer() {
      JsonBytes json = new JsonBytes(binaries);
      return (document, value, out) -> {
        if (value == NullValue.NULL) {
          return false;
        }
        if (wire == WireType.JSONB) {
          out.write(JSONB_VERSION);
        }
        json.write(document, value, out);
        return true;
      };
    }

    @Override
    public String selected(String column) {
      return column + "::text";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      return ColumnReader.JSON.read(row, column);
    }

    @Override
    public Value asStored(Value value) {
      return JsonForm.of(value, binaries);
    }
  }

  /** A whole body as BSON bytes, in a column of {@code bytea} or of a type that is cast to it. */
  record Bson(String sql) implements ColumnType {
    @Override
    public WireType wire() {
      return WireType.BYTEA;
    }

    @Override
    public Writer writer() {
      BsonBytes bson = new BsonBytes();
      return (document, value, out) -> {
        ByteBuffer bytes = bson.bodyView(new Document(document.id(), (ObjectValue) value));
        out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        return true;
      };
    }

    @Override
    public String selected(String column) {
      return column + "::bytea";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      byte[] bytes = row.getBytes(column);
      return bytes == null ? NullValue.NULL : BsonBytes.readBody(bytes);
    }
  }

  /** What a value is called in messages. */
  static String kind(Value value) {
    return value == NullValue.NULL ? "null" : "a value of kind " + Kind.of(value).label();
  }

  private static RejectedDocumentException mismatch(
      ColumnType type, Document document, Value value) {
    return new RejectedDocumentException(
        "document %d has %s for a column of type %s"
            .formatted(document.id(), kind(value), type.sql()));
  }
}
