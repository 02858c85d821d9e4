package org.docduel.core.encoding;

/** {@code bson-tree}: BSON that is decoded as a whole. */
public final class BsonTreeCodec extends TreeCodec {
  /** For ServiceLoader. */
  public BsonTreeCodec() {
    super("bson-tree", new BsonCodec());
  }
}
