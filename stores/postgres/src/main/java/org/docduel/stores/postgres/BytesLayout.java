package org.docduel.stores.postgres;

import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonCodec;
import org.docduel.core.encoding.Codec;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.JdbcSystem.Table.Selected;

/**
 * BSON bytes in a {@code bytea} column. PostgreSQL cannot look into them, so that each indexed
 * field is kept a second time, in a typed column beside the bytes, which the index is on: what an
 * application has to do that wants to find such documents again. Its bytes count as stored bytes.
 */
final class BytesLayout extends DocumentLayout {
  BytesLayout(Collection collection, StoreConfig config) {
    super(collection, config, ColumnType.bson("bytea"), true);
  }

  /** The whole document: the client finds the value in it. */
  @Override
  protected Selected insideAt(Path path, boolean asText) {
    Codec.Lookup lookup = new BsonCodec().lookup(path);
    Projection.ValueAt at = new Projection.ValueAt(path, asText);
    return new Selected(
        DOC,
        (row, column) -> {
          Value value = lookup.find(row.getBytes(column));
          return value == null ? NullValue.NULL : at.given(value);
        },
        true);
  }

  @Override
  protected String inside(Path path, Kind kind) {
    throw opaque();
  }

  @Override
  protected String assignmentInside(UpdateSpec spec) {
    throw opaque();
  }

  private static UnsupportedOperationException opaque() {
    return new UnsupportedOperationException("the server cannot look into its documents");
  }
}
