package org.docduel.stores.postgres;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
import org.postgresql.core.Oid;
import org.postgresql.util.ByteConverter;

/**
 * How values are held in a column: its SQL type, its binary form on the wire, and back. An SQL null
 * is read as {@link NullValue}.
 */
public interface ColumnType extends ColumnReader {
  /** The built-in types whose binary forms are sent and read, as the driver names them. */
  String BINARY =
      "bool,bool_array,bytea,bytea_array,int8,int8_array,json,json_array,jsonb,jsonb_array,"
          + "numeric,numeric_array,text,text_array,timestamptz,timestamptz_array";

  /** The type for values of a kind, at the leaves of documents. */
  static ColumnType of(Kind kind, PayloadEncoding binaries) {
    return switch (kind) {
      case TEXT -> Scalar.TEXT;
      case INTEGER -> Scalar.BIGINT;
      case DECIMAL -> Scalar.NUMERIC;
      case BOOLEAN -> Scalar.BOOLEAN;
      case TIMESTAMP -> Scalar.TIMESTAMPTZ;
      case BINARY -> Scalar.BYTEA;
      case TEXTS -> new ListOf(Scalar.TEXT);
      case INTEGERS -> new ListOf(Scalar.BIGINT);
      case DECIMALS -> new ListOf(Scalar.NUMERIC);
      case BOOLEANS -> new ListOf(Scalar.BOOLEAN);
      case OBJECT, JSON -> new Json("jsonb", binaries);
    };
  }

  /** The type in {@code CREATE TABLE}. */
  String sql();

  /** The driver's name of the built-in type that is sent, which the server converts by itself. */
  String wire();

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
      out.putInt(NULL_LENGTH);
      if (write(document, value, out)) {
        out.setInt(head, out.size() - head - Integer.BYTES);
      }
    }
  }

  /** PostgreSQL's own types, each of which holds one kind of value exactly. */
  enum Scalar implements ColumnType {
    BIGINT("int8", Oid.INT8, IntegerValue.class),
    /** Of up to 131,072 digits before the point and 16,383 after it; integers too. */
    NUMERIC("numeric", Oid.NUMERIC, DecimalValue.class),
    /** Without U+0000 and halves of surrogate pairs. */
    TEXT("text", Oid.TEXT, StringValue.class),
    BOOLEAN("bool", Oid.BOOL, BooleanValue.class),
    /** From 4713 BC to 294276. */
    TIMESTAMPTZ("timestamptz", Oid.TIMESTAMPTZ, TimestampValue.class),
    BYTEA("bytea", Oid.BYTEA, BinaryValue.class);

    /** 2000-01-01T00:00:00Z, from which PostgreSQL counts, in milliseconds since 1970. */
    private static final long EPOCH_MILLISECONDS = 946_684_800_000L;

    /** NUMERIC_MAX_DISPLAY_SCALE's storage bound and the digits that its weight can count. */
    private static final int MAX_SCALE = 16_383;

    private static final int MAX_WHOLE_DIGITS = 131_072;

    private final String wire;
    private final int oid;
    private final Class<? extends Value> kind;

    Scalar(String wire, int oid, Class<? extends Value> kind) {
      this.wire = wire;
      this.oid = oid;
      this.kind = kind;
    }

    @Override
    public String sql() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String wire() {
      return wire;
    }

    @Override
    public boolean compressible() {
      return this == TEXT || this == BYTEA;
    }

    @Override
    public Writer writer() {
      return (document, value, out) -> {
        Value stored = asStored(value);
        if (!kind.isInstance(stored)) {
          throw mismatch(this, document, value);
        }
        String refusal = put(stored, out);
        if (refusal != null) {
          throw new RejectedDocumentException("document " + document.id() + " has " + refusal);
        }
      };
    }

    /** Appends a value; what it answers is why the type cannot hold it. */
    private @Nullable String put(Value value, WireBuffer out) {
      switch (this) {
        case BIGINT -> out.putLong(((IntegerValue) value).value());
        case NUMERIC -> {
          BigDecimal number = ((DecimalValue) value).value();
          if (number.scale() > MAX_SCALE
              || (long) number.precision() - number.scale() > MAX_WHOLE_DIGITS) {
            return "a decimal of more digits than numeric has";
          }
          out.write(ByteConverter.numeric(number));
        }
        case TEXT -> {
          if (!out.putText(((StringValue) value).value())) {
            return "half of a surrogate pair, which UTF-8 cannot hold";
          }
        }
        case BOOLEAN -> out.write(((BooleanValue) value).value() ? 1 : 0);
        case TIMESTAMPTZ -> {
          try {
            long milliseconds = ((TimestampValue) value).value().toEpochMilli();
            out.putLong(Math.multiplyExact(milliseconds - EPOCH_MILLISECONDS, 1_000L));
          } catch (ArithmeticException e) {
            return "a timestamp outside of what timestamptz holds";
          }
        }
        case BYTEA -> out.write(((BinaryValue) value).value());
      }
      return null;
    }

    @Override
    public String selected(String column) {
      return this == TIMESTAMPTZ ? "(extract(epoch FROM " + column + ") * 1000)::bigint" : column;
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      Value value =
          switch (this) {
            case BIGINT -> ColumnReader.NUMBER.read(row, column);
            case NUMERIC -> orNull(row.getBigDecimal(column), DecimalValue::new);
            case TEXT -> ColumnReader.TEXT.read(row, column);
            case BOOLEAN -> BooleanValue.of(row.getBoolean(column));
            case TIMESTAMPTZ -> new TimestampValue(Instant.ofEpochMilli(row.getLong(column)));
            case BYTEA -> orNull(row.getBytes(column), BinaryValue::new);
          };
      return row.wasNull() ? NullValue.NULL : value;
    }

    @Override
    public Value asStored(Value value) {
      return this == NUMERIC && value instanceof IntegerValue number
          ? new DecimalValue(BigDecimal.valueOf(number.value()))
          : value;
    }
  }

  /** A list of scalars of one type, and of nulls, such as {@code text[]}. */
  record ListOf(Scalar element) implements ColumnType {
    private static final int DIMENSIONS = 1;
    private static final int MAY_HAVE_NULLS = 1;
    private static final int LOWER_BOUND = 1;

    @Override
    public String sql() {
      return element.sql() + "[]";
    }

    @Override
    public String wire() {
      return "_" + element.wire();
    }

    /** An array's head and its elements, as {@code array_recv} in arrayfuncs.c reads them. */
    @Override
    public Writer writer() {
      Writer one = element.writer();
      return (document, value, out) -> {
        if (!(value instanceof ArrayValue list)) {
          throw mismatch(this, document, value);
        }
        int size = list.elements().size();
        out.putInt(size == 0 ? 0 : DIMENSIONS);
        out.putInt(MAY_HAVE_NULLS);
        out.putInt(element.oid);
        if (size > 0) {
          out.putInt(size);
          out.putInt(LOWER_BOUND);
        }
        for (Value each : list.elements()) {
          one.writeField(document, each, out);
        }
      };
    }

    /** The driver has no binary form of lists of decimals. */
    @Override
    public String selected(String column) {
      return element == Scalar.TEXT ? column : "to_jsonb(" + column + ")::text";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      if (element != Scalar.TEXT) {
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
  record Json(String sql, PayloadEncoding binaries) implements ColumnType {
    /** What the binary form of jsonb begins with: the version of the text that follows. */
    private static final int JSONB_VERSION = 1;

    @Override
    public String wire() {
      return sql;
    }

    @Override
    public Writer writer() {
      JsonBytes json = new JsonBytes(binaries);
      boolean versioned = sql.equals("jsonb");
      return (document, value, out) -> {
        if (versioned) {
          out.write(JSONB_VERSION);
        }
        json.write(document, value, out);
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
    public String wire() {
      return Scalar.BYTEA.wire();
    }

    @Override
    public Writer writer() {
      BsonBytes bson = new BsonBytes();
      return (document, value, out) -> {
        ByteBuffer bytes = bson.bodyView(new Document(document.id(), (ObjectValue) value));
        out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      };
    }

    @Override
    public String selected(String column) {
      return column + "::bytea";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      return orNull(row.getBytes(column), BsonBytes::readBody);
    }
  }

  private static <T> Value orNull(@Nullable T received, Function<T, Value> reader) {
    return received == null ? NullValue.NULL : reader.apply(received);
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
