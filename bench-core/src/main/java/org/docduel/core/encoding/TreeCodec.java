package org.docduel.core.encoding;

import java.nio.ByteBuffer;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;

/** A format read the usual way: the whole document becomes a tree, of which one value is taken. */
abstract sealed class TreeCodec implements Codec permits JsonTreeCodec, BsonTreeCodec {
  private final String name;
  private final Codec format;

  TreeCodec(String name, Codec format) {
    this.name = name;
    this.format = format;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ByteBuffer encode(ObjectValue document) {
    return format.encode(document);
  }

  @Override
  public ObjectValue decode(byte[] encoded) {
    return format.decode(encoded);
  }

  @Override
  public ObjectValue asDecoded(ObjectValue document) {
    return format.asDecoded(document);
  }

  @Override
  public Lookup lookup(Path path) {
    return encoded -> path.in(format.decode(encoded)).orElse(null);
  }
}
