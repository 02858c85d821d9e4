package org.docduel.stores.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonCodec;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * BSON bytes in a {@code bytea} column. PostgreSQL cannot look into them, so that each indexed
 * field is kept a second time, in a typed column beside the bytes, which the index is on: what an
 * application has to do that wants to find such documents again. Its bytes count as stored bytes.
 */
public final class BytesLayout extends DocumentLayout {
  public BytesLayout(Collection collection, StoreConfig config) {
    super(collection, config, new ColumnType.Bson("bytea"), true);
  }

  /** The whole document: the client finds the value in it. */
  @Override
  protected Expression insideAt(Path path, boolean asText) {
    return new Expression(DOC, new Inside(new BsonCodec().lookup(path), asText));
  }

  @Override
  protected boolean isJson(Path path) {
    return columns().stream()
        .anyMatch(column ->
            column.quoted().equals(value(path, IndexedKind.LIST))
                && column.type().wire() == WireType.JSONB);
  }

  @Override
  protected String inside(Path path, IndexedKind kind) {
    throw opaque();
  }

  @Override
  protected String assignmentInside(UpdateSpec spec) {
    throw opaque();
  }

  private static UnsupportedOperationException opaque() {
    return new UnsupportedOperationException("the server cannot look into its documents");
  }

  @Override
  public SqlDialect dialect() {
    throw new UnsupportedOperationException("its columns cannot be searched by content");
  }

  /**
   * One value out of a column of BSON bytes, found by the client.
   *
   * @param lookup finds it
   * @param asText whether it is a text whatever its own type
   */
  private record Inside(Codec.Lookup lookup, boolean asText) implements ColumnType {
    @Override
    public String sql() {
      return "bytea";
    }

    @Override
    public WireType wire() {
      return WireType.BYTEA;
    }

    @Override
    public Writer writer() {
      throw new UnsupportedOperationException("a value inside a document is only read");
    }

    @Override
    public Value read(ResultSet row, int column) throws SQLException {
      Value value = lookup.find(row.getBytes(column));
      if (value == null || value == NullValue.NULL) {
        return NullValue.NULL;
      }
      return asText ? new StringValue(text(value)) : value;
    }

    private static String text(Value value) {
      if (value instanceof StringValue text) {
        return text.value();
      } else if (value instanceof BooleanValue truth) {
        return Boolean.toString(truth.value());
      } else if (value instanceof IntegerValue number) {
        return Long.toString(number.value());
      } else if (value instanceof DecimalValue number) {
        return number.value().toString();
      } else if (value instanceof TimestampValue timestamp) {
        return JsonForm.text(timestamp);
      }
      return value.toString();
    }
  }
}
