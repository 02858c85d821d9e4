package org.docduel.core.encoding;

import java.nio.ByteBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;

/**
 * {@code bson}: raw BSON bytes, in which one value is found by stepping over the others, each by
 * its length. A document has its body's fields and no {@code _id}.
 */
public class BsonCodec implements Codec {
  private final BsonBytes bytes = new BsonBytes();

  /**
   * {@code bson-tree}: the same bytes, decoded as a whole before a value is taken from the tree.
   */
  public static final class Tree extends BsonCodec {
    @Override
    public String name() {
      return "bson-tree";
    }

    @Override
    public Lookup lookup(Path path) {
      return encoded -> path.in(decode(encoded)).orElse(null);
    }
  }

  @Override
  public String name() {
    return "bson";
  }

  @Override
  public ByteBuffer encode(ObjectValue document) {
    return bytes.bodyView(new Document(0, document));
  }

  @Override
  public ObjectValue decode(byte[] encoded) {
    return BsonBytes.readBody(encoded);
  }

  @Override
  public ObjectValue asDecoded(ObjectValue document) {
    return document;
  }

  @Override
  public Lookup lookup(Path path) {
    return new BsonLookup(path);
  }
}
