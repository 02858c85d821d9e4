package org.docduel.stores.postgres.column;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.postgres.sql.WireType;
import org.postgresql.util.ByteConverter;

/** Columns of PostgreSQL's own types, each of which holds one kind of value exactly. */
public enum ScalarType implements ColumnType {
  /** Integers. */
  BIGINT("bigint", WireType.INT8) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(value instanceof IntegerValue number)) {
        throw mismatch(document, value);
      }
      out.putLong(number.value());
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      long number = row.getLong(column);
      return row.wasNull() ? NullValue.NULL : new IntegerValue(number);
    }
  },

  /** Decimals of up to 131,072 digits before the point and 16,383 after it; integers too. */
  NUMERIC("numeric", WireType.NUMERIC) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(asStored(value) instanceof DecimalValue decimal)) {
        throw mismatch(document, value);
      }
      BigDecimal number = decimal.value();
      if (number.scale() > MAX_SCALE
          || (long) number.precision() - number.scale() > MAX_WHOLE_DIGITS) {
        throw cannotHold(document, "a decimal of more digits than numeric has");
      }
      out.write(ByteConverter.numeric(number));
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      BigDecimal number = row.getBigDecimal(column);
      return number == null ? NullValue.NULL : new DecimalValue(number);
    }

    @Override
    public Value asStored(Value value) {
      return value instanceof IntegerValue number
          ? new DecimalValue(BigDecimal.valueOf(number.value()))
          : value;
    }
  },

  /** Texts without U+0000 and halves of surrogate pairs. */
  TEXT("text", WireType.TEXT) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(value instanceof StringValue text)) {
        throw mismatch(document, value);
      }
      if (!out.putText(text.value())) {
        throw cannotHold(document, "half of a surrogate pair, which UTF-8 cannot hold");
      }
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      String text = row.getString(column);
      return text == null ? NullValue.NULL : new StringValue(text);
    }
  },

  /** Truth values. */
  BOOLEAN("boolean", WireType.BOOL) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(value instanceof BooleanValue bool)) {
        throw mismatch(document, value);
      }
      out.write(bool.value() ? 1 : 0);
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      boolean truth = row.getBoolean(column);
      return row.wasNull() ? NullValue.NULL : BooleanValue.of(truth);
    }
  },

  /** Instants from 4713 BC to 294276. */
  TIMESTAMPTZ("timestamptz", WireType.TIMESTAMPTZ) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(value instanceof TimestampValue timestamp)) {
        throw mismatch(document, value);
      }
      try {
        long milliseconds = timestamp.value().toEpochMilli() - EPOCH_MILLISECONDS;
        out.putLong(Math.multiplyExact(milliseconds, 1_000L));
      } catch (ArithmeticException e) {
        throw cannotHold(document, "a timestamp outside of what timestamptz holds");
      }
    }

    @Override
    public String selected(String column) {
      return "(extract(epoch FROM " + column + ") * 1000)::bigint";
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      long milliseconds = row.getLong(column);
      return row.wasNull()
          ? NullValue.NULL
          : new TimestampValue(Instant.ofEpochMilli(milliseconds));
    }
  },

  /** Bytes. */
  BYTEA("bytea", WireType.BYTEA) {
    @Override
    void put(Document document, Value value, WireBuffer out) {
      if (!(value instanceof BinaryValue binary)) {
        throw mismatch(document, value);
      }
      out.write(binary.value());
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      byte[] bytes = row.getBytes(column);
      return bytes == null ? NullValue.NULL : new BinaryValue(bytes);
    }
  };

  /** 2000-01-01T00:00:00Z, from which PostgreSQL counts, in milliseconds since 1970. */
  private static final long EPOCH_MILLISECONDS = 946_684_800_000L;

  /** NUMERIC_MAX_DISPLAY_SCALE's storage bound and the digits that its weight can count. */
  private static final int MAX_SCALE = 16_383;

  private static final int MAX_WHOLE_DIGITS = 131_072;

  private final String sql;
  private final WireType wire;

  ScalarType(String sql, WireType wire) {
    this.sql = sql;
    this.wire = wire;
  }

  abstract void put(Document document, Value value, WireBuffer out);

  @Override
  public String sql() {
    return sql;
  }

  @Override
  public boolean compressible() {
    return this == TEXT || this == BYTEA;
  }

  @Override
  public WireType wire() {
    return wire;
  }

  @Override
  public Writer writer() {
    return (document, value, out) -> {
      if (value == NullValue.NULL) {
        return false;
      }
      put(document, value, out);
      return true;
    };
  }

  RejectedDocumentException mismatch(Document document, Value value) {
    return new RejectedDocumentException(
        "document "
            + document.id()
            + " has "
            + ValueKind.of(value)
            + " for a column of type "
            + sql);
  }

  RejectedDocumentException cannotHold(Document document, String what) {
    return new RejectedDocumentException("document " + document.id() + " has " + what);
  }
}
